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
        accents = symbols.OVER.get(unwrap(over).text)
        accent = accents[len(unwrap(base).text) != 1] if accents else ""
        brace = "^" if _has_brace(base, "mover") else ""
        tex = _with(tex, write(over).strip(), accent, brace, "\\overset")
    if under is not None:
        brace = "_" if _has_brace(base, "munder") else ""
        tex = _with(tex, write(under).strip(), symbols.UNDER.get(unwrap(under).text), brace, "\\underset")
    return tex


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


def _with(tex: str, other: str, accent: str | None, brace: str, command: str) -> str:
    """A base with another part over or under it: an accent, a script of its brace, or by a command."""
    if accent:
        return f"\\{accent}" + group(tex)
    return f"{tex}{brace}" + group(other) if brace else command + group(other) + group(tex)


def _has_brace(node: Node, name: str) -> bool:
    """Whether something is a brace over or under another."""
    inner = unwrap(node)
    sign = unwrap(inner.children[1]).text if len(inner.children) == 2 else ""
    return inner.name == name and bool(sign) and sign in _BRACES[name]
