"""How much longer pages are in the normalised form that the methods read than as they were sent.

    python -m benchmarks.normalised FOLDER... [--every N]

The parser writes the tags that a page leaves out (html, head, body, tbody, the ends of p, li and td), quotes
all values, and decodes character references. Lengths are in characters.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from mainspan import Page
from mainspan.page.decode import decode


def ratio(page: bytes) -> float:
    """The length of the normalised source over that of the raw one; 1 for a page without any."""
    raw = decode(page).utf8.decode("utf-8", "replace")
    return len(Page(page).source) / len(raw) if raw else 1.0


def line(name: str, ratios: Iterable[float]) -> str:
    """What is shown of a package."""
    found = list(ratios)
    return f"{name:<20} {len(found):6} {median(found):7.2f} {max(found):7.2f}"


def main() -> None:
    """Show a line for each package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th page")
    options = parser.parse_args()
    print(f"{'package':<20} {'pages':>6} {'median':>7} {'largest':>7}")
    for folder in options.folders:
        paths = sorted(folder.rglob("*.html"))[:: options.every]
        if paths:
            print(line(folder.name, (ratio(path.read_bytes()) for path in paths)))


if __name__ == "__main__":
    main()
