"""Archives of annotated pages, as the browser extension saves them: NAME.html, NAME.txt and NAME.json."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from mainspan.errors import PackageError, SourceError
from mainspan.evaluation.build import Added, add_document, check_is_package, gold_from, prepare
from mainspan.evaluation.meta import merge_meta
from mainspan.fetch import Fetched

# More than any page needs, so that a small archive cannot fill the memory.
_MAX_BYTES: Final = 200_000_000
_ENDS: Final = (".html", ".txt", ".json")


class Annotated(NamedTuple):
    """An annotated page: its name, its bytes, its gold text and its metadata."""

    name: str
    html: bytes
    gold: str
    about: dict[str, Any]


def add_archive(
    folder: Path,
    path: Path,
    *,
    name: str | None = None,
    about: Mapping[str, Any] | None = None,
    force: bool = False,
) -> list[Added]:
    """Add the documents of an archive to a package.

    name: the name of the document, if the archive has one only.
    about: further metadata, which take precedence over those of the archive.
    force: add gold texts that do not occur in their pages.
    """
    check_is_package(folder)
    found = read_archive(path)
    if name is not None and len(found) > 1:
        raise PackageError(f"{path}: has {len(found)} documents, which cannot all be called {name!r}")
    return [_add(folder, each._replace(name=name or each.name), about or {}, force) for each in found]


def _add(folder: Path, given: Annotated, about: Mapping[str, Any], force: bool) -> Added:
    url = {**given.about, **about}.get("url")
    page, html, known = prepare(Fetched(given.html, url if isinstance(url, str) else "", None))
    meta = merge_meta(merge_meta(known, given.about), about)
    return add_document(folder, given.name, page, html, given.gold, meta, force=force)


def read_archive(path: Path) -> list[Annotated]:
    """The documents of an archive, or a SourceError that says what is wrong with it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = {each.filename: each for each in archive.infolist() if not each.is_dir()}
            if sum(each.file_size for each in members.values()) > _MAX_BYTES:
                raise SourceError(f"{path}: is larger than {_MAX_BYTES:,} bytes when it is unpacked")
            read = {name: archive.read(each) for name, each in members.items() if name.endswith(_ENDS)}
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise SourceError(f"{path}: no zip archive that can be read ({error})") from None
    names = sorted(name.removesuffix(".html") for name in read if name.endswith(".html"))
    if not names:
        raise SourceError(f"{path}: no archive of the extension: it has no page (NAME.html)")
    return [_document(path, name, read) for name in names]


def _document(path: Path, name: str, read: Mapping[str, bytes]) -> Annotated:
    gold, about = read.get(f"{name}.txt"), read.get(f"{name}.json", b"{}")
    if gold is None:
        raise SourceError(f"{path}: {name} has no gold text ({name}.txt)")
    try:
        meta = json.loads(about)
    except (ValueError, RecursionError):
        meta = None
    if not isinstance(meta, dict):
        raise SourceError(f"{path}: {name}.json is no object in JSON")
    return Annotated(name, read[f"{name}.html"], gold_from(gold, f"{path}: {name}.txt"), meta)
