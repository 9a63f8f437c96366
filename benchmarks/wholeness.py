"""Whether lists and tables are kept whole: how many that are kept lack an item or a row.

    python -m benchmarks.wholeness FOLDER... [-a METHOD] [--pages N]

An item or a row is missing if all its text was left out while another one of the same list or table was kept.
Those whose items or rows are one block each are counted apart: the others may lack a part of an item as well.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.rendering import choose_pages
from mainspan import Page, extract
from mainspan.page import tags

Flags = NDArray[np.bool_]

LISTS = {"list": ("ul ol dl", "li dt dd"), "table": ("table", "tr")}


def ranges_of(page: Page, elements: NDArray[np.intp]) -> list[tuple[int, int]]:
    """The blocks of each of these elements, as the first and the one after the last."""
    opens, closes = page.elements.open[elements], page.elements.close[elements]
    first = page.blocks.first
    return list(zip(first.searchsorted(opens).tolist(), first.searchsorted(closes).tolist(), strict=True))


def lists_of(page: Page, kind: str) -> Iterator[list[tuple[int, int]]]:
    """Of each list or table with several parts that hold text, the blocks of these parts."""
    outer, inner = (tags.table(names)[page.elements.tag] for names in LISTS[kind])
    parent = page.elements.parent
    # A row may be in a body, or in the table itself.
    above = np.where(outer[parent], parent, parent[parent])
    for number in np.flatnonzero(outer).tolist():
        parts = ranges_of(page, np.flatnonzero(inner & (above == number)))
        held = [(low, high) for low, high in parts if high > low]
        if len(held) > 1:
            yield held


def count(page: Page, kept: Flags) -> Counter[tuple[str, bool, str]]:
    """The lists of a page that are kept, and those of them that lack a part."""
    found: Counter[tuple[str, bool, str]] = Counter()
    for kind in LISTS:
        for parts in lists_of(page, kind):
            is_simple = all(high - low == 1 for low, high in parts)
            some = [bool(kept[low:high].any()) for low, high in parts]
            found[kind, is_simple, "kept"] += any(some)
            found[kind, is_simple, "torn"] += any(some) and not all(some)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", default="mainspan", help="a method")
    parser.add_argument("--pages", type=int, default=600, help="how many pages to take, evenly spread")
    options = parser.parse_args()
    pages = choose_pages(options.folders, options.pages)
    if not pages:
        parser.error("no pages in these folders")
    found: Counter[tuple[str, bool, str]] = Counter()
    for path in track(pages, description="counting", console=Console(stderr=True), transient=True):
        result = extract(path.read_bytes(), algorithm=options.algorithm)
        kept = np.array([block.verdict == "content" for block in result.blocks], dtype=np.bool_)
        if result.origin == "page":
            found += count(result.page, kept)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("what", "kept", "with a part missing"):
        table.add_column(title, justify="left" if title == "what" else "right")
    for kind in LISTS:
        for is_simple, parts in ((True, "of one block each"), (False, "of several blocks")):
            kept_ones, torn = (found[kind, is_simple, what] for what in ("kept", "torn"))
            table.add_row(f"{kind}s with parts {parts}", f"{kept_ones:,}", f"{torn:,}")
    Console().print(f"{len(pages)} pages", table, sep="\n")


if __name__ == "__main__":
    main()
