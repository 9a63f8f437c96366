"""mainspan explain: a page block by block, with what was kept, what was not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, Final

import typer

from mainspan.algorithms import algorithm
from mainspan.algorithms.wlr import WLR
from mainspan.cli import options
from mainspan.cli.app import app, print_json, results_console
from mainspan.cli.explain_tree import Choice, show_tree
from mainspan.cli.explanation_lines import print_entries
from mainspan.errors import ParameterError
from mainspan.explain import Row, choose, explain, rows_of, why_none
from mainspan.extraction import Extraction, extract
from mainspan.page import Page

# Dropped blocks in a row share a line, such as entries of a menu, if there are enough of them.
MIN_SHARING_BLOCKS: Final = 3
MAX_SHARING_WORDS: Final = 14
MAX_SHARING_SCORE: Final = 0.1
# The types of pages with their articles.
_WITH_ARTICLE: Final = {
    "article": "an article",
    "documentation": "documentation",
    "service": "a service page",
}


@app.command(name="explain")
def explain_page(
    source: options.OnePage,
    method: options.Method = None,
    around: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Show only the blocks with this text, and their neighbours."),
    ] = None,
    kept: Annotated[
        bool | None,
        typer.Option("--kept/--dropped", help="Show only what was kept, or only what was dropped."),
    ] = None,
    reasons: Annotated[
        bool, typer.Option("--reasons/--no-reasons", help="Show the reasons for and against each block.")
    ] = True,
    every: Annotated[
        bool,
        typer.Option("--all", help="Show each block or element on a line of its own, even entries of menus."),
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Show the tree down to N levels below the body."),
    ] = None,
    blocks: Annotated[
        bool, typer.Option("--blocks", help="Show blocks instead of the tree of wlr, clr, wnr or cnr.")
    ] = False,
    form: options.Form = options.Format.text,
    encoding: options.Encoding = None,
) -> None:
    """Explain what was kept of a page and what was not.

    Each block of the page is a line, in order: its number, whether it was kept,
    its score, its element, the number of its words and its first words. The score
    is the probability that the block is content. Methods that do not score blocks
    have the share of kept words instead. Below are the reasons for and against
    the block with their weights: +1 makes the odds 2.7 times as high. Short blocks
    in a row with low scores, such as menus, share a line.

    With wlr, clr, wnr or cnr it is the tree of the page: the words or characters,
    leaves and nodes of each element, its ratio, its weight and its relevance as a
    share of the highest. * marks the best node, + what is kept with it. Elements
    that hold nothing but each other share a line (a > b), and so do elements
    without weight and many of the same name. Elements whose children are not
    shown have their first words instead; --all shows everything.

    \b
    Examples:
    mainspan explain page.html
    mainspan explain page.html --around "the paragraph I miss"
    mainspan explain https://example.org/article --dropped --all
    mainspan explain page.html -a mainspan:comments=true --no-reasons
    mainspan explain page.html -a lqf -f json
    mainspan explain page.html -a wlr --depth 4
    """
    chosen = algorithm(options.one_method(method))
    is_tree = isinstance(chosen, WLR) and not blocks
    if depth is not None and not is_tree:
        raise ParameterError(f"--depth is for the tree of wlr, clr, wnr or cnr: {chosen!r} shows blocks")
    # Wrong use shows before the work begins.
    Page(b"", encoding=encoding)
    place = options.find_page(source)
    found = extract(options.read_page(place, encoding), algorithm=chosen)
    if is_tree:
        show_tree(place.name, found, Choice(around, kept, every, depth), form)
        return
    rows = rows_of(found)
    shown = choose(rows, kept=kept, around=around)
    if around is not None and not shown:
        raise options.failure(f"{place.name}: {why_none(found, rows, around)}")
    if form is options.Format.json:
        print_json({"source": place.name, **explain(found, shown, reasons=reasons)})
        return
    console = results_console()
    console.print(_summary(place.name, found, rows), markup=False, soft_wrap=True)
    if shown:
        console.print()
        entries = [[row] for row in shown] if every or around is not None else list(_gather(shown))
        print_entries(console, entries, reasons=reasons)


def _summary(name: str, found: Extraction, rows: Sequence[Row]) -> str:
    """One line on the whole page."""
    kept, words = sum(row.kept for row in rows), len(found.page.words)
    parts = [f"kept {kept:,} of {len(rows):,} blocks, {found.words:,} of {words:,} words"]
    if not found:
        parts.append(found.reason)
    elif found.judgement is not None:
        parts.append(f"confidence {found.confidence:.0%}")
        parts += _seeming(found.judgement.types)
        parts += filter(None, [found.judgement.doubt])
    return f"{name}: {'; '.join(parts)}"


def _seeming(types: dict[str, float]) -> list[str]:
    """What type of page it seems to be, if the method says so."""
    if not types:
        return []
    best = max(types, key=types.__getitem__)
    return [f"seems to be {_WITH_ARTICLE.get(best, f'a {best}')} ({types[best]:.0%})"]


def _gather(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The blocks one by one, but rows of short ones that are hardly content together."""
    for is_minor, group in groupby(rows, key=_is_minor):
        members = list(group)
        if is_minor and len(members) >= MIN_SHARING_BLOCKS:
            yield members
        else:
            yield from ([row] for row in members)


def _is_minor(row: Row) -> bool:
    return not row.kept and row.block.words <= MAX_SHARING_WORDS and row.block.score < MAX_SHARING_SCORE
