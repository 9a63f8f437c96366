"""Backslashes before the characters that would be markup in their place, and before no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.entities import html5
from typing import Final, NamedTuple

# What is beside a text: the edge of its line, or markup, which begins and ends with punctuation.
EDGE: Final = "\n"
MARKUP: Final = "."

_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# Each reads a run of one character, or one reference of bounded length.
_RUNS: Final = re.compile(r"\\|`+|\*+|_+|[\[\]<&]|\$+|~+")
_REFERENCE: Final = re.compile(r"&(?:#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][A-Za-z0-9]{1,31};))")
_TAG: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz/!?")

_STARTERS: Final = frozenset("#>-+*=_~|:[0123456789")
_HEADING: Final = re.compile(r"#{1,6}(?: |$)")
_ITEM: Final = re.compile(r"[-+*](?: |$)")
_NUMBER: Final = re.compile(r"[0-9]{1,9}(?=[.)](?: |$))")
_RULE: Final = re.compile(r"(?:-[ -]*|_[ _]*|\*[ *]*)$")
_FENCE: Final = "~~~"
_UNDERLINE: Final = re.compile(r"=+ *$")
_DELIMITERS: Final = re.compile(r"([|: ]*)-[-|: ]*$")
# A label ends at its first bracket, so nothing is read twice.
_DEFINITION: Final = re.compile(r"\[(?:[^\[\]\\]|\\.)*+\]:")
# A check box, or dashes that would be a rule together with the marker of their item.
_ITEM_START: Final = re.compile(r"\[[ xX]\](?: |$)|-[ -]*$")
_CLOSING: Final = re.compile(r"(?:^| )(#+)$")


class Pairs(NamedTuple):
    """Which of the characters that act in pairs could find their partner in a line."""

    underscores: bool
    tildes: bool
    dollars: bool


ALL: Final = Pairs(True, True, True)
_NO_PAIRS: Final = Pairs(False, False, False)


def is_plain(text: str) -> bool:
    """Whether no character of a text could be inline markup."""
    # The compiler makes a few comparisons of it, which take a tenth of the time of an expression.
    for character in text:  # noqa: SIM110
        if character in "\\`*_[]<&$~":
            return False
    return True


def find_pairs(text: str, has_formula: bool) -> Pairs:
    """What could act in pairs in a line, of which `text` has all texts."""
    if "_" not in text and "~" not in text and "$" not in text:
        return _NO_PAIRS
    return Pairs(
        _has_pair(_runs(text, "_"), _opens_underscore, _closes_underscore),
        _has_pair(_runs(text, "~"), _opens, _closes),
        "$" in text
        and (has_formula or "$$$$" in text or _has_pair(_runs(text, "$"), _opens, _closes_dollar)),
    )


_Run = tuple[str, str, str]


def _runs(text: str, character: str) -> Iterator[_Run]:
    """Each run of a character, with what is before and after it."""
    text = f"{EDGE}{text}{EDGE}"
    end, last = 0, len(text) - 1
    while (start := text.find(character, end)) > 0:
        end = start + 1
        while end < last and text[end] == character:
            end += 1
        yield text[start - 1], text[start:end], text[end]


def _has_pair(runs: Iterator[_Run], opens: Callable[[_Run], bool], closes: Callable[[_Run], bool]) -> bool:
    is_open = False
    for run in runs:
        if is_open and closes(run):
            return True
        is_open = is_open or opens(run)
    return False


def _opens(run: _Run) -> bool:
    return len(run[1]) > 1 or not run[2].isspace()


def _closes(run: _Run) -> bool:
    return len(run[1]) > 1 or not run[0].isspace()


def _closes_dollar(run: _Run) -> bool:
    # The price of one thing does not end the formula that the price of another began.
    return len(run[1]) > 1 or not (run[0].isspace() or run[2].isdigit())


def _opens_underscore(run: _Run) -> bool:
    return not (run[0].isalnum() or run[2].isspace())


def _closes_underscore(run: _Run) -> bool:
    return not (run[0].isspace() or run[2].isalnum())


def escape(text: str, before: str, after: str, pairs: Pairs, in_link: bool = False) -> str:
    """A text as it must be written between two neighbours."""
    if is_plain(text):
        return text
    whole = f"{before}{text}{after}"

    def escaped(match: re.Match[str]) -> str:
        return _escape_run(whole, match[0], *match.span(), pairs, in_link)

    # The neighbours are there to be looked at; neither of them is special.
    return _RUNS.sub(escaped, whole)[1:-1]


def _escape_run(whole: str, run: str, start: int, end: int, pairs: Pairs, in_link: bool) -> str:
    first = run[0]
    previous, following = whole[start - 1], whole[end]
    if first == "`":
        acts = True
    elif first == "*":
        acts = not (previous.isspace() and following.isspace())
    elif first == "_":
        is_inside = previous.isalnum() and following.isalnum()
        acts = pairs.underscores and not (is_inside or (previous.isspace() and following.isspace()))
    elif first == "\\":
        acts = following in _PUNCTUATION or following == EDGE
    elif first == "[":
        acts = in_link or following == "^" or previous == "^"
    elif first == "]":
        acts = in_link or following == "("
    elif first == "<":
        acts = following in _TAG
    elif first == "&":
        acts = is_reference(whole, start)
    elif first == "$":
        acts = pairs.dollars
    else:
        acts = pairs.tildes and not (previous.isspace() and following.isspace())
    return "".join(["\\" + character for character in run]) if acts else run


def is_reference(text: str, place: int) -> bool:
    """Whether a character reference begins at this `&`."""
    match = _REFERENCE.match(text, place)
    return match is not None and (match[1] is None or match[1] in html5)


def begin_lines(lines: str) -> str:
    """Lines of a paragraph, so that none of them begins anything else."""
    if "\n" not in lines:
        return _begin_first(lines) if lines[:1] in _STARTERS else lines
    first, *others = lines.split("\n")
    if _DEFINITION.match(lines):
        first = "\\" + first
    return "\n".join([_begin_first(first), *map(_begin_other, others)])


def begin_item(lines: str) -> str:
    """The first paragraph of a list item, so that its beginning is not read together with the marker."""
    return "\\" + lines if _ITEM_START.match(lines) else lines


def end_heading(line: str) -> str:
    """The text of a heading, so that the marks at its end stay."""
    match = _CLOSING.search(line)
    return f"{line[: match.start(1)]}\\{match[1]}" if match else line


def _begin_first(line: str) -> str:
    if _DEFINITION.match(line):
        return "\\" + line
    return _begin(line)


def _begin_other(line: str) -> str:
    """A line after another one, which it could make a heading or the head of a table."""
    if line[:1] not in _STARTERS:
        return line
    if _UNDERLINE.match(line):
        return "\\" + line
    if delimiters := _DELIMITERS.match(line):
        place = delimiters.end(1)
        return f"{line[:place]}\\{line[place:]}"
    return _begin(line)


def _begin(line: str) -> str:
    first = line[:1]
    if first not in _STARTERS:
        return line
    if number := _NUMBER.match(line):
        return f"{number[0]}\\{line[number.end() :]}"
    acts = (
        first == ">"
        or _HEADING.match(line)
        or _ITEM.match(line)
        or line.startswith(_FENCE)
        or _begins_rule(line)
    )
    return "\\" + line if acts else line


def _begins_rule(line: str) -> bool:
    match = _RULE.match(line)
    return match is not None and line.count(line[0]) > 2
