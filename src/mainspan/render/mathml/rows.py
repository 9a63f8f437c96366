"""How pieces of TeX are put together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from mainspan.render.mathml.tree import Node

Write = Callable[[Node], str]

# Elements that are only there to hold one other.
_WRAPPERS: Final = frozenset(
    "math mrow mstyle mpadded semantics texatom TeXAtom base over under num den script".split()
)
# Matches at one place only, the end; a command is short.
_COMMAND_AT_END: Final = re.compile(r"\\[A-Za-z]{1,40}\Z")
_SPACES: Final = re.compile(" {2,}")
_BRACES: Final = re.compile(r"\\.|[{}]", re.S)
_AROUND: Final = re.compile(" ([-+=<>]) ")


def join(parts: list[str]) -> str:
    """Pieces in a row, with a space where a command would swallow the letter after it."""
    found: list[str] = []
    for part in parts:
        if not part:
            continue
        if found and part[0].isalpha() and _COMMAND_AT_END.search(found[-1]):
            found.append(" ")
        found.append(part)
    return _SPACES.sub(" ", "".join(found))


def group(tex: str) -> str:
    """A piece in braces."""
    return f"{{{tex}}}"


def script(tex: str) -> str:
    """A piece as a script: written tight, and one letter or digit needs no braces."""
    if len(tex) == 1 and tex.isalnum():
        return tex
    return group(tex if "\\text" in tex else _AROUND.sub(r"\1", tex))


def unwrap(node: Node) -> Node:
    """What an element holds, if it is there only to hold that."""
    while node.name in _WRAPPERS and len(node.children) == 1:
        node = node.children[0]
    return node


def scripts(below: str, above: str) -> str:
    """A subscript and a superscript; nothing for what is empty. A prime is its own superscript."""
    primes = bool(above) and not above.strip("'")
    parts = ("_" + script(below) if below else "", above if primes else "^" + script(above) if above else "")
    return "".join(reversed(parts) if primes else parts)


def is_balanced(tex: str) -> bool:
    """Whether each brace has its partner, and there is no lone backslash at the end."""
    depth = 0
    for piece in _BRACES.findall(tex):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth < 0:
            return False
    return depth == 0 and not ends_open(tex)


def ends_open(tex: str) -> bool:
    """Whether there is a lone backslash at the end."""
    return (len(tex) - len(tex.rstrip("\\"))) % 2 == 1
