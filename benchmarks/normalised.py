"""How pages differ in the normalised form that the methods read from what was sent: characters and tags.

    python -m benchmarks.normalised FOLDER... [--every N]

The parser writes the tags that a page leaves out (html, head, body, tbody, the ends of p, li and td), quotes
all values, and decodes character references. Shown are the median and the largest ratio, normalised to raw.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from mainspan import Page
from mainspan.page.decode import decode

# Linear on pages that close their comments and scripts. The tags inside those are none.
_TAGS = re.compile(
    r"<!--.*?-->|<(?P<raw>script|style)\b[^>]*>.*?</(?P=raw)|(?P<tag></?[a-z])", re.DOTALL | re.IGNORECASE
)


class Ratios(NamedTuple):
    """The characters and tags of the normalised source, each divided by those of the raw one."""

    characters: float
    tags: float


def ratios(page: bytes) -> Ratios:
    """How much a page has of both. 1 where the raw one has none."""
    raw, read = decode(page).utf8.decode("utf-8", "replace"), Page(page)
    # A script has two tags.
    tags = sum(2 * bool(match["raw"]) or bool(match["tag"]) for match in _TAGS.finditer(raw))
    return Ratios(
        len(read.source) / len(raw) if raw else 1.0, int(read.tokens.is_tag.sum()) / tags if tags else 1.0
    )


def line(name: str, found: Iterable[Ratios]) -> str:
    """What is shown of a package."""
    pages = list(found)
    numbers = [f"{show(column):9.2f}" for column in zip(*pages, strict=True) for show in (median, max)]
    return f"{name:<12} {len(pages):6} {' '.join(numbers)}"


def main() -> None:
    """Show a line for each package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th page")
    options = parser.parse_args()
    print("package       pages characters  largest      tags   largest")
    for folder in options.folders:
        paths = sorted(folder.rglob("*.html"))[:: options.every]
        if paths:
            print(line(folder.name, (ratios(path.read_bytes()) for path in paths)))


if __name__ == "__main__":
    main()
