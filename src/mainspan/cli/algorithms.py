"""mainspan algorithms: the methods, their parameters and papers."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mainspan.algorithms import ALGORITHMS, DEFAULT, Algorithm, algorithm
from mainspan.algorithms.base import describe, kinds_of
from mainspan.cli.app import app, errors


@app.command(name="algorithms")
def show_algorithms(
    name: Annotated[str | None, typer.Argument(help="One method, for all about it.")] = None,
) -> None:
    """List the methods, or tell all about one.

    Examples:

    mainspan algorithms

    mainspan algorithms accb

    """
    console = Console(highlight=False)
    if name is not None:
        _show_algorithm(console, type(algorithm(name)))
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("name", "idea", "paper"):
        table.add_column(title, overflow="fold")
    for each, method in ALGORITHMS.items():
        mark = f"{each} [dim](default)[/dim]" if each == DEFAULT else each
        table.add_row(mark, (inspect.getdoc(method) or "").partition("\n")[0], method.paper)
    console.print(table)
    if errors.is_terminal:
        errors.print("\nmainspan algorithms NAME tells all about one, with its parameters.")


def _show_algorithm(console: Console, method: type[Algorithm]) -> None:
    console.print(f"[bold]{method.name}[/bold]\n")
    for paragraph in (inspect.getdoc(method) or "").split("\n\n"):
        is_table = paragraph.startswith(("|", " "))
        text = paragraph if is_table else " ".join(paragraph.split())
        console.print(text, markup=False, soft_wrap=is_table)
        console.print()
    if not fields(method):
        console.print("It has no parameters.")
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), title_justify="left")
    for title in ("parameter", "default", "may be", "meaning"):
        table.add_column(title, overflow="fold")
    kinds = kinds_of(method)
    for field in fields(method):
        may_be = describe(kinds[field.name], field.metadata)
        table.add_row(field.name, str(field.default), may_be, field.metadata["about"])
    console.print(table)
