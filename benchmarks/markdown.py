"""Whether Markdown says what the text says, and whether code comes through it unchanged.

    python -m benchmarks.markdown FOLDER... [-a METHOD] [--every N]

For each package: the mean words-F1 of the text, that of the Markdown rendered by a CommonMark parser and
stripped of its tags, and how many code blocks of the page, kept whole, are in the Markdown and in the HTML
byte for byte (line breaks at their ends aside). Code whose lines are elements of their own, or nothing but
numbers of lines, is not counted: there the page shows something else than its characters in a row.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from markdown_it import MarkdownIt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mainspan import Extraction, Page, extract
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Score
from mainspan.page import tags
from mainspan.page.kinds import OPEN
from mainspan.render.pieces import without_controls

WORDS = measure("words")
MARKDOWN = MarkdownIt("commonmark").enable("table")
PRE = tags.NUMBERS["pre"]


class Result(NamedTuple):
    """Of one page: F1 of the text and of the Markdown, code blocks, and how many came through each form."""

    text: float
    markdown: float
    blocks: int
    in_markdown: int
    in_html: int


def strip(markdown: str) -> str:
    """The text of rendered Markdown."""
    body = LexborHTMLParser(MARKDOWN.render(markdown)).body
    return body.text(separator=" ") if body else ""


def f1(text: str, gold: str) -> float:
    score = WORDS(Case(text, gold, b""))
    return score.f1 if isinstance(score, Score) else 0.0


def code_of(node: LexborNode) -> str:
    """The text of a preformatted element, with a line break for br."""
    for br in node.css("br"):
        br.replace_with("\n")
    return node.text().strip("\n")


def kept_code(found: Extraction) -> list[str]:
    """The preformatted texts of which all words were kept, as another parser reads them."""
    page, tokens = found.page, found.page.tokens
    kept = np.concatenate([[0], np.cumsum(found.kept_words)])
    texts = []
    for place in np.flatnonzero((tokens.tag == PRE) & (tokens.kind == OPEN)).tolist():
        last = int(tokens.partner[place])
        first_word, end_word = page.words.token.searchsorted([place, last])
        if end_word > first_word and kept[end_word] - kept[first_word] == end_word - first_word:
            texts.append(code_in(page, place, last))
    return [text for text in texts if text]


def code_in(page: Page, first: int, last: int) -> str:
    source = page.source[page.tokens.start[first] : page.tokens.end[last]]
    node = LexborHTMLParser(source).css_first("pre")
    if node is None or node.css_first("div, p, li, tr, figcaption"):
        return ""
    code = without_controls(code_of(node))
    return "" if code.replace("\n", "").strip().isdecimal() else code


def count_in(wanted: list[str], found: list[str]) -> int:
    return (Counter(wanted) & Counter(found)).total()


def judge(path: Path, method: str) -> Result:
    document = Document(path.parent, path.stem)
    found = extract(document.read_page(), algorithm=method, url=document.url)
    gold = document.read_gold() or ""
    code = kept_code(found)
    fences = [token.content.strip("\n") for token in MARKDOWN.parse(found.markdown) if token.type == "fence"]
    written = [code_of(node) for node in LexborHTMLParser(found.html).css("pre")]
    return Result(
        f1(found.text, gold),
        f1(strip(found.markdown), gold),
        len(code),
        count_in(code, fences),
        count_in(code, written),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", default="mainspan", help="a method")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page")
    options = parser.parse_args()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in (
        "package",
        "pages",
        "text",
        "markdown",
        "difference",
        "code blocks",
        "in Markdown",
        "in HTML",
    ):
        table.add_column(title, justify="left" if title == "package" else "right")
    for folder in options.folders:
        paths = sorted(folder.rglob("*.html"))[:: options.every]
        console = Console(stderr=True)
        results = [judge(path, options.algorithm) for path in track(paths, folder.name, console=console)]
        text, markdown, *counts = np.array(results).T
        table.add_row(
            folder.name,
            str(len(paths)),
            f"{text.mean():.4f}",
            f"{markdown.mean():.4f}",
            f"{markdown.mean() - text.mean():+.4f}",
            *(f"{count.sum():.0f}" for count in counts),
        )
    Console().print(table)


if __name__ == "__main__":
    main()
