"""The text nodes of a page by their XPaths, as a browser's DOM has them.

A path has the name of each HTML element, and its number among siblings of this name: `/html[1]/body[1]/p[2]`.
Elements of svg and math, and names that XPath cannot write, are numbered among all siblings: `*[3]`. A text
node is `text()[normalize-space()][1]`: blank ones are not counted, so whitespace between elements has no
influence.

A page that was salvaged has paths in the tree that was made of it, which a browser does not have.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import numpy as np

from mainspan.page import Page, tags, unescape_source
from mainspan.page.kinds import CLOSE, OPEN, RAW, TEXT, VOID

_ROOT: Final = -1  # no rule: a code
_NAME: Final = re.compile(r"<([a-z][a-z0-9-]*)[ />]")
_FOREIGN: Final = tags.numbers("svg math")
# Whitespace as XPath has it.
_BLANK: Final = " \t\r\n"
_REFERENCE: Final = re.compile("&(?:amp|lt|gt|nbsp);")
_LONGEST_REFERENCE: Final = 6  # no rule: it bounds a search


class TextNodes:
    """The text nodes of a page that are not blank; each is a token of the page."""

    def __init__(self, page: Page) -> None:
        # Not the page itself: what a page keeps must not keep the page.
        self._source, self._columns = page.source, page.tokens
        # The parent of each token, and the step that leads from there to it; and back.
        self._steps: dict[int, tuple[int, str]] = {}
        self._tokens: dict[tuple[int, str], int] = {}
        self._read()

    @classmethod
    def of(cls, page: Page) -> TextNodes:
        """The text nodes of a page, which are found once and kept with it."""
        found: TextNodes = page.derived.get(cls) or page.derived.setdefault(cls, cls(page))
        return found

    def _read(self) -> None:
        source, tokens = self._source, self._columns
        open_tokens, foreign_depth = [_ROOT], 0
        counts: Counter[tuple[int, str]] = Counter()
        columns = (tokens.kind, tokens.tag, tokens.start, tokens.end)
        for token, (kind, tag, start, end) in enumerate(
            zip(*(each.tolist() for each in columns), strict=True)
        ):
            parent = open_tokens[-1]
            if kind == CLOSE:
                open_tokens.pop()
                if len(open_tokens) == foreign_depth:
                    foreign_depth = 0
            elif kind in (OPEN, VOID):
                if tag in _FOREIGN and not foreign_depth:
                    foreign_depth = len(open_tokens)
                match = None if foreign_depth else _NAME.match(source, start)
                name = match[1] if match else "*"
                counts[parent, "*"] += 1
                counts[parent, name] += name != "*"
                self._add(token, parent, f"{name}[{counts[parent, name]}]")
                if kind == OPEN:
                    open_tokens.append(token)
            elif kind == TEXT and source[start:end].strip(_BLANK):
                counts[parent, ""] += 1
                self._add(token, parent, f"text()[normalize-space()][{counts[parent, '']}]")

    def _add(self, token: int, parent: int, step: str) -> None:
        self._steps[token] = parent, step
        self._tokens[parent, step] = token

    def path(self, token: int) -> str:
        """The XPath of a text."""
        steps = []
        while token != _ROOT:
            token, step = self._steps[token]
            steps.append(step)
        return "/" + "/".join(reversed(steps))

    def find(self, path: str) -> int | None:
        """The text at an XPath; None if there is none."""
        found: int | None = _ROOT
        for step in path.removeprefix("/").split("/"):
            found = None if found is None else self._tokens.get((found, step))
        is_text = found is not None and self._columns.kind[found] == TEXT
        return found if is_text else None

    def characters_before(self, token: int, place: int) -> int:
        """The characters (code points) of a text before a place of the source."""
        piece = self._source[self._columns.start[token] : place]
        return len(piece if self._is_raw(token) else unescape_source(piece))

    def place(self, token: int, characters: int) -> int:
        """The place of the source after this many characters of a text, or its end if it has fewer."""
        position, end = int(self._columns.start[token]), int(self._columns.end[token])
        if not self._is_raw(token):
            for match in _REFERENCE.finditer(self._source, position, end):
                if characters <= match.start() - position:
                    break
                characters -= match.start() - position + 1
                position = match.end()
        return min(position + max(characters, 0), end)

    def text(self, start: int, end: int) -> str:
        """The characters of all texts between two places of the source."""
        columns = self._columns
        # Of the same type as the column, which is copied otherwise.
        places = np.array([start, end - 1], dtype=columns.start.dtype)
        first, last = (columns.start.searchsorted(places, side="right") - 1).tolist()
        found = []
        for token in range(first, last + 1):
            if columns.kind[token] == TEXT:
                piece = self._source[max(start, columns.start[token]) : min(end, columns.end[token])]
                found.append(piece if self._is_raw(token) else unescape_source(piece))
        return "".join(found)

    def whole(self, token: int, start: int, end: int) -> tuple[int, int]:
        """The same two places, moved apart if they divide a character reference."""
        if self._is_raw(token):
            return start, end
        before, after = self._reference_at(token, start), self._reference_at(token, end)
        return before.start() if before else start, after.end() if after else end

    def _reference_at(self, token: int, place: int) -> re.Match[str] | None:
        """The character reference that a place divides, if any."""
        source, first = self._source, int(self._columns.start[token])
        start = source.rfind("&", max(first, place - _LONGEST_REFERENCE + 1), place)
        match = _REFERENCE.match(source, start) if start >= 0 else None
        return match if match and match.end() > place else None

    def _is_raw(self, token: int) -> bool:
        return bool(self._columns.marks[token] & RAW)
