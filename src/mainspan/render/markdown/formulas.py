"""Formulas in TeX, so that they are neither read as Markdown nor as HTML."""

from __future__ import annotations

import re
from typing import Final

# Each reads a row of backslashes once, from its first one.
_COMMENT: Final = re.compile(r"(?<!\\)((?:\\\\)*+)%")
_DOLLAR: Final = re.compile(r"(?<!\\)(\\*+)\$")
_BAR: Final = re.compile(r"(?<!\\)(\\*+)\|")
# Where formulas are not known, a space keeps tags and links from being read; to TeX it is nothing.
_TAG: Final = re.compile(r"<(?=[A-Za-z/!?])")
_LINK: Final = re.compile(r"\](?=[(\[:])")


def inline_formula(tex: str, in_cell: bool = False) -> str:
    """A formula inside a line; nothing if there is no TeX."""
    tex = _clean(tex)
    if in_cell:
        tex = _BAR.sub(_named_bar, tex)
    tex = " ".join(tex.split())
    return f"${tex}$" if tex else ""


def display_formula(tex: str) -> str:
    """A formula on lines of its own; nothing if there is no TeX."""
    lines = [line.strip() for line in _clean(tex).split("\n")]
    body = "\n".join([line for line in lines if line])
    return f"$$\n{body}\n$$" if body else ""


def _clean(tex: str) -> str:
    tex = tex.replace("\r\n", "\n").replace("\r", "\n").strip()
    if "%" in tex and "\n" in tex:
        *lines, last = tex.split("\n")
        tex = "\n".join([*map(_without_comment, lines), last])
    tex = _DOLLAR.sub(_escaped_dollar, tex)
    tex = _LINK.sub("] ", _TAG.sub("< ", tex))
    # A backslash at the end would escape the sign after it.
    return tex + " {}" if tex.endswith("\\") else tex


def _without_comment(line: str) -> str:
    """A line up to the sign that makes a comment of its rest: once lines are joined, it would go on."""
    match = _COMMENT.search(line)
    return line[: match.end(1)] if match else line


def _escaped_dollar(match: re.Match[str]) -> str:
    is_escaped = len(match[1]) % 2 == 1
    return match[0] if is_escaped else f"{match[1]}\\$"


def _named_bar(match: re.Match[str]) -> str:
    """A bar by its name, for a cell of a table would end at the sign; so would one after a backslash."""
    backslashes = len(match[1])
    return f"{match[1]}\\vert " if backslashes % 2 == 0 else f"{match[1][:-1]}\\Vert "
