"""Words-F1 of methods on pages one by one, and on the pages of each site together.

    python benchmarks/sites.py PACKAGE... [-a METHOD]... [--sites tune|report]

Takes the sites with at least three pages; the site of a page is the `domain` in its NAME.json. Prints the
mean over documents. `--sites` as for mainspan evaluate.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from mainspan import Extraction, MainspanError, Page, extract, extract_site
from mainspan.algorithms.site import MIN_PAGES
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Score
from mainspan.evaluation.subset import Subset

METHODS = ["plain", "accb", "density"]


def read_sites(documents: Iterable[Document]) -> list[list[Document]]:
    """The documents of each site that has enough of them."""
    sites: dict[str, list[Document]] = {}
    for each in documents:
        sites.setdefault(each.site, []).append(each)
    return [found for found in sites.values() if len(found) >= MIN_PAGES]


def together(pages: list[Page], method: str) -> list[Extraction]:
    try:
        return extract_site(pages, algorithm=method)
    except MainspanError:
        # They are copies of each other.
        return [extract(page, algorithm=method) for page in pages]


def score(found: list[Extraction], documents: list[Document]) -> list[float]:
    words = measure("words")
    scores = [words(Case(each.text, gold.read_gold())) for each, gold in zip(found, documents, strict=True)]
    return [each.f1 if isinstance(each, Score) else 0.0 for each in scores]


def compare(sites: list[list[Document]], method: str) -> tuple[float, float]:
    """The mean scores one by one and together."""
    alone: list[float] = []
    shared: list[float] = []
    for documents in track(sites, description=method, console=Console(stderr=True), transient=True):
        pages = [Page(each.read_page()) for each in documents]
        alone += score([extract(page, algorithm=method) for page in pages], documents)
        shared += score(together(pages, method), documents)
    return sum(alone) / len(alone), sum(shared) / len(shared)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", action="append", help="a method; repeatable")
    parser.add_argument("--sites", choices=("all", "tune", "report"), default="all", help="whose pages")
    parser.add_argument("--parts", type=int, default=2, help="report on one site in N")
    options = parser.parse_args()
    methods = options.algorithm or METHODS
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in (
        "package",
        "sites",
        "pages",
        *(f"{name}{more}" for name in methods for more in ("", " + site")),
    ):
        table.add_column(title, justify="left" if title == "package" else "right")
    subset = Subset(options.sites, options.parts)
    for package in options.packages:
        sites = read_sites(subset(Package.read(package)).documents)
        if not sites:
            parser.error(f"{package}: no site with three pages and gold text")
        scores = [figure for name in methods for figure in compare(sites, name)]
        count = sum(len(paths) for paths in sites)
        table.add_row(package.name, str(len(sites)), str(count), *(f"{figure:.3f}" for figure in scores))
    Console().print(table)


if __name__ == "__main__":
    main()
