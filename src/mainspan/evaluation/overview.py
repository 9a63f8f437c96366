"""Statistics of a test package: documents, sites, languages, page types, and the size of the gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from mainspan.evaluation.gold_in_page import VisibleWords
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.packages import Document, Package
from mainspan.page import Page


@dataclass(frozen=True, slots=True)
class Overview:
    """A package at a glance.

    `gold_words` is the median over documents, `gold_share` the median share of a page's words that are gold,
    `gold_found` the mean share of the gold's words that are in the page; None if no document has gold.
    """

    name: str
    description: str
    license: str
    documents: int
    with_segments: int
    sites: int
    languages: dict[str, int]
    page_types: dict[str, int]
    gold_words: float | None
    gold_share: float | None
    gold_found: float | None
    fragmented: int
    multiple_articles: int


def overview_of(
    folder: str | Path, *, progress: Callable[[str, int], None] = lambda name, count: None
) -> Overview:
    """Look at a package. `progress` is called with each document's name, and how many there are."""
    package = Package.read(folder)
    gold: list[tuple[int, float, float]] = []
    for document in package.documents:
        progress(document.name, len(package))
        gold += _gold_of(document)
    about, documents = package.about, package.documents
    return Overview(
        name=package.name,
        description=str(about.get("description") or ""),
        license=str(about.get("license") or about.get("licence") or ""),
        documents=len(package),
        with_segments=sum(any(each.segments) for each in documents),
        sites=len({each.site for each in documents}),
        languages=_count(documents, "language"),
        page_types=_count(documents, "page_type"),
        gold_words=median(count for count, _, _ in gold) if gold else None,
        gold_share=median(share for _, share, _ in gold) if gold else None,
        gold_found=mean(found for _, _, found in gold) if gold else None,
        fragmented=sum(each.about.get("fragmented") is True for each in documents),
        multiple_articles=sum(each.about.get("multiple_articles") is True for each in documents),
    )


def _gold_of(document: Document) -> list[tuple[int, float, float]]:
    """If there is gold: its words, their share of the page's, and the share of them in the page."""
    gold = document.read_gold()
    if gold is None:
        return []
    visible = VisibleWords(Page(document.read_page()))
    count = len(words_of(gold))
    return [(count, count / max(len(visible.words), 1), visible.share_of(gold))]


def _count(documents: tuple[Document, ...], key: str) -> dict[str, int]:
    """The number of documents with each value, the most frequent first; `unknown` for those without."""
    return dict(Counter(str(each.about.get(key) or "unknown") for each in documents).most_common())
