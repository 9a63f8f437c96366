"""The survey of a page's bytes, written to be read: one tag after the other changes the parser's state.

The state is the parser's stack of open elements and its list of active formatting elements. It keeps to the
standard where that decides whether an end tag is obeyed, because hostile pages are built from end tags that
are not; what it cannot know it overrates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mainspan.page import limits

# The standard's attribute syntax. Runs of characters are possessive, so nothing is read twice.
_ATTRIBUTE = (
    rb"[^\t\n\f\r\x20/>][^\t\n\f\r\x20/>=]*+"
    rb"(?:[\t\n\f\r\x20]*+=[\t\n\f\r\x20]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\t\n\f\r\x20>\"'][^\t\n\f\r\x20>]*+)?)?"
)
_TAG: Final = re.compile(
    rb"<(?:!--(?:-?>|(?s:.*?)(?:--!?>|\Z))|[!?][^>]*+>?|/(?![A-Za-z])[^>]*+>?"
    rb"|(/?)([A-Za-z][^\t\n\f\r\x20/>]*+)((?:[\t\n\f\r\x20/]++|%b)*)(?:>|\Z))" % _ATTRIBUTE
)

# How a tag is treated. Names that are not listed are PLAIN.
PLAIN, VOID, BLOCK, ITEM, FORMAT, CELL, ROW, TABLE, FENCE, SELECT, ROOT, RAW = range(12)

_FAMILIES: Final = {
    # No children, or none that would stay open.
    VOID: """area base basefont bgsound br col embed frame hr img image input keygen link meta param source
        track wbr head form frameset colgroup""",
    # Their end tags are obeyed unless a table or an object is between.
    BLOCK: """address article aside blockquote button center details dialog dir div dl fieldset
        figcaption figure footer header hgroup h1 h2 h3 h4 h5 h6 listing main menu nav ol pre
        search section summary ul""",
    # Closed by the next of their group.
    ITEM: "p li dd dt option optgroup rb rt rtc rp",
    # Repeated in every later block until their end tag comes.
    FORMAT: "a b big code em font i nobr s small strike strong tt u",
    CELL: "td th caption",
    ROW: "tr tbody thead tfoot",
    TABLE: "table",
    FENCE: "object applet marquee template",
    SELECT: "select",
    ROOT: "html body",
    RAW: "script style xmp iframe noembed noframes textarea title",
}
FAMILY: Final = {name.encode(): family for family, names in _FAMILIES.items() for name in names.split()}
# Names that count as one when an end tag looks for its start tag.
ALIAS: Final = {
    b"dt": b"dd",
    **dict.fromkeys([b"h2", b"h3", b"h4", b"h5", b"h6"], b"h1"),
    **dict.fromkeys([b"rb", b"rtc", b"rp"], b"rt"),
}


def survey(page: bytes) -> str:
    """The name of the first limit that the page breaks, or an empty string."""
    state = State(limits.FREE_REPEATED + limits.MAX_REPEATED * len(page))
    position = 0
    while not state.broken and (match := _TAG.search(page, position)):
        if match.start() > position:
            state.reconstruct()  # before a text
        position = match.end()
        slash, name, attributes = match.groups()
        if name is None:
            continue  # a comment
        name = name.lower()
        element = Element(ALIAS.get(name, name), FAMILY.get(name, PLAIN))
        if slash:
            state.close(element)
            continue
        # An attribute takes two characters or more.
        is_counted = element.family == ROOT or len(attributes) > 2 * limits.MAX_ATTRIBUTES
        state.open(element, match.group(), len(re.findall(_ATTRIBUTE, attributes)) if is_counted else 0)
        if element.family == RAW and not state.foreign:
            end = re.compile(rb"</%b[\t\n\f\r\x20/>]" % name, re.IGNORECASE).search(page, position)
            position = end.start() if end else len(page)
        elif element.family == PLAIN and state.foreign and attributes[-1:] == b"/":
            state.close(element)
    return state.broken


@dataclass(eq=False, slots=True)
class Format:
    """An active formatting element: its name, its tag, and whether it is open just now."""

    name: bytes
    tag: bytes
    is_open: bool = True


@dataclass(eq=False, slots=True)
class Element:
    """An open element; a formatting one knows its entry, a table whether one of its cells is open."""

    name: bytes
    family: int
    format: Format | None = None
    in_cell: bool = False


class State:
    """The parser's stack and list, and the first limit that they broke."""

    def __init__(self, repeatable: int) -> None:
        self.stack: list[Element] = []
        self.active: list[Format | None] = []  # None marks where a cell or an object begins
        self.pending = 0  # active formatting elements that are not open
        self.foreign = 0  # open svg and math elements
        self.attributes = self.repeated = 0
        self.repeatable = repeatable
        self.broken = ""

    def open(self, element: Element, tag: bytes, attributes: int) -> None:
        """An open tag, its bytes, and the number of its attributes where that may matter."""
        family = element.family
        if family == ROOT:
            self.attributes += attributes
        if max(attributes, self.attributes) > limits.MAX_ATTRIBUTES:
            self.broken = "attributes"
        if family == ITEM:
            self._open_item(element)
        elif family in (CELL, ROW):
            self._open_cell(family)
        elif family == FORMAT:
            self._open_format(element.name, tag)
        elif family in (PLAIN, VOID, RAW):
            self.reconstruct()
            if family == PLAIN:
                self.foreign += element.name in (b"svg", b"math")
                self._push(element)
        elif family != ROOT:
            self._open_block(element)

    def _open_block(self, element: Element) -> None:
        name, family = element.name, element.family
        if family in (BLOCK, TABLE):
            self._pop_to(b"p", (TABLE, FENCE))
        if name == b"button":
            self._pop_to(name, (TABLE, FENCE))
        elif name == b"h1" and self.stack and self.stack[-1].name == name:
            self._pop()
        elif family == TABLE and (table := self._table()) and not table.in_cell:
            self._pop_to(name, ())
        elif family == FENCE:
            self.reconstruct()
            self.active.append(None)
        self._push(element)

    def _open_item(self, element: Element) -> None:
        name = element.name
        if name == b"p":
            self._pop_to(name, (TABLE, FENCE))
        else:
            self._pop_to(name, (BLOCK, TABLE, FENCE), but=(b"div", b"address"))
        self._push(element)

    def _open_cell(self, family: int) -> None:
        table = self._close_cell()
        if table and family == CELL:
            table.in_cell = True
            self.active.append(None)

    def _close_cell(self) -> Element | None:
        table = self._table()
        if table:
            while self.stack[-1] is not table:
                self._pop()
            if table.in_cell:
                self._clear_to_mark()
                table.in_cell = False
        return table

    def _table(self) -> Element | None:
        """The table whose rows and cells may come now."""
        for element in reversed(self.stack):
            if element.family in (TABLE, FENCE):
                return element if element.family == TABLE else None
        return None

    def _open_format(self, name: bytes, tag: bytes) -> None:
        if name in (b"a", b"nobr"):
            self._close_format(name)
        self.reconstruct()
        same = [entry for entry in self._since_mark() if entry.tag == tag]
        if len(same) >= 3:
            self._forget(same[-1])
        entry = Format(name, tag)
        self.active.append(entry)
        self._push(Element(name, FORMAT, entry))
        if len(self.active) > limits.MAX_FORMATTING:
            self.broken = "formatting"

    def close(self, element: Element) -> None:
        """A close tag."""
        name, family = element.name, element.family
        if family == FORMAT and self._close_format(name):
            return
        if family in (PLAIN, FORMAT):
            self._pop_to(name, (BLOCK, TABLE, FENCE, SELECT))
        elif family in (CELL, ROW):
            self._close_cell()
        elif family == TABLE or name == b"template":
            self._pop_to(name, () if name == b"template" else (FENCE,))
        elif family in (BLOCK, ITEM, SELECT, FENCE):
            self._pop_to(name, (TABLE, FENCE))

    def _close_format(self, name: bytes) -> bool:
        entry = next((entry for entry in self._since_mark() if entry.name == name), None)
        if entry is None:
            return False
        blocked = False
        for element in reversed(self.stack):
            if element.format is entry:
                break
            blocked = blocked or element.family in (BLOCK, ITEM, TABLE, FENCE, SELECT)
        if entry.is_open and not blocked:
            while self.stack[-1].format is not entry:
                self._pop()
            self._pop()
        elif entry.is_open:
            # The parser splits it at the blocks inside it.
            self._repeat(entry)
        self._forget(entry)
        return True

    def _since_mark(self) -> list[Format]:
        """The active formatting elements after the last mark, the latest first."""
        found = []
        for entry in reversed(self.active):
            if entry is None:
                break
            found.append(entry)
        return found

    def reconstruct(self) -> None:
        """Open again what was closed implicitly."""
        if not self.pending:
            return
        waiting = []
        for entry in self._since_mark():
            if entry.is_open:
                break
            waiting.append(entry)
        for entry in reversed(waiting):
            entry.is_open = True
            self.pending -= 1
            self._repeat(entry)
            self._push(Element(entry.name, FORMAT, entry))

    def _repeat(self, entry: Format) -> None:
        self.repeated += len(entry.tag) + len(entry.name) + 3
        if self.repeated > self.repeatable:
            self.broken = "formatting"

    def _forget(self, entry: Format) -> None:
        self.pending -= not entry.is_open
        self.active.remove(entry)
        for element in self.stack:
            if element.format is entry:
                element.format = None

    def _push(self, element: Element) -> None:
        self.stack.append(element)
        if len(self.stack) > limits.MAX_DEPTH:
            self.broken = "depth"

    def _pop(self) -> None:
        element = self.stack.pop()
        if element.format:
            element.format.is_open = False
            self.pending += 1
        elif element.family == FENCE or element.in_cell:
            self._clear_to_mark()
        elif element.family == PLAIN:
            self.foreign -= element.name in (b"svg", b"math")

    def _clear_to_mark(self) -> None:
        while self.active:
            entry = self.active.pop()
            if entry is None:
                return
            self.pending -= not entry.is_open

    def _pop_to(self, name: bytes, barriers: tuple[int, ...], but: tuple[bytes, ...] = ()) -> None:
        """Close the nearest element of this name, and all in it, unless a barrier comes first."""
        for place in range(len(self.stack) - 1, -1, -1):
            element = self.stack[place]
            if element.name == name:
                while len(self.stack) > place:
                    self._pop()
                return
            if element.family in barriers and element.name not in but:
                return
