"""MathML made new from a tree: elements that lay out formulas, a few harmless attributes, text."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from mainspan.render.mathml.tree import LEAVES, Node
from mainspan.render.pieces import without_controls

_NAMES: Final = LEAVES | frozenset(
    "mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded "
    "mphantom merror mmultiscripts mprescripts".split()
)
_RENAMED: Final = {"mlabeledtr": "mtr"}
_ATTRIBUTES: Final = frozenset(
    "mathvariant stretchy fence separator accent accentunder columnalign rowspan columnspan linethickness "
    "width height dir form lspace rspace displaystyle".split()
)
_HARMLESS: Final = re.compile(r"[A-Za-z0-9 .%+-]{1,60}")


def to_markup(tree: Node, *, tex: str = "", is_display: bool = False) -> str:
    """The tree as MathML, or nothing if it holds nothing."""
    parts: list[str] = []
    for child in tree.children:
        _write(child, parts)
    inside = "".join(parts)
    if not inside:
        return ""
    display = ' display="block"' if is_display else ""
    alternative = f' alttext="{escape(" ".join(without_controls(tex).split()))}"' if tex else ""
    return f"<math{display}{alternative}>{inside}</math>"


def _write(node: Node, parts: list[str]) -> None:
    """Write an element; one that MathML does not have is a row. A tree is never deep."""
    name = _RENAMED.get(node.name, node.name)
    name = name if name in _NAMES else "mrow"
    attributes = "".join(_attributes(node)) if node.attributes else ""
    parts.append(f"<{name}{attributes}>")
    if node.text:
        parts.append(escape(without_controls(node.text), quote=False))
    for child in node.children:
        _write(child, parts)
    parts.append(f"</{name}>")


def _attributes(node: Node) -> list[str]:
    return [
        f' {key}="{value}"'
        for key, value in sorted(node.attributes.items())
        if key in _ATTRIBUTES and _HARMLESS.fullmatch(value)
    ]
