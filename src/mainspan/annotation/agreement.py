"""How far annotators agree: words-F1 of their texts, Cohen's kappa over the blocks that they kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from mainspan.annotation.answer import Answer
from mainspan.annotation.store import read_answers
from mainspan.errors import AnnotationError, SourceError
from mainspan.evaluation.check_folder import Files
from mainspan.evaluation.measures.sequences import Words
from mainspan.evaluation.measures.words import Text
from mainspan.page import Page
from mainspan.page.kinds import Flags
from mainspan.spans import Spans

# The blocks that both kept, that one of the two kept, and that neither kept.
_Table = NDArray[np.int64]
_Compared = dict[tuple[str, str], tuple[float | None, _Table]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two annotators, and how far they agree on the pages that both have finished.

    `f1` is the mean over pages, `kappa` that of all their blocks together; None if nothing can be compared.
    """

    annotators: tuple[str, str]
    pages: int
    f1: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class OnPage:
    """How far all annotators of a page agree: the means over pairs of them."""

    document: str
    annotators: tuple[str, ...]
    f1: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the annotators of a package agree.

    `f1` is the mean over pages, `kappa` the mean over pairs of annotators. `problems` says what was left out.
    """

    pages: tuple[OnPage, ...]
    pairs: tuple[Pair, ...]
    problems: tuple[str, ...]

    @property
    def f1(self) -> float | None:
        """The mean words-F1 over pages."""
        return _mean(each.f1 for each in self.pages)

    @property
    def kappa(self) -> float | None:
        """The mean kappa over pairs of annotators."""
        return _mean(each.kappa for each in self.pairs)

    @property
    def worst(self) -> list[OnPage]:
        """The pages by their words-F1, the lowest first."""
        return sorted(self.pages, key=lambda each: (each.f1 is None, each.f1, each.document))


def words_f1(one: str, other: str) -> float | None:
    """Words-F1 of two texts, which is symmetric; None if they are too large to be compared."""
    score = Words().compare(Text(one), Text(other))
    return None if isinstance(score, str) else score.f1


def agree_on_page(page: Page, answers: Sequence[Answer]) -> OnPage:
    """How far answers for one page agree."""
    return _summary(answers, _compare(page, answers))


def _summary(answers: Sequence[Answer], compared: _Compared) -> OnPage:
    return OnPage(
        answers[0].document if answers else "",
        tuple(each.annotator for each in answers),
        _mean(f1 for f1, _ in compared.values()),
        _mean(_kappa(table) for _, table in compared.values()),
    )


def agree(folder: Path, *, progress: Callable[[str, int], None] = lambda name, count: None) -> Agreement:
    """How far annotators agree on the pages of a package that at least two of them have finished.

    progress: called with the name of each document, and how many there are.
    """
    documents = Files(folder).documents
    pages, problems = [], []
    scores: dict[tuple[str, str], list[tuple[float | None, _Table]]] = defaultdict(list)
    for document in documents:
        progress(document.name, len(documents))
        try:
            answers = [each for each in read_answers(document) if each.finished]
            if len(answers) < 2:
                continue
            page = Page(document.read_page())
        except (AnnotationError, SourceError) as error:
            problems.append(str(error))
            continue
        notices = ((each.annotator, each.locate(page).notice) for each in answers)
        problems += [f"{document.name}, {name}: {notice}" for name, notice in notices if notice]
        compared = _compare(page, answers)
        pages.append(_summary(answers, compared))
        for names, score in compared.items():
            scores[names].append(score)
    pairs = [
        Pair(
            names,
            len(found),
            _mean(f1 for f1, _ in found),
            _kappa(np.sum([table for _, table in found], axis=0)),
        )
        for names, found in sorted(scores.items())
    ]
    return Agreement(tuple(pages), tuple(pairs), tuple(problems))


def kept_blocks(page: Page, spans: Spans) -> Flags:
    """The blocks of which at least half of the words are kept."""
    owner = page.blocks.first.searchsorted(page.words.token, side="right") - 1
    count = np.bincount(owner[spans.kept_words(page)], minlength=len(page.blocks))
    found: Flags = 2 * count >= page.blocks.words
    return found


def _compare(page: Page, answers: Sequence[Answer]) -> _Compared:
    """For each pair of annotators words-F1, and the table of their blocks."""
    kept = {each.annotator: kept_blocks(page, each.locate(page).spans) for each in answers}
    return {
        (one.annotator, other.annotator): (
            words_f1(one.text, other.text),
            _table(kept[one.annotator], kept[other.annotator]),
        )
        for one, other in combinations(answers, 2)
    }


def _table(ours: Flags, theirs: Flags) -> _Table:
    return np.bincount(2 * ours + theirs, minlength=4).reshape(2, 2)


def _kappa(table: _Table) -> float | None:
    """Cohen's kappa: 1 if both agree on every block, 0 if they agree as often as by chance."""
    total = table.sum()
    if not total:
        return None
    observed = np.trace(table) / total
    by_chance = float(table.sum(axis=0) @ table.sum(axis=1)) / total**2
    return 1.0 if by_chance == 1 else float((observed - by_chance) / (1 - by_chance))


def _mean(found: Iterable[float | None]) -> float | None:
    known = [each for each in found if each is not None]
    return mean(known) if known else None
