"""What the tests of annotating share: a package of one small page, and answers for it."""

from __future__ import annotations

from pathlib import Path

from mainspan.annotation import Answer, find_document
from mainspan.evaluation.packages import Document
from mainspan.page import Page
from mainspan.spans import Spans
from tests.evaluation.packaged import describe, lay

HTML = b"""<html lang=en><body><nav>Home News Sport</nav><article><h1>The ferry</h1>
<p>It leaves at <b>noon</b> &amp; comes back at night.</p><p>Bring a warm coat.</p></article>
<footer>Imprint and contact</footer></body></html>"""
MENU, TITLE, FIRST, SECOND, FOOTER = range(5)


def package(folder: Path, *names: str) -> Path:
    """A package with this page under some names, its gold the title and both paragraphs."""
    describe(folder)
    for name in names or ("a",):
        gold = "The ferry\n\nIt leaves at noon & comes back at night.\n\nBring a warm coat.\n"
        lay(folder, name, gold=gold, page=HTML)
    return folder


def document(folder: Path, name: str = "a") -> Document:
    return find_document(folder, name)


def answer(annotator: str, *blocks: int, name: str = "a", finished: bool = True) -> Answer:
    page = Page(HTML)
    found = Answer(name, annotator).with_spans(page, spans(*blocks))
    return found.finish() if finished else found


def spans(*blocks: int) -> Spans:
    page = Page(HTML)
    return Spans.of_blocks(page, [i in blocks for i in range(len(page.blocks))])  # type: ignore[arg-type]
