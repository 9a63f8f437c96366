"""Tables, and how they are written as HTML and as Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mainspan.evaluation.report.escape import escaped, markdown_escaped

NONE: Final = "–"
_CLASS_GROUP: Final = ' class="group"'


@dataclass(frozen=True)
class Cell:
    """A cell: the best is bold, a mark follows the text, a link leads to an anchor of the page."""

    text: str
    best: bool = False
    mark: str = ""
    hint: str = ""
    link: str = ""


@dataclass(frozen=True)
class Table:
    """A table. The first column names the rows; columns are figures unless `words` has their number.

    `groups` has the numbers of the rows that begin a group.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: frozenset[int] = frozenset()
    note: str = ""
    groups: frozenset[int] = frozenset()


def cells(*texts: str) -> tuple[Cell, ...]:
    """A row of plain cells."""
    return tuple(map(Cell, texts))


def figure(value: float | None, digits: int = 3) -> str:
    """A number with this many decimals, or a dash if there is none."""
    return NONE if value is None else f"{value:.{digits}f}"


def counted(number: int, thing: str) -> str:
    """A number of things: "1 word", "2 words"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def as_html(table: Table) -> str:
    """The table in HTML. It scrolls by itself if the window is too narrow."""
    head = "".join(
        f'<th scope="col"{_column(table, at)}>{escaped(each)}</th>' for at, each in enumerate(table.head)
    )
    rows = "".join(
        f"<tr{_CLASS_GROUP if at in table.groups else ''}>{_row(table, row)}</tr>\n"
        for at, row in enumerate(table.rows)
    )
    note = f'<p class="note">{escaped(table.note)}</p>' if table.note else ""
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{escaped(table.caption)}"><table>'
        f"<caption>{escaped(table.caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody></table></div>\n{note}"
    )


def _row(table: Table, row: tuple[Cell, ...]) -> str:
    first, rest = f'<th scope="row" dir="auto">{_content(row[0])}</th>', enumerate(row[1:], start=1)
    return first + "".join(f"<td{_column(table, at)}>{_content(each)}</td>" for at, each in rest)


def _column(table: Table, at: int) -> str:
    return ' class="words" dir="auto"' if at == 0 or at in table.words else ""


def _content(cell: Cell) -> str:
    written = escaped(cell.text)
    if cell.best:
        written = f"<strong>{written}</strong>"
    if cell.mark:
        written += f"<sup>{escaped(cell.mark)}</sup>"
    if cell.link:
        return f'<a href="#{escaped(cell.link)}">{written}</a>'
    return f'<span title="{escaped(cell.hint)}">{written}</span>' if cell.hint else written


def as_markdown(table: Table) -> str:
    """The table in Markdown, with its caption above and its note below."""
    aligned = [":--" if at == 0 or at in table.words else "--:" for at in range(len(table.head))]
    lines = [[markdown_escaped(each) for each in table.head], aligned]
    lines += [[_marked(each) for each in row] for row in table.rows]
    written = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    note = f"\n\n{markdown_escaped(table.note)}" if table.note else ""
    return f"**{markdown_escaped(table.caption)}**\n\n{written}{note}\n"


def _marked(cell: Cell) -> str:
    written = markdown_escaped(cell.text)
    if cell.best:
        written = f"**{written}**"
    return f"{written} {markdown_escaped(cell.mark)}" if cell.mark else written
