"""One page to read, wherever it is."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from mainspan.errors import SourceError
from mainspan.fetch import MAX_BYTES, MAX_SECONDS, Fetched, Manners, fetch_page
from mainspan.fetch.kinds import is_plain_text, page_of_text, refuse_archive, refuse_other_kinds
from mainspan.fetch.packing import gunzip
from mainspan.page import Page
from mainspan.page.decode import decode

_BEGINNING: Final = 4096
_ADDRESS: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")


@dataclass(frozen=True, slots=True)
class Source:
    """One page to read: the name it goes by in messages, and the path that its result gets in a folder.

    What stands behind it may turn out to be a feed or a sitemap, if it `may_list` others.
    """

    name: str
    key: PurePosixPath
    may_list: bool = True

    @property
    def is_address(self) -> bool:
        """Whether it must be fetched."""
        return is_address(self.name)

    def read(self, encoding: str | None = None) -> Page:
        """Read the page, or raise a SourceError that says what failed."""
        return to_page(self.read_bytes(), encoding)

    def read_bytes(self, *, seconds: float = MAX_SECONDS, manners: Manners | None = None) -> Fetched:
        """The page's bytes, or a SourceError. Only what comes from an address has one."""
        if self.is_address:
            return fetch_page(self.name, seconds=seconds, manners=manners)
        raw = sys.stdin.buffer.read() if self.name == "-" else _read_page(Path(self.name))
        refuse_archive(self.name, raw)
        body = gunzip(raw, self.name, MAX_BYTES)
        refuse_other_kinds(self.name, body)
        return Fetched(body, "", None)


def is_address(name: str) -> bool:
    """Whether a name is that of something to fetch, and not of a file."""
    return bool(_ADDRESS.match(name))


def to_page(found: Fetched, encoding: str | None = None) -> Page:
    """What was read, as a page."""
    url = found.url or None
    if is_plain_text(found.body, found.kind):
        text = decode(found.body, encoding=encoding, charset=found.charset)
        return Page(page_of_text(text.utf8), url=url, charset="utf-8")
    return Page(found.body, url=url, encoding=encoding, charset=found.charset)


def _read_page(path: Path) -> bytes:
    # An archive may be too large to be read into memory: its beginning is enough to refuse it.
    if os.path.isfile(path):
        refuse_archive(str(path), read_file(path, _BEGINNING))
    return read_file(path)


def read_file(path: Path, size: int = -1) -> bytes:
    """A file's bytes, all of them or the first `size`, or a SourceError."""
    try:
        with path.open("rb") as file:
            return file.read(size)
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
