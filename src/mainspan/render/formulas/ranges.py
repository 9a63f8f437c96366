"""How far a formula reaches: the elements around it, and the copies that libraries put beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import CLOSE, OPEN, TEXT
from mainspan.render.formulas.places import MATH, SCRIPT
from mainspan.render.formulas.reading import Reading

# Names and classes of elements that hold one formula in several forms.
_NAMES: Final = ("<mjx-", "<alternatives", "<inline-formula", "<disp-formula", "<math-renderer")
_CLASSES: Final = frozenset("katex katex-display katex-mathml mjpage mjpage__block ztext-math".split())
_PREFIXES: Final = ("mwe-math-", "MathJax", "MJX", "mjx-")
_DISPLAYS: Final = frozenset(
    "katex-display MathJax_Display MathJax_SVG_Display MJXc-display MJXp-display mjpage__block "
    "mwe-math-mathml-display".split()
)
# No formula holds any of these: an element that does is a part of the page.
_IS_PROSE: Final = tags.table(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl blockquote pre article section figure main nav header footer form hr"
)
_MAX_LEVELS: Final = 8
_MAX_COPIES: Final = 6


@dataclass(frozen=True, slots=True)
class Ranges:
    """The page, with how many tags of prose and how many formulas are before each token."""

    page: Page
    prose: NDArray[np.int32]
    formulas: NDArray[np.int32]

    @classmethod
    def of(cls, page: Page) -> Ranges:
        """What is needed to find how far formulas reach."""
        tokens = page.tokens
        is_formula = (tokens.tag == MATH) & (tokens.kind == OPEN)
        return cls(page, _count(_IS_PROSE[tokens.tag]), _count(is_formula))

    def is_formula(self, first: int, last: int) -> bool:
        """Whether these tokens can be one formula: there is no prose in them, and not a second formula."""
        prose, formulas = (int(column[last + 1] - column[first]) for column in (self.prose, self.formulas))
        return not prose and formulas <= 1

    def around(self, reading: Reading) -> Reading:
        """A reading with all elements that hold it alone, and the copies before it."""
        if self.page.tokens.tag[reading.first] == SCRIPT:
            reading = self._with_copies(reading)
        elements = self.page.elements
        element = int(elements.open.searchsorted(np.int32(reading.first), side="right")) - 1
        for _ in range(_MAX_LEVELS):
            element = int(elements.parent[element])
            if element < 0:
                break
            first, last = int(elements.open[element]), int(elements.close[element])
            classes = _classes(self.page, first)
            if classes is None or not self.is_formula(first, last):
                break
            is_display = reading.is_display or bool(classes & _DISPLAYS)
            reading = reading._replace(first=first, last=last, is_display=is_display)
        return reading

    def _with_copies(self, reading: Reading) -> Reading:
        """A script with what a library has drawn from it, and put before it."""
        tokens = self.page.tokens
        place = reading.first - 1
        for _ in range(_MAX_COPIES):
            if tokens.kind[place] == TEXT and not tokens.words[place]:
                place -= 1
            if place <= 0 or tokens.kind[place] != CLOSE:
                break
            opened = int(tokens.partner[place])
            classes = _classes(self.page, opened)
            if classes is None or not self.is_formula(opened, place):
                break
            is_display = reading.is_display or bool(classes & _DISPLAYS)
            reading = reading._replace(first=opened, is_display=is_display)
            place = opened - 1
        return reading


def _count(flags: NDArray[np.bool_]) -> NDArray[np.int32]:
    before = np.zeros(len(flags) + 1, dtype=np.int32)
    np.cumsum(flags, out=before[1:])
    return before


def _classes(page: Page, token: int) -> set[str] | None:
    """The classes of an element that holds a formula in several forms; nothing if it is no such element."""
    attributes, start = page.attributes(token), int(page.tokens.start[token])
    classes = set(attributes.get("class", "").split())
    if page.source.startswith(_NAMES, start):
        is_display = attributes.get("display") == "true" or page.source.startswith("<disp-", start)
        return classes | _DISPLAYS if is_display else classes
    is_known = classes & _CLASSES or any(name.startswith(_PREFIXES) for name in classes)
    return classes if is_known else None
