"""What a view shows of a page and one method's answer, as plain data. Runs in a worker."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

from mainspan.algorithms import DEFAULT
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.render.pieces import without_controls
from mainspan.render.text import block_texts
from mainspan.render.whole import render_located
from mainspan.service.workbench.picture import picture_of
from mainspan.sources import to_page

# The first characters of a dropped block, for a list. Kept ones are linked with the answer word by word.
_PREVIEW: Final = 100  # no rule: layout
DROPPED, KEPT, PARTLY = range(3)


@dataclass(frozen=True, slots=True)
class InspectJob:
    """A method's answer on a page: verdicts on blocks, the text, metadata, and the method's picture."""

    page: Fetched
    algorithm: str = DEFAULT

    def __call__(self) -> bytes:
        """Do it."""
        begun = perf_counter()
        found = extract(to_page(self.page), algorithm=self.algorithm)
        record = inspect(found)
        record["milliseconds"] = round(1000 * (perf_counter() - begun), 2)
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class ReasonsJob:
    """Why each block was kept or not: it takes longer than the answer, so it comes after it."""

    page: Fetched
    algorithm: str = DEFAULT

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        return json_line({"reasons": reasons_of(found)}).encode()


@dataclass(frozen=True, slots=True)
class ContentJob:
    """The answer in one of the forms."""

    page: Fetched
    algorithm: str = DEFAULT
    form: str = "text"

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        content = found.render(self.form)
        return json_line({"form": self.form, "content": content, "reason": found.reason}).encode()


@dataclass(frozen=True, slots=True)
class FrameJob:
    """The page for the frame: hidden text has its place too, since some methods read it."""

    page: Fetched
    own: str

    def __call__(self) -> bytes:
        """Do it."""
        return render_located(to_page(self.page).with_hidden, own=self.own).encode("utf-8", "surrogatepass")


def inspect(found: Extraction) -> dict[str, Any]:
    """All that the view of one method shows, but reasons and other forms."""
    judgement = found.judgement
    types = {} if judgement is None else judgement.types
    likely = max(types, key=types.__getitem__) if types else None
    return {
        "algorithm": repr(found.algorithm),
        "url": found.carrier.url,
        "words": found.words,
        "page_words": len(found.page.words),
        "confidence": found.confidence,
        "page_type": None if likely is None else {"name": likely, "share": round(types[likely], 4)},
        "doubt": "" if judgement is None else judgement.doubt,
        "reason": found.reason,
        "origin": found.origin,
        "text": found.text,
        "metadata": found.metadata.to_dict(),
        "blocks": _blocks(found),
        "picture": picture_of(found),
    }


def reasons_of(found: Extraction) -> list[dict[str, Any]]:
    """For each block the signals for it and against it, or the reason in words alone."""
    if found.judgement is None:
        return [{"text": block.reason, "notes": [block.reason], "signals": []} for block in found.blocks]
    reasons = map(found.judgement.reason, range(len(found.page.blocks)))
    return [
        {
            "text": str(reason),
            "notes": list(reason.notes),
            "signals": [[name, round(weight, 2)] for name, weight in reason.signals],
        }
        for reason in reasons
    ]


def _blocks(found: Extraction) -> dict[str, Any]:
    """The blocks as columns, which are much shorter than a record for each."""
    page, blocks = found.page, found.page.blocks
    owner = np.searchsorted(blocks.first, page.words.token, side="right") - 1
    kept = np.bincount(owner[found.kept_words], minlength=len(blocks))
    share = kept / np.maximum(blocks.words, 1)
    verdict = np.where(kept == 0, DROPPED, np.where(kept == blocks.words, KEPT, PARTLY))
    scores = share if found.judgement is None else found.judgement.scores
    return {
        "start": blocks.start.tolist(),
        "end": blocks.end.tolist(),
        "words": blocks.words.tolist(),
        "kept": kept.tolist(),
        "verdict": verdict.tolist(),
        "score": np.round(scores, 3).tolist(),
        "element": [page.name_of(element) for element in blocks.container.tolist()],
        "text": [
            without_controls(text if count else text[:_PREVIEW])
            for text, count in zip(block_texts(page), kept.tolist(), strict=True)
        ],
        "partly": _partly(found, np.flatnonzero(verdict == PARTLY).tolist()),
    }


def _partly(found: Extraction, numbers: list[int]) -> dict[str, list[list[int]]]:
    """The kept parts of the blocks that were kept in part."""
    blocks, pairs = found.page.blocks, found.spans.pairs
    parts: dict[str, list[list[int]]] = {}
    for number in numbers:
        start, end = int(blocks.start[number]), int(blocks.end[number])
        first = int(np.searchsorted(pairs[:, 1], start, side="right"))
        last = int(np.searchsorted(pairs[:, 0], end, side="left"))
        parts[str(number)] = [[max(one, start), min(other, end)] for one, other in pairs[first:last].tolist()]
    return parts
