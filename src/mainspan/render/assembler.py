"""The one pass over the tokens that matter: each does something to the flow."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, unescape_source
from mainspan.page.kinds import CLOSE, RAW
from mainspan.page.line_numbers import is_line_number
from mainspan.page.shapeless import SHAPELESS
from mainspan.render import groups
from mainspan.render.attributes import MIN_TAG_CHARACTERS, Reader
from mainspan.render.builder import Builder
from mainspan.render.events import NONE, Attributes, Flow
from mainspan.render.formulas import Formula
from mainspan.render.languages import code_language
from mainspan.render.layout import NOTHING, SPACE
from mainspan.render.literal import Part, find_literal
from mainspan.render.pieces import Pieces, without_controls
from mainspan.render.ruby import find_bare_readings

_NO_TOKEN: Final = -2  # no rule: a code
# As numbers of the compiler.
_DIV, _BLOCK, _TABLE, _PART, _CELL = groups.DIV, groups.BLOCK, groups.TABLE, groups.PART, groups.CELL
_PRE, _INLINE, _BREAK, _TEXT, _MEDIA = groups.PRE, groups.INLINE, groups.BREAK, groups.TEXT, groups.MEDIA
# Whether a text is blank at its beginning or its end, but for characters without a shape.
_BLANK_FIRST: Final = re.compile(f"[{SHAPELESS}]+ ")
_BLANK_LAST: Final = re.compile(f" [{SHAPELESS}]+\\Z")
# What ends a sentence or a part of one.
_ENDS_OF_SENTENCES: Final = frozenset(".,;:!?…)”»。，！？")


class Assembler:
    """Goes over the tokens that matter, once, and hands each to the builder.

    formulas, images, embeds: by their first token. `piece` is the next piece of text that was not written.
    """

    def __init__(
        self,
        page: Page,
        pieces: Pieces,
        formulas: Mapping[int, Formula],
        images: Mapping[int, Attributes],
        embeds: Mapping[int, dict[str, str]],
        reader: Reader,
    ) -> None:
        self.page = page
        self.pieces = pieces
        self.formulas = formulas
        self.images = images
        self.embeds = embeds
        self.reader = reader
        self.builder = Builder()
        self.piece = 0
        self.in_data = False
        self.texts, is_clean = pieces.texts()
        # With a last one each, so that there is always a next.
        self.separators: list[int] = [*pieces.separator.tolist(), 0]
        if not is_clean:
            self._remove_controls()
        self.owners: list[int] = [*pieces.token.tolist(), -1]
        self.bare_readings = frozenset(find_bare_readings(page))
        self.literal = find_literal(page, self.texts, self.owners)

    def _remove_controls(self) -> None:
        """Remove characters without a shape. White space beside them still separates texts."""
        for piece, text in enumerate(self.texts):
            self.texts[piece] = " ".join(without_controls(text).split())
            if _BLANK_FIRST.match(text):
                self.separators[piece] = max(self.separators[piece], SPACE)
            if _BLANK_LAST.search(text):
                self.separators[piece + 1] = max(self.separators[piece + 1], SPACE)
            if not self.texts[piece]:
                self.separators[piece + 1] = max(self.separators[piece : piece + 2])
                self.separators[piece] = NOTHING

    def run(self, steps: NDArray[np.uint8], direction: Attributes = NONE) -> Flow:
        """The flow that these steps make, in a div with these attributes if there are any."""
        tokens = self.page.tokens
        places = steps.nonzero()[0]
        columns = (steps, tokens.kind, tokens.tag, tokens.partner, tokens.start, tokens.end)
        rows = zip(places.tolist(), *(column.take(places).tolist() for column in columns), strict=True)
        if direction:
            self.builder.begin_block("div", _NO_TOKEN, direction)
        for token, step, kind, tag, partner, start, end in rows:
            self._take(token, step, kind == CLOSE, groups.NAMES[tag], partner, start, end)
        return self.builder.end()

    def _take(
        self, token: int, step: int, is_close: bool, name: str, partner: int, start: int, end: int
    ) -> None:
        """One token."""
        if step == _TEXT and not self.builder.in_pre:
            self._write_pieces(token)
        elif is_close:
            self._end(step, partner)
        else:
            self._begin(step, token, name, start, end)

    def _begin(self, step: int, token: int, name: str, first: int, last: int) -> None:
        """A tag begins something, or a text is preformatted."""
        if step == _INLINE:
            self._begin_inline(token, name, first, last)
        elif step == _DIV:
            self._begin_block(token, "div", first, last)
        elif step in (_BLOCK, _PART, _CELL):
            self._begin_block(token, name, first, last)
        elif step == _TABLE:
            self.in_data = True
            self._begin_block(token, name, first, last)
        elif step == _TEXT:
            self._write_exact(token, first, last)
        elif step == _MEDIA:
            self._write_media(token)
        elif step == _PRE:
            self._begin_preformatted(token)
        elif step == _BREAK:
            self.builder.break_line()
        else:
            self.builder.draw_rule()

    def _end(self, step: int, token: int) -> None:
        """What began with this token ends."""
        if step in (_INLINE, _PRE):
            self.builder.end_inline(token)
            if token in self.reader.notes.references or token in self.reader.notes.returns:
                self.builder.end_inline(token)  # a raised number is two elements
            if self.bare_readings and token in self.bare_readings:
                self._add_bracket(")", token)
        if step != _INLINE:
            self.builder.end_block(token)
        if step == _TABLE:
            self.in_data = False

    def _write_pieces(self, token: int) -> None:
        """The kept pieces of a text, whitespace collapsed."""
        while self.owners[self.piece] == token:
            if self.literal and self.piece in self.literal:
                self._write_parts(self.literal[self.piece])
            else:
                self.builder.text(self.texts[self.piece], self.separators[self.piece])
            self.piece += 1

    def _write_exact(self, token: int, first: int, last: int) -> None:
        """The kept pieces of a preformatted text, with whitespace for what is left out of it."""
        if self.owners[self.piece] != token and is_line_number(self.page, token):
            return
        source = self.page.source
        decode: Callable[[str], str] = str if self.page.tokens.marks[token] & RAW else unescape_source
        parts: list[str] = []
        while self.owners[self.piece] == token:
            start, end = int(self.pieces.start[self.piece]), int(self.pieces.end[self.piece])
            if start > first:
                parts.append(_blank(decode(source[first:start])))
            parts.append(decode(source[start:end]))
            first = end
            self.piece += 1
        if last > first:
            parts.append(_blank(decode(source[first:last])))
        self.builder.exact(without_controls("".join(parts)))

    def _write_parts(self, parts: list[Part]) -> None:
        """A text with formulas in it."""
        separator = self.separators[self.piece]
        for text, is_tex, is_display in parts:
            if is_tex:
                self.builder.formula(text, separator, {"display": "block"} if is_display else {})
            else:
                separator = max(separator, SPACE) if text.startswith(" ") else separator
                self.builder.text(text.strip(), separator)
            separator = SPACE if text.endswith(" ") else NOTHING

    def _write_media(self, token: int) -> None:
        separator = self.separators[self.piece]
        self.piece += 1
        if token in self.embeds:
            self.builder.embed(self.embeds[token], token)
        elif token in self.images and "characters" in self.images[token]:
            self._write_characters(token, self.images[token], separator)
        elif token in self.images:
            shown = self.images[token]
            is_letter = len(shown.get("alt", "")) == 1
            self.builder.image(shown, separator if is_letter else max(separator, self._gap_before_picture()))
            if not is_letter:
                self._separate_words()
        else:
            formula = self.formulas[token]
            attributes = {"display": "block"} if formula.is_display else {}
            if formula.mathml:
                attributes["mathml"] = formula.mathml
            self.builder.formula(formula.tex, separator, attributes)

    def _write_characters(self, token: int, drawn: Attributes, separator: int) -> None:
        """An emoji, or the head of a post with its author in bold."""
        author, text = drawn.get("author", ""), drawn["characters"]
        if author:
            self.builder.begin_inline("strong", token, NONE)
            self.builder.text(author, separator)
            self.builder.end_inline(token)
            separator, text = SPACE, text.removeprefix(author).lstrip()
        if text:
            self.builder.text(text, separator)

    def _gap_before_picture(self) -> int:
        """A picture is a box in the line: a word or a sentence before it does not run into it."""
        before = self.texts[self.piece - 2][-1:] if self.piece >= 2 else ""
        return SPACE if before.isalnum() or before in _ENDS_OF_SENTENCES else NOTHING

    def _separate_words(self) -> None:
        """Nor does it run into a word after it."""
        if self.piece < len(self.texts) and self.texts[self.piece][:1].isalnum():
            self.separators[self.piece] = max(self.separators[self.piece], SPACE)

    def _begin_inline(self, token: int, name: str, first: int, last: int) -> None:
        if self.bare_readings and token in self.bare_readings:
            self._add_bracket("(", token)
        notes = self.reader.notes
        if name != "a" and (token in notes.references or token in notes.returns):
            if name == "sup":
                self.builder.begin_inline(name, token, NONE)
            self.builder.begin_inline("a", token, self.reader.link(token, first, last))
        elif name != "a":
            self.builder.begin_inline(name, token, self.reader.other(token, name, first, last))
        elif attributes := self.reader.link(token, first, last, in_heading=self.builder.in_heading):
            self.builder.begin_inline(name, token, attributes)

    def _add_bracket(self, bracket: str, token: int) -> None:
        """A bracket around a reading that has none, which browsers do not show."""
        self.builder.begin_inline("rp", token, NONE)
        self.builder.text(bracket, NOTHING)
        self.builder.end_inline(token)

    def _begin_block(self, token: int, name: str, first: int, last: int) -> None:
        if self.builder.in_pre:
            self.builder.separate_lines()
        elif last - first >= MIN_TAG_CHARACTERS or token in self.reader.marked:
            attributes = self.reader.other(token, name, first, last)
            if "callout" in attributes:
                # A mere quotation has no kind.
                name = "blockquote"
                attributes = attributes if attributes["callout"] else NONE
            self.builder.begin_block(name, token, attributes)
        else:
            self.builder.begin_block(name, token)

    def _begin_preformatted(self, token: int) -> None:
        if self.in_data:
            # It is of one line, or the table would not be one of data.
            self.builder.begin_inline("code", token, NONE)
            return
        element = int(self.page.elements.open.searchsorted(token))
        language = code_language(self.page, element)
        self.builder.begin_block("pre", token, {"language": language} if language else NONE)


def _blank(text: str) -> str:
    """Whitespace as it is; for words that were left out a line break if they had one, or a space."""
    if not text or text.isspace():
        return text
    return "\n" if "\n" in text else " "
