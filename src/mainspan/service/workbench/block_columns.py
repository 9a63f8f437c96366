"""The blocks of a page with a verdict on each, as columns, which are much shorter than a record for each."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.annotation.marks import tidy
from mainspan.page import Page
from mainspan.render.pieces import without_controls
from mainspan.render.text import block_texts
from mainspan.spans import Spans

# The first characters of a dropped block, for a list. Kept ones are linked with the answer word by word.
_PREVIEW: Final = 100  # no rule: layout
DROPPED, KEPT, PARTLY = range(3)


def block_columns(
    page: Page, spans: Spans, scores: NDArray[np.float64] | None = None, *, by_characters: bool = False
) -> dict[str, Any]:
    """All blocks of a page, and how much of each is in these spans; that is the score if there is no other.

    by_characters: verdicts are by characters, since a person may divide words; by default they are by words.
    """
    blocks = page.blocks
    owner = np.searchsorted(blocks.first, page.words.token, side="right") - 1
    kept = np.bincount(owner[spans.kept_words(page)], minlength=len(blocks))
    if by_characters:
        verdict = _verdicts(*(_characters(page, each) for each in (spans, _everything(page))))
    else:
        verdict = _verdicts(kept, blocks.words)
    return {
        "start": blocks.start.tolist(),
        "end": blocks.end.tolist(),
        "words": blocks.words.tolist(),
        "kept": kept.tolist(),
        "verdict": verdict.tolist(),
        "score": np.round(kept / np.maximum(blocks.words, 1) if scores is None else scores, 3).tolist(),
        "element": [page.name_of(element) for element in blocks.container.tolist()],
        "text": [
            without_controls(text if count else text[:_PREVIEW])
            for text, count in zip(block_texts(page), kept.tolist(), strict=True)
        ],
        "partly": _partly(page, spans, np.flatnonzero(verdict == PARTLY).tolist()),
    }


def _verdicts(marked: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.int64]:
    return np.where(marked == 0, DROPPED, np.where(marked == whole, KEPT, PARTLY))


def _everything(page: Page) -> Spans:
    return Spans.of_blocks(page, np.ones(len(page.blocks), dtype=np.bool_))


def _characters(page: Page, spans: Spans) -> NDArray[np.int64]:
    """The characters of each block that are in spans."""
    pairs = tidy(page, spans).pairs
    owner = np.searchsorted(page.blocks.start, pairs[:, 0], side="right") - 1
    count: NDArray[np.int64] = np.zeros(len(page.blocks), dtype=np.int64)
    np.add.at(count, owner, pairs[:, 1] - pairs[:, 0])
    return count


def _partly(page: Page, spans: Spans, numbers: list[int]) -> dict[str, list[list[int]]]:
    """The kept parts of the blocks that were kept in part."""
    blocks, pairs = page.blocks, spans.pairs
    parts: dict[str, list[list[int]]] = {}
    for number in numbers:
        start, end = int(blocks.start[number]), int(blocks.end[number])
        first = int(np.searchsorted(pairs[:, 1], start, side="right"))
        last = int(np.searchsorted(pairs[:, 0], end, side="left"))
        parts[str(number)] = [[max(one, start), min(other, end)] for one, other in pairs[first:last].tolist()]
    return parts
