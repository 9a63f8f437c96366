"""mainspan extract: the main content of pages, one by one or as pages of a site."""

from __future__ import annotations

import json
import os
import stat
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mainspan.algorithms import DEFAULT, algorithm
from mainspan.cli.app import Encoding, Method, app, errors
from mainspan.cli.sites import Singles, Sites
from mainspan.errors import MainspanError, OutputError
from mainspan.extraction import Extraction, extract
from mainspan.output import File, Folder, Standard
from mainspan.sources import Source, find_sources


class Format(StrEnum):
    """What results are written as."""

    text = "text"
    html = "html"
    json = "json"


_HEADINGS: Final = {Format.text: "==> {name} <==\n", Format.html: "<!-- {name} -->\n", Format.json: None}
_SUFFIXES: Final = {Format.text: ".txt", Format.html: ".html", Format.json: ".json"}


@app.command(name="extract")
def extract_pages(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE...", help="Files, folders, addresses, or - for standard input."),
    ],
    method: Method = DEFAULT,
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
    encoding: Encoding = None,
    site: Annotated[
        bool,
        typer.Option("--site", help="Compare the pages of each folder or host: what they share is dropped."),
    ] = False,
) -> None:
    """Extract the main content of pages.

    Several pages on standard output come one after the other with headings, as JSON one line each.

    With [bold]--site[/bold], what recurs on the pages of a folder or host is left out; it takes three pages.

    Examples:

    mainspan extract page.html

    mainspan extract https://example.org/article --format html

    mainspan extract pages/ -a density:c1=0.4 -f json -o results/

    mainspan extract crawl/example.org/ --site -o results/

    cat page.html | mainspan extract -

    """
    options: dict[str, Any] = {"algorithm": algorithm(method), "keep": keep or (), "drop": drop or ()}
    # Wrong use shows before the work begins.
    extract(b"", encoding=encoding, **options)
    pages = find_sources(sources)
    several = len(pages) > 1 or any(Path(name).is_dir() for name in sources)
    place = _place(output, form, several)
    _check_no_page_is_overwritten(pages, place)
    reader = Sites(encoding, sources, options["algorithm"].reveals) if site else Singles(encoding)
    done = failed = 0
    try:
        with _progress(len(pages), output) as progress:
            if isinstance(reader, Sites):
                _compare(reader, pages, progress)
            task = progress.add_task("", total=len(pages))
            for page in pages:
                progress.update(task, description=page.name[-50:])
                failed += not _extract_one(page, reader, options, form, place, several)
                done += 1
                progress.advance(task)
    except KeyboardInterrupt:
        errors.print(f"stopped after {done} of {len(pages)} pages")
        raise typer.Exit(130) from None
    if several and failed:
        errors.print(f"{failed} of {len(pages)} pages failed")
    elif output is not None and errors.is_terminal:
        errors.print(f"{done} pages, results in {output}" if several else f"result in {output}")
    raise typer.Exit(1 if failed else 0)


def _compare(sites: Sites, pages: list[Source], progress: Progress) -> None:
    task = progress.add_task("comparing the pages", total=len(pages))
    for _ in sites.compare(pages):
        progress.advance(task)
    progress.remove_task(task)


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
        console=errors,
        transient=True,
        disable=count < 2 or piped or not errors.is_terminal,
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
    reader: Singles,
    options: dict[str, Any],
    form: Format,
    place: Standard | File | Folder,
    several: bool,
) -> bool:
    """Whether it worked; if not, one line says why."""
    try:
        found = extract(reader.read(source), template=reader.template(source), **options)
        place.write(source.name, source.key, _render(found, source.name, form, several))
    except MainspanError as error:
        errors.print(str(error), style="red", markup=False)
        return False
    if not found:
        errors.print(f"{source.name}: nothing found: {found.reason}", style="yellow", markup=False)
    return True


def _render(found: Extraction, name: str, form: Format, several: bool) -> str:
    if form is Format.html:
        return found.html
    if form is Format.json:
        record = {"source": name, **found.to_dict()}
        return json.dumps(record, ensure_ascii=False, indent=None if several else 2) + "\n"
    return found.text
