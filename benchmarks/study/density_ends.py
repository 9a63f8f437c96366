"""Why a region of `density` ends before the content does.

A region grows from the longest string. It ends where no string less than `c2` places away is longer than `c1`
times the longest. An end is complete if no content is beyond it. If all content beyond it is in strings that
are not long enough, it ends for `c1`. Else there is a long enough string that is too far away, and the places
between are taken by empty strings (tags without text between them) or by short ones. If the string would be
reached without the empty ones, the region ends for tags (`c2`); if not, for short strings (`c1`).

Regions that begin at a string which is no content are left out, since all of their ends are wrong. A string
is content if it has at least three words, and at least half of its runs of three words are in the gold text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.density import Density
from mainspan.evaluation.measures.words import words_of, words_of_each
from mainspan.evaluation.packages import Document
from mainspan.output import write_file
from mainspan.page import Page, unescape_source

Flags = NDArray[np.bool_]

RUN_WORDS: Final = 3
MIN_SHARE: Final = 0.5


@dataclass(frozen=True)
class Ends:
    """Counts of pages, of those left out, and of the two ends of the others' regions by cause."""

    pages: int = 0
    skipped: int = 0
    complete: int = 0
    only_short: int = 0
    short_between: int = 0
    tags_between: int = 0

    def __add__(self, other: Ends) -> Ends:
        return Ends(*(one + another for one, another in zip(self._counts, other._counts, strict=True)))

    @property
    def _counts(self) -> Sequence[int]:
        return list(asdict(self).values())


def count_ends(html: bytes, gold: str) -> Ends:
    """Count why the two ends of the region on one page are where they are."""
    method = Density()
    page = Page(html)
    curves = method.signals(page)
    spans, length, start = method(page), curves["length"], curves["start"]
    content = _are_content(page, start, gold)
    if not spans or not content[np.argmax(length)]:
        return Ends(pages=1, skipped=1)
    first, last = (
        int(np.searchsorted(start, place, side="right")) - 1
        for place in (spans.pairs[0, 0], spans.pairs[-1, 1] - 1)
    )
    is_long = length > method.c1 * length.max()
    # What is beyond each end, the nearest string first.
    left, right = slice(0, first), slice(last + 1, None)
    found = Ends(pages=1)
    for part, step in ((left, -1), (right, 1)):
        beyond = [column[part][::step] for column in (content, is_long, length > 0)]
        found += _end(*beyond, reach=method.c2)
    return found


def _end(content: Flags, is_long: Flags, has_text: Flags, *, reach: int) -> Ends:
    """The cause of one end, from the strings beyond it."""
    if not content.any():
        return Ends(complete=1)
    long = np.flatnonzero(content & is_long)
    if not len(long):
        return Ends(only_short=1)
    texts = int(has_text[: long[0]].sum())
    return Ends(tags_between=1) if texts + 1 < reach else Ends(short_between=1)


def _are_content(page: Page, start: NDArray[np.float64], gold: str) -> Flags:
    """For each string of the page, whether the gold text has it."""
    wanted = set(_runs(words_of(gold)))
    tokens = page.tokens
    texts = [""] * len(start)
    owner = np.searchsorted(start, tokens.start, side="right") - 1
    for i in np.flatnonzero(tokens.words).tolist():
        texts[int(owner[i])] += page.source[tokens.start[i] : tokens.end[i]]
    found = words_of_each(map(unescape_source, texts))
    return np.array([_is_in(_runs(words), wanted) for words in found], dtype=np.bool_)


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[i:] for i in range(RUN_WORDS)), strict=False))


def _is_in(runs: Sequence[tuple[str, ...]], wanted: set[tuple[str, ...]]) -> bool:
    return bool(runs) and sum(run in wanted for run in runs) >= MIN_SHARE * len(runs)


def count_all(packages: Mapping[str, Iterable[Document]]) -> dict[str, Ends]:
    """Count the ends on all documents with a gold text, by package."""
    return {package: _count(documents) for package, documents in packages.items()}


def _count(documents: Iterable[Document]) -> Ends:
    total = Ends()
    for document in documents:
        gold = document.read_gold()
        if gold is not None:
            total += count_ends(document.read_page(), gold)
    return total


def write_ends(path: Path, ends: dict[str, Ends]) -> None:
    """Write the counts, so that a second run finds them."""
    write_file(path, json.dumps({package: asdict(each) for package, each in ends.items()}, indent=1).encode())


def read_ends(path: Path) -> dict[str, Ends] | None:
    """The counts of an earlier run; None if there are none."""
    if not path.is_file():
        return None
    return {package: Ends(**each) for package, each in json.loads(path.read_text("utf-8")).items()}
