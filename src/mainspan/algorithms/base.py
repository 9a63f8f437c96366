"""What a method is: a value that turns a page into spans."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from mainspan.errors import ParameterError
from mainspan.page import Page
from mainspan.spans import Spans

Signals = dict[str, NDArray[np.float64]]


def parameter(
    default: Any,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare a parameter of a method: its default, what it means, and what it may be.

    A text must be one of the choices, if there are any; a number may be one of them instead.
    """
    return field(default=default, metadata={"about": about, "low": low, "high": high, "choices": choices})


class Judgement:
    """What a method thinks of each block of a page, where it can tell."""

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
        """How good the answer as a whole can be expected to be, from 0 to 1."""
        raise NotImplementedError

    @property
    def doubt(self) -> str:
        """What speaks against the page having any main content; empty if nothing does."""
        return ""

    @property
    def types(self) -> dict[str, float]:
        """How likely the page is of each type (article, forum, ...); empty if the method does not tell."""
        return {}

    def reason(self, block: int) -> str:
        """Why this block was kept or not, in words."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Algorithm:
    """A published method. Its fields are the paper's parameters, its docstring says where it comes from.

    Methods are values: they hold no state, two with the same parameters are equal, and the repr of one,
    `accb:range=60`, makes it again.
    """

    name: ClassVar[str]
    paper: ClassVar[str]
    # How the signals are drawn: see mainspan.plot.
    figure: ClassVar[str] = ""

    def __call__(self, page: Page) -> Spans:
        """Find the main content of a page."""
        raise NotImplementedError

    def signals(self, page: Page) -> Signals:
        """The curves that the method decides by, under their names.

        All have one value for each of the method's units (characters, tokens, lines, strings, blocks,
        elements), and `start` says where in the source each unit begins.
        """
        return {}

    @property
    def reads_hidden(self) -> bool:
        """Whether pages should be read with the text that attributes hide."""
        return False

    def judge(self, page: Page) -> Judgement | None:
        """What the method thinks of each block; None where it thinks in other units."""
        return None

    def __post_init__(self) -> None:
        kinds = kinds_of(type(self))
        for each in fields(self):
            _check(self.name, each.name, getattr(self, each.name), kinds[each.name], each.metadata)

    def __repr__(self) -> str:
        changed = [
            f"{each.name}={_write(getattr(self, each.name))}"
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) != each.default
        ]
        return ":".join([self.name, *([",".join(changed)] if changed else [])])


# Looking up type hints takes longer than some pages do.
_KINDS: dict[type[Algorithm], dict[str, type]] = {}


def kinds_of(method: type[Algorithm]) -> dict[str, type]:
    """The types of a method's parameters; for a number that may be a word instead, the number's."""
    if method not in _KINDS:
        hints = get_type_hints(method)
        _KINDS[method] = {
            each.name: next(iter(get_args(hints[each.name])), hints[each.name]) for each in fields(method)
        }
    return _KINDS[method]


def _write(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check(method: str, name: str, value: Any, kind: type, rule: Any) -> None:
    """Refuse a value of the wrong type or out of range, and say what would be right."""
    if isinstance(value, str) and rule["choices"]:
        fits = value in rule["choices"]
    elif kind in (int, float):
        fits = not isinstance(value, bool) and isinstance(value, (int, kind)) and _in_range(value, rule)
    else:
        fits = isinstance(value, kind)
    if not fits:
        raise ParameterError(f"{method}: {name} must be {describe(kind, rule)}, not {value!r}")


def _in_range(value: float, rule: Any) -> bool:
    # Comparisons are written so that NaN fails them.
    low, high = rule["low"], rule["high"]
    return (low is None or value >= low) and (high is None or value <= high) and value == value


def describe(kind: type, rule: Any) -> str:
    """What a parameter may be, in words."""
    choices = ", ".join(rule["choices"])
    if kind is str and choices:
        return f"one of {choices}"
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}[kind]
    low, high = rule["low"], rule["high"]
    if low is not None and high is not None:
        words = f"{words} from {low} to {high}"
    elif low is not None:
        words = f"{words} of at least {low}"
    elif high is not None:
        words = f"{words} of at most {high}"
    return f"{words}, or {choices}" if choices else words


def read_value(method: str, name: str, kind: type, text: str, rule: Any) -> Any:
    """Turn a parameter written as text, as on the command line, into its value."""
    if kind is str or text in rule["choices"]:
        return text
    if kind is bool:
        if text.lower() in ("true", "yes", "1", "on"):
            return True
        if text.lower() in ("false", "no", "0", "off"):
            return False
    else:
        try:
            return kind(text)
        except ValueError:
            pass
    raise ParameterError(f"{method}: {name} must be {describe(kind, rule)}, not {text!r}")
