"""Which pages names stand for."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from mainspan.errors import SourceError
from mainspan.sources.source import Source, is_address, read_file

PAGES: Final = frozenset([".html", ".htm", ".xhtml", ".shtml"])
GZIP: Final = ".gz"
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
        return Source(source.name, key, source.may_list)


def find_sources(
    names: Iterable[str], *, keys: Keys | None = None, missing_too: bool = False
) -> list[Source]:
    """All pages behind these names. A folder stands for the pages in it, at any depth.

    A name that stands for nothing is a SourceError, or with `missing_too` a source that cannot be read.
    """
    keys = keys or Keys()
    return [keys.take(source) for name in names for source in _find(name, missing_too)]


def read_list(name: str) -> list[str]:
    """The names in a file, one on each line, or on standard input ("-"); lines with # are comments."""
    data = sys.stdin.buffer.read() if name == "-" else read_file(Path(name))
    lines = (os.fsdecode(line).strip() for line in data.removeprefix(b"\xef\xbb\xbf").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def address_source(url: str, *, may_list: bool = True) -> Source:
    """An address as a source."""
    slug = _NO_LETTERS.sub("-", url.partition("://")[2]).strip("-.")[:120]
    return Source(url, PurePosixPath(slug or "page"), may_list)


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
        yield Source(name, PurePosixPath(_NO_LETTERS.sub("-", path.stem)[:120].strip("-.") or "page"))


def _in_folder(folder: Path) -> Iterator[Source]:
    found = sorted(page for page in folder.rglob("*") if is_page(page) and page.is_file())
    if not found:
        endings = ", ".join(sorted(PAGES))
        raise SourceError(f"{folder}: no pages in this folder (looked for {endings}, also with {GZIP})")
    for page in found:
        key = PurePosixPath(page.relative_to(folder).with_name(_stem(page)).as_posix())
        yield Source(str(page), key, may_list=False)


def is_page(path: Path) -> bool:
    """Whether a file is a page by its name, which may say that it is compressed."""
    name = path.with_suffix("") if path.suffix.lower() == GZIP else path
    return name.suffix.lower() in PAGES


def _stem(path: Path) -> str:
    """A file's name without its ending, or without both endings of a compressed page."""
    return Path(path.stem).stem if path.suffix.lower() == GZIP and is_page(path) else path.stem


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    with suppress(OSError, ValueError):
        return stat.S_ISDIR(os.stat(name).st_mode)
    return False


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
