"""One page of a bulk run, before it is extracted."""

from __future__ import annotations

from typing import NamedTuple


class RawPage(NamedTuple):
    """A page as it was stored, with what is known of it.

    id: the identifier of its record.
    content: an HTTP message, or a page alone, as `is_http` says.
    digest: the digest of its payload that the archive names: base 32 of SHA-1.
    is_checked: whether this digest must agree.
    truncated: why the crawler cut it off; empty if it did not.
    charset, language: the crawler's own opinion; empty if it has none.
    loss: why there is nothing to extract: a kind of loss; empty if there is.
    """

    id: str
    url: str = ""
    date: str = ""
    dump: str = ""
    filename: str = ""
    offset: int | None = None
    length: int | None = None
    content: bytes = b""
    is_http: bool = True
    digest: str = ""
    is_checked: bool = False
    truncated: str = ""
    charset: str = ""
    language: str = ""
    loss: str = ""
