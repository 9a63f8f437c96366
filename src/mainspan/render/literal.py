r"""TeX in the text itself, for a library on the page to draw: \(x\), \[x\], $$x$$, $x$ and environments.

A library may also be a part of a script with another name. Where the page names none, what is between two
dollars is no formula, and the rest is if one of the formulas has a command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.anchors import elements_around
from mainspan.page.kinds import OPEN
from mainspan.render.mathml import is_balanced

_SCRIPT: Final = tags.NUMBERS["script"]
_IS_CODE: Final = tags.table("code pre")
# Code is looked for among this many elements around a text.
_MAX_LEVELS: Final = 4
# The name of a library is searched for in this much of a script.
_MAX_SCRIPT_CHARACTERS: Final = 4000
# Bounded, so that each place is read a bounded number of times. A single dollar must be at a word's edge.
_TEX: Final = re.compile(
    r"\\\((?P<inline>.{1,1000}?)\\\)|\\\[(?P<display>.{1,1000}?)\\\]|\$\$(?P<dollars>[^$]{1,1000})\$\$"
    r"|(?P<environment>\\begin\{(?P<name>(?:align|alignat|displaymath|eqnarray|equation|flalign|gather|multline)\*?)\}"
    r".{1,2000}?\\end\{(?P=name)\})"
    r"|(?<![\\$\w])\$(?P<single>[^\s$](?:[^$\n]{0,300}[^\s$\\])?)\$(?![\d$])"
)
# Commands, which only TeX has: those of regular expressions have one letter.
_SURE: Final = re.compile(r"\\[A-Za-z]{2}")

# A formula between dollars, anywhere: a quick first test.
_DOLLARS: Final = re.compile(r"\$\$|\$[^\s$](?:[^$\n]{0,300}[^\s$\\])?\$")


class Part(NamedTuple):
    """A part of a text: words, or a formula."""

    text: str
    is_tex: bool
    is_display: bool = False


def find_literal(page: Page, texts: list[str], tokens: Sequence[int]) -> dict[int, list[Part]]:
    """The texts that hold TeX, by their places, in parts; those in code hold none.

    tokens: those of the texts.
    """
    # Prices have dollars too, but two of them are seldom read as one formula.
    marked = [place for place, text in enumerate(texts) if "$" in text or "\\" in text]
    places = [place for place in marked if may_hold_tex(texts[place]) and _TEX.search(texts[place])]
    if not places:
        return {}
    places = [place for place in places if not _is_in_code(page, tokens[place])]
    has_library = _has_library(page)
    if not has_library and not any(_holds_surely(texts[place]) for place in places):
        return {}
    found = {place: _split(texts[place], singles=has_library) for place in places}
    return {place: parts for place, parts in found.items() if any(part.is_tex for part in parts)}


def _holds_surely(text: str) -> bool:
    """Whether there is something between sure signs that can be nothing but TeX."""
    matches = ((match.lastgroup or "", match) for match in _TEX.finditer(text))
    return any(
        kind == "environment" or (kind != "single" and bool(_SURE.search(match.group(kind))))
        for kind, match in matches
    )


def _is_in_code(page: Page, token: int) -> bool:
    around = page.elements.tag[elements_around(page, token, _MAX_LEVELS)]
    return bool(_IS_CODE[around].any())


def write_literal(parts: list[Part]) -> str:
    """The parts as one text, all formulas between dollars."""
    signs = {True: "$$", False: "$"}
    return "".join(
        f"{signs[part.is_display]}{part.text}{signs[part.is_display]}" if part.is_tex else part.text
        for part in parts
    )


def may_hold_tex(text: str) -> bool:
    """Whether there may be formulas. Faster for a whole text than for each of its pieces."""
    if "\\" in text and ("\\(" in text or "\\[" in text or "\\begin{" in text):
        return True
    return "$" in text and bool(_DOLLARS.search(text))


def may_hold_literal(page: Page, text: str) -> bool:
    """Whether there may be formulas in a text of this page, which `find_literal` would find in its pieces."""
    return may_hold_tex(text) and (bool(_SURE.search(text)) or _has_library(page))


def _has_library(page: Page) -> bool:
    tokens = page.tokens
    for token in np.flatnonzero((tokens.tag == _SCRIPT) & (tokens.kind == OPEN)).tolist():
        start = int(tokens.start[token])
        end = min(int(tokens.end[tokens.partner[token]]), start + _MAX_SCRIPT_CHARACTERS)
        script = page.source[start:end].lower()
        if "mathjax" in script or "katex" in script:
            return True
    return False


def _split(text: str, *, singles: bool) -> list[Part]:
    """A text in parts; `singles`: what is between single dollars is a formula too."""
    parts, begin = [], 0
    for match in _TEX.finditer(text):
        kind = match.lastgroup or ""
        tex = match.group(kind).strip()
        if tex and is_balanced(tex) and (singles or kind != "single"):
            if match.start() > begin:
                parts.append(Part(text[begin : match.start()], False))
            parts.append(Part(tex, True, kind in ("display", "dollars", "environment")))
            begin = match.end()
    if begin < len(text):
        parts.append(Part(text[begin:], False))
    return parts
