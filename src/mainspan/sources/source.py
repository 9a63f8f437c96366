"""One page to read, wherever it is."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from mainspan.errors import SourceError
from mainspan.fetch import MAX_BYTES, MAX_SECONDS, Fetched, Politeness, fetch_page
from mainspan.fetch.compression import gunzip
from mainspan.fetch.media_types import is_plain_text, page_of_text, refuse_archive, refuse_other_types
from mainspan.page import Page
from mainspan.page.decode import decode, encode

_HEAD_BYTES: Final = 4096
_ADDRESS: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")


@dataclass(frozen=True, slots=True)
class Source:
    """One page to read, wherever it is: a file, an address, standard input ("-"), or a page in memory.

    name: what it is called in messages and records: a path, or an address.
    key: the path of its result in a folder, without a suffix.
    may_list: whether it may turn out to be a feed or a sitemap.
    folder: the folder argument that it was found in; empty if it was named itself.
    body: the page itself, if it is in memory.

    >>> from pathlib import PurePosixPath
    >>> Source("a page", PurePosixPath("a"), body=b"<p>Hello").read().words.shape
    (1,)
    """

    name: str
    key: PurePosixPath
    may_list: bool = True
    folder: str = ""
    body: str | bytes | None = None

    @property
    def is_address(self) -> bool:
        """Whether it must be fetched."""
        return is_address(self.name)

    def read(self, encoding: str | None = None) -> Page:
        """Read the page, or raise a SourceError that says what failed."""
        return to_page(self.read_bytes(), encoding)

    def read_bytes(self, *, seconds: float = MAX_SECONDS, politeness: Politeness | None = None) -> Fetched:
        """The page's bytes, or a SourceError. The URL is empty unless the source is an address."""
        if self.body is not None:
            return self._in_memory(self.body)
        if self.is_address:
            return fetch_page(self.name, seconds=seconds, politeness=politeness)
        raw = sys.stdin.buffer.read() if self.name == "-" else _read_page(Path(self.name))
        return self._checked(raw)

    def _in_memory(self, body: str | bytes) -> Fetched:
        url = self.name if self.is_address else ""
        if isinstance(body, str):
            return Fetched(encode(body), url, "utf-8")
        return self._checked(body)._replace(url=url)

    def _checked(self, raw: bytes) -> Fetched:
        refuse_archive(self.name, raw)
        body = gunzip(raw, self.name, MAX_BYTES)
        refuse_other_types(self.name, body)
        return Fetched(body, "", None)


def is_address(name: str) -> bool:
    """Whether a name is an address, and not the name of a file."""
    return bool(_ADDRESS.match(name))


def to_page(found: Fetched, encoding: str | None = None) -> Page:
    """What was read, as a Page."""
    url = found.url or None
    if is_plain_text(found.body, found.media_type):
        text = decode(found.body, encoding=encoding, charset=found.charset)
        return Page(page_of_text(text.utf8), url=url, charset="utf-8")
    return Page(found.body, url=url, encoding=encoding, charset=found.charset)


def _read_page(path: Path) -> bytes:
    # An archive may be too large to be read into memory: its beginning is enough to refuse it.
    if os.path.isfile(path):
        refuse_archive(str(path), read_file(path, _HEAD_BYTES))
    return read_file(path)


def read_file(path: Path, size: int = -1) -> bytes:
    """A file's bytes, all of them or the first `size`, or a SourceError."""
    try:
        with path.open("rb") as file:
            return file.read(size)
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
