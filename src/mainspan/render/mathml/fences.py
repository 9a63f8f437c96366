"""Elements in a row as TeX: operators spaced out, and fences that grow with what they hold.

What a row is made of is decided before anything of it is written, so that nothing is written twice.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from mainspan.render.mathml import symbols
from mainspan.render.mathml.rows import Write, group, join, unwrap
from mainspan.render.mathml.tables import is_table, takes_fences, write_fenced_table
from mainspan.render.mathml.tree import Node

_TALL: Final = frozenset("mfrac msqrt mroot mtable munder mover munderover".split())
# After these an operator belongs to what follows it.
_BEFORE_PREFIX: Final = (symbols.SPACED | symbols.LARGE | symbols.OPENING | {",", ";"}) - symbols.CLOSING
_NOTHING: Final = re.compile(r" ?0{1,4}(?:\.0{1,4})? ?(?:px|pt|em|ex|%)? ?")


def write_row(node: Node, write: Write) -> str:
    """The children of an element in a row."""
    row = _merge_letters([_bare(child) for child in node.children])
    if _is_fenced(row):
        before, after = (symbols.FENCES.get(fence.text, ".") for fence in (row[0], row[-1]))
        inside = _write_sequence(row[1:-1], write).strip()
        return f"\\left{before} {inside} \\right{after}"
    return _write_sequence(row, write)


def is_one_fence(node: Node) -> bool:
    """Whether a row is a single thing in fences, and not several of them."""
    row = [_bare(child) for child in node.children]
    opening, closing = (
        [place for place, child in enumerate(row) if child.name == "mo" and child.text in signs]
        for signs in (symbols.OPENING, symbols.CLOSING)
    )
    return len(row) > 1 and opening == [0] and closing == [len(row) - 1]


def is_stacked(node: Node) -> bool:
    """Whether a fraction has no bar."""
    return bool(_NOTHING.fullmatch(node.attributes.get("linethickness", "")))


def _write_sequence(row: list[Node], write: Write) -> str:
    parts: list[str] = []
    place = 0
    while place < len(row):
        taken = _with_own_fences(row, place)
        if taken:
            parts.append(_write_with_fences(row[place : place + taken], write))
        else:
            parts.append(_space_out(row, place, write(row[place])))
        place += taken or 1
    return join(parts)


def _bare(node: Node) -> Node:
    """An operator without the elements around it, anything else as it is."""
    inner = unwrap(node)
    return inner if inner.name == "mo" else node


def _merge_letters(row: list[Node]) -> list[Node]:
    """Letters of one upright or bold word, written as an element each, are that word."""
    found: list[Node] = []
    for variant, nodes in groupby(row, _alphabet):
        together = list(nodes)
        if variant and len(together) > 1:
            word = "".join(node.text for node in together)
            together = [Node("mi", {"mathvariant": variant}, text=word)]
        found += together
    return found


def _alphabet(node: Node) -> str:
    """The alphabet that a letter is declared to be of, or nothing."""
    is_letters = node.name == "mi" and node.text.isascii() and node.text.isalpha()
    return node.attributes.get("mathvariant", "") if is_letters else ""


def _space_out(row: list[Node], place: int, tex: str) -> str:
    """An operator between two others has space around it, a comma has it after it."""
    node = row[place]
    if node.name != "mo" or place == len(row) - 1:
        return tex
    if node.text in (",", ";"):
        return tex + " "
    before = row[place - 1] if place else None
    is_prefix = before is None or (before.name == "mo" and before.text in _BEFORE_PREFIX)
    return f" {tex} " if node.text in symbols.SPACED and tex != "|" and not is_prefix else tex


def _is_fenced(row: list[Node]) -> bool:
    """Whether a row is between two fences that are as high as it is."""
    if len(row) < 2 or not (_is_fence(row[0], symbols.OPENING) and _is_fence(row[-1], symbols.CLOSING)):
        return False
    if _with_own_fences(row, 0) == len(row) or row[0].attributes.get("stretchy") == "false":
        return False
    is_declared = all(fence.attributes.get("fence") == "true" for fence in (row[0], row[-1]))
    return is_declared or any(_is_tall(child) for child in row[1:-1])


def _is_fence(node: Node, signs: frozenset[str]) -> bool:
    is_declared = node.attributes.get("fence") == "true" and (not node.text or node.text in symbols.FENCES)
    return node.name == "mo" and (node.text in signs or is_declared)


def _is_tall(node: Node) -> bool:
    inner = unwrap(node)
    is_row = inner.name in ("mrow", "msup")
    return inner.name in _TALL or (is_row and any(child.name in _TALL for child in inner.children))


def _with_own_fences(row: list[Node], place: int) -> int:
    """How many elements a table or a binomial takes with the fences that belong to it, or 0."""
    if place + 1 >= len(row) or row[place].name != "mo":
        return 0
    inside, before = unwrap(row[place + 1]), row[place].text
    is_closed = place + 2 < len(row) and _is_fence(row[place + 2], symbols.CLOSING)
    after = row[place + 2].text if is_closed else ""
    taken = 3 if is_closed else 2
    if is_table(inside):
        return taken if takes_fences(before, after, at_end=place + taken == len(row)) else 0
    is_binomial = (before, after) == ("(", ")") and inside.name == "mfrac" and is_stacked(inside)
    return taken if is_binomial else 0


def _write_with_fences(row: list[Node], write: Write) -> str:
    inside = unwrap(row[1])
    if is_table(inside):
        return write_fenced_table(row[0].text, inside, row[2].text if len(row) > 2 else "", write)
    parts = [write(child).strip() for child in inside.children[:2]]
    return "\\binom" + "".join(group(part) for part in [*parts, "", ""][:2])
