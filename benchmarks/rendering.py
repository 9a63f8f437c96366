"""What each form of a result costs, from the page's bytes to the finished text.

    python benchmarks/rendering.py FOLDER... [-a METHOD] [--pages N] [--rounds N]

Prints milliseconds a page and the ratio to the text: the extraction with the form, and the form alone.
`words` is the bare minimum, all kept words in a row without any structure. The forms take turns on each
page, and the least processor time of each counts, so that noise hits all of them alike.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from mainspan import Extraction, extract
from mainspan.page import unescape_source

URL = "https://example.org/a/page.html"
Form = Callable[[Extraction], object]


def words(found: Extraction) -> str:
    """The kept words, one after the other."""
    source = found.page.source
    return " ".join(" ".join(unescape_source(source[start:end]).split()) for start, end in found.spans)


FORMS: dict[str, Form] = {
    "words": words,
    "text": lambda found: found.render("text"),
    "html": lambda found: found.render("html"),
    "markdown": lambda found: found.render("markdown"),
    "markdown without links and images": lambda found: found.render("markdown", links=False, images=False),
    "tei": lambda found: found.render("tei"),
    "json": lambda found: found.render("json"),
    "hide": lambda found: found.render("hide"),
    "collapse": lambda found: found.render("collapse"),
    "mark": lambda found: found.render("mark"),
}


def choose_pages(folders: list[Path], most: int) -> list[Path]:
    """About `most` pages of these folders, evenly spread."""
    paths = sorted(path for folder in folders for path in folder.rglob("*.html"))
    return paths[:: max(len(paths) // most, 1)]


def measure(paths: list[Path], method: str, rounds: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Seconds from bytes to form, and of the form alone: the least of all rounds, summed over the pages."""
    best = np.full((2, len(paths), len(FORMS)), np.inf)
    turns = [(place, path) for _ in range(rounds) for place, path in enumerate(paths)]
    console = Console(stderr=True)
    for place, path in track(turns, description="measuring", console=console, transient=True):
        html = path.read_bytes()
        for number, render in enumerate(FORMS.values()):
            begun = time.process_time()
            found = extract(html, algorithm=method, url=URL)
            extracted = time.process_time()
            render(found)
            ended = time.process_time()
            spent = (ended - begun, ended - extracted)
            best[:, place, number] = np.minimum(best[:, place, number], spent)
    whole, alone = best.sum(axis=1)
    return whole, alone


def show(whole: NDArray[np.float64], alone: NDArray[np.float64], count: int) -> None:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("form", "ms a page", "x words", "x text", "form alone", "x text"):
        table.add_column(title, justify="left" if title == "form" else "right")
    text = list(FORMS).index("text")
    for number, name in enumerate(FORMS):
        table.add_row(
            name,
            f"{1000 * whole[number] / count:.2f}",
            f"{whole[number] / whole[0]:.2f}",
            f"{whole[number] / whole[text]:.2f}",
            f"{1000 * alone[number] / count:.2f}",
            f"{alone[number] / alone[text]:.2f}",
        )
    Console().print(f"{count} pages", table, sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", default="mainspan", help="a method")
    parser.add_argument("--pages", type=int, default=200, help="how many pages to take, evenly spread")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    pages = choose_pages(options.folders, options.pages)
    if not pages:
        parser.error("no pages in these folders")
    show(*measure(pages, options.algorithm, options.rounds), len(pages))


if __name__ == "__main__":
    main()
