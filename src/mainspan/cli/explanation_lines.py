"""The lines of an explanation: figures in columns, the text as far as there is room, and reasons below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from mainspan.explain import Row
from mainspan.render.pieces import without_controls

# no rule: layout, in columns of the terminal
_BAR_WIDTH: Final = 5
# On a narrower terminal, the bar gives way to the text.
MIN_WIDTH_WITH_BAR: Final = 100
MAX_TAG_WIDTH: Final = 10
MIN_TEXT_WIDTH: Final = 16
MAX_TEXT_WIDTH: Final = 120

_ELLIPSIS: Final = "…"
# A blank that does not follow a comma.
_INSIDE: Final = re.compile("(?<!,) ")


# A line is about one block, or about several that follow each other.
Entry = Sequence[Row]


def print_entries(console: Console, entries: Sequence[Entry], *, reasons: bool) -> None:
    """Print the entries, with a heading, and dots where blocks are left out between them."""
    widths = _Widths.of(entries, console.width)
    _print(console, _heading(widths))
    expected = entries[0][0].number
    for entry in entries:
        if entry[0].number > expected:
            _print(console, Text("...", style="dim"))
        expected = entry[-1].number + 1
        _print(console, _line(entry, widths))
        for line in _reason_lines(entry, widths, console.width) if reasons else ():
            _print(console, Text(line, style="" if entry[0].kept else "dim"))


def _print(console: Console, line: Text) -> None:
    """A line as it is: it was made to fit."""
    line.rstrip()
    console.print(line, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class _Widths:
    """How wide the columns are."""

    number: int
    bar: int
    tag: int
    words: int
    text: int

    @classmethod
    def of(cls, entries: Sequence[Entry], width: int) -> _Widths:
        number = max(len(_numbers(entry)) for entry in entries)
        bar = _BAR_WIDTH + 1 if width >= MIN_WIDTH_WITH_BAR else 0
        tag = max(len("tag"), *(cell_len(_tag(entry)) for entry in entries))
        words = max(len("words"), *(len(_words(entry)) for entry in entries))
        # The other columns, with two blanks between.
        used = number + 2 + len("- dropped") + 2 + len("score") + bar + 2 + tag + 2 + words + 2
        return cls(number, bar, tag, words, max(MIN_TEXT_WIDTH, min(MAX_TEXT_WIDTH, width - used)))


def _heading(widths: _Widths) -> Text:
    columns = (
        " " * widths.number,
        "verdict  ",
        "score" + " " * widths.bar,
        f"{'tag':{widths.tag}}",
        f"{'words':>{widths.words}}",
        "text",
    )
    return Text("  ".join(columns), style="bold")


def _line(entry: Entry, widths: _Widths) -> Text:
    """The figures of an entry, and how its text begins."""
    kept, score = entry[0].kept, max(row.block.score for row in entry)
    wanted = any(row.wanted for row in entry)
    style = "green" if kept else "" if wanted else "dim"
    line = Text().append(f"{_numbers(entry):>{widths.number}}  ", style="bold" if wanted else "dim")
    line.append("+ kept   " if kept else "- dropped", style="bold green" if kept else "red")
    line.append(f"  {score:>5.0%}", style=style)
    if widths.bar:
        full = round(score * _BAR_WIDTH)
        line.append(f" {'#' * full:.<{_BAR_WIDTH}}", style=style)
    line.append(f"  {_padded(_tag(entry), widths.tag)}  {_words(entry):>{widths.words}}  ", style="dim")
    text = _beginnings(entry, widths.text)
    return line.append(text, style="bold" if wanted else "" if kept else "dim")


def _reason_lines(entry: Entry, widths: _Widths, width: int) -> list[str]:
    """The reasons, in lines below the figures; of several blocks, those of the likeliest."""
    row = max(entry, key=lambda row: row.block.score)
    reason = without_controls(row.block.reason)
    if len(entry) > 1:
        example = "the likeliest is" if row.block.score else "such as"
        reason = f"{len(entry):,} blocks, {example} {row.number}; {reason}"
    indent = " " * (widths.number + 2)
    room = max(width - len(indent), MIN_TEXT_WIDTH)
    parts = [reason] if len(reason) <= room else reason.split("; ")
    return [indent + line for part in parts for line in _wrapped(part, room)]


def _wrapped(reason: str, room: int) -> list[str]:
    """A part of a reason in lines that end after a comma: figures stay with their words."""
    glued = _INSIDE.sub("\xa0", reason)
    lines = wrap(glued, room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _numbers(entry: Entry) -> str:
    """The numbers of the blocks; a sign marks those with the text of --around."""
    first, last = entry[0].number, entry[-1].number
    numbers = str(first) if first == last else f"{first}-{last}"
    return f"> {numbers}" if any(row.wanted for row in entry) else numbers


def _words(entry: Entry) -> str:
    return f"{sum(row.block.words for row in entry):,}"


def _tag(entry: Entry) -> str:
    """The tag that the blocks are in, or how many different ones."""
    names = {row.block.container for row in entry}
    if len(names) > 1:
        return f"{len(names)} tags"
    name = without_controls(names.pop())
    return name if cell_len(name) <= MAX_TAG_WIDTH else set_cell_size(name, MAX_TAG_WIDTH - 1) + _ELLIPSIS


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _beginnings(entry: Entry, room: int) -> str:
    """How the texts begin, as far as there is room."""
    # A word has two characters at least with the blank after it, so later blocks are never seen.
    return beginning(" / ".join(row.block.text[: 4 * room] for row in entry[:room]), room)


def beginning(text: str, room: int) -> str:
    """The first words of a text that have room on a line, all of it if they are enough."""
    line = " ".join(without_controls(text[: 8 * room * room]).split())
    if cell_len(line) <= room:
        return line
    cut = set_cell_size(line, room - 1)
    # Where no word ends soon, as in scripts without blanks, any place is as good.
    end = cut.rfind(" ") if line[len(cut)] != " " else len(cut)
    return (cut[:end] if end > len(cut) // 2 else cut).rstrip(" /") + _ELLIPSIS
