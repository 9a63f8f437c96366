"""mainspan blocks: all blocks of pages in order of relevance, or their menus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mainspan.algorithms import RankedBlock, blocks_by_relevance, menus
from mainspan.cli.app import app, errors, print_json
from mainspan.cli.options import Encoding, Form, Format
from mainspan.errors import MainspanError
from mainspan.extraction import extract
from mainspan.page import Page
from mainspan.render.pieces import without_controls
from mainspan.render.text import render_text
from mainspan.sources import find_sources
from mainspan.spans import Spans

# More spans and characters of a block than a terminal shows on one line.
MAX_SPANS, MAX_CHARACTERS = 200, 1000  # no rule: layout


@app.command(name="blocks")
def show_blocks(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help="Files, folders, addresses, or - for standard input."),
    ],
    only_menus: Annotated[bool, typer.Option("--menus", help="Show the menus instead.")] = False,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", min=1, help="Show at most N blocks; the last has all the rest."
        ),
    ] = 20,
    form: Form = Format.text,
    encoding: Encoding = None,
) -> None:
    """Show the blocks of a page, the most relevant first.

    The first block is what the method wlr finds in the page, the second what it
    finds in the rest, and so on. Each is a line: its element, its words and their
    share of the page's words, its links, its ratio of words to leaves, and its
    first words. The ratio of a menu is the share of its text in short links.

    \b
    Examples:
    mainspan blocks page.html
    mainspan blocks page.html --menus
    mainspan blocks https://example.org/article -n 5 -f json
    """
    # Wrong use shows before the work begins.
    Page(b"", encoding=encoding)
    find = menus if only_menus else blocks_by_relevance
    pages = find_sources(sources)
    several = len(pages) > 1 or any(Path(name).is_dir() for name in sources)
    failed = shown = 0
    for source in pages:
        try:
            page = source.read(encoding)
        except MainspanError as error:
            errors.print(str(error), style="red", markup=False)
            failed += 1
            continue
        found = find(page, most=number)
        if form is Format.json:
            record = _to_dict(source.name, page, found, "menus" if only_menus else "blocks")
            print_json(record, indent=None if several else 2)
        elif found:
            _show(page, source.name, found, "menu" if only_menus else "block", apart=shown > 0)
            shown += 1
        if not found:
            reason = "the page has no menus" if len(page.words) else extract(page, algorithm="plain").reason
            errors.print(f"{source.name}: nothing found: {reason}", style="yellow", markup=False)
    if several and failed:
        errors.print(f"{failed} of {len(pages)} pages failed")
    raise typer.Exit(1 if failed else 0)


def _to_dict(name: str, page: Page, found: list[RankedBlock], key: str) -> dict[str, Any]:
    blocks = [
        {
            "rank": block.rank,
            "element": block.element,
            "words": block.words,
            "share": round(block.share, 4),
            "links": block.links,
            "link_share": round(block.link_share, 4),
            "ratio": round(block.ratio, 4),
            "text": render_text(page, block.spans),
            "spans": [list(pair) for pair in block.spans],
        }
        for block in found
    ]
    return {"source": name, "url": page.url, "page_words": len(page.words), key: blocks}


def _show(page: Page, name: str, found: list[RankedBlock], kind: str, apart: bool) -> None:
    console = Console(highlight=False)
    if apart:
        console.print()
    count = f"{len(found)} {kind}{'s' if len(found) > 1 else ''}"
    console.print(f"{name}: {len(page.words):,} words, {count}", markup=False, soft_wrap=True)
    console.print()
    console.print(_table(page, found, console.width, digits=1 if kind == "block" else 2))


def _table(page: Page, found: list[RankedBlock], width: int, digits: int) -> Table:
    # Where room is short, elements and first words give way and not the figures.
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), expand=True)
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("element", no_wrap=True, overflow="ellipsis", max_width=max(width // 4, 8))
    for title in ("words", "share", "links", "ratio"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("first words", no_wrap=True, overflow="ellipsis", ratio=1)
    for block in found:
        table.add_row(
            str(block.rank),
            Text(without_controls(block.element)),
            f"{block.words:,}",
            f"{block.share:.1%}",
            f"{block.links:,}",
            f"{block.ratio:,.{digits}f}",
            Text(_beginning(page, block)),
        )
    return table


def _beginning(page: Page, block: RankedBlock) -> str:
    """The first words of a block: more of them than a terminal shows."""
    first = Spans(block.spans.pairs[:MAX_SPANS])
    return " ".join(render_text(page, first)[:MAX_CHARACTERS].split())
