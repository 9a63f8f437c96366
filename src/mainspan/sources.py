"""What the command line can read: files, folders, addresses and standard input."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from mainspan.errors import SourceError
from mainspan.fetch import Fetched, fetch
from mainspan.page import Page

PAGES: Final = frozenset([".html", ".htm", ".xhtml", ".shtml"])
_NO_LETTERS: Final = re.compile(r"[^a-zA-Z0-9._-]+")
_ADDRESS: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")


@dataclass(frozen=True, slots=True)
class Source:
    """One page to read: the name it goes by in messages, and the path that its result gets in a folder."""

    name: str
    key: PurePosixPath

    def read(self, encoding: str | None = None) -> Page:
        """Read the page, or raise a SourceError that says what failed."""
        found = self.read_bytes()
        return Page(found.body, url=found.url or None, encoding=encoding, charset=found.charset)

    def read_bytes(self) -> Fetched:
        """The page's bytes, or a SourceError. Only what comes from an address has one."""
        if self.name == "-":
            return Fetched(sys.stdin.buffer.read(), "", None)
        if _ADDRESS.match(self.name):
            return fetch(self.name)
        return Fetched(read_file(Path(self.name)), "", None)


def read_file(path: Path) -> bytes:
    """A file's bytes, or a SourceError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None


def find_sources(names: Iterable[str]) -> list[Source]:
    """All pages behind these names. A folder stands for the pages in it, at any depth."""
    sources = []
    used: set[str] = set()
    for name in names:
        for source in _find(name):
            key, count = source.key, 1
            # Results must not overwrite each other, on file systems that ignore case either.
            while str(key).lower() in used:
                count += 1
                key = source.key.with_name(f"{source.key.name}-{count}")
            used.add(str(key).lower())
            sources.append(Source(source.name, key))
    return sources


def _find(name: str) -> Iterator[Source]:
    if name == "-":
        yield Source(name, PurePosixPath("stdin"))
        return
    if _ADDRESS.match(name):
        slug = _NO_LETTERS.sub("-", name.partition("://")[2]).strip("-.")[:120]
        yield Source(name, PurePosixPath(slug or "page"))
        return
    path = Path(name)
    if not _is_folder(name):
        yield Source(name, PurePosixPath(path.stem))
        return
    found = sorted(page for page in path.rglob("*") if page.suffix.lower() in PAGES and page.is_file())
    if not found:
        raise SourceError(f"{name}: no pages in this folder (looked for {', '.join(sorted(PAGES))})")
    for page in found:
        yield Source(str(page), PurePosixPath(page.relative_to(path).with_suffix("").as_posix()))


def _is_folder(name: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(name).st_mode)
    except FileNotFoundError:
        hint = f" (an address? then write https://{name})" if _looks_like_a_host(name) else ""
        raise SourceError(f"{name}: no such file or folder{hint}") from None
    except (OSError, ValueError) as error:
        # A name that no file can have is nearly always a page's text instead of its name.
        shown = name if len(name) < 100 else f"{name[:100]}..."
        raise SourceError(f"{shown}: {getattr(error, 'strerror', None) or error}") from None


def _looks_like_a_host(name: str) -> bool:
    host = name.split("/", 1)[0]
    return "." in host.strip(".") and not host.lower().endswith((".html", ".htm", ".txt"))
