"""Parameters of methods and measures: declared once, written as `name:parameter=value,...`.

A method or a measure is a frozen dataclass that inherits from `Parametrised`. Its fields are declared with
`parameter`. Checking, reading from text and writing back all come from that declaration. A field without one
is checked by its type alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, ClassVar, Final, TypeVar, get_args, get_type_hints

from mainspan.errors import ParameterError

_KINDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
# The names of types in JSON Schema.
_TYPES: Final = {int: "integer", float: "number", bool: "boolean", str: "string"}
# How similar a misspelt name must be to one that exists, from 0 to 1, to be suggested.
_MIN_SIMILARITY: Final = 0.5


def parameter(
    default: Any,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    is_path: bool = False,
) -> Any:
    """Declare a parameter: its default, what it means, and which values it may have.

    If there are choices, a text must be one of them; a number may be one of them instead of a number.
    `is_path`: it names a file, so that it cannot be set from outside this machine.
    """
    given = {"about": about, "low": low, "high": high, "choices": choices, "is_path": is_path}
    return field(default=default, metadata=given)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter. `kind` is its type; for a number that may be a word instead, the number's."""

    owner: str
    name: str
    kind: type
    default: Any
    about: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    is_path: bool = False

    @property
    def may_be(self) -> str:
        """The values that it may have, in words."""
        choices = ", ".join(filter(None, self.choices))
        if self.kind is str and choices:
            return f"one of {choices}"
        words = _KINDS.get(self.kind, f"of the type {self.kind.__name__}")
        if self.low is not None and self.high is not None:
            words = f"{words} from {self.low} to {self.high}"
        elif self.low is not None:
            words = f"{words} of at least {self.low}"
        elif self.high is not None:
            words = f"{words} of at most {self.high}"
        return f"{words}, or {choices}" if choices else words

    def to_dict(self) -> dict[str, Any]:
        """The declaration as plain data, for forms and for other programs."""
        return {
            "name": self.name,
            "type": _TYPES.get(self.kind, self.kind.__name__),
            "default": self.default,
            "low": self.low,
            "high": self.high,
            "choices": [each for each in self.choices if each],
            "may_be": self.may_be,
            "about": self.about,
        }

    def check(self, value: Any) -> None:
        """Raise a ParameterError if a value has the wrong type or is out of range."""
        if isinstance(value, str) and self.choices:
            fits = value in self.choices
        elif self.kind in (int, float):
            is_number = not isinstance(value, bool) and isinstance(value, (int, self.kind))
            fits = is_number and self._is_in_range(value)
        else:
            fits = isinstance(value, self.kind)
        if not fits:
            raise self._refuse(value)

    def read(self, text: str) -> Any:
        """Turn a value written as text, as on the command line, into the value. Its range is not checked."""
        if self.kind is str or text in self.choices:
            return text
        if self.kind is bool:
            if text.lower() in ("true", "yes", "1", "on"):
                return True
            if text.lower() in ("false", "no", "0", "off"):
                return False
        else:
            try:
                return self.kind(text)
            except ValueError:
                pass
        raise self._refuse(text)

    def _is_in_range(self, value: float) -> bool:
        # Comparisons are written so that NaN fails them.
        low_enough = self.high is None or value <= self.high
        return low_enough and (self.low is None or value >= self.low) and value == value

    def _refuse(self, value: Any) -> ParameterError:
        return ParameterError(f"{self.owner}: {self.name} must be {self.may_be}, not {value!r}")


@dataclass(frozen=True, repr=False)
class Parametrised:
    """A value with a name and parameters. Its repr, `accb:range=60`, makes it again."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        for each in parameters_of(type(self)).values():
            each.check(getattr(self, each.name))

    def __repr__(self) -> str:
        changed = [
            f"{each.name}={write_value(value)}"
            for each in parameters_of(type(self)).values()
            if (value := getattr(self, each.name)) != each.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name


# Looking up type hints takes longer than some pages do.
_DECLARED: dict[type[Parametrised], dict[str, Parameter]] = {}


def parameters_of(cls: type[Parametrised]) -> dict[str, Parameter]:
    """The parameters of a method or a measure by name, in the order of their declaration."""
    if cls not in _DECLARED:
        _DECLARED[cls] = _declared(cls)
    return _DECLARED[cls]


def _declared(cls: type[Parametrised]) -> dict[str, Parameter]:
    hints = get_type_hints(cls)
    return {
        each.name: Parameter(
            owner=cls.name,
            name=each.name,
            kind=next(iter(get_args(hints[each.name])), hints[each.name]),
            default=each.default,
            **each.metadata,
        )
        for each in fields(cls)
    }


def write_value(value: object) -> str:
    """A value as it is written after the name of its parameter."""
    return str(value).lower() if isinstance(value, bool) else str(value)


_Made = TypeVar("_Made", bound=Parametrised)


def make(
    known: Mapping[str, type[_Made]],
    written: str,
    *,
    noun: str,
    error: type[Exception] = ParameterError,
    **given: Any,
) -> _Made:
    """Make a value from `name:parameter=value,...`; keyword parameters take precedence over written ones.

    `known` maps names to classes and `noun` says what they are. An unknown name raises `error`.
    """
    name, _, parameters = (part.strip() for part in written.partition(":"))
    cls = known.get(name.lower())
    if cls is None:
        hint = suggest(name.lower(), known, f"{noun}s are")
        raise error(f"no {noun} is called {name!r}: {hint}")
    values = read_parameters(cls, parameters) | given
    check_names(cls, values)
    return cls(**values)


def check_names(cls: type[Parametrised], names: Iterable[str]) -> None:
    """Raise a ParameterError if one of the names is not a parameter of this class."""
    known = parameters_of(cls)
    for name in names:
        if name not in known:
            hint = suggest(name, known, "parameters are") if known else "it has no parameters"
            raise ParameterError(f"{cls.name} has no parameter {name!r}: {hint}")


def read_parameters(cls: type[Parametrised], written: str) -> dict[str, Any]:
    """Parameters written as name=value,name=value. Unknown names keep their text, and are refused later."""
    known = parameters_of(cls)
    values: dict[str, Any] = {}
    for part in filter(None, map(str.strip, written.split(","))):
        name, sign, text = (each.strip() for each in part.partition("="))
        if not sign or not name:
            raise ParameterError(f"{cls.name}: write parameters as name=value, not {part!r}")
        if name in values:
            raise ParameterError(f"{cls.name}: {name} is given twice")
        values[name] = known[name].read(text) if name in known else text
    return values


def suggest(name: str, known: Iterable[str], which: str) -> str:
    """The names that exist, and the one that may be meant by a misspelt name."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=_MIN_SIMILARITY)
    hint = f"did you mean {near[0]}? The" if near else "the"
    return f"{hint} {which} {', '.join(names)}"
