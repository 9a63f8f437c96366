"""Words-F1 of each method beside other extractors, on test packages.

    python benchmarks/accuracy.py PACKAGE... [-a METHOD]... [--sites tune|report] [--language CODE]
        [--every N] [--no-peers]

A package is a folder with NAME.html and NAME.txt (the gold text). Words are runs of letters and digits,
or single characters of kana, Han and Thai, in lower case; precision and recall are over their longest
common subsequence. Prints the mean over documents.

Pages of one site share a template, so what was chosen on some must be judged on others: `--sites report`
takes the pages of one half of the sites (one in N with `--parts N`, as `mainspan cues --hold-out N` leaves
them out), `--sites tune` those of all others.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from rapidfuzz.distance import LCSseq
from rich.console import Console
from rich.progress import track
from rich.table import Table
from speed import resiliparse, trafilatura

from mainspan import ALGORITHMS, algorithm, extract
from mainspan.evaluation.packages import Document, Package, is_held_out

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e01-\u0e5b]|[^\W_]+")


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def words_f1(found: str, gold: str) -> float:
    """F1 over words in sequence: both empty is 1, one empty is 0."""
    numbers: dict[str, int] = {}
    ours, theirs = (
        [numbers.setdefault(word, len(numbers)) for word in words(text)] for text in (found, gold)
    )
    if not ours or not theirs:
        return float(ours == theirs)
    return 2 * LCSseq.similarity(ours, theirs) / (len(ours) + len(theirs))


def contestants(methods: list[str], peers: bool) -> dict[str, Callable[[bytes], str]]:
    def run(name: str) -> Callable[[bytes], str]:
        made = algorithm(name)
        return lambda html: extract(html, algorithm=made).text

    ours = {repr(algorithm(name)): run(name) for name in methods}
    if not peers:
        return ours
    return ours | {"resiliparse": resiliparse, "trafilatura": lambda html: str(trafilatura(html) or "")}


def choose(
    package: Path, sites: str, parts: int, every: int = 1, language: str | None = None
) -> list[Document]:
    """The documents of a package: of all sites, of those to report on, or of the others, to tune on."""
    wanted = {"all": (True, False), "report": (True,), "tune": (False,)}[sites]
    return [
        each
        for each in Package.read(package).documents
        if is_held_out(each.site, parts) in wanted and language in (None, each.about.get("language"))
    ][::every]


def add_sites(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sites", choices=("all", "tune", "report"), default="all", help="whose pages to take"
    )
    parser.add_argument("--parts", type=int, default=2, help="report on one site in N (default 2)")


def score(documents: list[Document], do: Callable[[bytes], str]) -> float:
    total = sum(words_f1(do(each.read_page()), each.read_gold() or "") for each in documents)
    return total / len(documents)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument(
        "-a", "--algorithm", action="append", help="a method, with parameters if you like; repeatable"
    )
    parser.add_argument("--language", help="take the pages in one language, such as el")
    add_sites(parser)
    parser.add_argument("--every", type=int, default=1, help="take every N-th page")
    parser.add_argument("--no-peers", action="store_true", help="leave the other extractors out")
    options = parser.parse_args()
    work = contestants(options.algorithm or list(ALGORITHMS), not options.no_peers)
    taken = {
        package: choose(package, options.sites, options.parts, options.every, options.language)
        for package in options.packages
    }
    for package, pages in taken.items():
        if not pages:
            parser.error(f"{package}: no such pages with gold text")
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("method")
    for package, pages in taken.items():
        table.add_column(f"{package.name}\n{len(pages)} pages", justify="right")
    for name, do in track(work.items(), console=Console(stderr=True), transient=True):
        table.add_row(name, *(f"{score(pages, do):.3f}" for pages in taken.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
