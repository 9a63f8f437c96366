"""What a method is: a value that turns a page into spans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.parameters import Parametrised, parameter
from mainspan.spans import Spans

__all__ = ["Algorithm", "Judgement", "Reason", "Signals", "parameter"]

Signals = dict[str, NDArray[np.float64]]


class Reason(NamedTuple):
    """Why a block was kept or not.

    `signals` are those for it (above 0) and against it, each with its weight: +1 makes the odds 2.7 times
    as high. `notes` is what else decided, such as a rule or an option.
    """

    kept: bool
    notes: tuple[str, ...] = ()
    signals: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        """The reason in words; first the side that agrees with the verdict."""
        parts = list(self.notes)
        for is_for in (self.kept, not self.kept):
            side = [f"{name} {weight:+.1f}" for name, weight in self.signals if (weight > 0) == is_for]
            if side:
                parts.append(f"{'for' if is_for else 'against'}: {', '.join(side)}")
        return "; ".join(parts) or "nothing speaks strongly for it or against it"


class Judgement:
    """What a method thinks of each block of a page, if it judges blocks."""

    @property
    def spans(self) -> Spans:
        """What the method keeps."""
        raise NotImplementedError

    @property
    def scores(self) -> NDArray[np.float64]:
        """How likely each block is content, from 0 to 1."""
        raise NotImplementedError

    @property
    def kept(self) -> NDArray[np.bool_]:
        """Which blocks the method keeps."""
        raise NotImplementedError

    @property
    def confidence(self) -> float:
        """How good the result as a whole can be expected to be, from 0 to 1."""
        raise NotImplementedError

    @property
    def doubt(self) -> str:
        """Why the page may have no main content; empty if there is no doubt."""
        return ""

    @property
    def types(self) -> dict[str, float]:
        """How likely the page is of each type (article, forum, ...); empty if the method does not say."""
        return {}

    @property
    def parts(self) -> dict[str, list[int]]:
        """The blocks of the parts that can be requested (headline, byline, ...); empty if there are none."""
        return {}

    def reason(self, block: int) -> Reason:
        """Why this block was kept or not; as a text, in words."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Algorithm(Parametrised):
    """A published method. Its fields are the paper's parameters, its docstring says where it comes from.

    Methods are values: they hold no state, two with the same parameters are equal, and the repr of one,
    `accb:range=60`, makes it again.
    """

    paper: ClassVar[str]
    # How the signals are drawn: see mainspan.plot.
    figure: ClassVar[str] = ""

    def __call__(self, page: Page) -> Spans:
        """Find the main content of a page. A method has this or `judge`."""
        judgement = self.judge(page)
        if judgement is None:
            raise NotImplementedError
        return judgement.spans

    def signals(self, page: Page) -> Signals:
        """The curves that the method decides by, under their names.

        All have one value for each of the method's units (characters, tokens, lines, strings, blocks,
        elements), and `start` says where in the source each unit begins.
        """
        return {}

    def steps(self, page: Page) -> Signals:
        """The curve after each step, in the form of `signals`, for a method that repeats one step."""
        return {}

    @property
    def reads_hidden(self) -> bool:
        """Whether pages should be read with the text that attributes hide."""
        return False

    def judge(self, page: Page) -> Judgement | None:
        """What the method thinks of each block; None if it works on other units."""
        return None
