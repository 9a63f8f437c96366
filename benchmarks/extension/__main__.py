"""Whether the extension's method is the Python method, page by page in a real browser.

    python -m benchmarks.extension FOLDER... [--every N] [--show N]

Each page is opened in Chromium, without its scripts and without anything else from the web. There the
extension reads its DOM twice: by its attributes, as the Python method does, and by its computed style. The
Python method reads the same DOM, serialised. Prints for each package on how many pages the best node of `wlr`
is the same, and with how many the best node of each method with each relevance, and all nodes with all
figures are. Then come the pages that differ, also those that do only by computed style. Exits with 1 if a
best node without computed style is another one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.extension.trees import CHOICES, Reader, best_places, launch, python_tree, same
from mainspan import Page
from mainspan.evaluation.check_folder import Files
from mainspan.evaluation.packages import Document
from mainspan.page.decode import decode

_MAX_SHOWN = 40


class Outcome(NamedTuple):
    """What was found out about a page."""

    page: str
    # Of each choice of method and reading: whether the best node is the same.
    best: list[bool]
    tree: bool
    computed: bool
    differs: str


def compare(reader: Reader, document: Document) -> Outcome:
    source = reader.open(decode(document.read_page()).utf8)
    page = Page(source, url=document.url)
    wanted, written, shown = python_tree(page), reader.read(computed=False), reader.read(computed=True)
    places = best_places(written)
    return Outcome(
        page=document.name,
        best=[one == other for one, other in zip(best_places(wanted), places, strict=True)],
        tree=same(wanted, written),
        computed=best_places(shown)[0] == places[0],
        differs=f"{_about(written)} -> {_about(shown)}",
    )


def _about(tree: dict[str, Any]) -> str:
    """The best node of `wlr`, and how many words the tree has."""
    row, columns = tree["best"][0], tree["columns"]
    if row < 0:
        return "none"
    words = columns["words"]
    return f"{tree['names'][row]} at {tree['places'][row]}, {words[row]:.0f} of {words[0]:.0f} words"


def outcomes(reader: Reader, folder: Path, every: int) -> Iterator[Outcome]:
    console = Console(stderr=True)
    for document in track(Files(folder).documents[::every], folder.name, console=console, transient=True):
        try:
            yield compare(reader, document)
        except PlaywrightError as error:  # the browser cannot open it
            text = f"{type(error).__name__}: {error}".splitlines()[0]
            yield Outcome(document.name, [False] * len(CHOICES), False, False, text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, help="use every N-th page")
    parser.add_argument("--show", type=int, default=_MAX_SHOWN, help="how many pages that differ are listed")
    options = parser.parse_args()
    table = Table("package", "pages", "best node", "all choices", "all figures", "computed style", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    lines, is_same = [], True
    with sync_playwright() as playwright:
        reader = Reader(launch(playwright))
        for folder in options.folders:
            found = list(outcomes(reader, folder, options.every))
            best = sum(each.best[0] for each in found)
            choices = sum(all(each.best) for each in found)
            trees, computed = sum(each.tree for each in found), sum(each.computed for each in found)
            table.add_row(folder.name, *map(str, (len(found), best, choices, trees, computed)))
            is_same = is_same and choices == len(found)
            lines += [f"{folder.name}/{each.page}: {_what(each)}" for each in found if _what(each)]
    Console().print(table)
    for line in lines[: options.show]:
        print(line)
    sys.exit(0 if is_same else 1)


def _what(outcome: Outcome) -> str:
    if not all(outcome.best):
        choices = [
            f"{method}:{reading}"
            for (method, reading), same in zip(CHOICES, outcome.best, strict=True)
            if not same
        ]
        return f"another best node for {', '.join(choices)}: {outcome.differs}"
    if not outcome.tree:
        return "other figures"
    return "" if outcome.computed else f"by computed style: {outcome.differs}"


if __name__ == "__main__":
    main()
