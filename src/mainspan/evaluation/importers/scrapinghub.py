"""The article extraction benchmark of Scrapinghub (now Zyte): news and blog articles of 2019.

ground-truth.json       {ID: {"articleBody": ..., "url": ...}}
html/ID.html.gz         the pages, in UTF-8, as a browser without scripts saw them
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus, Found, Record, github, known_of, text_in
from mainspan.evaluation.importers.files import Files


def _documents(files: Files) -> Iterator[Found]:
    # Output of extractors has the same form, in deeper folders.
    truths = sorted(files.matching(r"ground-truth\.json"), key=lambda found: found.group().count("/"))
    for found in truths[:1]:
        folder = found.group()[: -len("ground-truth.json")]
        for name, known in files.read_object(found.group()).items():
            yield name, partial(_read, files, f"{folder}html/{name}.html", known)


def _read(files: Files, page: str, known: Any) -> Record:
    if not isinstance(known, dict):
        raise SourceError("no object in ground-truth.json")
    gold = text_in(known, "articleBody")
    return Record(files.read_page(page), gold, known_of(known, "url"))


CORPUS = Corpus(
    name="scrapinghub",
    title="Article extraction benchmark",
    source="scrapinghub/article-extraction-benchmark",
    licence="MIT",
    citation="Scrapinghub: Article extraction benchmark: libraries and commercial services. 2019.",
    documents=181,
    languages=("en",),
    gold="article body by hand, without headline, byline, captions and comments",
    layout="ground-truth.json and html/ID.html.gz",
    reader=_documents,
    addresses=github("scrapinghub/article-extraction-benchmark"),
)
