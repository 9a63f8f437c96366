"""What is under and over another as TeX: accents, limits of operators, words over arrows."""

from __future__ import annotations

from typing import Final

from mainspan.render.mathml import symbols
from mainspan.render.mathml.rows import Write, group, scripts, unwrap
from mainspan.render.mathml.tree import Node

# Braces over and under something, to which words can be put.
_BRACES: Final = {"mover": "⏞︷", "munder": "⏟︸"}


def write_limits(node: Node, write: Write) -> str:
    """An element with something under it, over it, or both."""
    base, *rest = node.children
    under, over = (None, rest[0]) if node.name == "mover" else (rest[0], rest[1] if len(rest) > 1 else None)
    operator = _operator(base)
    if operator:
        below, above = _written(under, write), _written(over, write)
        return operator + scripts(below, above) + " "
    if command := symbols.STRETCHING.get(unwrap(base).text):
        below, above = _written(under, write), _written(over, write)
        return command + (f"[{below}]" if below and "]" not in below else "") + group(above)
    tex = write(base).strip()
    if over is not None:
        tex = _with_over(base, tex, over, write)
    return tex if under is None else _with_under(base, tex, under, write)


def _written(node: Node | None, write: Write) -> str:
    return "" if node is None else write(node).strip()


def _operator(base: Node) -> str:
    """Sums, integrals, functions such as lim: what takes limits. Nothing for others."""
    inner = unwrap(base)
    word = inner.text.replace("\u2009", "").replace("\xa0", "").replace(" ", "")
    if inner.text in symbols.LARGE:
        return symbols.SIGNS[inner.text]
    if word in symbols.LIMITS:
        return "\\" + word
    return f"\\operatorname*{{{word}}}" if len(word) > 1 and word.isascii() and word.isalpha() else ""


def _with_over(base: Node, tex: str, over: Node, write: Write) -> str:
    if accent := symbols.OVER.get(unwrap(over).text):
        name = accent[0] if len(unwrap(base).text) == 1 else accent[1]
        return f"\\{name}" + group(tex)
    if _has_brace(base, "mover"):
        return f"{tex}^" + group(write(over).strip())
    return "\\overset" + group(write(over).strip()) + group(tex)


def _with_under(base: Node, tex: str, under: Node, write: Write) -> str:
    if name := symbols.UNDER.get(unwrap(under).text):
        return f"\\{name}" + group(tex)
    if _has_brace(base, "munder"):
        return f"{tex}_" + group(write(under).strip())
    return "\\underset" + group(write(under).strip()) + group(tex)


def _has_brace(node: Node, name: str) -> bool:
    """Whether something is a brace over or under another."""
    inner = unwrap(node)
    sign = unwrap(inner.children[1]).text if len(inner.children) == 2 else ""
    return inner.name == name and bool(sign) and sign in _BRACES[name]
