"""Where answers differ, and one merged answer: each difference is decided by somebody."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, Final

import numpy as np

from mainspan.annotation.answer import MERGED, Answer, Decision, annotator_name
from mainspan.annotation.marks import tidy, word_ranges
from mainspan.annotation.text_nodes import TextNodes
from mainspan.errors import AnnotationError
from mainspan.page import Page
from mainspan.spans import Spans

_FIELDS: Final = ("language", "page_type", "flags")


@dataclass(frozen=True)
class Difference:
    """Text of one block that some annotators kept and others did not.

    `start` and `end` are its ends in the source. Differences with the same `run` follow each other and were
    kept by the same annotators, so that they can be decided together.
    """

    start: int
    end: int
    block: int
    run: int
    spans: Spans
    text: str
    kept_by: tuple[str, ...]
    dropped_by: tuple[str, ...]


def find_differences(page: Page, answers: Sequence[Answer]) -> list[Difference]:
    """Where answers for a page differ, in its order."""
    pieces = _pieces(page, answers)
    pairs = np.array([pair for pair, _ in pieces], dtype=np.int64).reshape(-1, 2)
    first, last = word_ranges(page, pairs)
    blocks = (page.blocks.first.searchsorted(page.words.token[first], side="right") - 1).tolist()
    groups: list[tuple[int, int, tuple[bool, ...], list[tuple[int, int]]]] = []
    run = -1
    for i, ((pair, keepers), block) in enumerate(zip(pieces, blocks, strict=True)):
        # A word that was divided is the last of one piece and the first of the next.
        follows = i > 0 and keepers == pieces[i - 1][1] and first[i] <= last[i - 1] + 1
        run += not follows
        if not follows or block != groups[-1][1]:
            groups.append((run, block, keepers, []))
        groups[-1][3].append(pair)
    return [_difference(page, answers, *each) for each in groups]


def _difference(
    page: Page,
    answers: Sequence[Answer],
    run: int,
    block: int,
    keepers: tuple[bool, ...],
    pairs: list[tuple[int, int]],
) -> Difference:
    start, end = pairs[0][0], pairs[-1][1]
    text = " ".join(TextNodes.of(page).text(start, end).split())
    by: dict[bool, list[str]] = {True: [], False: []}
    for each, keeps in zip(answers, keepers, strict=True):
        by[keeps].append(each.annotator)
    return Difference(start, end, block, run, Spans(pairs), text, tuple(by[True]), tuple(by[False]))


def _pieces(page: Page, answers: Sequence[Answer]) -> list[tuple[tuple[int, int], tuple[bool, ...]]]:
    """The pieces of text that some keep and others drop, each with a flag for each answer."""
    spans = [each.locate(page).spans for each in answers]
    places = np.unique(np.concatenate([each.pairs.ravel() for each in spans])) if spans else np.zeros(0)
    flags = np.array([each.hold(places) for each in spans]).T
    by_keepers = defaultdict(list)
    for i, keepers in enumerate(map(tuple, flags[:-1].tolist())):
        if len(set(keepers)) > 1:
            by_keepers[keepers].append((places[i], places[i + 1]))
    found = [(pair, keepers) for keepers, pairs in by_keepers.items() for pair in tidy(page, Spans(pairs))]
    return sorted(found)


def differing_fields(answers: Sequence[Answer]) -> dict[str, dict[str, Any]]:
    """Language, page type and flags, where answers differ: the answer of each annotator."""
    found = {name: {each.annotator: getattr(each, name) for each in answers} for name in _FIELDS}
    return {
        name: values
        for name, values in found.items()
        if any(value != getattr(answers[0], name) for value in values.values())
    }


def merge(
    page: Page,
    answers: Sequence[Answer],
    decisions: Iterable[Decision],
    *,
    by: str,
    version: int = 0,
    **fields: Any,
) -> Answer:
    """One answer from those of several annotators; it is finished when every difference is decided.

    decisions: what was decided so far; what is undecided is kept if more than half of the annotators do.
    version: of the merged answer that exists already.
    fields: language, page_type or flags; by default the most common answer.
    """
    if len(answers) < 2 or not all(each.finished for each in answers):
        raise AnnotationError("merging needs the finished answers of at least two annotators")
    decided = {(each.start, each.end): each for each in decisions}
    differences = find_differences(page, answers)
    chosen = [each.spans.pairs for each in differences if _is_kept(each, decided)]
    common = reduce(and_, [each.locate(page).spans for each in answers])
    taken = tuple(decided[each.start, each.end] for each in differences if (each.start, each.end) in decided)
    most = {name: _most_common([getattr(each, name) for each in answers]) for name in _FIELDS}
    merged = Answer(
        answers[0].document,
        MERGED,
        began_from="answers",
        version=version,
        by=annotator_name(by),
        sources={each.annotator: each.version for each in answers},
        decisions=taken,
        **(most | fields),
    ).with_spans(page, Spans(np.concatenate([common.pairs, *chosen])))
    texts = {each.text for each in answers}
    if len(texts) == 1:
        # All agree, also on what was edited by hand.
        merged = merged.with_text(texts.pop())
    return merged.finish() if len(taken) == len(differences) else merged


def is_outdated(merged: Answer, answers: Sequence[Answer]) -> bool:
    """Whether answers were changed or added after they were merged."""
    return dict(merged.sources) != {each.annotator: each.version for each in answers}


def _is_kept(difference: Difference, decided: Mapping[tuple[int, int], Decision]) -> bool:
    decision = decided.get((difference.start, difference.end))
    if decision is not None:
        return decision.keep
    return len(difference.kept_by) > len(difference.dropped_by)


def _most_common(values: list[Any]) -> Any:
    """The most frequent value; of several the first."""
    counts = Counter(map(repr, values))
    return next(each for each in values if counts[repr(each)] == max(counts.values()))
