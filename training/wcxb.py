"""The accuracy on the test split of WCXB by that benchmark's own measure.

A text is the bag of its words (`\\w+`, lower case), and a page's score is the F1 of two bags. The network is
the one that saw no page of the test split, and no page of their sites (the split `without-tests`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from statistics import fmean
from typing import Final

from mainspan.algorithms.learned import Learned, LearnedJudgement
from mainspan.evaluation.packages import Document, Package
from mainspan.page import Page
from mainspan.render.text import render_text
from training.judge import network, with_settings
from training.splits import WITHOUT_TESTS

PACKAGE: Final = "wcxb"
_WORD: Final = re.compile(r"\w+")
# What is measured: the method with its default options, and with the annotation settings of the package.
_TRIES: Final = {"default options": Learned(), "annotation settings": with_settings(PACKAGE)}


def bag_f1(text: str, gold: str) -> float:
    """The F1 of two texts as bags of words."""
    ours, theirs = (Counter(_WORD.findall(each.lower())) for each in (text, gold))
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else float(not ours and not theirs)


def score_document(document: Document, networks: Path) -> list[float]:
    """The score of each try on a page."""
    page, gold = Page(document.read_page(), hidden=True), document.read_gold() or ""
    trained = network(networks / f"{WITHOUT_TESTS}.npz")
    found = (LearnedJudgement.of(page, method, trained).spans for method in _TRIES.values())
    return [bag_f1(render_text(page, spans), gold) for spans in found]


def report(packages: Path, networks: Path) -> None:
    """Print the scores by type of page."""
    documents = [
        each
        for each in Package.read(packages / PACKAGE).documents
        if each.about.get("source_split") == "test"
    ]
    by_type: dict[str, list[list[float]]] = defaultdict(list)
    with ProcessPoolExecutor(2) as pool:
        for document, scores in zip(
            documents, pool.map(score_document, documents, repeat(networks), chunksize=8), strict=True
        ):
            by_type[str(document.about.get("page_type"))].append(scores)
            by_type["all"].append(scores)
    print(_table(by_type))


def _table(by_type: dict[str, list[list[float]]]) -> str:
    names = sorted(by_type, key=lambda name: (name == "all", name))
    lines = [_line("", names), _line("---", ["---"] * len(names))]
    lines.append(_line("pages", [str(len(by_type[name])) for name in names]))
    for number, name in enumerate(_TRIES):
        lines.append(_line(name, [f"{fmean(row[number] for row in by_type[each]):.3f}" for each in names]))
    return "\n".join(lines)


def _line(head: str, cells: Sequence[str]) -> str:
    return f"| {head} | {' | '.join(cells)} |"
