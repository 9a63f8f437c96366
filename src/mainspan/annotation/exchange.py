"""Packages for others: as one of ours, or in the form of WCXB's benchmark; as a folder or a zip archive.

`mainspan package import wcxb` reads back what was written in WCXB's form: the same pages, gold texts and
metadata. What WCXB has no key for is in `_internal`, which others ignore.
"""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from mainspan.annotation.store import FOLDER
from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.build import as_json
from mainspan.evaluation.check_folder import Files as PackageFiles
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.importers.run import check_output, new_folder
from mainspan.evaluation.importers.wcxb import GROUND_TRUTH, SPLITS
from mainspan.evaluation.packages import DESCRIPTION, Document
from mainspan.output.places import replacing
from mainspan.sources import read_file

# What a file of a package may be called, so that an archive writes nothing elsewhere.
_MEMBER: Final = re.compile(r"(?:annotations/[^/]+/)?[^/]+\.(?:html|txt|json)")
# The same archive from the same package.
_TIME: Final = (1980, 1, 1, 0, 0, 0)  # no rule: any date
# What an import adds to the metadata if nothing else is given.
_ADDED_BY_IMPORT: Final = ("source_id", "language", "split")
_Members = Iterable[tuple[str, bytes]]


class Exported(NamedTuple):
    """What was exported, and the documents that could not be."""

    output: Path
    documents: int
    left_out: list[str]


def export_package(folder: Path, output: Path, *, form: str = "package", answers: bool = False) -> Exported:
    """Write a package to a new folder, or to an archive if the name ends in `.zip`.

    form: "package" or "wcxb". answers: whether those of annotators, with their names, go with a package.
    """
    if form not in FORMS:
        raise OutputError(f"packages are exported as {' or '.join(FORMS)}, not as {form!r}")
    documents = PackageFiles(folder).documents
    taken = [each for each in documents if form == "package" or each.gold.is_file()]
    if not taken:
        raise SourceError(f"{folder}: has no documents with gold text to export")
    _write(output, FORMS[form](folder, taken, answers))
    return Exported(output, len(taken), [each.name for each in documents if each not in taken])


def import_package(source: Path, output: Path) -> Path:
    """A package from a folder or an archive into a new folder, with all answers of annotators."""
    with Files(source) as files:
        [*found] = files.matching(re.escape(DESCRIPTION))
        if not found:
            raise SourceError(f"{source}: no package: {DESCRIPTION} is missing")
        root = min((each.group() for each in found), key=len).removesuffix(DESCRIPTION)
        inside = [name for name in files if name.startswith(root) and _MEMBER.fullmatch(name[len(root) :])]
        _write_folder(output, ((name[len(root) :], files.read(name)) for name in inside))
    return output


def _own_members(folder: Path, documents: list[Document], answers: bool) -> Iterator[tuple[str, bytes]]:
    paths = [folder / DESCRIPTION]
    for each in documents:
        paths += [each.page, each.gold, each.meta]
        if answers:
            paths += sorted((folder / FOLDER / each.name).glob("[!.]*.json"))
    for path in paths:
        if path.is_file():
            yield path.relative_to(folder).as_posix(), read_file(path)


def _wcxb_members(folder: Path, documents: list[Document], answers: bool) -> Iterator[tuple[str, bytes]]:
    names = {each.name for each in documents}
    for each in documents:
        split = each.about.get("split")
        split = split if split in SPLITS else SPLITS[0]
        # An import puts the split before the name.
        bare = each.name.removeprefix(f"{split}-")
        name = each.name if bare in names else bare
        yield f"{split}/ground-truth/{name}.json", as_json(_wcxb_record(each, name))
        yield f"{split}/html/{name}.html.gz", gzip.compress(each.read_page(), mtime=0)


def _wcxb_record(document: Document, name: str) -> dict[str, Any]:
    known = document.about
    truth = {key: known[key] for key in GROUND_TRUTH if known.get(key)}
    url, page_type = known.get("url"), known.get("page_type")
    used = {"url", *truth} if url else set(truth)
    rest = dict.fromkeys(_ADDED_BY_IMPORT) | {key: known[key] for key in known if key not in used}
    return {
        "schema_version": "2.0",
        "url": url,
        "file_id": name,
        "_internal": {"page_type": {"primary": page_type}, "mainspan": rest},
        "ground_truth": truth | {"main_content": document.read_gold()},
    }


FORMS: Final[dict[str, Callable[[Path, list[Document], bool], Iterator[tuple[str, bytes]]]]] = {
    "package": _own_members,
    "wcxb": _wcxb_members,
}


def _write(output: Path, members: _Members) -> None:
    if output.suffix.lower() != ".zip":
        _write_folder(output, members)
        return
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with replacing(output) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in members:
                archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise OutputError(f"{output}: {error.strerror or error}") from None


def _write_folder(output: Path, members: _Members) -> None:
    check_output(output)
    with new_folder(output) as folder:
        for name, data in members:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
