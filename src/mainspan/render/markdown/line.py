"""A line of texts and marks, written down."""

from __future__ import annotations

from mainspan.render.markdown.emphasis import settle_emphasis
from mainspan.render.markdown.escape import EDGE, MARKUP, Pairs, escape, find_pairs, is_plain
from mainspan.render.markdown.marks import (
    FORMULA,
    GONE,
    LINK,
    LINK_END,
    NO_MARK,
    NOTE,
    OPEN,
    Mark,
    edge_after,
)


def write_line(texts: list[str], marks: list[Mark]) -> str:
    """The line in Markdown; its beginning is not looked at."""
    if not marks:
        text = texts[0]
        return text if is_plain(text) else escape(text, EDGE, EDGE, find_pairs(text, has_formula=False))
    if any(kind == OPEN for kind, _ in marks):
        settle_emphasis(texts, marks)
    texts, marks = _without_gone(texts, marks)
    pairs = find_pairs(MARKUP.join(texts), any("$" in raw for _, raw in marks))
    return "".join(_pieces(texts, marks, pairs))


def _without_gone(texts: list[str], marks: list[Mark]) -> tuple[list[str], list[Mark]]:
    """Without the marks that were given up, and the texts beside them as one."""
    if not any(kind == GONE for kind, _ in marks):
        return texts, marks
    kept = []
    groups = [[texts[0]]]
    for mark, text in zip(marks, texts[1:], strict=True):
        if mark[0] == GONE:
            groups[-1].append(text)
        else:
            kept.append(mark)
            groups.append([text])
    return ["".join(group) for group in groups], kept


def _pieces(texts: list[str], marks: list[Mark], pairs: Pairs) -> list[str]:
    pieces = []
    in_link = False
    before: Mark = NO_MARK
    for text, after in zip(texts, [*marks, NO_MARK], strict=True):
        if text:
            pieces.append(_between(before, text, after, pairs, in_link))
        pieces.append(after[1])
        in_link = after[0] == LINK or (in_link and after[0] != LINK_END)
        before = after
    return pieces


def _between(before: Mark, text: str, after: Mark, pairs: Pairs, in_link: bool) -> str:
    """A text between two marks, with an eye to what they would make of it together."""
    written = escape(text, edge_after(before), EDGE if after is NO_MARK else MARKUP, pairs, in_link)
    first, last = text[0], text[-1]
    if before[0] == NOTE and first in "(:":
        written = "\\" + written
    elif before[0] == FORMULA and first.isdigit():
        # No formula ends before a digit: it could be a price.
        written = f"&#{ord(first)};{written[1:]}"
    if last in "!^" and after[0] in (LINK, NOTE):
        written = f"{written[:-1]}\\{last}"
    return written
