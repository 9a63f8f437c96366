"""The command line: a module for each command, which parses options, calls public functions and prints.

Standard output is for results, standard error for everything else. Exit codes: 0 for success, 1 if a page
failed or nothing was found in the only page, 2 for wrong use.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from mainspan.cli.app import app, errors
from mainspan.errors import MainspanError

__all__ = ["COMMANDS", "app", "load_commands", "main"]

# The modules of each command, in the order of the help.
COMMANDS: Final = {
    "extract": ("extract",),
    "explain": ("explain",),
    "compare": ("compare",),
    "blocks": ("blocks",),
    "plot": ("plot",),
    "bulk": ("bulk",),
    "algorithms": ("algorithms",),
    "cues": ("cues",),
    "evaluate": ("evaluate",),
    "report": ("report",),
    "tune": ("tune",),
    "serve": ("serve",),
    "mcp": ("mcp",),
    "proxy": ("proxy",),
    "package": ("package", "package_build", "package_import", "package_annotate"),
}


def main() -> None:
    """Run the command line. An error is one line, never a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that the terminal cannot show must not end the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            load_commands(_arguments())
            app(prog_name="mainspan")
        finally:
            sys.stdout.flush()
    except MainspanError as error:
        errors.print(f"mainspan: {error}", style="red", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has closed it.
        _close_standard_output()
        sys.exit(1)
    except OSError as error:
        errors.print(f"mainspan: standard output: {error.strerror or error}", style="red", markup=False)
        _close_standard_output()
        sys.exit(1)


def load_commands(arguments: Sequence[str] = ()) -> None:
    """Import the modules of the command that the arguments name; all modules if they name none.

    Importing all of them takes half a second, and --version needs none.
    """
    first = arguments[0] if arguments else ""
    if first == "--version":
        return
    for module in COMMANDS.get(first, [module for modules in COMMANDS.values() for module in modules]):
        import_module(f"mainspan.cli.{module}")


def _arguments() -> list[str]:
    """The words of the command line: of this one, or of the one that the shell wants to complete."""
    if "_MAINSPAN_COMPLETE" not in os.environ:
        return sys.argv[1:]
    # Some shells give the words in the one variable, bash in the other.
    words = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
    try:
        # The last word may not be complete.
        return shlex.split(words)[1:-1]
    except ValueError:
        return []


def _close_standard_output() -> None:
    """Prevent a second failure when Python flushes standard output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
