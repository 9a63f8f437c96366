"""Find the pages of names: files, folders, addresses, standard input."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from mainspan.errors import SourceError
from mainspan.sources.source import Source, is_address, read_file

PAGES: Final = frozenset([".html", ".htm", ".xhtml", ".shtml"])
GZIP: Final = ".gz"
# The length of a key that is made from an address, or from any name.
MAX_KEY_LENGTH: Final = 120
_NO_LETTERS: Final = re.compile(r"[^a-zA-Z0-9._-]+")


class Keys:
    """Gives each source a key of its own, so that no result overwrites another."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def take(self, source: Source) -> Source:
        """The source with a key that no other has, on file systems that ignore case either."""
        key, name = source.key, str(source.key).lower()
        count = self._counts.get(name, 1)
        while str(key).lower() in self._used:
            count += 1
            key = source.key.with_name(f"{source.key.name}-{count}")
        # The next one of this name need not try again what is taken.
        self._counts[name] = count
        self._used.add(str(key).lower())
        return replace(source, key=key)


def find_sources(
    names: Iterable[str], *, keys: Keys | None = None, missing_too: bool = False
) -> list[Source]:
    """The pages of these names: files, folders, addresses, or "-" for standard input.

    In a folder, pages are found at any depth: .html and the like, also compressed (.html.gz). A name of
    nothing is a SourceError, or with `missing_too` a source that cannot be read.

    keys: shared by several calls, so that no key is given twice.

    >>> [source.name for source in find_sources(["https://example.org/a", "-"])]
    ['https://example.org/a', '-']
    """
    keys = keys or Keys()
    return [keys.take(source) for name in names for source in _find(name, missing_too)]


def iter_sources(
    items: Iterable[str | Path | Source | tuple[str, str | bytes]], keys: Keys
) -> Iterator[Source]:
    """The pages of these items, one by one: names, (name, html) pairs, and sources as they are.

    A name of nothing is a source that cannot be read.
    """
    for item in items:
        if isinstance(item, Source):
            yield item
        elif isinstance(item, tuple):
            name, body = item
            source = address_source(name) if is_address(name) else Source(name, PurePosixPath(_slug(name)))
            yield keys.take(replace(source, may_list=False, body=body))
        else:
            yield from map(keys.take, _find(os.fspath(item), missing_too=True))


def read_list(name: str) -> list[str]:
    """The names in a file, one on each line, or on standard input ("-"); lines with # are comments."""
    data = sys.stdin.buffer.read() if name == "-" else read_file(Path(name))
    lines = (os.fsdecode(line).strip() for line in data.removeprefix(b"\xef\xbb\xbf").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def address_source(url: str, *, may_list: bool = True) -> Source:
    """An address as a source."""
    return Source(url, PurePosixPath(_slug(url.partition("://")[2])), may_list)


def _slug(name: str) -> str:
    """A file name for any name, allowed on every file system."""
    return _NO_LETTERS.sub("-", name).strip("-.")[:MAX_KEY_LENGTH] or "page"


def _find(name: str, missing_too: bool) -> Iterator[Source]:
    if name == "-":
        yield Source(name, PurePosixPath("stdin"))
        return
    if is_address(name):
        yield address_source(name)
        return
    path = Path(name)
    try:
        yield from _in_folder(path) if _is_folder(name) else [Source(name, PurePosixPath(_stem(path)))]
    except SourceError:
        if not missing_too:
            raise
        yield Source(name, PurePosixPath(_slug(path.stem)))


def _in_folder(folder: Path) -> Iterator[Source]:
    found = sorted(page for page in folder.rglob("*") if is_page(page) and page.is_file())
    if not found:
        endings = ", ".join(sorted(PAGES))
        raise SourceError(f"{folder}: no pages in this folder (looked for {endings}, also with {GZIP})")
    for page in found:
        key = PurePosixPath(page.relative_to(folder).with_name(_stem(page)).as_posix())
        yield Source(str(page), key, may_list=False, folder=str(folder))


def is_page(path: Path) -> bool:
    """Whether a file is a page by its name, which may say that it is compressed."""
    return is_plain_page(path) or (path.suffix.lower() == GZIP and is_plain_page(path.with_suffix("")))


def is_plain_page(path: Path) -> bool:
    """Whether a file is a page by its name, and not compressed."""
    return path.suffix.lower() in PAGES


def _stem(path: Path) -> str:
    """A file's name without its ending, or without both endings of a compressed page."""
    return Path(path.stem).stem if path.suffix.lower() == GZIP and is_page(path) else path.stem


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
