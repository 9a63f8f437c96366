"""What must hold of every extraction, whatever the page: the checks that `fidelity` counts.

A check takes an extraction and answers with a fault in words, or with None if there is none. A new one joins
by a line in `CHECKS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from benchmarks.reference import (
    Instead,
    names_in,
    names_of_page,
    split,
    words_of_html,
    words_of_spans,
    words_shown,
)
from mainspan import Extraction
from mainspan.page import Page
from mainspan.render.addresses import base_of
from mainspan.render.embeds import find_embeds
from mainspan.render.emoji import find_emoji
from mainspan.render.flow import make_flow
from mainspan.render.formulas import Formula
from mainspan.render.literal import find_literal, write_literal
from mainspan.render.media import count_pieces, find_signs, kept_formulas, with_media
from mainspan.render.pieces import Pieces
from mainspan.render.tables import find_marks, find_tables
from mainspan.render.whole import render_blank, render_collapse, render_comment, render_hide, render_mark

Check = Callable[[Extraction], str | None]

# Bullets, numbers, letters, and the boxes of tasks, empty ones in two words.
_LIST_MARK: Final = re.compile(r"-|-?[0-9]+\.|[A-Za-z]+\.|\[x\]|\[|\]")
# The number of words on both sides of a fault that are shown.
_CONTEXT: Final = 4


def text_has_the_words(found: Extraction) -> str | None:
    """The text has the words of the spans in their order, list marks aside, and formulas as TeX."""
    wanted = words_of_spans(found.page, found.spans, _instead(found, tex=True))
    return compare(wanted, _without_marks(found.text, wanted))


def html_has_the_words(found: Extraction) -> str | None:
    """The HTML has the words of the spans in their order, formulas aside, and the titles of embeds."""
    wanted = words_of_spans(found.page, found.spans, _instead(found, tex=False))
    return compare(wanted, words_of_html(found.html, "math, rp"))


def markdown_has_the_words(found: Extraction) -> str | None:
    """Read again by a parser, the Markdown has the words of the flow that the HTML is written from too."""
    # The reader is in the tests of the round trip; the other checks do without its parser.
    from tests.render.markdown.roundtrip import words_of_flow, words_of_markdown

    flow = make_flow(found.page, found.spans)
    return compare(words_of_flow(flow), words_of_markdown(found.markdown))


def hiding_keeps_the_page(found: Extraction) -> str | None:
    """The page with the rest hidden has the page's elements, and shows the words of the spans."""
    html = render_hide(found.page, found.spans)
    fault = compare(names_of_page(found.page), names_in(html))
    wanted = words_of_spans(found.page, found.spans)
    # Where words end is not asked: nothing was taken out from between them.
    return fault or compare(["".join(wanted)], ["".join(words_shown(html))])


def collapsing_keeps_the_page(found: Extraction) -> str | None:
    """The page without the place of the rest has the page's elements, and shows the words of the spans."""
    html = render_collapse(found.page, found.spans)
    wanted = words_of_spans(found.page, found.spans)
    fault = compare(names_of_page(found.page), names_in(html))
    return fault or compare(["".join(wanted)], ["".join(words_shown(html))])


def marking_keeps_the_page(found: Extraction) -> str | None:
    """The page with the content marked has the page's elements."""
    return compare(names_of_page(found.page), names_in(render_mark(found.page, found.spans)))


def comments_leave_the_words(found: Extraction) -> str | None:
    """With the rest in comments, the words of the spans are all that shows."""
    wanted = words_of_spans(found.page, found.spans)
    # What parts words is the page's own markup, which is all there.
    return compare(["".join(wanted)], ["".join(words_shown(render_comment(found.page, found.spans)))])


def blanks_keep_the_places(found: Extraction) -> str | None:
    """With the rest as whitespace, each span is in its place, and nothing else."""
    source, text = found.page.source, render_blank(found.page, found.spans)
    if len(text) != len(source):
        return f"{len(text)} characters for {len(source)}"
    wanted = [source[start:end].replace("<", "＜") for start, end in found.spans]
    fault = compare(wanted, [text[start:end] for start, end in found.spans])
    return fault or compare([str(sum(map(_solid, wanted)))], [str(_solid(text))])


def _solid(text: str) -> int:
    """How many characters are not whitespace."""
    return len("".join(text.split()))


def _instead(found: Extraction, *, tex: bool) -> dict[int, Instead]:
    """What is read in place of formulas and pictures.

    Formulas: TeX or a space. Emoji: their characters. Marks in cells: a description in text.
    Embeds: a title in HTML.
    """
    page = found.page
    pieces = Pieces.of(page, found.spans)
    if not len(pieces):
        return {}
    signs = find_signs(page, pieces)
    formulas = kept_formulas(page, pieces, signs)
    instead = _instead_of_literal(found.page, pieces, tex=tex)
    instead |= {each.first: Instead(each.last, _as_tex(each) if tex else " ") for each in formulas}
    emoji = find_emoji(page, count_pieces(page, with_media(pieces, formulas)), signs.pictures)
    instead |= {token: Instead(token, characters) for token, characters in emoji.items()}
    if not tex:
        embeds = find_embeds(page, count_pieces(page, pieces), base_of(page))
        last = page.tokens.partner
        instead |= {
            token: Instead(max(token, int(last[token])), f" {each['title']} ")
            for token, each in embeds.items()
        }
    else:
        pieces = with_media(pieces, formulas)
        tables = sorted(find_tables(page, count_pieces(page, pieces)))
        marks = find_marks(page, tables, pieces.token)
        instead |= {token: Instead(token, description) for token, description in marks.items()}
    return instead


def _instead_of_literal(page: Page, pieces: Pieces, *, tex: bool) -> dict[int, Instead]:
    """What is read in place of texts with TeX in them: all formulas between dollars, or a space for each."""
    instead = {}
    literal = find_literal(page, pieces.texts()[0], pieces.token.tolist()) if len(pieces) else {}
    for place, parts in literal.items():
        token = int(pieces.token[place])
        if pieces.around.preformatted[place] >= 0:
            continue
        text = write_literal(parts) if tex else "".join(" " if part.is_tex else part.text for part in parts)
        whole = page.text_of(token)
        before, after = " " * whole[:1].isspace(), " " * whole[-1:].isspace()
        instead[token] = Instead(token, f"{before}{text}{after}")
    return instead


def _as_tex(formula: Formula) -> str:
    sign = "$$" if formula.is_display else "$"
    return f"{sign}{formula.tex}{sign}" if formula.tex else " "


def _without_marks(text: str, wanted: Sequence[str]) -> list[str]:
    """The words of a text without the marks of list items: what begins a line, but is not wanted there."""
    words: list[str] = []
    for line in text.splitlines():
        found = split(line)
        place = len(words)
        while found and _LIST_MARK.fullmatch(found[0]) and list(wanted[place : place + len(found)]) != found:
            del found[0]
        words += found
    return words


def compare(wanted: Sequence[str], found: Sequence[str]) -> str | None:
    """The first place where two sequences differ, in words; None if there is none."""
    if list(wanted) == list(found):
        return None
    pairs = enumerate(zip(wanted, found, strict=False))
    place = next((i for i, (ours, theirs) in pairs if ours != theirs), min(len(wanted), len(found)))
    ours, theirs = (" ".join(each[place : place + _CONTEXT]) for each in (wanted, found))
    return f"at {place} of {len(wanted)}: {ours[:80]!r} became {theirs[:80]!r}"


CHECKS: Final[dict[str, Check]] = {
    "text": text_has_the_words,
    "html": html_has_the_words,
    "markdown": markdown_has_the_words,
    "hide": hiding_keeps_the_page,
    "collapse": collapsing_keeps_the_page,
    "mark": marking_keeps_the_page,
    "comment": comments_leave_the_words,
    "blank": blanks_keep_the_places,
}
