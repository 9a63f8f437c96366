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
from numpy.typing import NDArray

from mainspan.algorithms.learned import Learned, Reading
from mainspan.algorithms.learned.features import Sheet
from mainspan.algorithms.learned.network import Network
from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures import measure
from mainspan.evaluation.measures.base import Case
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Score
from mainspan.page import Page
from mainspan.render.text import block_texts, render_text
from mainspan.spans import Spans
from training.habits import FURTHER, HABITS, KINDS, PACKAGES, SCRIPTS, fold_of
from training.labels import label

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
)


SCOPES = ("auto", "article", "page")
# Judged on pages whose authors gave no names to their parts.
NAMELESS = "own habits, without names"
# Judged against the gold with its comments, where these are marked apart.
COMMENTED = ("comments asked for", "comments not asked for")


class Try(NamedTuple):
    """A network and what is asked of it."""

    name: str
    network: str
    method: Learned


def tries_of(document: Document) -> list[Try]:
    """The networks that have not seen this document, with its package's habits and with the shipped ones."""
    package, about = document.folder.name, document.about
    own = asked(package)
    fold = f"fold-{fold_of(site_of(document))}"
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


# How many words stand in blocks of each probability, in steps of a tenth, and how many of these are right.
Bins = NDArray[np.float64]
STEPS = 10


def count_words(reading: Reading, texts: list[str], gold: str) -> Bins:
    """For each step of probability the sum of probabilities, of words that are right, and of all words."""
    bins = np.zeros((3, STEPS))
    labels = label(texts, gold)
    if labels is not None:
        words, held, _ = labels
        step = np.minimum((reading.said * STEPS).astype(np.int64), STEPS - 1)
        values = np.stack([reading.said * words, held, words])
        for row in range(len(values)):
            bins[row] = np.bincount(step, weights=values[row], minlength=STEPS)
    return bins


def judge_document(
    document: Document, out: Path, peers: tuple[str, ...]
) -> tuple[list[dict[str, object]], Bins]:
    """A row for each contestant, and how far the probabilities of the first one are right."""
    html, gold = document.read_page(), document.read_gold()
    bins = np.zeros((3, STEPS))
    if gold is None:
        return [], bins
    page = Page(html, hidden=True)
    texts: list[tuple[str, str, float]] = []
    for each in tries_of(document):
        file = out / f"{each.network}.npz"
        if file.is_file():
            reading = Reading(page, each.method, network(file))
            if each.name == NAMELESS:
                reading.sheet = forget_names(reading.sheet)
            kept = reading.choice.kept
            if each.name == "own habits":
                bins = count_words(reading, block_texts(page), gold)
            texts.append((each.name, render_text(page, Spans.of_blocks(page, kept)), reading.choice.expected))
    texts += [(peer, _text_of(peer, html), 0.0) for peer in peers]
    about = document.about
    head = (
        document.folder.name,
        document.name,
        site_of(document),
        about.get("language"),
        about.get("page_type"),
    )
    rows = []
    for name, text, confidence in texts:
        comments = str(about.get("gold_comments")) if name in COMMENTED else ""
        score = measure("words")(Case(text, f"{gold}\n{comments}"))
        numbers = (score.precision, score.recall, score.f1) if isinstance(score, Score) else ("", "", "")
        rows.append(dict(zip(FIELDS, (*head, name, *numbers, confidence), strict=True)))
    return rows, bins


def forget_names(sheet: Sheet) -> Sheet:
    """The sheet of a page without class names, ids and roles."""
    masks = sheet.masks.copy()
    masks[:, 1:] = 0
    return replace(sheet, masks=masks, page=0)


def _text_of(peer: str, html: bytes) -> str:
    try:
        return contestant(f"peer:{peer}").extract(html).text
    except Exception as error:  # whatever a peer raises, it has found nothing
        print(peer, error, file=sys.stderr)
        return ""


def judge(packages: Path, out: Path, peers: list[str]) -> None:
    """Judge all documents of the packages, and write the scores and their tables beside the networks."""
    documents = [each for name in PACKAGES for each in Package.read(packages / name).documents]
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
    print(tables(rows))
    print(f"\n{_comments(rows)}\n\n{_calibration(rows, bins)}")
    print(f"\nOn pages of sites that stand in no other package:\n\n{alone(rows, read_sites(packages))}")


def read_sites(packages: Path) -> dict[str, set[str]]:
    """The sites of each package that networks learn from."""
    names = [name for name in (*PACKAGES, *FURTHER) if (packages / name).is_dir()]
    return {name: {site_of(each) for each in Package.read(packages / name).documents} for name in names}


def alone(rows: list[dict[str, object]], sites: dict[str, set[str]]) -> str:
    """Mean F1 by package on pages that a network which was trained without the package cannot know."""
    elsewhere = {
        name: set().union(*(found for other, found in sites.items() if other != name)) for name in sites
    }
    left = [row for row in rows if row["site"] not in elsewhere[str(row["package"])]]
    return _table(left, PACKAGES, "package")


def tables(rows: list[dict[str, object]]) -> str:
    """Mean F1 by package, and by page type, for each contestant."""
    return "\n\n".join(
        [_table(rows, PACKAGES, "package"), _table(rows, KINDS, "type", only="wcxb"), _scripts(rows)]
    )


def _table(rows: list[dict[str, object]], columns: tuple[str, ...], key: str, only: str = "") -> str:
    lines = ["| | " + " | ".join(columns) + " | mean |", "|---" * (len(columns) + 2) + "|"]
    names = dict.fromkeys(str(row["contestant"]) for row in rows if row["contestant"] not in COMMENTED)
    for name in names:
        means = []
        for column in columns:
            chosen = [
                float(str(row["f1"]))
                for row in rows
                if row["contestant"] == name
                and row[key] == column
                and row["f1"] != ""
                and (not only or row["package"] == only)
            ]
            means.append(sum(chosen) / len(chosen) if chosen else None)
        known = [mean for mean in means if mean is not None]
        if known:
            cells = ["" if mean is None else f"{mean:.3f}" for mean in [*means, sum(known) / len(known)]]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _comments(rows: list[dict[str, object]]) -> str:
    """How well comments come with the text if they are asked for."""
    lines = ["| against text and comments | precision | recall | F1 | pages |", "|---|---|---|---|---|"]
    for name in COMMENTED:
        own = [row for row in rows if row["contestant"] == name and row["f1"] != ""]
        if own:
            means = [np.mean([float(str(row[key])) for row in own]) for key in ("precision", "recall", "f1")]
            lines.append(f"| {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + f" | {len(own)} |")
    return "\n".join(lines)


def _calibration(rows: list[dict[str, object]], bins: Bins) -> str:
    """What was promised beside what was reached: the words of blocks, and the F1 of pages."""
    lines = ["| words of blocks with a probability of about | are right |", "|---|---|"]
    lines += [f"| {p / n:.3f} | {right / n:.3f} |" for p, right, n in bins.T.tolist() if n]
    lines += ["", "| pages with a confidence of about | F1 | pages |", "|---|---|---|"]
    own = sorted(
        (float(str(row["confidence"])), float(str(row["f1"])))
        for row in rows
        if row["contestant"] == "own habits" and row["f1"] != ""
    )
    for part in np.array_split(np.array(own), 2 * STEPS):
        if len(part):
            lines.append(f"| {part[:, 0].mean():.3f} | {part[:, 1].mean():.3f} | {len(part)} |")
    return "\n".join(lines)


def _scripts(rows: list[dict[str, object]]) -> str:
    """Pages of each script, by networks that were trained with it and without it."""
    lines = ["| script | seen | unseen |", "|---|---|---|"]
    for script in SCRIPTS:
        means = []
        for name in ("own habits", "unseen script"):
            chosen = [
                float(str(r["f1"])) for r in rows if r["contestant"] == name and r["language"] == script
            ]
            means.append(f"{sum(chosen) / max(len(chosen), 1):.3f}")
        lines.append(f"| {script} | " + " | ".join(means) + " |")
    return "\n".join(lines)
