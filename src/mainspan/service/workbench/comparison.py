"""Methods and other libraries side by side on a page, as plain data. Runs in a worker."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np

from mainspan.algorithms import algorithm
from mainspan.annotation.alignment import align
from mainspan.compare import agreements
from mainspan.errors import MainspanError
from mainspan.evaluation.contestants.base import ContestantError
from mainspan.evaluation.contestants.peers import peer
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.records import Score
from mainspan.evaluation.report.diff import difference
from mainspan.extraction import extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.page import Page
from mainspan.page.kinds import Flags
from mainspan.sources import to_page

# The name under which the gold text is compared with others.
GOLD: Final = "gold"
PEER: Final = "peer:"
_MEASURES: Final = ("words", "bag")


class _Found(NamedTuple):
    """What one contestant found: the text, and which words of the page it has."""

    name: str
    text: str
    kept: Flags
    milliseconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Several contestants on one page: `accb:range=60` is a method, `peer:trafilatura` another library."""

    page: Fetched
    contestants: tuple[str, ...]
    gold: str | None = None

    def prepare(self) -> None:
        """Import the other libraries."""
        _load_peers(self.contestants)

    def __call__(self) -> bytes:
        """Do it."""
        page = to_page(self.page).with_hidden
        found = [_run(self.page, page, name) for name in self.contestants]
        flags = [each.kept for each in found]
        if self.gold is not None:
            flags.append(align(page, self.gold).kept_words(page))
        record = {
            "contestants": [
                _record(each, page, agreement, self.gold)
                for each, agreement in zip(found, agreements(flags[: len(found)]), strict=True)
            ],
            "words": len(page.words),
            "blocks": _blocks(page, flags),
            "has_gold": self.gold is not None,
        }
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class DifferenceJob:
    """Where two answers differ, word by word; either may be the gold text."""

    page: Fetched
    one: str
    other: str
    gold: str | None = None

    def prepare(self) -> None:
        """Import the other libraries."""
        _load_peers((self.one, self.other))

    def __call__(self) -> bytes:
        """Do it."""
        page = to_page(self.page).with_hidden
        found = difference(self._text(page, self.one), self._text(page, self.other))
        pieces = [[piece.kind.value, piece.text] for piece in found.pieces]
        return json_line({"one": self.one, "other": self.other, "pieces": pieces}).encode()

    def _text(self, page: Page, name: str) -> str:
        if name != GOLD:
            return _run(self.page, page, name).text
        if self.gold is None:
            raise MainspanError("this page has no gold text")
        return self.gold


def _load_peers(names: Iterable[str]) -> None:
    for name in names:
        if name.startswith(PEER):
            with suppress(MainspanError):  # what is missing is reported when it is run
                peer(name.removeprefix(PEER)).warm_up()


def _run(fetched: Fetched, page: Page, name: str) -> _Found:
    if name.startswith(PEER):
        return _run_peer(fetched, page, name)
    begun = perf_counter()
    found = extract(to_page(fetched), algorithm=algorithm(name))
    text = found.text
    seconds = perf_counter() - begun
    # Spans count from the beginning of one source, whether hidden text is read or not.
    is_of_page = found.origin == "page"
    kept = found.spans.kept_words(page) if is_of_page else np.zeros(len(page.words), dtype=np.bool_)
    return _Found(repr(found.algorithm), text, kept, 1000 * seconds, found.reason)


def _run_peer(fetched: Fetched, page: Page, name: str) -> _Found:
    """What another library found; its text is looked for in the page."""
    try:
        answer = peer(name.removeprefix(PEER)).extract(fetched.body, url=fetched.url or None)
    except (ContestantError, MainspanError) as error:
        return _Found(name, "", np.zeros(len(page.words), dtype=np.bool_), 0.0, str(error))
    kept = align(page, answer.text).kept_words(page)
    reason = "" if answer.text.strip() else "it found nothing"
    return _Found(name, answer.text, kept, 1000 * answer.seconds, reason)


def _record(found: _Found, page: Page, agreement: float | None, gold: str | None) -> dict[str, Any]:
    kept = int(found.kept.sum())
    return {
        "name": found.name,
        "words": kept,
        "share": round(kept / max(len(page.words), 1), 4),
        "milliseconds": round(found.milliseconds, 2),
        "agreement": None if agreement is None else round(agreement, 4),
        "reason": found.reason,
        "scores": {} if gold is None else _scores(found.text, gold),
    }


def _scores(text: str, gold: str) -> dict[str, list[float] | str]:
    case = Case(text, gold)
    scored = {name: measure(name)(case) for name in _MEASURES}
    return {
        name: [round(part, 4) for part in score] if isinstance(score, Score) else score
        for name, score in scored.items()
    }


def _blocks(page: Page, flags: list[Flags]) -> dict[str, Any]:
    """The blocks of the page, and for each contestant (and the gold, last) the share of each that it has."""
    blocks = page.blocks
    owner = np.searchsorted(blocks.first, page.words.token, side="right") - 1
    shares = [np.bincount(owner[each], minlength=len(blocks)) / np.maximum(blocks.words, 1) for each in flags]
    return {
        "start": blocks.start.tolist(),
        "end": blocks.end.tolist(),
        "words": blocks.words.tolist(),
        "shares": [np.round(each, 2).tolist() for each in shares],
    }
