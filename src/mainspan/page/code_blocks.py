"""Code of several lines without a preformatted element: in a code element, in lines or rows of its own.

Renderers take it for preformatted text, and the texts of tools inside of code for none. Methods see the page
as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.code_tools import tools_inside
from mainspan.page.kinds import CODE as NO_TEXT
from mainspan.page.kinds import OPEN, TEXT, Column, Flags, Tokens
from mainspan.page.line_numbers import find_number_cells

_NAMES: Final = "code tt samp"
_IS_CODE: Final = tags.table(_NAMES)
_CODES: Final = sorted(tags.numbers(_NAMES))
_PRE: Final = tags.NUMBERS["pre"]
_BUTTON: Final = tags.NUMBERS["button"]
_BR: Final = tags.NUMBERS["br"]
_DIV: Final = tags.NUMBERS["div"]
_SPAN: Final = tags.NUMBERS["span"]
_TABLE: Final = tags.NUMBERS["table"]
_TR: Final = tags.NUMBERS["tr"]
# A code element in one of these is a part of it, however many lines it has.
_HOLDS: Final = tags.table(
    f"{tags.CELLS} {tags.HEADINGS} {tags.PREFORMATTED} a caption dt figcaption summary"
)
# It is looked for at this number of levels around.
_MAX_LEVELS: Final = 12
_IS_LINE: Final = tags.IS_STRUCTURAL & ~tags.table("br hr")
_IS_PART: Final = tags.table(tags.TABLE_PARTS)
# Reads a tag once. What styles and class names say of a code element that keeps its lines.
_KEEPS_LINES: Final = re.compile(
    r' style="[^"]*?(?:white-space\s{0,9}:\s{0,9}(?:pre|break-spaces)|display\s{0,9}:\s{0,9}(?:block|grid))'
    r'| class="(?:[^"]*\s)?(?:block|code-?block|whitespace-pre(?:-wrap|-line)?)[\s"]',
    re.IGNORECASE,
)
# What is in the attributes of elements that are lines.
_LINE: Final = (b"line",)
_HOLDS_OTHERS: Final = tags.table(f"{tags.PREFORMATTED} table")
_BLANKS: Final = " \t\n\r\f"


def with_code_blocks(page: Page) -> Page:
    """The page with such code as preformatted elements; the page itself if it has none."""
    if with_code_blocks not in page.derived:
        page.derived[with_code_blocks] = _changed(page)
    # A page that kept itself would wait for the garbage collector.
    changed: Page | None = page.derived[with_code_blocks]
    return changed or page


def _changed(page: Page) -> Page | None:
    """The page with its changes, if there are any."""
    has_code, has_tools = any(map(page.has, _CODES)), page.has(_BUTTON) and page.has(_PRE)
    changes = _Changes(page)
    if has_code:
        changes.take_codes()
        changes.take_lines()
    if page.has(_TABLE):
        changes.take_tables()
    if has_tools:
        changes.leave_out_tools()
    return page.with_tokens(changes.tokens()) if changes.names or changes.silent else None


class _Changes:
    """The new names of elements by their tags, and what is left of texts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.names: dict[int, int] = {}
        self.ends: dict[int, tuple[int, int]] = {}
        self.silent: list[int] = []

    def take_codes(self) -> None:
        """Code elements that are all there is in their lines: of several lines, or declared so."""
        page, elements = self.page, self.page.elements
        codes = (_IS_CODE[elements.tag] & (elements.words > 0)).nonzero()[0]
        first, stop = self._blocks_of(codes)
        before = np.append(0, page.blocks.words.cumsum())
        is_alone = before[stop] - before[first] == elements.words[codes]
        has_lines = stop - first > 1
        end = 0
        for code, lines in zip(codes[is_alone].tolist(), has_lines[is_alone].tolist(), strict=True):
            opened = int(elements.open[code])
            if opened < end:
                continue
            ends = int(page.tokens.start[opened]), int(page.tokens.end[opened])
            keeps = bool(_KEEPS_LINES.search(page.source, *ends))
            if (lines or keeps) and not self._is_held(code):
                self._rename(opened, _PRE)
                self._trim(opened, keeps_lines=keeps and not lines)
                if lines:
                    self._take_children(code)
                end = int(elements.close[code])

    def take_lines(self) -> None:
        """Elements whose children are lines, each a row of code elements."""
        page, elements = self.page, self.page.elements
        codes = (_IS_CODE[elements.tag] & (elements.words > 0)).nonzero()[0]
        lines = _whole_parents(elements.words, elements.parent, codes)
        lines = lines[elements.tag[lines] == _DIV]
        lines = lines[page.hold_words(elements.open[lines], _LINE)]
        count = np.bincount(elements.parent[lines] + 1, minlength=len(elements) + 1)[1:]
        taken: Flags = np.zeros(len(elements), dtype=np.bool_)
        for block in _whole_parents(elements.words, elements.parent, lines).tolist():
            if count[block] > 1 and not self._is_held(block, cells=False):
                taken[block] = True
                self._rename(int(elements.open[block]), _PRE)
                self._trim(int(elements.open[block]), keeps_lines=False)
        lines = lines[taken[elements.parent[lines]]]
        self._begin_lines(elements.open[lines].tolist(), elements.parent[lines].tolist())
        taken[lines] = True
        for code in codes[taken[elements.parent[codes]]].tolist():
            self._rename(int(elements.open[code]), _SPAN)

    def _take_children(self, code: int) -> None:
        """The children of a code element that are no part of a line are lines."""
        elements = self.page.elements
        inside = np.arange(code + 1, int(elements.open.searchsorted(elements.close[code])))
        lines = inside[(elements.parent[inside] == code) & _IS_LINE[elements.tag[inside]]]
        self._begin_lines(elements.open[lines].tolist(), [code] * len(lines))

    def take_tables(self) -> None:
        """Tables whose rows are lines of code with their numbers."""
        page, tokens = self.page, self.page.tokens
        cells = find_number_cells(page)
        if not len(cells):
            return
        opens = ((tokens.tag == _TABLE) & (tokens.kind == OPEN)).nonzero()[0]
        for table in sorted(set(opens[opens.searchsorted(cells) - 1].tolist())):
            last = int(tokens.partner[table])
            inside = slice(table + 1, last)
            rows = int(((tokens.tag[inside] == _TR) & (tokens.kind[inside] == OPEN)).sum())
            numbered = int(cells.searchsorted(last) - cells.searchsorted(table))
            has_others = bool(_HOLDS_OTHERS[tokens.tag[inside]].any())
            element = int(page.elements.open.searchsorted(table))
            # A change has two numbers in a row.
            if rows and numbered in (rows, 2 * rows) and not has_others and not self._is_held(element):
                self._take_rows(table, last)

    def _take_rows(self, table: int, last: int) -> None:
        """Rows are lines, and whitespace with a line break in it is that of the markup."""
        tokens = self.page.tokens
        self._rename(table, _PRE)
        rows = []
        for token in range(table + 1, last):
            tag, kind = int(tokens.tag[token]), int(tokens.kind[token])
            if kind == OPEN and _IS_PART[tag]:
                self._rename(token, _SPAN)
                if tag == _TR:
                    rows.append(token)
            elif kind == TEXT and not tokens.words[token] and self._breaks(token):
                self.silent.append(token)
        self._begin_lines(rows, [table] * len(rows))

    def _begin_lines(self, opened: list[int], codes: list[int]) -> None:
        """These elements are lines: before each but the first of its code is a line break."""
        last = -1
        for token, code in zip(opened, codes, strict=True):
            self._rename(token, _SPAN)
            if code == last:
                self.names[token] = _BR
            last = code

    def leave_out_tools(self) -> None:
        """The texts of tools inside of code are none."""
        kinds = self.page.tokens.kind
        for first, last in tools_inside(self.page):
            self.silent += [token for token in range(first, last) if kinds[token] == TEXT]

    def tokens(self) -> Tokens:
        """The columns with these changes."""
        old = self.page.tokens
        tag, kind, words = old.tag.copy(), old.kind.copy(), old.words.copy()
        start, end = old.start.copy(), old.end.copy()
        tag[[*self.names]] = [*self.names.values()]
        kind[self.silent], words[self.silent] = NO_TEXT, 0
        for token, ends in self.ends.items():
            start[token], end[token] = ends
        return replace(old, tag=tag, kind=kind, words=words, start=start, end=end)

    def _rename(self, opened: int, name: int) -> None:
        self.names[opened] = self.names[int(self.page.tokens.partner[opened])] = name

    def _blocks_of(self, found: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first block in each of these elements, and the one after the last."""
        elements, blocks = self.page.elements, self.page.blocks
        first = blocks.last.searchsorted(elements.open[found])
        return first, np.maximum(blocks.first.searchsorted(elements.close[found]), first)

    def _is_held(self, element: int, *, cells: bool = True) -> bool:
        """Whether an element is inside of one that has no room for code."""
        elements = self.page.elements
        for _ in range(_MAX_LEVELS):
            element = int(elements.parent[element])
            if element < 0:
                break
            tag = elements.tag[element]
            if _HOLDS[tag] and (cells or not tags.IS_CELL[tag]):
                return True
        return False

    def _trim(self, opened: int, *, keeps_lines: bool) -> None:
        """Without whitespace that shows nowhere: at both ends and, unless lines are kept, beside breaks."""
        tokens = self.page.tokens
        last = int(tokens.partner[opened])
        texts = [token for token in range(opened + 1, last) if tokens.kind[token] == TEXT]
        for token in texts:
            is_first, is_last = token == texts[0], token == texts[-1]
            begins = is_first or (not keeps_lines and self._is_break(token - 1))
            ends = is_last or (not keeps_lines and self._is_break(token + 1))
            start, end = int(tokens.start[token]), int(tokens.end[token])
            text = self.page.source[start:end]
            if not text.strip(_BLANKS) and "\n" in text and (begins or ends):
                self.silent.append(token)
                continue
            blank = text[: len(text) - len(text.lstrip(_BLANKS))]
            if begins and "\n" in blank:
                start += blank.rfind("\n") + 1 if keeps_lines else len(blank)
            if ends and start < end:
                end -= len(text) - len(text.rstrip(_BLANKS))
            self.ends[token] = start, end

    def _breaks(self, token: int) -> bool:
        """Whether there is a line break in a text."""
        tokens = self.page.tokens
        return "\n" in self.page.source[tokens.start[token] : tokens.end[token]]

    def _is_break(self, token: int) -> bool:
        return bool(tags.IS_STRUCTURAL[self.page.tokens.tag[token]])


def _whole_parents(words: Column, parent: Column, children: NDArray[np.intp]) -> NDArray[np.intp]:
    """The parents of these elements that have no words but theirs."""
    parents = parent[children]
    held = np.bincount(parents[parents >= 0], weights=words[children[parents >= 0]], minlength=len(words))
    found: Flags = (held > 0) & (held == words)
    return found.nonzero()[0]
