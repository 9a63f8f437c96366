"""A formula's tree as TeX, in the dialect that KaTeX, MathJax and LaTeX with amsmath share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mainspan.render.mathml.fences import is_one_fence, is_stacked, write_row
from mainspan.render.mathml.leaves import write_leaf
from mainspan.render.mathml.limits import write_limits
from mainspan.render.mathml.rows import group, scripts, unwrap
from mainspan.render.mathml.tables import write_table
from mainspan.render.mathml.tree import LEAVES, Node

# Elements that TeX takes as one thing, without braces.
_WHOLE: Final = LEAVES | frozenset("mfrac msqrt mroot mtable menclose mphantom".split())


def to_tex(node: Node) -> str:
    """The TeX of a tree, whitespace trimmed. A tree is never deep, so this may call itself."""
    return _write(node).strip()


def _write(node: Node) -> str:
    if node.name in LEAVES:
        return write_leaf(node)
    writer = _WRITERS.get(node.name)
    return writer(node) if writer else write_row(node, _write)


def _arguments(node: Node, count: int) -> str:
    """The children as arguments in braces: a fixed number of them."""
    parts = [_write(child).strip() for child in node.children[:count]]
    return "".join(group(part) for part in parts + [""] * (count - len(parts)))


def _write_fraction(node: Node) -> str:
    if is_stacked(node):
        return "\\genfrac{}{}{0pt}{}" + _arguments(node, 2)
    if node.attributes.get("bevelled") == "true" and len(node.children) == 2:
        return "/".join(_base(child) for child in node.children)
    return "\\frac" + _arguments(node, 2)


def _write_root(node: Node) -> str:
    if len(node.children) != 2:
        return "\\sqrt" + group(write_row(node, _write).strip())
    inside, degree = (_write(child).strip() for child in node.children)
    degree = group(degree) if "]" in degree else degree
    return f"\\sqrt[{degree}]" + group(inside)


def _base(node: Node) -> str:
    """What scripts are put to: in braces unless TeX takes it as one thing anyway."""
    tex, inner = _write(node).strip(), unwrap(node)
    is_whole = inner.name in _WHOLE or (inner.name == "mrow" and is_one_fence(inner))
    return tex if tex and is_whole and not tex.endswith("'") else group(tex)


def _write_scripted(node: Node) -> str:
    children = [_write(child).strip() for child in node.children[1:3]] + ["", ""]
    below, above = ("", children[0]) if node.name == "msup" else (children[0], children[1])
    if node.name == "msub":
        above = ""
    return (_base(node.children[0]) if node.children else "") + scripts(below, above)


def _write_multiscripts(node: Node) -> str:
    """Scripts on both sides: pairs of sub- and superscripts, first those after, then those before."""
    if not node.children:
        return ""
    base, *rest = node.children
    names = [child.name for child in rest]
    middle = names.index("mprescripts") if "mprescripts" in names else len(rest)
    before = _pairs_of_scripts(rest[middle + 1 :])
    return ("{}" + before if before else "") + _base(base) + _pairs_of_scripts(rest[:middle])


def _pairs_of_scripts(nodes: list[Node]) -> str:
    texts = ["" if node.name == "none" else _write(node).strip() for node in nodes] + [""]
    pairs = [scripts(below, above) for below, above in zip(texts[::2], texts[1::2], strict=False)]
    return "{}".join(pair for pair in pairs if pair)


def _write_enclosed(node: Node) -> str:
    inside = group(write_row(node, _write).strip())
    for notation in node.attributes.get("notation", "").split():
        if command := _NOTATIONS.get(notation):
            return f"\\{command}{inside}"
    return inside[1:-1]


def _write_phantom(node: Node) -> str:
    inside = write_row(node, _write).strip()
    return "\\phantom" + group(inside) if inside else ""


def _write_first(node: Node) -> str:
    """Of several equal ones, the first."""
    return _write(node.children[0]) if node.children else ""


def _write_space(node: Node) -> str:
    if node.attributes.get("linebreak") == "newline":
        return "\\\\ "
    try:
        width = float(node.attributes.get("width", "0").strip().removesuffix("em"))
    except ValueError:
        return ""
    return next((command for least, command in _SPACES if width >= least), "\\!" if width < -0.1 else "")


_NOTATIONS: Final = {
    "box": "boxed", "roundedbox": "boxed", "circle": "boxed", "top": "overline", "bottom": "underline",
    "updiagonalstrike": "cancel", "downdiagonalstrike": "bcancel", "radical": "sqrt",
}  # fmt: skip
# How wide TeX's spaces are, with a little less for those who round.
_SPACES: Final = ((1.9, "\\qquad "), (0.9, "\\quad "), (0.27, "\\;"), (0.21, "\\:"), (0.15, "\\,"))


def _write_limits(node: Node) -> str:
    return write_limits(node, _write) if len(node.children) > 1 else write_row(node, _write)


_WRITERS: Final[dict[str, Callable[[Node], str]]] = {
    "semantics": _write_first, "maction": _write_first, "mspace": _write_space, "mfrac": _write_fraction,
    "msqrt": lambda node: "\\sqrt" + group(write_row(node, _write).strip()), "mroot": _write_root,
    "msub": _write_scripted, "msup": _write_scripted, "msubsup": _write_scripted,
    "munder": _write_limits, "mover": _write_limits, "munderover": _write_limits,
    "mmultiscripts": _write_multiscripts, "menclose": _write_enclosed, "mphantom": _write_phantom,
    "mtable": lambda node: write_table(node, _write),
}  # fmt: skip
