"""Import a corpus: read it in its published form, and write it as a test package, completely or not at all.

The package is built in a temporary folder beside the output, which is renamed at the end.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from mainspan import __version__
from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.importers.base import Corpus, Record
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.packages import DESCRIPTION, Document, unused
from mainspan.fetch import fetch

MAX_SECONDS: Final = 1800.0
MAX_BYTES: Final = 2_000_000_000
_ADDRESS: Final = re.compile(r"https?://", re.IGNORECASE)
# Runs of unsafe characters become one hyphen.
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._]+")
_MAX_NAME_LENGTH: Final = 120


class Broken(NamedTuple):
    """A document that could not be imported, and why."""

    name: str
    reason: str


class Imported(NamedTuple):
    """The result of an import."""

    folder: Path
    documents: int
    broken: list[Broken]


Progress = Callable[[str, int, int | None], None]


def import_corpus(
    corpus: Corpus,
    path: str | Path | None,
    output: Path,
    *,
    progress: Progress = lambda what, done, total: None,
) -> Imported:
    """Import a corpus as a package, or raise a SourceError or an OutputError.

    path: a folder, an archive, or an archive's address; without it, the corpus is downloaded.
    progress: called with the current step, how much of it is done, and its total.
    """
    check_output(output)
    with tempfile.TemporaryDirectory(prefix="mainspan-") as temporary:
        if path is None or _ADDRESS.match(str(path)):
            addresses = corpus.addresses if path is None else (str(path),)
            progress("downloading", 0, None)
            source = _download(corpus, addresses, Path(temporary))
        else:
            source = Path(path)
        with Files(source) as files:
            return _import(corpus, files, str(path or source), output, progress)


def _download(corpus: Corpus, addresses: tuple[str, ...], folder: Path) -> Path:
    """Fetch a corpus into a folder: the archive, or the folder if there are several."""
    if not addresses:
        raise SourceError(f"{corpus.title} cannot be downloaded automatically. {corpus.where}")
    for number, address in enumerate(addresses):
        try:
            body = fetch(address, seconds=MAX_SECONDS, max_bytes=MAX_BYTES).body
        except SourceError as error:
            raise SourceError(f"{error}. {corpus.where}") from None
        # Readers recognise archives by their suffixes.
        name = unquote(urlsplit(address).path).rpartition("/")[2] or "corpus"
        target = folder / f"{number}-{name}"
        target.write_bytes(body)
    return target if len(addresses) == 1 else folder


def _import(corpus: Corpus, files: Files, path: str, output: Path, progress: Progress) -> Imported:
    if corpus.archives:
        files.open_archives(corpus.archives)
    found = list(corpus.reader(files))
    if not found:
        raise SourceError(f"{path}: not {corpus.title}: expected {corpus.layout}. {corpus.where}")
    broken = []
    used = {Path(DESCRIPTION).stem}  # the name of the description
    with new_folder(output) as folder:
        for done, (label, read) in enumerate(found):
            progress("importing", done, len(found))
            try:
                record = read()
            except SourceError as error:
                broken.append(Broken(label, str(error)))
            else:
                _write(Document(folder, _name(label, used)), record, _meta(corpus, label, record))
        count = len(found) - len(broken)
        if not count:
            raise SourceError(f"{path}: no document can be read; the first, {': '.join(broken[0])}")
        _write_json(folder / DESCRIPTION, _description(corpus, count, len(broken)))
    return Imported(output, count, broken)


def _name(label: str, used: set[str]) -> str:
    """A name for a document: safe on every system, and unique even if case is ignored."""
    name = unused(_UNSAFE.sub("-", label).strip("-.")[:_MAX_NAME_LENGTH].rstrip("-.") or "document", used)
    used.add(name.lower())
    return name


def _meta(corpus: Corpus, label: str, record: Record) -> dict[str, Any]:
    language = {"language": corpus.languages[0]} if len(corpus.languages) == 1 else {}
    known = {"source_id": label, **language, **record.meta}
    return {key: value for key, value in known.items() if value is not None}


def _description(corpus: Corpus, documents: int, broken: int) -> dict[str, Any]:
    return {
        "name": corpus.name,
        "title": corpus.title,
        "description": f"{corpus.title}: {corpus.gold}",
        "source": corpus.source,
        "license": corpus.licence,
        "citation": corpus.citation,
        "documents": documents,
        "broken": broken,
        "imported": date.today().isoformat(),
        "reader": f"mainspan {__version__}, {corpus.name} {corpus.version}",
    }


def _write(document: Document, record: Record, meta: dict[str, Any]) -> None:
    document.page.write_bytes(record.page)
    if record.gold is not None:
        document.gold.write_bytes(_utf8(record.gold))
    _write_json(document.meta, meta)


def _write_json(path: Path, known: dict[str, Any]) -> None:
    path.write_bytes(_utf8(json.dumps(known, ensure_ascii=False, indent=1) + "\n"))


def _utf8(text: str) -> bytes:
    # JSON can have lone surrogates, which UTF-8 cannot.
    return text.encode("utf-8", "replace")


def check_output(output: Path) -> None:
    """Raise an OutputError before the work begins if the package cannot be written."""
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise OutputError(f"{output}: exists and is not an empty folder; name another with -o")


@contextmanager
def new_folder(output: Path) -> Iterator[Path]:
    """A temporary folder that becomes the output, or is removed after an error."""
    temporary = None
    try:
        target = output.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name[:40]}."))
        # mkdtemp makes private folders: give it the usual permissions.
        (temporary / "files").mkdir()
        yield temporary / "files"
        if target.is_dir():
            target.rmdir()
        os.replace(temporary / "files", target)
    except OSError as error:
        raise OutputError(f"{output}: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
