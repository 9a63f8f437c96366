"""How much structure the renderers keep: a gold document in, Markdown out, read again and compared with it.

    python -m benchmarks.renderers FOLDER... [--every N]

Each document with gold in HTML (NAME.gold.html) is rendered whole, by Mainspan (the method `plain`) and by
those of html-to-markdown and markdownify that are installed. The Markdown is read by a CommonMark parser with
tables and formulas, and its items are compared with those of the document.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.structure import MEASURES, table
from mainspan import extract
from mainspan.evaluation.measures import Case
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Row
from mainspan.evaluation.structure.markup import Markup

Renderer = Callable[[str], str]


def mainspan(html: str) -> str:
    """Our own Markdown of everything."""
    return extract(html, algorithm="plain").markdown


def peers() -> dict[str, Renderer]:
    """Those of the other renderers that are installed."""
    found: dict[str, Renderer] = {}
    for name, load in {"html-to-markdown": _html_to_markdown, "markdownify": _markdownify}.items():
        try:
            found[name] = load()
        except ImportError:
            print(f"{name} is not installed: pip install {name}", file=sys.stderr)
    return found


def _html_to_markdown() -> Renderer:
    convert = import_module("html_to_markdown").convert
    return lambda html: str(getattr(found := convert(html), "content", found))


def _markdownify() -> Renderer:
    convert = import_module("markdownify").markdownify
    return lambda html: str(convert(html, heading_style="ATX"))


def rows_of(document: Document, renderers: dict[str, Renderer]) -> list[Row]:
    """The scores of all renderers on a gold document."""
    gold = document.read_gold_markup()
    if gold is None or gold.form != "html":
        return []
    rows = []
    for name, render in renderers.items():
        found = Markup("markdown", render(gold.text), gold.url)
        case = Case("", None, markups=(found,), gold_markup=gold)
        scores = {repr(measure): measure(case) for measure in MEASURES}
        rows.append(Row(document.folder.name, document.name, document.site, name, 0, 0.0, scores))
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="use every N-th document")
    options = parser.parse_args()
    documents = [each for folder in options.folders for each in Package.read(folder).documents]
    renderers = {"mainspan": mainspan, **peers()}
    rows = [row for each in documents[:: options.every] for row in rows_of(each, renderers)]
    if not rows:
        parser.error("no document of these packages has gold in HTML (NAME.gold.html)")
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
