"""The one pass over the tokens that matter: each does something to the flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, unescape_source
from mainspan.page.kinds import CLOSE, RAW
from mainspan.page.line_numbers import is_line_number
from mainspan.render import groups
from mainspan.render.attributes import SHORTEST, Reader
from mainspan.render.builder import Builder
from mainspan.render.events import NONE, Attributes, Flow
from mainspan.render.formulas import Formula
from mainspan.render.languages import code_language
from mainspan.render.layout import NOTHING, SPACE
from mainspan.render.literal import Part, find_literal
from mainspan.render.pieces import Pieces, without_controls

# No token of the page.
_FRAME: Final = -2


@dataclass(eq=False)
class Course:
    """What is known of a page before the pass, and how far it has come.

    `formulas` and `images` go by their first token.
    """

    page: Page
    pieces: Pieces
    formulas: Mapping[int, Formula]
    images: Mapping[int, Attributes]
    reader: Reader
    builder: Builder = field(default_factory=Builder)
    piece: int = 0
    in_data: bool = False

    def run(self, steps: NDArray[np.uint8], frame: Attributes = NONE) -> Flow:
        """The flow that these steps make, in a div with these attributes if there are any."""
        tokens = self.page.tokens
        places = np.flatnonzero(steps)
        self.texts, is_clean = self.pieces.texts()
        if not is_clean:
            self.texts = [" ".join(without_controls(text).split()) for text in self.texts]
        # With a last one, so that there is always a next.
        self.separators = [*self.pieces.separator.tolist(), 0]
        self.owners = [*self.pieces.token.tolist(), -1]
        columns = (
            *(
                places,
                steps[places],
                tokens.kind[places] == CLOSE,
                tokens.tag[places],
                tokens.partner[places],
            ),
            *(tokens.start[places], tokens.end[places]),
        )
        begin, end = self._beginnings(), self._endings()
        builder, owners, texts, separators = self.builder, self.owners, self.texts, self.separators
        literal = find_literal(self.page, texts)
        if frame:
            builder.begin_block("div", _FRAME, frame)
        for token, step, is_end, tag, partner, first, last in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            if step == groups.TEXT and not builder.in_pre:
                while owners[self.piece] == token:
                    if self.piece in literal:
                        self._write_parts(literal[self.piece])
                    else:
                        builder.text(texts[self.piece], separators[self.piece])
                    self.piece += 1
            elif is_end:
                end[step](partner)
            else:
                begin[step](token, groups.NAMES[tag], first, last)
        return builder.end()

    def _beginnings(self) -> dict[int, Callable[[int, str, int, int], None]]:
        return {
            groups.TEXT: self._write_exact,
            groups.MEDIA: self._write_media,
            groups.INLINE: self._begin_inline,
            groups.DIV: self._begin_div,
            groups.BLOCK: self._begin_block,
            groups.TABLE: self._begin_table,
            groups.PART: self._begin_block,
            groups.CELL: self._begin_block,
            groups.PRE: self._begin_preformatted,
            groups.BREAK: lambda *_: self.builder.break_line(),
            groups.RULE: lambda *_: self.builder.draw_rule(),
        }

    def _endings(self) -> dict[int, Callable[[int], None]]:
        end_block = self.builder.end_block
        blocks = dict.fromkeys((groups.DIV, groups.BLOCK, groups.PART, groups.CELL), end_block)
        return {
            **blocks,
            groups.INLINE: self.builder.end_inline,
            groups.TABLE: self._end_table,
            groups.PRE: self._end_preformatted,
        }

    def _write_exact(self, token: int, name: str, first: int, last: int) -> None:
        """The kept pieces of a preformatted text, with white space for what is left out of it."""
        if self.owners[self.piece] != token and is_line_number(self.page, token):
            return
        source = self.page.source
        decode: Callable[[str], str] = str if self.page.tokens.marks[token] & RAW else unescape_source
        parts: list[str] = []
        while self.owners[self.piece] == token:
            start, end = int(self.pieces.start[self.piece]), int(self.pieces.end[self.piece])
            parts += (_blank(decode(source[first:start])), decode(source[start:end]))
            first = end
            self.piece += 1
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

    def _write_media(self, token: int, name: str, first: int, last: int) -> None:
        separator = self.separators[self.piece]
        self.piece += 1
        if token in self.images:
            self.builder.image(self.images[token], separator)
            self._part_words()
        else:
            formula = self.formulas[token]
            said = {"display": "block"} if formula.is_display else {}
            if formula.mathml:
                said["mathml"] = formula.mathml
            self.builder.formula(formula.tex, separator, said)

    def _part_words(self) -> None:
        """A picture is a box in the line: the words before and behind it are two."""
        last, following = self.texts[self.piece - 2 : self.piece - 1], self.texts[self.piece : self.piece + 1]
        if last and following and last[0][-1:].isalnum() and following[0][:1].isalnum():
            self.separators[self.piece] = max(self.separators[self.piece], SPACE)

    def _begin_inline(self, token: int, name: str, first: int, last: int) -> None:
        if name != "a":
            self.builder.begin_inline(name, token, self.reader.other(token, name, first, last))
        elif said := self.reader.link(token, first, last, in_heading=self.builder.in_heading):
            self.builder.begin_inline(name, token, said)

    def _begin_block(self, token: int, name: str, first: int, last: int) -> None:
        if self.builder.in_pre:
            self.builder.part_lines()
        elif last - first > SHORTEST or token in self.reader.marked:
            self.builder.begin_block(name, token, self.reader.other(token, name, first, last))
        else:
            self.builder.begin_block(name, token)

    def _begin_div(self, token: int, name: str, first: int, last: int) -> None:
        self._begin_block(token, "div", first, last)

    def _begin_table(self, token: int, name: str, first: int, last: int) -> None:
        self.in_data = True
        self._begin_block(token, name, first, last)

    def _end_table(self, token: int) -> None:
        self.in_data = False
        self.builder.end_block(token)

    def _begin_preformatted(self, token: int, name: str, first: int, last: int) -> None:
        if self.in_data:
            # It is of one line, or the table would not be one of data.
            self.builder.begin_inline("code", token, NONE)
            return
        element = int(self.page.elements.open.searchsorted(token))
        language = code_language(self.page, element)
        self.builder.begin_block("pre", token, {"language": language} if language else NONE)

    def _end_preformatted(self, token: int) -> None:
        self.builder.end_inline(token)
        self.builder.end_block(token)


def _blank(text: str) -> str:
    """White space as it is; for words that were left out a line break if they had one, or a space."""
    if not text or text.isspace():
        return text
    return "\n" if "\n" in text else " "
