"""Dragnet's training and test data: English blogs and news of 2012.

    HTML/X.html
    Corrected/X.html.corrected.txt      the article; comments follow after a line of their own
    training.txt, test.txt              one X on each line

In the repository the first two are packed: dragnet_HTML.tar.gz and dragnet_Corrected.tar.gz.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from mainspan.evaluation.importers.base import Corpus, Found, Record, github, read_text
from mainspan.evaluation.importers.files import Files

# The line is read once; the spaces in it were not always the same.
_COMMENTS: Final = re.compile(r"!@#\$%\^&\*\(\)[ \t]*COMMENTS")


def _documents(files: Files) -> Iterator[Found]:
    pages = {found["id"]: found.group() for found in files.matching(r"HTML/(?P<id>[^/]+)\.html?")}
    splits = dict(_splits(files))
    for found in files.matching(r"Corrected/(?P<id>[^/]+)\.html?\.corrected\.txt"):
        name = found["id"]
        page = pages.get(name, f"HTML/{name}.html")
        yield name, partial(_read, files, page, found.group(), splits.get(name))


def _splits(files: Files) -> Iterator[tuple[str, str]]:
    for found in files.matching(r"(?P<split>training|test)\.txt"):
        for name in read_text(files.read(found.group())).split():
            yield name, found["split"].lower()


def _read(files: Files, page: str, corrected: str, split: str | None) -> Record:
    article, *comments = _COMMENTS.split(read_text(files.read(corrected)))
    meta: dict[str, Any] = {"split": split} if split else {}
    if text := "\n".join(comments).strip():
        meta["gold_comments"] = text
    return Record(files.read_page(page), article.strip(), meta)


CORPUS = Corpus(
    name="dragnet",
    title="Dragnet's training and test data",
    source="seomoz/dragnet_data",
    licence="AGPL-3.0",
    citation="Matthew E. Peters, Dan Lecocq: Content Extraction Using Diverse Feature Sets. WWW 2013.",
    documents=1379,
    languages=("en",),
    gold="article text by hand, mostly with title and byline; comments apart in gold_comments",
    layout="HTML/X.html and Corrected/X.html.corrected.txt, or both packed as dragnet_*.tar.gz",
    reader=_documents,
    addresses=github("seomoz/dragnet_data"),
    archives=r"(?:dragnet_)?(?:HTML|Corrected)\.tar\.gz",
)
