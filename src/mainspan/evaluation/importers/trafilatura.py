"""Trafilatura's evaluation pages: mostly German, English, French and Polish, with segments instead of a text.

    tests/evaldata.json         {URL: {"file", "with": [...], "without": [...], "comments": [...]}}
    tests/evaldata.py           the same as EVAL_PAGES = {...} until 2024 (eval-data.py before)
    tests/cache/, tests/eval/   the pages

The Python file is read as data and never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from unicodedata import normalize

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus, Found, Record, github, read_text, text_in, texts_in
from mainspan.evaluation.importers.files import Files

_PAGES: Final = r"(?P<folder>cache|eval)/(?P<file>[^/]+)"


def _documents(files: Files) -> Iterator[Found]:
    # If a page is in both folders, the first counts, as in the project's own evaluation.
    found = sorted(files.matching(_PAGES), key=lambda each: each["folder"], reverse=True)
    pages = {normalize("NFC", each["file"]): each.group() for each in found}
    for url, known in _evaluation_data(files).items():
        name = known.get("file") if isinstance(known, dict) else None
        label = name.removesuffix(".html") if isinstance(name, str) and name else url
        yield label, partial(_read, files, pages, url, known)


def _evaluation_data(files: Files) -> dict[str, Any]:
    for found in files.matching(r"eval-?data\.json"):
        return files.read_object(found.group())
    for found in files.matching(r"eval-?data\.py"):
        return _literal(found.group(), read_text(files.read(found.group())))
    return {}


def _literal(name: str, source: str) -> dict[str, Any]:
    """The dictionary that a Python file assigns at its top."""
    try:
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict):
                found: dict[str, Any] = ast.literal_eval(statement.value)
                return found
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise SourceError(f"{name}: no plain data ({error})") from None
    raise SourceError(f"{name}: assigns no dictionary of pages")


def _read(files: Files, pages: dict[str, str], url: str, known: Any) -> Record:
    if not isinstance(known, dict):
        raise SourceError("no object with file, with and without")
    file = text_in(known, "file")
    segments = {key: texts_in(known, key) for key in ("with", "without")}
    if not any(segments.values()):
        raise SourceError("has neither segments to find nor segments to leave out")
    meta = {"url": url, **segments} | ({"comments": found} if (found := texts_in(known, "comments")) else {})
    return Record(files.read_page(pages.get(normalize("NFC", file), file)), None, meta)


CORPUS = Corpus(
    name="trafilatura",
    title="Trafilatura's evaluation pages",
    source="adbar/trafilatura",
    licence="Apache-2.0",
    citation=(
        "Adrien Barbaresi: Trafilatura: A Web Scraping Library and Command-Line Tool for Text Discovery and "
        "Extraction. ACL 2021, system demonstrations."
    ),
    documents=990,
    languages=("de", "en", "fr", "pl", "..."),
    gold="segments that must and must not occur, by hand; no whole text",
    layout="tests/evaldata.json (or evaldata.py) and the pages in tests/cache and tests/eval",
    reader=_documents,
    addresses=github("adbar/trafilatura"),
)
