"""mainspan algorithms: the methods, their parameters and papers."""

from __future__ import annotations

import inspect
import json
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from mainspan.algorithms import ALGORITHMS, DEFAULT, Algorithm, algorithm
from mainspan.cli.app import app, errors, results_console
from mainspan.parameters import parameters_of, write_value


class Format(StrEnum):
    """What the methods are written as."""

    text = "text"
    json = "json"


@app.command(name="algorithms")
def show_algorithms(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A method, to see its parameters.")
    ] = None,
    form: Annotated[Format, typer.Option("-f", "--format", help="What to write.")] = Format.text,
) -> None:
    """List the methods, or describe one.

    Examples:

    mainspan algorithms

    mainspan algorithms accb

    mainspan algorithms -f json

    """
    chosen = [type(algorithm(name))] if name is not None else list(ALGORITHMS.values())
    if form is Format.json:
        print(json.dumps([_to_dict(each) for each in chosen], ensure_ascii=False, indent=2))
    elif name is not None:
        _show_algorithm(results_console(), chosen[0])
    else:
        _show_list(results_console())


def _to_dict(method: type[Algorithm]) -> dict[str, Any]:
    return {
        "name": method.name,
        "default": method.name == DEFAULT,
        "paper": method.paper,
        "about": inspect.getdoc(method) or "",
        "parameters": [
            {
                "name": each.name,
                "default": each.default,
                "may_be": each.may_be,
                "about": each.about,
            }
            for each in parameters_of(method).values()
        ],
    }


def _show_list(console: Console) -> None:
    table = _table("name", "idea", "paper")
    for each, method in ALGORITHMS.items():
        mark = f"{each} [dim](default)[/dim]" if each == DEFAULT else each
        table.add_row(mark, (inspect.getdoc(method) or "").partition("\n")[0], method.paper)
    console.print(table)
    if errors.is_terminal:
        errors.print("\nmainspan algorithms NAME tells all about one, with its parameters.")


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(first, no_wrap=True)
    for title in others:
        table.add_column(title, overflow="fold")
    return table


def _show_algorithm(console: Console, method: type[Algorithm]) -> None:
    console.print(f"[bold]{method.name}[/bold]\n")
    for paragraph in (inspect.getdoc(method) or "").split("\n\n"):
        if paragraph.startswith("|"):
            console.print(_read_table(paragraph))
        else:
            # Figures stand in columns, and keep them.
            is_columns = paragraph.startswith(" ")
            text = paragraph if is_columns else " ".join(paragraph.split())
            console.print(text, markup=False, soft_wrap=is_columns)
        console.print()
    if not parameters_of(method):
        console.print("It has no parameters.")
        return
    table = _table("parameter", "default", "may be", "meaning")
    for each in _to_dict(method)["parameters"]:
        table.add_row(each["name"], write_value(each["default"]), each["may_be"], each["about"])
    console.print(table)


def _read_table(text: str) -> Table:
    """A table of a docstring; a row without a first cell goes on with the row before."""
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines())
    rows: list[list[str]] = []
    for line in lines:
        if line[0]:
            rows.append(line)
        else:
            rows[-1] = [f"{one} {more}".strip() for one, more in zip(rows[-1], line, strict=True)]
    table = _table(*head)
    for row in rows:
        table.add_row(*row)
    return table
