"""How much of a page's structure comes through: headings, list items, cells, code, images, links, formulas.

    python -m benchmarks.structure FOLDER... [--networks FOLDER] [--peer NAME ...] [--every N]

The packages need gold with structure (NAME.gold.html or NAME.gold.md). With --networks, each page is read by
the network of its fold, which has not seen its site: `python -m training fit DATA FOLDER fold-0 ... fold-4`
makes them. Without it, the shipped weights read pages that they may have been trained on.

For each kind: F1 and recall, as the mean over the documents whose gold has it. `mainspan evaluate -m
structure` computes the same with the shipped weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from hashlib import md5
from pathlib import Path

from rich.console import Console
from rich.progress import track

from mainspan import Page
from mainspan.algorithms.learned import Learned, LearnedJudgement
from mainspan.algorithms.learned.network import Network
from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.contestants.base import Contestant, ContestantError
from mainspan.evaluation.contestants.in_process import Method
from mainspan.evaluation.kinds import kinds_of
from mainspan.evaluation.measures import Case, measures_of
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.structure.markup import Form

# The sites are in this number of folds, as in training.
FOLDS = 5
MEASURES = measures_of(["structure"])
NOTHING = Score(0.0, 0.0, 0.0)
PEERS = ("trafilatura", "readability-lxml")


@dataclass(frozen=True, repr=False)
class Held(Learned):
    """The default method with the network of a file."""

    path: str = ""

    def judge(self, page: Page) -> LearnedJudgement:
        """What that network makes of a page."""
        return LearnedJudgement.of(page, self, network(self.path))


@cache
def network(path: str) -> Network:
    """A network from its file."""
    return Network.read(Path(path).read_bytes())


def fold_of(document: Document) -> int:
    """The fold of a document's site, as in training."""
    site = document.about.get("domain") or f"{document.folder.name}/{document.name}"
    return int(md5(str(site).encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def contestants_of(
    document: Document, networks: Path | None, peers: Sequence[str]
) -> list[tuple[str, Contestant, Form]]:
    """All that read a document: a name, the contestant, and the form that it gives."""
    own = Learned() if networks is None else Held(path=str(networks / f"fold-{fold_of(document)}.npz"))
    found: list[tuple[str, Contestant, Form]] = [
        ("mainspan, HTML", Method(own), "html"),
        ("mainspan, Markdown", Method(own), "markdown"),
    ]
    return found + [(name, contestant(f"peer:{name}"), "html") for name in peers]


def rows_of(document: Document, networks: Path | None, peers: Sequence[str]) -> list[Row]:
    """The scores of all contestants on a document that has gold with structure."""
    gold = document.read_gold_markup()
    html = document.read_page()
    rows = []
    for name, each, form in contestants_of(document, networks, peers):
        try:
            markup = each.markup(html, form, url=document.url)
        except ContestantError:
            markup = None
        case = Case("", None, html, markups=() if markup is None else (markup,), gold_markup=gold)
        scores = {repr(measure): measure(case) for measure in MEASURES}
        rows.append(Row(document.folder.name, document.name, document.site, name, len(html), 0.0, scores))
    return rows


def table(rows: list[Row]) -> list[str]:
    """A table in Markdown: contestants by kinds, and all kinds in one figure."""
    kinds = kinds_of(rows, map(repr, MEASURES), "structure")
    lines = [
        f"|  | {' | '.join(each.name for each in kinds)} | all |",
        "|---" * (len(kinds) + 2) + "|",
        f"| documents | {' | '.join(str(each.documents) for each in kinds)} |  |",
    ]
    for name in dict.fromkeys(row.contestant for row in rows):
        cells = [written(each.means.get(name, NOTHING)) for each in kinds]
        whole = [
            score.f1
            for row in rows
            if row.contestant == name and isinstance(score := row.scores["structure"], Score)
        ]
        lines.append(f"| {name} | {' | '.join(cells)} | {digits(sum(whole) / max(len(whole), 1))} |")
    return lines


def written(score: Score) -> str:
    """F1, and recall in brackets."""
    return f"{digits(score.f1)} ({digits(score.recall)})"


def digits(value: float) -> str:
    """A figure with three digits after the point, without the zero before it."""
    return f"{value:.3f}".lstrip("0") if value < 1 else "1.000"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--networks", type=Path, help="the folder with fold-0.npz ... fold-4.npz")
    parser.add_argument(
        "--peer", action="append", help=f"another library (default: {', '.join(PEERS)}); none: no other"
    )
    parser.add_argument("--every", type=int, default=1, help="use every N-th document")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    peers = [each for each in options.peer or PEERS if each != "none"]
    documents = [each for folder in options.folders for each in Package.read(folder).documents]
    documents = [each for each in documents if each.read_gold_markup() is not None][:: options.every]
    console = Console(stderr=True)
    if not documents:
        parser.error("no document of these packages has gold with structure (NAME.gold.html or NAME.gold.md)")
    work = partial(rows_of, networks=options.networks, peers=peers)
    rows: list[Row] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for found in track(
            pool.map(work, documents, chunksize=4), "Reading", len(documents), console=console
        ):
            rows += found
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
