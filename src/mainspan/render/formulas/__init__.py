"""Formulas: where a page has them, in any form, and what they are in TeX and in MathML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mainspan.page import Page
from mainspan.render.formulas.places import find_places
from mainspan.render.formulas.ranges import Ranges
from mainspan.render.formulas.reading import Reading, read_place, tree_of
from mainspan.render.mathml import is_balanced, to_markup, to_tex

__all__ = ["Formula", "find_formulas"]

# Environments of TeX that have lines of their own.
_ENVIRONMENT: Final = re.compile(
    r"\\begin\{(?:align|alignat|displaymath|eqnarray|equation|flalign|gather|multline)\*?\}"
)
_STYLE: Final = re.compile(r"\\displaystyle(?![A-Za-z])\s*")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of a page: all tokens from `first` to `last` belong to it, copies for other readers too.

    `tex` is never empty and its braces are balanced. `mathml` is safe to serve as it is, and may be empty.
    """

    first: int
    last: int
    tex: str
    is_display: bool
    mathml: str


def find_formulas(page: Page, part: slice | None = None, *, mathml: bool = True) -> list[Formula]:
    """The formulas of a page, in order and apart from each other; also those that a reader does not see.

    Those that begin outside a part of the tokens may be missing, and without `mathml` it is left out where
    there is TeX as well: both save time.
    """
    part = part or slice(0, len(page.tokens))
    if part.start >= part.stop:
        return []
    places = find_places(page, part)
    if not places:
        return []
    ranges = Ranges.of(page)
    readings = [reading for place in places if (reading := read_place(page, place))]
    kept = [reading for reading in readings if ranges.is_formula(reading.first, reading.last)]
    grown = [(ranges.around(reading), reading) for reading in kept]
    found = (_formula(page, together, mathml) for together in _grouped(grown))
    return [formula for formula in found if formula]


Grown = tuple[Reading, Reading]


def _grouped(grown: list[Grown]) -> Iterator[list[Grown]]:
    """Readings that reach into each other are forms of one formula."""
    together: list[Grown] = []
    reached = -1
    for pair in sorted(grown, key=lambda pair: (pair[0].first, -pair[0].last)):
        if together and pair[0].first > reached:
            yield together
            together = []
        together.append(pair)
        reached = max(reached, pair[0].last)
    if together:
        yield together


def _formula(page: Page, together: list[Grown], mathml: bool) -> Formula | None:
    """The best of several readings of one formula."""
    first, last = together[0][0].first, max(around.last for around, _ in together)
    is_display = any(around.is_display for around, _ in together)
    best = min((reading for _, reading in together), key=lambda reading: (not reading.tex, reading.rank))
    # The fewer tokens a tree is read from, the less in it is no formula.
    drawn = min(
        (each for _, each in together if each.has_tree), default=None, key=lambda each: each.last - each.first
    )
    tree = tree_of(page, drawn) if drawn and (mathml or not best.tex) else None
    tex = best.tex or (to_tex(tree) if tree else "")
    is_display = is_display or bool(_ENVIRONMENT.match(tex))
    if is_display and (style := _STYLE.match(tex)):
        tex = tex[style.end() :]
    if not is_display:
        tex = tex.replace("\n", " ")
    if not tex or not is_balanced(tex):
        return None
    markup = to_markup(tree, tex=tex, is_display=is_display) if tree and mathml else ""
    return Formula(first, last, tex, is_display, markup)
