"""What all commands share: the application, the console for messages, and options with one meaning."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mainspan import __version__

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
errors = Console(stderr=True, highlight=False, soft_wrap=True)

# Where nobody looks at lines, none is broken.
_WIDE: Final = 1000


def results_console() -> Console:
    """Where tables of results go: as wide as the terminal, or as wide as they need be in a file or pipe."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _WIDE
    return console


def make_bar() -> Progress:
    """A bar on standard error for long work, where a person sees it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)


Method = Annotated[
    str,
    typer.Option(
        "-a",
        "--algorithm",
        metavar="NAME[:param=value,...]",
        help="The method; [bold]mainspan algorithms[/bold] lists them.",
    ),
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="LABEL", help="The pages' encoding, whatever they say.")
]


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.")] = False,
) -> None:
    """Find the main content of web pages: the text without menus, banners, related links and footers."""
    if version:
        print(f"mainspan {__version__}")
        raise typer.Exit
