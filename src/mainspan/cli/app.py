"""What all commands share: the application, consoles, tables and JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from inspect import cleandoc
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table
from typer.core import TyperCommand, TyperGroup

from mainspan import __version__

# Tables that go to a file or a pipe are not wrapped.
_FILE_COLUMNS: Final = 1000  # no rule: layout


class _Command(TyperCommand):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.help = _with_whole_paragraphs(self.help)

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_needless_types(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _plain_messages():
            return super().parse_args(ctx, args)


class _Group(TyperGroup):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.help = _with_whole_paragraphs(self.help)

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_needless_types(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _plain_messages():
            return super().parse_args(ctx, args)


@contextmanager
def _plain_messages() -> Iterator[None]:
    """Messages on wrong values without the prefix that some versions of Typer leave in them."""
    try:
        yield
    except typer.BadParameter as error:
        error.message = error.message.removeprefix("Value error, ")
        raise


def _with_whole_paragraphs(help: str | None) -> str:
    """A help text with each paragraph on one line, except those that begin with \\b."""
    paragraphs = cleandoc(help or "").split("\n\n")
    return "\n\n".join(each if each.startswith("\b") else " ".join(each.splitlines()) for each in paragraphs)


def _without_needless_types(parameters: list[Any]) -> list[Any]:
    """Parameters whose help shows types only for values of options.

    Typer would write <bool> after a flag, as if it took a value, and <list[str]> after an argument.
    """
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: None
    return parameters


class Commands(typer.Typer):
    """A group of commands with the same settings everywhere."""

    def __init__(self, *, completion: bool = False) -> None:
        super().__init__(
            cls=_Group,
            no_args_is_help=True,
            rich_markup_mode="rich",
            pretty_exceptions_enable=False,
            add_completion=completion,
            context_settings={"help_option_names": ["-h", "--help"]},
        )

    def command(self, *args: Any, **options: Any) -> Callable[[Any], Any]:
        """Register a function as a command."""
        return super().command(*args, cls=_Command, **options)


app = Commands(completion=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def results_console() -> Console:
    """Where tables of results go: as wide as the terminal, or as wide as necessary in a file or pipe."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _FILE_COLUMNS
    return console


def make_table(*titles: str, right: Collection[str] = (), fold: Collection[str] = ()) -> Table:
    """A table without lines; `right`: columns of numbers, `fold`: columns that may take several lines."""
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in titles:
        justify: Any = "right" if title in right else "left"
        table.add_column(title, justify=justify, no_wrap=title not in fold, overflow="fold")
    return table


def print_json(record: Any, *, indent: int | None = 2) -> None:
    """Print a record on standard output."""
    print(json.dumps(record, ensure_ascii=False, indent=indent))


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Find the main content of web pages: the text without menus, banners, related links and footers."""
    if version:
        print(f"mainspan {__version__}")
        raise typer.Exit
