"""Makes a flow that keeps to the contract of `events`, from events in any order."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Final

from mainspan.render.events import BEGIN, END, FORMULA, HEADINGS, NONE, TEXT, VOID, Attributes, Flow
from mainspan.render.layout import LINE, NOTHING, PARAGRAPH, SPACE

# Blocks and inline elements that are deeper are left out, not what they hold: with those that are put in,
# the flow is at most as deep as the contract allows.
MAX_BLOCKS: Final = 36
MAX_INLINE: Final = 16
# Of more line breaks in a row than this, the rest is left out.
_MAX_BREAKS: Final = 2

_HOLDS_LINES: Final = frozenset([*HEADINGS, "p", "pre", "dt", "summary", "caption"])
# What an element of a table or list must hold, and must be in.
_HOLDS: Final = {
    "ul": frozenset(["li"]),
    "ol": frozenset(["li"]),
    "dl": frozenset(["dt", "dd"]),
    "table": frozenset(["caption", "thead", "tbody", "tfoot", "tr"]),
    "thead": frozenset(["tr"]),
    "tbody": frozenset(["tr"]),
    "tfoot": frozenset(["tr"]),
    "tr": frozenset(["td", "th"]),
}
_PARENTS: Final = {part: whole for whole, parts in _HOLDS.items() for part in parts} | {
    "figcaption": "figure",
    "summary": "details",
}
# What is put between an element and something that it cannot hold, around an element outside of its parent,
# and what an element becomes that cannot have its parent.
_PUT_INTO: Final = {"ul": "li", "ol": "li", "dl": "dd", "table": "tr", "tr": "td"} | dict.fromkeys(
    ("thead", "tbody", "tfoot"), "tr"
)
_PUT_AROUND: Final = {"li": "ul", "dt": "dl", "dd": "dl"}
_INSTEAD: Final = {"summary": "p", "caption": "p"}
# Elements that hold anything, and pairs of which the second fits into the first: most are of these.
_OPEN: Final = ("", "div", "section", "article", "blockquote", "li", "dd", "td", "th", "figure", "details")
_USUAL: Final = frozenset(
    (whole, part) for whole in _OPEN for part in ("p", "div", "ul", "ol", *HEADINGS)
) | {("ul", "li"), ("ol", "li"), ("tr", "td"), ("tr", "th"), ("tbody", "tr")}
_CONTAINERS: Final = frozenset(["div", "section", "article"])
_NO_TOKEN: Final = -1  # no rule: a code
# The name of texts, pictures and formulas.
_TEXT_NAME: Final = "#text"
# Emphasis that ends and begins again at the same place has never ended.
_GOES_ON: Final = frozenset("b strong i em code kbd samp var u s del ins mark small sub sup".split())


# An inline element around this place: its name, its open tag, its attributes.
_Inline = tuple[str, int, Attributes]


class Builder:
    """Takes tags, texts and pictures in the order of the page, and makes their flow."""

    def __init__(self) -> None:
        self.flow: Flow = []
        self._texts: list[str] = []
        # The blocks that are open, and the open tags they come from; those that were put in have none.
        self._blocks: list[str] = []
        self._tokens: list[int] = []
        # The inline elements around this place, their names, and how many of them have begun in this block.
        self._around: list[_Inline] = []
        self._names: list[str] = []
        self._begun = 0
        # Whether nothing was written since the last border of a block, and whether text can simply go on.
        self._is_fresh = True
        self._goes_on = False
        self._breaks = 0
        # Whether a rule is to be drawn, and whether nothing but tags was written since the last one.
        self._has_rule = self._follows_rule = False
        # Whether emphasis was joined, so that two texts may follow each other, and whether a text was none.
        self._has_joined = self._has_blanks = False
        # Of preformatted text: whether it ends a line, and whether the next text begins one.
        self._ends_line = self._separates_lines = False
        self.in_pre = False

    @property
    def in_heading(self) -> bool:
        """Whether the block that is open is a heading."""
        return bool(self._blocks) and self._blocks[-1] in HEADINGS

    def begin_block(self, name: str, token: int, attributes: Attributes = NONE) -> None:
        """A block begins, unless this is no place for one."""
        if self._has_rule:
            self._draw_rule()
        blocks = self._blocks
        inside = blocks[-1] if blocks else ""
        if len(blocks) >= MAX_BLOCKS or (inside in _HOLDS_LINES and self._tokens[-1] != _NO_TOKEN):
            return
        if name in _CONTAINERS and inside in _HOLDS:
            return  # its items, rows or terms belong to what is around it
        if self._begun:
            self._end_inline()
        if (inside, name) not in _USUAL:
            name = self._make_room(name)
        self._push(name, token, attributes)

    def end_block(self, token: int) -> None:
        """The block that began with this token ends, if it did begin."""
        tokens = self._tokens
        last = len(tokens) - 1
        while last >= 0 and tokens[last] == _NO_TOKEN:
            last -= 1
        if last >= 0 and tokens[last] == token:
            if self._begun:
                self._end_inline()
            while len(tokens) > last:
                self._pop()

    def begin_inline(self, name: str, token: int, attributes: Attributes = NONE) -> None:
        """An inline element begins: it is written when something is in it."""
        if len(self._names) < MAX_INLINE and name not in self._names:
            self._around.append((name, token, attributes))
            self._names.append(name)
            self._goes_on = False

    def end_inline(self, token: int) -> None:
        """The inline element that began with this token ends, if it did begin."""
        around = self._around
        if around and around[-1][1] == token:
            if self._begun == len(around):
                self._begun -= 1
                if self._texts:
                    self._flush()
                self.flow.append((END, around[-1][0], NONE))
            around.pop()
            self._names.pop()

    def text(self, text: str, separator: int) -> None:
        """Text with its whitespace collapsed, and its separator from the text before."""
        if not text:
            self._has_blanks = True
        elif self._goes_on and separator < LINE:
            if separator:
                self._texts.append(" ")
            self._texts.append(text)
        else:
            self._texts += (self._reach(separator), text)

    def exact(self, text: str) -> None:
        """Text of a preformatted block, whitespace and all."""
        if not text:
            self._has_blanks = True
            return
        if self._begun < len(self._around):
            self._begin_around()
        self._follows_rule = False
        if self._separates_lines:
            self._separates_lines = False
            if not self._ends_line and not text.startswith("\n"):
                text = "\n" + text
        self._texts.append(text)
        self._ends_line = text.endswith("\n")
        self._is_fresh = False

    def formula(self, tex: str, separator: int, attributes: Attributes) -> None:
        """A formula."""
        self._texts.append(self._reach(separator))
        self._add(FORMULA, tex, attributes)

    def image(self, attributes: Attributes, separator: int) -> None:
        """A picture."""
        self._texts.append(self._reach(separator))
        self._add(VOID, "img", attributes)

    def embed(self, embed: Attributes, token: int) -> None:
        """A link to something from elsewhere, in a paragraph of its own where one can be."""
        self.begin_block("p", token)
        self.begin_inline("a", token, {"href": embed["href"]})
        self.text(embed["title"], SPACE)
        self.end_inline(token)
        self.end_block(token)

    def break_line(self) -> None:
        """A line break: it shows when something follows in the same block."""
        if self.in_pre:
            self.exact("\n")
        elif not self._is_fresh:
            self._breaks += 1
            self._goes_on = False

    def separate_lines(self) -> None:
        """An element that has lines of its own, inside a preformatted block."""
        self._separates_lines = not self._is_fresh

    def draw_rule(self) -> None:
        """A rule: it shows when something follows, and once if only what was left out is between two."""
        self._has_rule = bool(self.flow or self._texts) and not self._follows_rule
        self._goes_on = False

    def end(self) -> Flow:
        """The whole flow."""
        self._end_inline()
        while self._blocks:
            self._pop()
        self._flush()
        flow = _without_empty(self.flow) if self._has_blanks else self.flow
        return _merge_texts(flow) if self._has_joined or self._has_blanks else flow

    def _add(self, kind: int, value: str, attributes: Attributes = NONE) -> None:
        if self._texts:
            self._flush()
        self.flow.append((kind, value, attributes))

    def _flush(self) -> None:
        """Write the texts since the last event as one."""
        text = "".join(self._texts)
        self._texts.clear()
        if text:
            self.flow.append((TEXT, text, NONE))

    def _last(self) -> tuple[int, str]:
        """The last event."""
        self._flush()
        return self.flow[-1][:2] if self.flow else (END, "")

    def _can_begin(self) -> bool:
        """Whether a block can begin here: in a block that holds lines none can, unless we put that in."""
        if not self._blocks:
            return True
        return self._blocks[-1] not in _HOLDS_LINES or self._tokens[-1] == _NO_TOKEN

    def _push(self, name: str, token: int, attributes: Attributes = NONE) -> None:
        if self._texts:
            self._flush()
        self.flow.append((BEGIN, name, attributes))
        self._blocks.append(name)
        self._tokens.append(token)
        self._is_fresh, self._goes_on, self._breaks = True, False, 0
        self.in_pre = name == "pre"

    def _pop(self) -> None:
        if self._texts:
            self._flush()
        self.flow.append((END, self._blocks.pop(), NONE))
        self._tokens.pop()
        self._is_fresh, self._goes_on, self._breaks = True, False, 0
        self.in_pre = False

    def _make_room(self, name: str) -> str:
        """End or put in elements until one of this name, or text, fits; the name that it gets."""
        blocks = self._blocks
        if name == "caption" and self._last() != (BEGIN, "table"):
            name = "div"  # that of a table that has rows already, or of none
        has_put_in = False
        while not self._fits(name):
            inside = blocks[-1] if blocks else ""
            if blocks and self._tokens[-1] == _NO_TOKEN and not has_put_in:
                self._pop()
            elif name in ("ul", "ol") and inside in ("ul", "ol") and self._reopen_item():
                break
            elif inside in _PUT_INTO or name in _PUT_AROUND:
                self._push(_PUT_INTO.get(inside) or _PUT_AROUND[name], _NO_TOKEN)
                has_put_in = True
            else:
                name = _INSTEAD.get(name, "div")
        return name

    def _fits(self, name: str) -> bool:
        inside = self._blocks[-1] if self._blocks else ""
        if inside in _HOLDS:
            return name in _HOLDS[inside]
        if inside in _HOLDS_LINES:
            return name == _TEXT_NAME
        return _PARENTS.get(name, inside) == inside

    def _reopen_item(self) -> bool:
        """Let a list between the items of another belong to the item before it."""
        if self._last() != (END, "li"):
            return False
        self.flow.pop()
        self._blocks.append("li")
        self._tokens.append(_NO_TOKEN)
        return True

    def _reach(self, separator: int) -> str:
        """Make a place for text, separated from the text before; returns a space if that is all."""
        if self._has_rule:
            self._draw_rule()
        self._follows_rule = False
        space = ""
        if not self._is_fresh:
            if self._breaks or (separator >= LINE and not self._begin_paragraph(separator)):
                for _ in range(min(max(self._breaks, 1), _MAX_BREAKS)):
                    self._add(VOID, "br")
                self._breaks = 0
            elif NOTHING < separator < LINE:
                space = " "
        if self._is_fresh:
            if self._blocks and self._blocks[-1] in _HOLDS:
                self._make_room(_TEXT_NAME)
        elif space and self._begun < len(self._around):
            # Whitespace stays outside of an element that begins after it.
            self._texts.append(space)
            space = ""
        if self._begun < len(self._around):
            self._begin_around()
        self._is_fresh, self._goes_on = False, True
        return space

    def _begin_paragraph(self, separator: int) -> bool:
        """Begin a paragraph for text that something left out separates from the text before."""
        if separator < PARAGRAPH or len(self._blocks) >= MAX_BLOCKS or not self._can_begin():
            return False
        self._end_inline()
        self._push(self._make_room("p"), _NO_TOKEN)
        return True

    def _begin_around(self) -> None:
        """Begin the inline elements around this place that have not begun yet."""
        if self._texts:
            self._flush()
        flow = self.flow
        for name, _, attributes in self._around[self._begun :]:
            if flow and flow[-1][0] == END and flow[-1][1] == name and name in _GOES_ON and not attributes:
                flow.pop()
                self._has_joined = True
            else:
                flow.append((BEGIN, name, attributes))
        self._begun = len(self._around)

    def _end_inline(self) -> None:
        for place in range(self._begun - 1, -1, -1):
            self._add(END, self._around[place][0])
        self._begun = 0

    def _draw_rule(self) -> None:
        self._has_rule = False
        if self._can_begin() and not (self._blocks and self._blocks[-1] in _PUT_INTO):
            self._end_inline()
            self._make_room("hr")
            self._add(VOID, "hr")
            self._follows_rule = True
            self._is_fresh, self._goes_on, self._breaks = True, False, 0


def _merge_texts(flow: Flow) -> Flow:
    """The same flow with texts that follow each other as one."""
    merged: Flow = []
    for kind, events in groupby(flow, key=itemgetter(0)):
        if kind == TEXT:
            merged.append((TEXT, "".join(value for _, value, _ in events), NONE))
        else:
            merged += events
    return merged


def _without_empty(flow: Flow) -> Flow:
    """The same flow without elements that hold nothing: a text of control characters was all they had."""
    left: Flow = []
    for event in flow:
        if event[0] == END and left[-1][0] == BEGIN and event[1] not in ("td", "th"):
            left.pop()
        else:
            left.append(event)
    return left
