"""The accuracy of networks on pages that they were not trained on, next to that of other extractors.

Each contestant reads each document once. Its text is compared with the gold (words, by their longest common
subsequence). The networks are those that `fit` wrote: for a document of fold 0 that of the split fold-0, and
so on.
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
from training.labels import Counts, label
from training.settings import FURTHER, PACKAGES, SCRIPTS, SETTINGS, fold_of
from training.tables import COMMENTED, DEFAULT_ROW, EMPTIED, SETTINGS_ROW, STEPS, UNSEEN_SCRIPT, Bins, tables

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
    "predicted",
)


SCOPES = ("article", "page")
# Evaluated on pages without class names, ids and roles.
NAMELESS = "annotation settings, without names"
# Evaluated on pages without labels, as in a language that the list of labels has not.
LABELLESS = "annotation settings, without labels"


class Try(NamedTuple):
    """A network, and the options that it is evaluated with."""

    name: str
    network: str
    method: Learned


def tries_of(document: Document) -> list[Try]:
    """The networks that were not trained on this document, each with the options to try."""
    package, about = document.folder.name, document.about
    fold = f"fold-{fold_of(site_of(document))}"
    if package in FURTHER:
        return [Try(DEFAULT_ROW, fold, Learned())]
    own = with_settings(package)
    found = [Try(name, fold, own) for name in (SETTINGS_ROW, NAMELESS, LABELLESS)]
    found.append(Try(DEFAULT_ROW, fold, Learned()))
    found += [Try(f"scope={scope}", fold, Learned(scope=scope)) for scope in SCOPES]
    without = f"without-{package}"
    found += [
        Try(f"corpus left out, {DEFAULT_ROW}", without, Learned()),
        *(Try(f"corpus left out, scope={scope}", without, Learned(scope=scope)) for scope in SCOPES),
        Try(f"corpus left out, {SETTINGS_ROW}", without, own),
    ]
    if about.get("gold_comments"):
        methods = (replace(own, comments=True), own)
        found += [Try(name, fold, method) for name, method in zip(COMMENTED, methods, strict=True)]
    if about.get("language") in SCRIPTS:
        found.append(Try(UNSEEN_SCRIPT, f"without-{about['language']}", own))
    return found


def with_settings(package: str) -> Learned:
    """The method with a package's annotation settings."""
    headline, byline, captions, comments, anything, _ = map(bool, SETTINGS[package])
    scope = "page" if anything else "article"
    return Learned(headline=headline, byline=byline, captions=captions, comments=comments, scope=scope)


def site_of(document: Document) -> str:
    """The site of a document, which decides its fold."""
    return document.about.get("domain") or f"{document.folder.name}/{document.name}"


@cache
def network(path: Path) -> Network:
    """A network from its file."""
    return Network.read(path.read_bytes())


class Attempt(NamedTuple):
    """What was found in a document, with which confidence, and whether it is worth reading."""

    name: str
    text: str
    confidence: float = 0.0
    readable: bool = False
    predicted: str = ""  # the likeliest type of the page

    @classmethod
    def of(cls, name: str, reading: LearnedJudgement) -> Attempt:
        """What a network found."""
        kept = reading.choice.kept
        words = int(reading.sheet.words[kept].sum())
        text = render_text(reading.page, Spans.of_blocks(reading.page, kept))
        readable = is_readable(words, reading.confidence)
        predicted = max(reading.types, key=reading.types.__getitem__, default="")
        return cls(name, text, reading.choice.expected, readable, predicted)


def count_words(reading: LearnedJudgement, words: Counts, held: Counts) -> Bins:
    """For each tenth of probability the sums of the probabilities, of the right words, and of all words."""
    step = np.minimum((reading.raw_scores * STEPS).astype(np.int64), STEPS - 1)
    values = np.stack([reading.raw_scores * words, held, words])
    return np.stack([np.bincount(step, weights=each, minlength=STEPS) for each in values])


def remove_content(page: Page, held: Counts) -> Page:
    """The page without the blocks that the gold has words of."""
    blocks, left, last = page.blocks, [], 0
    for start, end in zip(blocks.start[held > 0].tolist(), blocks.end[held > 0].tolist(), strict=True):
        left.append(page.source[last:start])
        last = end
    return Page("".join([*left, page.source[last:]]), hidden=True)


def judge_document(
    document: Document, out: Path, peers: tuple[str, ...]
) -> tuple[list[dict[str, object]], Bins]:
    """A row for each contestant, and the calibration of the first one."""
    html, gold = document.read_page(), document.read_gold()
    bins = np.zeros((3, STEPS))
    page = Page(html, hidden=True)
    labels = None if gold is None else label(block_texts(page), gold)
    attempts = []
    for each in tries_of(document):
        file = out / f"{each.network}.npz"
        if not file.is_file():
            continue
        reading = LearnedJudgement.of(page, each.method, network(file))
        if each.name == NAMELESS:
            reading.sheet = remove_names(reading.sheet)
        if each.name == LABELLESS:
            reading.sheet = replace(reading.sheet, labels=np.zeros_like(reading.sheet.labels))
        attempts.append(Attempt.of(each.name, reading))
        if labels and each.name == SETTINGS_ROW:
            bins = count_words(reading, *labels[:2])
        if labels and each.name == DEFAULT_ROW:
            rest = LearnedJudgement.of(remove_content(page, labels[1]), each.method, network(file))
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
    for name, text, confidence, readable, predicted in attempts:
        comments = str(about.get("gold_comments")) if name in COMMENTED else ""
        if name == EMPTIED:
            score = None
        elif gold is None:
            score = measure("segments")(Case(text, "", segments=document.segments))
        else:
            score = measure("words")(Case(text, f"{gold}\n{comments}"))
        numbers = (score.precision, score.recall, score.f1) if isinstance(score, Score) else ("", "", "")
        rows.append(
            dict(zip(FIELDS, (*head, name, *numbers, confidence, int(readable), predicted), strict=True))
        )
    return rows, bins


def remove_names(sheet: Sheet) -> Sheet:
    """The sheet of a page without class names, ids and roles."""
    masks = sheet.masks.copy()
    masks[:, 1:] = 0
    return replace(sheet, masks=masks, page_hints=0)


def _text_of(peer: str, html: bytes) -> str:
    try:
        return contestant(f"peer:{peer}").extract(html).text
    except Exception as error:  # whatever a peer raises, it found nothing
        print(peer, error, file=sys.stderr)
        return ""


def judge(packages: Path, out: Path, peers: list[str]) -> None:
    """Evaluate all documents of the packages: write the scores next to the networks, print the tables."""
    for peer in peers:
        contestant(f"peer:{peer}")  # an unknown one is an error before the work begins
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
    """The documents with marked sentences; none if the package is missing."""
    documents = Package.read(package).documents if package.is_dir() else ()
    return [each for each in documents if any(each.segments) and each.read_gold() is None]


def read_sites(packages: Path) -> dict[str, set[str]]:
    """The sites of each package that networks are trained on."""
    names = [name for name in (*PACKAGES, *FURTHER) if (packages / name).is_dir()]
    return {name: {site_of(each) for each in Package.read(packages / name).documents} for name in names}
