"""The command line: thin, every command calls one public function.

Standard output is for results, standard error for everything else. Exit codes: 0 all went well,
1 some page failed, 2 wrong use.
"""

from __future__ import annotations

import inspect
import io
import json
import os
import stat
import sys
import warnings
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

with warnings.catch_warnings():
    # Whether the scanner is compiled is told by --version, and not again and again.
    warnings.simplefilter("ignore", RuntimeWarning)
    from mainspan import ALGORITHMS, Extraction, __version__, algorithm, extract
    from mainspan.algorithms import DEFAULT, Algorithm
    from mainspan.algorithms.base import describe, kinds_of
    from mainspan.errors import MainspanError, OutputError
    from mainspan.output import File, Folder, Standard
    from mainspan.page.scanner import COMPILED
    from mainspan.sources import Source, find_sources

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_errors = Console(stderr=True, highlight=False, soft_wrap=True)


class Format(StrEnum):
    """What results are written as."""

    text = "text"
    html = "html"
    json = "json"


_HEADINGS: Final = {Format.text: "==> {name} <==\n", Format.html: "<!-- {name} -->\n", Format.json: None}
_SUFFIXES: Final = {Format.text: ".txt", Format.html: ".html", Format.json: ".json"}


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.")] = False,
) -> None:
    """Find the main content of web pages: the text without menus, banners, related links and footers."""
    if version:
        print(f"mainspan {__version__} ({'compiled' if COMPILED else 'Python'} scanner)")
        raise typer.Exit


@app.command(name="extract")
def extract_pages(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE...", help="Files, folders, addresses, or - for standard input."),
    ],
    method: Annotated[
        str,
        typer.Option(
            "-a",
            "--algorithm",
            metavar="NAME[:param=value,...]",
            help="The method; [bold]mainspan algorithms[/bold] lists them.",
        ),
    ] = DEFAULT,
    form: Annotated[Format, typer.Option("-f", "--format", help="What to write.")] = Format.text,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="PATH", help="A file or a folder; for several pages a folder."
        ),
    ] = None,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="CSS", help="Elements to keep always; repeatable.")
    ] = None,
    drop: Annotated[
        list[str] | None, typer.Option(metavar="CSS", help="Elements to leave out; repeatable.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="LABEL", help="The pages' encoding, whatever they say.")
    ] = None,
) -> None:
    """Extract the main content of pages.

    Several pages on standard output come one after the other with headings, as JSON one line each.

    Examples:

    mainspan extract page.html

    mainspan extract https://example.org/article --format html

    mainspan extract pages/ -a density:c1=0.4 -f json -o results/

    cat page.html | mainspan extract -

    """
    options: dict[str, Any] = {"algorithm": algorithm(method), "keep": keep or (), "drop": drop or ()}
    # Wrong use shows before the work begins.
    extract(b"", encoding=encoding, **options)
    pages = find_sources(sources)
    several = len(pages) > 1 or any(Path(name).is_dir() for name in sources)
    place = _place(output, form, several)
    _check_no_page_is_overwritten(pages, place)
    done = failed = 0
    try:
        with _progress(len(pages), output) as progress:
            task = progress.add_task("", total=len(pages))
            for page in pages:
                progress.update(task, description=page.name[-50:])
                failed += not _extract_one(page, encoding, options, form, place, several)
                done += 1
                progress.advance(task)
    except KeyboardInterrupt:
        _errors.print(f"stopped after {done} of {len(pages)} pages")
        raise typer.Exit(130) from None
    if several and failed:
        _errors.print(f"{failed} of {len(pages)} pages failed")
    elif output is not None and _errors.is_terminal:
        _errors.print(f"{done} pages, results in {output}" if several else f"result in {output}")
    raise typer.Exit(1 if failed else 0)


def _place(output: str | None, form: Format, several: bool) -> Standard | File | Folder:
    if output is None:
        return Standard(_HEADINGS[form] if several else None)
    folder = several or output.endswith("/") or Path(output).is_dir()
    return Folder(Path(output), _SUFFIXES[form]) if folder else File(Path(output))


def _check_no_page_is_overwritten(pages: list[Source], place: Standard | File | Folder) -> None:
    if isinstance(place, Standard):
        return
    names = {os.path.realpath(page.name): page.name for page in pages}
    for page in pages:
        target = os.path.realpath(place.target(page.key))
        if target in names:
            raise OutputError(f"{names[target]}: would be overwritten by a result; choose another output")


def _progress(count: int, output: str | None) -> Progress:
    """A bar on standard error, where a person sees it and there is something to wait for."""
    # Whoever reads our results from a pipe may write to the same screen.
    piped = output is None and _is_pipe(sys.stdout)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=_errors,
        transient=True,
        disable=count < 2 or piped or not _errors.is_terminal,
        # Results on the same screen are written above the bar; elsewhere they go their own way.
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False  # it is no file of the system at all


def _extract_one(
    source: Source,
    encoding: str | None,
    options: dict[str, Any],
    form: Format,
    place: Standard | File | Folder,
    several: bool,
) -> bool:
    """Whether it worked; if not, one line says why."""
    try:
        found = extract(source.read(encoding), **options)
        place.write(source.name, source.key, _render(found, source.name, form, several))
    except MainspanError as error:
        _errors.print(str(error), style="red", markup=False)
        return False
    if not found:
        _errors.print(f"{source.name}: nothing found: {found.reason}", style="yellow", markup=False)
    return True


def _render(found: Extraction, name: str, form: Format, several: bool) -> str:
    if form is Format.html:
        return found.html
    if form is Format.json:
        record = {"source": name, **found.to_dict()}
        return json.dumps(record, ensure_ascii=False, indent=None if several else 2) + "\n"
    return found.text


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
    for title in ("name", "parameters", "paper", "idea"):
        table.add_column(title, overflow="fold")
    for each in sorted(ALGORITHMS):
        method = ALGORITHMS[each]
        defaults = " ".join(f"{field.name}={field.default}" for field in fields(method))
        mark = f"{each} [dim](default)[/dim]" if each == DEFAULT else each
        table.add_row(mark, defaults, method.paper, (inspect.getdoc(method) or "").partition("\n")[0])
    console.print(table)


def _show_algorithm(console: Console, method: type[Algorithm]) -> None:
    console.print(f"[bold]{method.name}[/bold]\n")
    for paragraph in (inspect.getdoc(method) or "").split("\n\n"):
        console.print(" ".join(paragraph.split()), markup=False)
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
        _errors.print(f"mainspan: {error}", style="red", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _close_standard_output()
        sys.exit(1)
    except OSError as error:
        _errors.print(f"mainspan: standard output: {error.strerror or error}", style="red", markup=False)
        _close_standard_output()
        sys.exit(1)


def _close_standard_output() -> None:
    """Let nothing be written at exit that could fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
