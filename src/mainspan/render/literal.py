r"""TeX in the text itself, for a library on the page to draw: \(x\), \[x\], $$x$$ and $x$."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN
from mainspan.render.mathml import is_balanced

_SCRIPT: Final = tags.NUMBERS["script"]
# The name of a library is searched for in this much of a script.
_MAX_SCRIPT_CHARACTERS: Final = 4000
# Bounded, so that each place is read a bounded number of times. A single dollar must be at a word's edge.
_TEX: Final = re.compile(
    r"\\\((?P<inline>.{1,1000}?)\\\)|\\\[(?P<display>.{1,1000}?)\\\]|\$\$(?P<dollars>[^$]{1,1000})\$\$"
    r"|(?<![\\$\w])\$(?P<single>[^\s$](?:[^$\n]{0,300}[^\s$\\])?)\$(?![\d$])"
)

# A formula between dollars, anywhere: a quick first test.
_DOLLARS: Final = re.compile(r"\$\$|\$[^\s$](?:[^$\n]{0,300}[^\s$\\])?\$")


class Part(NamedTuple):
    """A part of a text: words, or a formula."""

    text: str
    is_tex: bool
    is_display: bool = False


def find_literal(page: Page, texts: list[str]) -> dict[int, list[Part]]:
    """The texts that hold TeX, by their places, in parts; none if no library of the page would draw it."""
    # Prices have dollars too, but two of them are seldom read as one formula.
    marked = [place for place, text in enumerate(texts) if "$" in text or "\\" in text]
    places = [place for place in marked if may_hold_tex(texts[place]) and _TEX.search(texts[place])]
    return {place: _split(texts[place]) for place in places} if places and _has_library(page) else {}


def write_literal(parts: list[Part]) -> str:
    """The parts as one text, all formulas between dollars."""
    signs = {True: "$$", False: "$"}
    return "".join(
        f"{signs[part.is_display]}{part.text}{signs[part.is_display]}" if part.is_tex else part.text
        for part in parts
    )


def may_hold_tex(text: str) -> bool:
    """Whether there may be formulas. Faster for a whole text than for each of its pieces."""
    if "\\" in text and ("\\(" in text or "\\[" in text):
        return True
    return "$" in text and bool(_DOLLARS.search(text))


def _has_library(page: Page) -> bool:
    tokens = page.tokens
    for token in np.flatnonzero((tokens.tag == _SCRIPT) & (tokens.kind == OPEN)).tolist():
        start = int(tokens.start[token])
        end = min(int(tokens.end[tokens.partner[token]]), start + _MAX_SCRIPT_CHARACTERS)
        script = page.source[start:end].lower()
        if "mathjax" in script or "katex" in script:
            return True
    return False


def _split(text: str) -> list[Part]:
    parts, begin = [], 0
    for match in _TEX.finditer(text):
        tex = match.group(match.lastgroup or 0).strip()
        if tex and is_balanced(tex):
            if match.start() > begin:
                parts.append(Part(text[begin : match.start()], False))
            parts.append(Part(tex, True, match.lastgroup in ("display", "dollars")))
            begin = match.end()
    if begin < len(text):
        parts.append(Part(text[begin:], False))
    return parts
