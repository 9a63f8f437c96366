"""The tables of the model card, from the scores of documents."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.calibration import calibrate_page
from training.settings import FURTHER, KINDS, KINDS_PACKAGE, PACKAGES, SCRIPTS

Rows = list[dict[str, object]]

# Contestants. The first two are cross-validated by site.
SETTINGS_ROW, DEFAULT_ROW = "annotation settings", "default options"
UNSEEN_SCRIPT = "script left out"
# Scored against the gold with its comments, where these are marked.
COMMENTED = ("comments=true", "comments=false")
# Run on pages without the content of the gold.
EMPTIED = "content removed"

# For each tenth of probability the sums of the probabilities, of the right words, and of all words.
Bins = NDArray[np.float64]
STEPS = 10


def tables(rows: Rows, bins: Bins, sites: dict[str, set[str]], peers: tuple[str, ...] = ()) -> str:
    """All tables of the card: mean F1 of each contestant, and further results."""
    if peers:
        rows = [
            *rows,
            *choose_best(rows, peers, "oracle: the best of the others on each page"),
            *choose_best(rows, (*peers, SETTINGS_ROW), f"oracle: the best of them and of {SETTINGS_ROW}"),
        ]
    return "\n\n".join(
        [
            _table(rows, PACKAGES, "package", apart=KINDS_PACKAGE),
            _table(rows, KINDS, "type", only="wcxb"),
            _table(rows, KINDS, "type", only=KINDS_PACKAGE),
            "Segments that must and must not be found:",
            _table(rows, FURTHER, "package"),
            "Pages of sites that are in no other package:",
            _table(pages_alone(rows, sites), PACKAGES, "package", apart=KINDS_PACKAGE),
            _scripts(rows),
            _comments(rows),
            _emptiness(rows),
            *(_types(rows, package) for package in ("wcxb", KINDS_PACKAGE)),
            _confidence(rows),
            _calibration(rows, bins),
        ]
    )


def pages_alone(rows: Rows, sites: dict[str, set[str]]) -> Rows:
    """The rows of pages whose sites are in no other package: training without it is without these sites."""
    elsewhere = {
        name: set().union(*(found for other, found in sites.items() if other != name)) for name in sites
    }
    return [row for row in rows if row["site"] not in elsewhere[str(row["package"])]]


def choose_best(rows: Rows, contestants: tuple[str, ...], name: str) -> Rows:
    """An oracle: for each document the row of the contestant with the highest F1, under this name."""
    best: dict[tuple[object, object], dict[str, object]] = {}
    for row in rows:
        if row["contestant"] in contestants and row["f1"] != "":
            key = row["package"], row["document"]
            if key not in best or float(str(row["f1"])) > float(str(best[key]["f1"])):
                best[key] = row | {"contestant": name}
    return list(best.values())


def _table(rows: Rows, columns: tuple[str, ...], key: str, only: str = "", apart: str = "") -> str:
    """Mean F1 by column. The column `apart` comes after the mean of the others, and is no part of it."""
    columns = tuple(each for each in columns if each != apart)
    heads = [*columns, "mean", *([apart] if apart else [])]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    names = dict.fromkeys(str(row["contestant"]) for row in rows if row["contestant"] not in COMMENTED)
    for name in names:
        own = [row for row in rows if row["contestant"] == name and (not only or row["package"] == only)]
        means = [_mean_f1(own, key, column) for column in columns]
        known = [mean for mean in means if mean is not None]
        if known:
            means.append(sum(known) / len(known))
            means += [_mean_f1(own, key, apart)] if apart else []
            cells = ["" if mean is None else f"{mean:.3f}" for mean in means]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _mean_f1(rows: Rows, key: str, value: str) -> float | None:
    chosen = [float(str(row["f1"])) for row in rows if row[key] == value and row["f1"] != ""]
    return sum(chosen) / len(chosen) if chosen else None


def _comments(rows: Rows) -> str:
    """The accuracy of the text with its comments."""
    lines = ["| against text and comments | precision | recall | F1 | pages |", "|---|---|---|---|---|"]
    for name in COMMENTED:
        own = [row for row in rows if row["contestant"] == name and row["f1"] != ""]
        if own:
            means = [np.mean([float(str(row[key])) for row in own]) for key in ("precision", "recall", "f1")]
            lines.append(f"| {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + f" | {len(own)} |")
    return "\n".join(lines)


def _emptiness(rows: Rows) -> str:
    """The share of readable pages, and of the same pages without their content."""
    lines = ["| readable pages | whole | content removed | pages |", "|---|---|---|---|"]
    for package in PACKAGES:
        shares = []
        for name in (DEFAULT_ROW, EMPTIED):
            own = [row for row in rows if row["contestant"] == name and row["package"] == package]
            shares.append((sum(int(str(row["readable"])) for row in own), len(own)))
        cells = [f"{count / many:.2f}" if many else "" for count, many in shares]
        lines.append(f"| {package} | " + " | ".join(cells) + f" | {shares[0][1]} |")
    return "\n".join(lines)


def _types(rows: Rows, package: str) -> str:
    """The predicted types of a package's pages, by their types."""
    lines = [f"| type ({package}) | right | other predictions | pages |", "|---|---|---|---|"]
    judged = [
        row
        for row in rows
        if row["contestant"] == DEFAULT_ROW and row["package"] == package and row["predicted"] and row["type"]
    ]
    for kind in KINDS:
        predicted = Counter(str(row["predicted"]) for row in judged if row["type"] == kind)
        if predicted:
            others = ", ".join(f"{other} {many}" for other, many in predicted.most_common() if other != kind)
            share = predicted[kind] / predicted.total()
            lines.append(f"| {kind} | {share:.2f} | {others} | {predicted.total()} |")
    right = sum(row["predicted"] == row["type"] for row in judged)
    return "\n".join([*lines, f"| all | {right / max(len(judged), 1):.2f} | | {len(judged)} |"])


def _confidence(rows: Rows) -> str:
    """Confidence and F1 by type, and how much of what is lost is on the pages with the least confidence."""
    lines = ["| type | confidence | F1 | loss on the worst fifth | pages |", "|---|---|---|---|---|"]
    typed = [
        row
        for row in rows
        if row["contestant"] == DEFAULT_ROW and row["package"] in ("wcxb", KINDS_PACKAGE) and row["f1"] != ""
    ]
    for kind in (*KINDS, "all"):
        own = sorted(
            (calibrate_page(float(str(row["confidence"]))), float(str(row["f1"])))
            for row in typed
            if kind in (row["type"], "all")
        )
        if own:
            sure, f1 = np.array(own).T
            lost = (1 - f1)[: len(own) // 5].sum() / max((1 - f1).sum(), 1e-9)
            lines.append(f"| {kind} | {sure.mean():.3f} | {f1.mean():.3f} | {lost:.0%} | {len(own)} |")
    return "\n".join(lines)


def _calibration(rows: Rows, bins: Bins) -> str:
    """Predicted and actual values: the share of right words in blocks, and the F1 of pages."""
    lines = ["| words of blocks with a probability of about | are right |", "|---|---|"]
    lines += [f"| {p / n:.3f} | {right / n:.3f} |" for p, right, n in bins.T.tolist() if n]
    lines += ["", "| pages with a confidence of about | F1 | pages |", "|---|---|---|"]
    own = sorted(
        (float(str(row["confidence"])), float(str(row["f1"])))
        for row in rows
        if row["contestant"] == SETTINGS_ROW and row["f1"] != ""
    )
    for part in np.array_split(np.array(own), 2 * STEPS):
        if len(part):
            lines.append(f"| {part[:, 0].mean():.3f} | {part[:, 1].mean():.3f} | {len(part)} |")
    return "\n".join(lines)


def _scripts(rows: Rows) -> str:
    """Pages of each script, by networks trained with that script and without it."""
    lines = ["| script | seen in training | not seen |", "|---|---|---|"]
    for script in SCRIPTS:
        means = []
        for name in (SETTINGS_ROW, UNSEEN_SCRIPT):
            chosen = [
                float(str(r["f1"])) for r in rows if r["contestant"] == name and r["language"] == script
            ]
            means.append(f"{sum(chosen) / max(len(chosen), 1):.3f}")
        lines.append(f"| {script} | " + " | ".join(means) + " |")
    return "\n".join(lines)
