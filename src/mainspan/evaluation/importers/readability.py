"""The test pages of Mozilla's Readability: articles, wikis and documentation in several languages.

test/test-pages/NAME/source.html
test/test-pages/NAME/expected.html              what Readability gave, reviewed
test/test-pages/NAME/expected-metadata.json     {"title", "byline", "lang", "siteName", ...}
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mainspan.evaluation.importers.base import Corpus, Found, Record, github, known_of
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.importers.marks import whole_text


def _documents(files: Files) -> Iterator[Found]:
    for found in files.matching(r"(?P<name>[^/]+)/expected\.html"):
        folder = found.group()[: -len("expected.html")]
        yield found["name"], partial(_read, files, folder)


def _read(files: Files, folder: str) -> Record:
    page, gold = files.read_page(f"{folder}source.html"), whole_text(files.read(f"{folder}expected.html"))
    about = f"{folder}expected-metadata.json"
    known = files.read_object(about) if about in files else {}
    meta = known_of(known, "title", "byline", "siteName", "readerable")
    language = known.get("lang")
    return Record(page, gold, meta | ({"language": language.replace("_", "-")} if language else {}))


CORPUS = Corpus(
    name="readability",
    title="Test pages of Mozilla's Readability",
    source="mozilla/readability",
    licence="Apache-2.0",
    citation="Mozilla: Readability.js, test/test-pages.",
    documents=115,
    languages=("en", "..."),
    gold="text of Readability's own reviewed output: for regressions, not for ranking; without title",
    layout="test/test-pages/NAME/source.html and expected.html",
    reader=_documents,
    addresses=github("mozilla/readability"),
)
