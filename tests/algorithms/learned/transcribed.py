"""What describes blocks for the learned method, written to be read: one block after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from mainspan import Page
from mainspan.algorithms.learned.families import COLUMN, FAMILY
from mainspan.algorithms.learned.hints import HINTS
from mainspan.algorithms.learned.shapes import (
    CAPITAL,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    PUNCTUATION,
    SPACE,
    STOP,
    shapes,
)
from mainspan.page.attributes import ATTRIBUTE
from mainspan.page.classes import PLANES
from mainspan.page.kinds import CLOSE, OPEN, RAW, VOID

# The fields of a row. First the text: capitals that begin a word; whether its last sign, brackets, quotation
# marks and the like aside, ends a sentence; characters of each shape from 2 to 8; the shapes of the first
# sign (-1 if there is none) and of the last; a fingerprint that texts share if they differ in digits, case or
# whitespace at most.
INITIALS, ENDS, FIRST, LAST, FINGERPRINT = 0, 1, 9, 10, 11
# Then the tags that open inside the block, and those between the block before and this one.
LINKS, EMPHASES, INLINES = 12, 13, 14
OPENS, CLOSES, IMAGES, CONTROLS, BREAKS = range(15, 20)
FIELDS: Final = 20

# Of hashes modulo 2**32: a word's letters, a text's words and signs, and a word's bit.
_OF_WORDS, _OF_TEXTS, _SPREAD = 16777619, 1664525, 2654435769
_MODULUS = 2**32


# --- what a block is made of ---------------------------------------------------------------------


def describe_blocks(page: Page, title: int) -> tuple[list[list[int]], list[int], int]:
    """A row of counts for each block; its words, and those of the title (a token, or -1), as bits."""
    rows, bits = [], []
    since = 0
    for first, last in zip(page.blocks.first.tolist(), page.blocks.last.tolist(), strict=True):
        row = [0] * FIELDS
        row[FIRST] = -1
        count_tags(page, range(since, first), range(first, last + 1), row)
        words = 0
        for token in range(first, last + 1):
            if page.tokens.words[token]:
                words |= describe_text(page, token, bool(page.tokens.marks[token] & RAW), row)
        row[FINGERPRINT] -= _MODULUS if row[FINGERPRINT] >= _MODULUS // 2 else 0
        rows.append(row)
        bits.append(words)
        since = last + 1
    wanted = describe_text(page, title, False, [0] * FIELDS) if title >= 0 and rows else 0
    return rows, bits, wanted


def count_tags(page: Page, before: range, inside: range, row: list[int]) -> None:
    for token in before:
        kind, column = page.tokens.kind[token], COLUMN[page.tokens.tag[token]]
        row[OPENS] += int(kind == OPEN)
        row[CLOSES] += int(kind == CLOSE)
        if kind in (OPEN, VOID) and column in (IMAGES, CONTROLS, BREAKS):
            row[column] += 1
    for token in inside:
        if page.tokens.kind[token] == OPEN:
            column = COLUMN[page.tokens.tag[token]]
            row[column if column in (LINKS, EMPHASES) else INLINES] += 1


def describe_text(page: Page, token: int, raw: bool, row: list[int]) -> int:
    """Add what a text is made of to a row; its words, one bit of 64 for each."""
    bits = word = 0
    before = SPACE
    text = page.source[page.tokens.start[token] : page.tokens.end[token]]
    for sign, shape in [*signs_of(text, raw), ("", SPACE)]:
        if shape in (LETTER, CAPITAL, DIGIT):
            letter = "0" if shape == DIGIT else sign.lower() if sign.isascii() else sign
            word = (word * _OF_WORDS + ord(letter)) % _MODULUS
        elif before in (LETTER, CAPITAL, DIGIT):
            bits |= bit_of(word)
            row[FINGERPRINT] = (row[FINGERPRINT] * _OF_TEXTS + word) % _MODULUS
            word = 0
        if shape not in (SPACE, LETTER, CAPITAL, DIGIT):
            row[FINGERPRINT] = (row[FINGERPRINT] * _OF_TEXTS + ord(sign)) % _MODULUS
            bits |= bit_of(ord(sign)) if shape == IDEOGRAPH else 0
        if shape != SPACE:
            row[INITIALS] += shape == CAPITAL and before not in (CAPITAL, LETTER)
            row[shape] += shape != LETTER
            row[FIRST] = shape if row[FIRST] < 0 else row[FIRST]
            row[LAST] = shape
            row[ENDS] = row[ENDS] if shape == PUNCTUATION else int(shape == STOP)
        before = shape
    return bits


def signs_of(text: str, raw: bool) -> list[tuple[str, int]]:
    """The characters of a text and their shapes; a reference to anything but a space counts as `&`."""
    if not raw:
        text = re.sub("&(?:nbsp|amp|lt|gt);", lambda match: " " if match[0] == "&nbsp;" else "&", text)
    return [(sign, int(shapes()[ord(sign)]) if ord(sign) < PLANES else IDEOGRAPH) for sign in text]


def bit_of(word: int) -> int:
    return 1 << (word * _SPREAD % _MODULUS >> 26)


# --- what is around a block ----------------------------------------------------------------------


@dataclass
class Element:
    """An element with text: its name and class, and the blocks that it holds, from low to before high.

    `stem` is its name with the first of its classes, without digits.
    """

    parent: int
    hints: int
    family: int
    tag: int
    stem: tuple[int, str, str | None]
    name: tuple[int, str, tuple[str, ...]]
    low: int
    high: int


def describe_elements(page: Page, levels: int) -> tuple[list[list[list[int]]], list[list[int]], int]:
    """What is around each block, level by level, and the hints of html and body.

    Level 0 is the block with all elements that hold nothing else, level 1 the innermost elements that hold
    more, and so on; beyond the root the last level is repeated, without hints and twins. Each block has the
    blocks of each level and the most twins that one of its elements has: the children of its parent with its
    name and class, itself among them. Then masks: the families of all elements around it, and in the upper
    half those of level 0; the hints of all but the outermost two; and the hints of each level.
    """
    elements = elements_with_text(page)
    twins = Counter((element.parent, element.name) for element in elements)
    ranges, masks = [], []
    for block in range(len(page.blocks)):
        around = [element for element in elements if element.low <= block < element.high][::-1]
        alone = [element for element in around if element.high - element.low == 1]
        families = union(element.family for element in around)
        hints = union(element.hints for element in around[:-2])
        rows, row = [], [families | union(element.family for element in alone) << 32, hints]
        reach = (block, block + 1)
        for _ in range(levels):
            same = [element for element in around if (element.low, element.high) == reach]
            around = around[len(same) :]
            rows.append([*reach, max((twins[each.parent, each.name] for each in same), default=0)])
            row.append(union(element.hints for element in same))
            reach = (around[0].low, around[0].high) if around else reach
        ranges.append(rows)
        masks.append(row)
    whole = union(each.hints for each in elements[:1] + [each for each in elements[1:2] if each.parent == 0])
    return ranges, masks, whole if ranges else 0


def elements_with_text(page: Page) -> list[Element]:
    elements, first = page.elements, page.blocks.first
    chosen = elements.words.nonzero()[0].tolist()
    found = []
    for element in chosen:
        opened, closed = int(elements.open[element]), int(elements.close[element])
        tag = page.source[page.tokens.start[opened] : page.tokens.end[opened]]
        number = int(elements.tag[element])
        # What an unknown element is called is a hint too.
        name = "" if number else re.split("[ >]", tag[1:], maxsplit=1)[0]
        naming = [pair for pair in ATTRIBUTE.findall(tag) if pair[0] in _NAMING]
        hints = find_hints(name) | union(find_hints(value) for _, value in naming)
        parent = int(elements.parent[element])
        found.append(
            Element(
                parent=chosen.index(parent) if parent >= 0 else -1,
                # MathJax names the menu of each formula.
                hints=0 if tag.startswith("<mjx-") and number else hints,
                family=int(FAMILY[number]),
                tag=number,
                stem=(number, name, stem_of([value for key, value in naming if key == "class"])),
                name=(number, name, tuple(value for key, value in naming if key == "class")),
                low=int(first.searchsorted(opened)),
                high=int(first.searchsorted(closed)),
            )
        )
    return found


def stem_of(classes: list[str]) -> str | None:
    """The first class name without digits; None if there is no class attribute."""
    return re.sub("[0-9]", "", classes[0].lstrip(" ").split(" ")[0]) if classes else None


def number_roles(page: Page) -> list[list[int]]:
    """The roles of each block, numbered in the order in which they first occur.

    Blocks have the same first role if all elements around them have the same names and stems of classes, from
    the root to the innermost one, and the same second role if these have the same tags.
    """
    elements = elements_with_text(page)
    paths: list[list[object]] = [[], []]
    for block in range(len(page.blocks)):
        around = [element for element in elements if element.low <= block < element.high]
        paths[0].append(tuple(element.stem for element in around))
        paths[1].append(tuple(element.tag for element in around))
    numbered = [[list(dict.fromkeys(column)).index(path) for path in column] for column in paths]
    return [list(pair) for pair in zip(*numbered, strict=True)]


_NAMING = frozenset(["class", "id", "role", "itemprop", "itemtype", "data-testid"])


def find_hints(name: str) -> int:
    """The hints in a name, as a mask: bit n is set if a stem of line n is in it."""
    name = re.sub("(?<=[a-z])(?=[A-Z])", "-", name)
    name = f"-{re.sub('[^A-Za-z]', '-', name).lower()}-"
    lines = (any(stem in name for stem in line.split()) for line in HINTS)
    return sum(1 << number for number, is_there in enumerate(lines) if is_there)


def union(masks: Iterable[int]) -> int:
    """All bits of some masks."""
    return reduce(or_, masks, 0)
