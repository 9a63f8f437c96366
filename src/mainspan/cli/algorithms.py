"""mainspan algorithms: the methods, their parameters and papers."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mainspan.algorithms import ALGORITHMS, DEFAULT, Algorithm, algorithm, describe
from mainspan.cli.app import app, errors, make_table, print_json, results_console
from mainspan.cli.options import Form, Format
from mainspan.parameters import parameters_of, write_value


@app.command(name="algorithms")
def show_algorithms(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="The method to describe.")] = None,
    form: Form = Format.text,
) -> None:
    """List the methods, or describe one.

    \b
    Examples:
    mainspan algorithms
    mainspan algorithms accb
    mainspan algorithms -f json
    """
    chosen = [type(algorithm(name))] if name is not None else list(ALGORITHMS.values())
    if form is Format.json:
        print_json([describe(each) for each in chosen])
    elif name is not None:
        _show_algorithm(results_console(), chosen[0])
    else:
        _show_list(results_console())


def _show_list(console: Console) -> None:
    table = make_table("name", "idea", "paper", fold=("idea", "paper"))
    for each, method in ALGORITHMS.items():
        mark = f"{each} [dim](default)[/dim]" if each == DEFAULT else each
        table.add_row(mark, (inspect.getdoc(method) or "").partition("\n")[0], method.paper)
    console.print(table)
    if errors.is_terminal:
        errors.print("\nmainspan algorithms NAME describes one, with its parameters.")


def _show_algorithm(console: Console, method: type[Algorithm]) -> None:
    console.print(f"[bold]{method.name}[/bold]\n")
    for paragraph in (inspect.getdoc(method) or "").split("\n\n"):
        if paragraph.startswith("|"):
            console.print(_read_table(paragraph))
        else:
            # Lines that are indented have columns, which must stay.
            is_columns = paragraph.startswith(" ")
            text = paragraph if is_columns else " ".join(paragraph.split())
            console.print(text, markup=False, soft_wrap=is_columns)
        console.print()
    if not parameters_of(method):
        console.print("It has no parameters.")
        return
    columns = ("parameter", "default", "may be", "meaning")
    table = make_table(*columns, fold=columns[1:])
    for each in describe(method)["parameters"]:
        table.add_row(each["name"], write_value(each["default"]), each["may_be"], each["about"])
    console.print(table)


def _read_table(text: str) -> Table:
    """A table in a docstring. A row without a first cell continues the row before it."""
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines())
    rows: list[list[str]] = []
    for line in lines:
        if line[0]:
            rows.append(line)
        else:
            rows[-1] = [f"{one} {more}".strip() for one, more in zip(rows[-1], line, strict=True)]
    table = make_table(*head, fold=head[1:])
    for row in rows:
        table.add_row(*row)
    return table
