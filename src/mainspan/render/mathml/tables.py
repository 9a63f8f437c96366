"""Tables of a formula's tree as TeX: matrices, cases, aligned equations."""

from __future__ import annotations

import re
from typing import Final

from mainspan.render.mathml import symbols
from mainspan.render.mathml.rows import Write, is_balanced
from mainspan.render.mathml.tree import Node

_MATRICES: Final = {
    ("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("{", "}"): "Bmatrix", ("|", "|"): "vmatrix",
    ("∣", "∣"): "vmatrix", ("‖", "‖"): "Vmatrix", ("∥", "∥"): "Vmatrix", ("||", "||"): "Vmatrix",
}  # fmt: skip
_ALIGNED: Final = ("right", "left")
# What the right side of an equation begins with.
_RELATIONS: Final = ("=", "<", ">", "\\leq", "\\geq", "\\approx", "\\equiv", "\\sim", "\\in", "\\neq")
_AROUND_LABELS: Final = (("\\text{(}", "\\text{)}"), ("\\text{(", ")}"), ("(", ")"), ("\\text{", "}"))
_PLAIN: Final = re.compile(r"[A-Za-z0-9.-]{1,40}")


def is_table(node: Node) -> bool:
    """Whether an element is a table with rows in it."""
    return node.name == "mtable" and any(child.name in ("mtr", "mlabeledtr") for child in node.children)


def write_table(node: Node, write: Write) -> str:
    """A table without fences: one cell is no table at all, equations are aligned at their relations."""
    rows = [child for child in node.children if child.name in ("mtr", "mlabeledtr")]
    labels = [_label(row, write) for row in rows]
    cells = [_cells(row, write) for row in rows]
    if len(rows) == 1 and len([cell for cell in cells[0] if cell]) <= 1:
        return "".join(cells[0]) + _number(labels[0])
    for row, label in zip(cells, labels, strict=True):
        if label:
            row[-1:] = ["".join([*row[-1:], f" \\quad ({label})"])]
    return _environment(*_layout(node, cells), cells)


def _number(label: str) -> str:
    """A number after an equation; what is no plain number or word cannot be its tag."""
    if not label:
        return ""
    return f" \\tag{{{label}}}" if _PLAIN.fullmatch(label) else f" \\quad ({label})"


def takes_fences(before: str, after: str, *, at_end: bool) -> bool:
    """Whether the fences around a table belong to it; one that is open to the right goes to the end."""
    if after or not at_end:
        return (before, after) in _MATRICES or (before in symbols.FENCES and after in symbols.FENCES)
    return before in symbols.FENCES


def write_fenced_table(before: str, table: Node, after: str, write: Write) -> str:
    """A table between two fences."""
    cells = [_cells(row, write) for row in table.children if row.name in ("mtr", "mlabeledtr")]
    if before == "{" and not after and max(map(len, cells)) <= 2:
        return _environment("cases", "", cells)
    if name := _MATRICES.get((before, after)):
        return _environment(name, "", cells)
    fences = [symbols.FENCES.get(fence, ".") for fence in (before, after)]
    return f"\\left{fences[0]} {_environment(*_layout(table, cells), cells)} \\right{fences[1]}"


def _cells(row: Node, write: Write) -> list[str]:
    """The cells of a row; the first one of a labelled row is its number."""
    return [write(cell).strip() for cell in row.children[1 if row.name == "mlabeledtr" else 0 :]]


def _label(row: Node, write: Write) -> str:
    """The number of an equation, without the parentheses around it."""
    if row.name != "mlabeledtr" or not row.children:
        return ""
    tex = write(row.children[0]).strip()
    for before, after in _AROUND_LABELS:
        if tex.startswith(before) and tex.endswith(after) and len(tex) > len(before + after):
            tex = tex[len(before) : -len(after)].strip()
    return tex if is_balanced(tex) else ""


def _layout(node: Node, cells: list[list[str]]) -> tuple[str, str]:
    """The environment for a table, and its argument."""
    width = max(map(len, cells), default=0)
    sides = node.attributes.get("columnalign", "").split()
    sides = (sides + sides[-1:] * width)[:width]
    if sides and all(side == _ALIGNED[place % 2] for place, side in enumerate(sides)):
        return "aligned", ""
    if not sides and width == 2 and all(row[1:] and row[1].startswith(_RELATIONS) for row in cells):
        return "aligned", ""
    if set(sides) - {"center"}:
        return "array", "{" + "".join(side[0] if side in ("left", "right") else "c" for side in sides) + "}"
    return "matrix", ""


def _environment(name: str, argument: str, cells: list[list[str]]) -> str:
    rows = " \\\\ ".join(" & ".join(row) for row in cells)
    return f"\\begin{{{name}}}{argument} {rows} \\end{{{name}}}"
