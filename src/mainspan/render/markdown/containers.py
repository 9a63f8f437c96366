"""What holds blocks: the page, quotes, list items, notes; and lists, which hold items."""

from __future__ import annotations

import re
from typing import Final

from mainspan.render.events import Attributes
from mainspan.render.markdown.escape import begin_item

# Kinds of blocks, as far as their neighbours must know.
PARAGRAPH, BULLETS, OTHER_BULLETS, NUMBERS, OTHER_NUMBERS, OTHER = range(6)
_MARKERS: Final = {BULLETS: "-", OTHER_BULLETS: "+", NUMBERS: ".", OTHER_NUMBERS: ")"}
_BOXES: Final = {"done": "[x] ", "open": "[ ] "}
_NUMBER: Final = re.compile("[0-9]{1,8}")
_MAX_NUMBER: Final = 99_999_999


class Blocks:
    """A row of blocks."""

    __slots__ = ("is_loose", "kinds", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.kinds: list[int] = []
        # Whether the page has paragraphs here, or mere text.
        self.is_loose = False

    def add(self, text: str, kind: int = OTHER) -> None:
        """One block more, if it is not empty."""
        if text:
            self.texts.append(text)
            self.kinds.append(kind)

    def add_paragraphs(self, texts: list[str]) -> None:
        """Several blocks, formulas among them."""
        for text in texts:
            self.texts.append(text)
            self.kinds.append(OTHER if text.startswith("$$\n") else PARAGRAPH)

    def extend(self, others: Blocks) -> None:
        """The blocks of another row."""
        self.texts += others.texts
        self.kinds += others.kinds

    def write(self) -> str:
        """All blocks, with an empty line between each two."""
        return "\n\n".join(self.texts)


class Quote(Blocks):
    """The blocks of a quote."""

    __slots__ = ()

    def write(self) -> str:
        """The quote with its marks."""
        if not self.texts:
            return ""
        lines = super().write().split("\n")
        return "\n".join(["> " + line if line else ">" for line in lines])


class Note(Blocks):
    """The blocks of a footnote."""

    __slots__ = ("label",)

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label = label

    def write(self) -> str:
        """The footnote with its label."""
        # What is not a paragraph may need its own first line to be indented like the others.
        gap = " " if self.kinds[:1] in ([], [PARAGRAPH]) else "\n    "
        return f"[^{self.label}]:{gap}{_indented(super().write(), '    ')}".rstrip()


class Item(Blocks):
    """The blocks of a list item."""

    __slots__ = ("box", "number")

    def __init__(self, number: int, box: str) -> None:
        super().__init__()
        self.number = number
        # Of a task: what it is marked with.
        self.box = box

    def write(self) -> str:
        """The item without its marker; whether it is loose is known from then on."""
        if not self.texts:
            return ""
        if self.kinds[0] == PARAGRAPH:
            self.texts[0] = self.box + begin_item(self.texts[0])
        elif self.box:
            self.texts.insert(0, self.box.rstrip())
            self.kinds.insert(0, PARAGRAPH)
        pieces = [self.texts[0]]
        for place in range(1, len(self.texts)):
            is_close = not self.is_loose and self._can_follow_at_once(place)
            self.is_loose = self.is_loose or not is_close
            pieces += ("\n" if is_close else "\n\n", self.texts[place])
        return "".join(pieces)

    def _can_follow_at_once(self, place: int) -> bool:
        """Whether a block needs no empty line before it: a list after the text of its item."""
        if self.kinds[place - 1] != PARAGRAPH:
            return False
        kind = self.kinds[place]
        is_numbered = kind in (NUMBERS, OTHER_NUMBERS) and self.texts[place].startswith(("1. ", "1) "))
        return kind in (BULLETS, OTHER_BULLETS) or is_numbered


class List:
    """The items of a list."""

    __slots__ = ("_is_loose", "_items", "_next", "_numbers", "is_numbered")

    def __init__(self, name: str, attributes: Attributes) -> None:
        self.is_numbered = name == "ol"
        self._next = _number(attributes.get("start"), 1)
        self._items: list[str] = []
        self._numbers: list[int] = []
        self._is_loose = False

    def begin_item(self, attributes: Attributes) -> Item:
        """The next item, which is still empty."""
        return Item(_number(attributes.get("value"), self._next), _BOXES.get(attributes.get("task", ""), ""))

    def add(self, item: Item) -> None:
        """An item that is complete."""
        text = item.write()
        if not text:
            return
        self._next = item.number + 1 if item.number < _MAX_NUMBER else 1
        self._items.append(text)
        self._numbers.append(item.number)
        self._is_loose = self._is_loose or item.is_loose

    def write(self, parent: Blocks) -> None:
        """Add the list to the blocks around it, distinct from a list right before it."""
        usual, other = (NUMBERS, OTHER_NUMBERS) if self.is_numbered else (BULLETS, OTHER_BULLETS)
        kind = other if parent.kinds and parent.kinds[-1] == usual else usual
        sign = _MARKERS[kind]
        items = []
        for number, text in zip(self._numbers, self._items, strict=True):
            marker = f"{number}{sign} " if self.is_numbered else f"{sign} "
            items.append(marker + _indented(text, " " * len(marker)))
        parent.add(("\n\n" if self._is_loose else "\n").join(items), kind)
        self._items, self._numbers, self._is_loose = [], [], False


def _indented(text: str, indent: str) -> str:
    """All lines but the first one indented, and empty ones left empty."""
    if "\n" not in text:
        return text
    first, *others = text.split("\n")
    return "\n".join([first, *[indent + line if line else "" for line in others]])


def _number(written: str | None, otherwise: int) -> int:
    """The number of an item, if it is one that Markdown can begin an item with."""
    return int(written) if written and _NUMBER.fullmatch(written) else otherwise
