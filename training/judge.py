"""How good networks are on pages they have not learned from, side by side with other extractors.

Each document is read once by each contestant, and its text compared with the gold (words, by their longest
common subsequence). The networks are those that `fit` wrote: for a document of fold 0 the one of the split
fold-0, and so on.
"""

from __future__ import annotations

import csv
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mainspan.algorithms.learned import Learned, LearnedJudgement
from mainspan.algorithms.learned.network import Network
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures import measure
from mainspan.evaluation.measures.base import Case
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Score
from mainspan.page import Page
from mainspan.reading import is_readable
from mainspan.render.text import block_texts, render_text
from mainspan.spans import Spans
from training.habits import FURTHER, HABITS, PACKAGES, SCRIPTS, fold_of
from training.labels import Counts, label
from training.tables import COMMENTED, EMPTIED, STEPS, Bins, tables

FIELDS = (
    "package",
    "document",
    "site",
    "language",
    "type",
    "contestant",
    "precision",
    "recall",
    "f1",
    "confidence",
    "readable",
    "seeming",
)


SCOPES = ("auto", "article", "page")
# Judged on pages whose authors gave no names to their parts.
NAMELESS = "own habits, without names"


class Try(NamedTuple):
    """A network and what is asked of it."""

    name: str
    network: str
    method: Learned


def tries_of(document: Document) -> list[Try]:
    """The networks that have not seen this document, with its package's habits and with the shipped ones."""
    package, about = document.folder.name, document.about
    fold = f"fold-{fold_of(site_of(document))}"
    if package in FURTHER:
        return [Try("default habits", fold, Learned())]
    own = asked(package)
    found = [Try("own habits", fold, own), Try(NAMELESS, fold, own), Try("default habits", fold, Learned())]
    found += [Try(f"default habits, {scope}", fold, Learned(scope=scope)) for scope in SCOPES]
    found += [
        Try("left out", f"without-{package}", Learned()),
        *(Try(f"left out, {scope}", f"without-{package}", Learned(scope=scope)) for scope in SCOPES),
        Try("left out, own habits", f"without-{package}", own),
    ]
    if about.get("gold_comments"):
        wishes = (replace(own, comments=True), own)
        found += [Try(name, fold, wish) for name, wish in zip(COMMENTED, wishes, strict=True)]
    if about.get("language") in SCRIPTS:
        found.append(Try("unseen script", f"without-{about['language']}", own))
    return found


def asked(package: str) -> Learned:
    """The method with a package's habits."""
    headline, byline, captions, comments, anything, _ = map(bool, HABITS[package])
    scope = "page" if anything else "article"
    return Learned(headline=headline, byline=byline, captions=captions, comments=comments, scope=scope)


def site_of(document: Document) -> str:
    """The site of a document, as the folds know it."""
    return document.about.get("domain") or f"{document.folder.name}/{document.name}"


@cache
def network(path: Path) -> Network:
    """A network from its file."""
    return Network.read(path.read_bytes())


class Attempt(NamedTuple):
    """What was found in a document, how sure that is, and whether it is worth reading."""

    name: str
    text: str
    confidence: float = 0.0
    readable: bool = False
    seeming: str = ""  # the likeliest type of the page

    @classmethod
    def of(cls, name: str, reading: LearnedJudgement) -> Attempt:
        """What a network found."""
        kept = reading.choice.kept
        words = int(reading.sheet.words[kept].sum())
        text = render_text(reading.page, Spans.of_blocks(reading.page, kept))
        is_worth_it = is_readable(words, reading.confidence)
        seeming = max(reading.types, key=reading.types.__getitem__, default="")
        return cls(name, text, reading.choice.expected, is_worth_it, seeming)


def count_words(reading: LearnedJudgement, words: Counts, held: Counts) -> Bins:
    """For each step of probability the sum of probabilities, of words that are right, and of all words."""
    step = np.minimum((reading.raw_scores * STEPS).astype(np.int64), STEPS - 1)
    values = np.stack([reading.raw_scores * words, held, words])
    return np.stack([np.bincount(step, weights=each, minlength=STEPS) for each in values])


def cut_out(page: Page, held: Counts) -> Page:
    """The page without the blocks that the gold has words of."""
    blocks, left, last = page.blocks, [], 0
    for start, end in zip(blocks.start[held > 0].tolist(), blocks.end[held > 0].tolist(), strict=True):
        left.append(page.source[last:start])
        last = end
    return Page("".join([*left, page.source[last:]]), hidden=True)


def judge_document(
    document: Document, out: Path, peers: tuple[str, ...]
) -> tuple[list[dict[str, object]], Bins]:
    """A row for each contestant, and how far the probabilities of the first one are right."""
    html, gold = document.read_page(), document.read_gold()
    bins = np.zeros((3, STEPS))
    page = Page(html, hidden=True)
    labels = None if gold is None else label(block_texts(page), gold)
    attempts = []
    for each in tries_of(document):
        file = out / f"{each.network}.npz"
        if not file.is_file():
            continue
        reading = LearnedJudgement(page, each.method, network(file))
        if each.name == NAMELESS:
            reading.sheet = forget_names(reading.sheet)
        attempts.append(Attempt.of(each.name, reading))
        if labels and each.name == "own habits":
            bins = count_words(reading, *labels[:2])
        if labels and each.name == "default habits":
            rest = LearnedJudgement(cut_out(page, labels[1]), each.method, network(file))
            attempts.append(Attempt.of(EMPTIED, rest))
    attempts += [Attempt(peer, _text_of(peer, html)) for peer in peers]
    about = document.about
    head = (
        document.folder.name,
        document.name,
        site_of(document),
        about.get("language"),
        about.get("page_type"),
    )
    rows = []
    for name, text, confidence, readable, seeming in attempts:
        comments = str(about.get("gold_comments")) if name in COMMENTED else ""
        if name == EMPTIED:
            score = None
        elif gold is None:
            score = measure("segments")(Case(text, "", segments=document.segments))
        else:
            score = measure("words")(Case(text, f"{gold}\n{comments}"))
        numbers = (score.precision, score.recall, score.f1) if isinstance(score, Score) else ("", "", "")
        rows.append(
            dict(zip(FIELDS, (*head, name, *numbers, confidence, int(readable), seeming), strict=True))
        )
    return rows, bins


def forget_names(sheet: Sheet) -> Sheet:
    """The sheet of a page without class names, ids and roles."""
    masks = sheet.masks.copy()
    masks[:, 1:] = 0
    return replace(sheet, masks=masks, page_hints=0)


def _text_of(peer: str, html: bytes) -> str:
    try:
        return contestant(f"peer:{peer}").extract(html).text
    except Exception as error:  # whatever a peer raises, it has found nothing
        print(peer, error, file=sys.stderr)
        return ""


def judge(packages: Path, out: Path, peers: list[str]) -> None:
    """Judge all documents of the packages, and write the scores and their tables beside the networks."""
    for peer in peers:
        contestant(f"peer:{peer}")  # one that nobody knows is told before the work begins
    documents = [each for name in PACKAGES for each in Package.read(packages / name).documents]
    documents += [each for name in FURTHER for each in _with_segments(packages / name)]
    rows: list[dict[str, object]] = []
    bins = np.zeros((3, STEPS))
    with ProcessPoolExecutor(2) as pool:
        jobs = pool.map(
            judge_document, documents, [out] * len(documents), [tuple(peers)] * len(documents), chunksize=8
        )
        for i, (found, more) in enumerate(jobs, 1):
            rows += found
            bins += more
            if i % 500 == 0:
                print(f"{i} of {len(documents)}", file=sys.stderr, flush=True)
    with (out / "scores.tsv").open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    print(tables(rows, bins, read_sites(packages), tuple(peers)))


def _with_segments(package: Path) -> list[Document]:
    """The documents of which people marked sentences; none if the package is missing."""
    documents = Package.read(package).documents if package.is_dir() else ()
    return [each for each in documents if any(each.segments) and each.read_gold() is None]


def read_sites(packages: Path) -> dict[str, set[str]]:
    """The sites of each package that networks learn from."""
    names = [name for name in (*PACKAGES, *FURTHER) if (packages / name).is_dir()]
    return {name: {site_of(each) for each in Package.read(packages / name).documents} for name in names}
