"""The command line: thin, every command calls one public function. One module for each command.

Standard output is for results, standard error for everything else. Exit codes: 0 all went well,
1 some page failed or nothing was found in the only one, 2 wrong use.
"""

from __future__ import annotations

import io
import os
import sys

from mainspan.cli import (
    algorithms,
    blocks,
    compare,
    cues,
    evaluate,
    explain,
    extract,
    package,
    package_build,
    package_import,
    plot,
    report,
    tune,
)
from mainspan.cli.app import app, errors
from mainspan.errors import MainspanError

__all__ = [
    "algorithms",
    "app",
    "blocks",
    "compare",
    "cues",
    "evaluate",
    "explain",
    "extract",
    "main",
    "package",
    "package_build",
    "package_import",
    "plot",
    "report",
    "tune",
]


def main() -> None:
    """Run the command line: errors become one line, never a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What the terminal cannot show is written out, and never the end of the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except MainspanError as error:
        errors.print(f"mainspan: {error}", style="red", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _close_standard_output()
        sys.exit(1)
    except OSError as error:
        errors.print(f"mainspan: standard output: {error.strerror or error}", style="red", markup=False)
        _close_standard_output()
        sys.exit(1)


def _close_standard_output() -> None:
    """Let nothing be written at exit that could fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
