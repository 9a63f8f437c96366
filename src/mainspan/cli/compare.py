"""mainspan compare: methods side by side on one page."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mainspan.algorithms import ALGORITHMS, algorithm
from mainspan.cli.app import app, print_json
from mainspan.cli.options import METHOD, Encoding, Names, OnePage, find_page, named, read_page
from mainspan.compare import Comparison, compare, read_for
from mainspan.page import Page


class Format(StrEnum):
    """What a comparison is written as."""

    table = "table"
    json = "json"


class Order(StrEnum):
    """What a comparison is sorted by."""

    given = "given"
    agreement = "agreement"
    words = "words"
    time = "time"
    name = "name"


_KEYS: Final[dict[Order, Any]] = {
    Order.given: lambda each: 0,
    Order.agreement: lambda each: (-(each.agreement or 0), each.algorithm),
    Order.words: lambda each: (-each.words, each.algorithm),
    Order.time: lambda each: (each.milliseconds, each.algorithm),
    Order.name: lambda each: each.algorithm,
}


MAX_NAME_WIDTH: Final = 26  # no rule: layout


@app.command(name="compare")
def compare_methods(
    source: OnePage,
    methods: Annotated[
        Names, named("-a --algorithm", METHOD, "A method; repeatable. Without it: all.", ALGORITHMS)
    ] = None,
    sort: Annotated[
        Order, typer.Option(help="The order: as given, most agreement, most words, least time, or by name.")
    ] = Order.given,
    form: Annotated[Format, typer.Option("-f", "--format", help="The output format.")] = Format.table,
    encoding: Encoding = None,
) -> None:
    """Compare methods on one page.

    \b
    For each method:
    words, share   how many of the page's words it kept, and their share
    ms             its time without parsing the page, the shortest of up to three runs
    agreement      the mean F1 on words with each of the other methods
    first words    the beginning of its text; if it found nothing, the reason

    \b
    Examples:
    mainspan compare page.html
    mainspan compare page.html -a accb -a accb:range=60 -a density --sort words
    mainspan compare https://example.org/article -f json
    """
    chosen = [algorithm(name) for name in methods or ALGORITHMS]
    found = find_page(source)
    page = read_page(found, encoding)
    rows = sorted(compare(page, dict.fromkeys(chosen)), key=_KEYS[sort])
    if form is Format.json:
        record = {
            "source": found.name,
            "url": page.url,
            "page_words": len(read_for(page, chosen).words),
            "methods": [each.to_dict() for each in rows],
        }
        print_json(record)
    else:
        _show(page, len(read_for(page, chosen).words), found.name, rows)


def _show(page: Page, whole: int, name: str, rows: list[Comparison]) -> None:
    console = Console(highlight=False)
    hidden = f" ({whole - len(page.words):,} hidden)" if whole > len(page.words) else ""
    console.print(f"{name}: {whole:,} words{hidden}, {page.size:,} bytes", markup=False, soft_wrap=True)
    console.print()
    # Where room is short, the first words give way and not the figures.
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), expand=True)
    table.add_column("method", overflow="fold", max_width=MAX_NAME_WIDTH)
    for title in ("words", "share", "ms", "agreement"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("first words", no_wrap=True, overflow="ellipsis", ratio=1)
    for each in rows:
        words = Text(each.beginning) if each.words else Text(each.reason, style="dim italic")
        agreement = "" if each.agreement is None else f"{each.agreement:.3f}"
        figures = (f"{each.words:,}", f"{each.share:.0%}", f"{each.milliseconds:.2f}", agreement)
        table.add_row(each.algorithm, *figures, words)
    console.print(table)
