"""mainspan extract: the main content of pages, one by one or as pages of a site."""

from __future__ import annotations

import os
from dataclasses import replace

import typer

from mainspan.algorithms import DEFAULT, algorithm
from mainspan.batch.pages import JSON, JSON_LINES, Settings, write
from mainspan.browser import find_browser, how_to_install
from mainspan.cli import extract_options as options
from mainspan.cli.app import Encoding, Method, app, errors
from mainspan.cli.progress import make_progress
from mainspan.cli.run import Place, Run, make_place
from mainspan.cli.sites import Singles, Sites
from mainspan.errors import ParameterError, SourceError
from mainspan.extraction import extract
from mainspan.fetch import Manners
from mainspan.fetch.addresses import is_on_the_web
from mainspan.fetch.manners import DELAY
from mainspan.output import Lines
from mainspan.sources import Keys, Listing, Source, find_sources, read_list
from mainspan.sources.find import is_folder
from mainspan.timing import within


@app.command(name="extract")
def extract_pages(
    context: typer.Context,
    sources: options.Sources = None,
    method: Method = DEFAULT,
    form: options.Format = "text",
    output: options.Output = None,
    keep: options.Keep = None,
    drop: options.Drop = None,
    also: options.Also = None,
    no_links: options.NoLinks = False,
    no_images: options.NoImages = False,
    no_tables: options.NoTables = False,
    url: options.Url = None,
    encoding: Encoding = None,
    site: options.Site = False,
    render: options.Render = False,
    names: options.List = None,
    most: options.Most = options.MOST,
    delay: options.Delay = DELAY,
    seconds: options.Seconds = None,
    jobs: options.Jobs = None,
    retry: options.Retry = False,
    again: options.Again = False,
) -> None:
    """Extract the main content of pages.

    Several pages on standard output come one after the other with headings, as
    JSON one line each. Feeds (RSS, Atom, JSON Feed) and sitemaps stand for the
    pages that they name.

    With [bold]-f jsonl -o FILE[/bold], each page becomes a line of one file, in order, and
    a page that fails a record with its error. Given again after it was stopped,
    the same command goes on behind the last whole line. Pages that failed count as
    done, and the exit code stays 1; with [bold]--retry[/bold] they are done again, and their
    lines come last.

    With [bold]--site[/bold], what recurs on the pages of a folder or host is left out; it
    takes three pages.

    Pages are fetched as your browser would fetch them for you, so robots.txt is
    not asked. Servers get their pauses (--delay), and the time that they ask for
    when they are busy.

    The exit code is 1 if a page failed, or if nothing was found in the only one;
    wrong use is 2.

    Examples:

    mainspan extract page.html

    mainspan extract https://example.org/article --format markdown

    mainspan extract https://example.org/feed.xml --most 20 -o results/

    mainspan extract pages/ -a density:c1=0.4 -f json -o results/

    mainspan extract crawl/ -f jsonl --also markdown -o crawl.jsonl -j 4 --seconds 10

    mainspan extract crawl/example.org/ --site -o results/

    cat page.html | mainspan extract - --url https://example.org/article

    """
    settings = Settings(
        algorithm=repr(algorithm(method)),
        form=str(form),
        keep=tuple(keep or ()),
        drop=tuple(drop or ()),
        encoding=encoding,
        url=url,
        links=not no_links,
        images=not no_images,
        tables=not no_tables,
        also=tuple(dict.fromkeys(map(str, also or ()))),
        render=render,
        site=site,
        seconds=seconds,
    )
    if not sources and names is None:
        context.fail("Missing argument 'SOURCE...'.")
    _check(settings, jobs)
    _check_lines(settings, output, retry, again)
    if also and form not in (JSON, JSON_LINES):
        raise ParameterError("--also is for --format json and jsonl")
    keys = Keys()
    pages = _find(sources or [], names, keys)
    reader = _make_reader(settings, Manners(delay), sources or [])
    one = _only(pages, sources or [], names)
    if url is not None and (one is None or one.is_address):
        raise ParameterError("--url is for one file, or for standard input")
    several = one is None or isinstance(reader.peek(one), Listing)
    reader.settings = settings = replace(settings, several=several)
    run = Run(settings, reader, keys, most, (jobs or os.cpu_count() or 1) if jobs is not None else None)
    place = make_place(output, settings, again)
    run.protect(pages, place)
    if retry and isinstance(place, Lines):
        place.forget_failures()
    _work(run, pages, place, output)
    raise typer.Exit(_end(run, place, output))


def _check(settings: Settings, jobs: int | None) -> None:
    """Wrong use shows before the work begins."""
    nothing = extract(
        b"",
        algorithm=settings.algorithm,
        encoding=settings.encoding,
        keep=settings.keep,
        drop=settings.drop,
    )
    within(settings.seconds, lambda: write(nothing, "", settings))
    if settings.url is not None and not is_on_the_web(settings.url):
        raise ParameterError(f"--url takes an http or https address, not {settings.url!r}")
    if settings.site and jobs is not None:
        raise ParameterError("--site compares pages in one process: leave --jobs out")
    if settings.render and find_browser() is None:
        raise SourceError(f"--render: there is no browser: {how_to_install()}")


def _check_lines(settings: Settings, output: str | None, retry: bool, again: bool) -> None:
    if retry and again:
        raise ParameterError("--again does all pages again: leave --retry out")
    if (retry or again) and (settings.form != JSON_LINES or output is None):
        raise ParameterError(f"--{'retry' if retry else 'again'} is for --format jsonl with --output")


def _find(sources: list[str], names: str | None, keys: Keys) -> list[Source]:
    pages = find_sources(sources, keys=keys)
    if names is None:
        return pages
    # One name among thousands that stands for nothing is a page that fails, and not the end.
    return pages + find_sources(read_list(names), keys=keys, missing_too=True)


def _make_reader(settings: Settings, manners: Manners, names: list[str]) -> Singles:
    if not settings.site:
        return Singles(settings, manners)
    return Sites(settings, manners, names, algorithm(settings.algorithm).reads_hidden)


def _only(pages: list[Source], sources: list[str], names: str | None) -> Source | None:
    """The page that was named alone, if one was; a folder of one page stands for several."""
    is_alone = names is None and len(sources) == 1 and not is_folder(sources[0])
    return pages[0] if is_alone else None


def _work(run: Run, pages: list[Source], place: Place, output: str | None) -> None:
    is_long = len(pages) > 1 or run.settings.several
    try:
        with make_progress(is_long, output) as progress:
            run.work(pages, place, progress)
    except KeyboardInterrupt:
        way = "; the same command goes on from there" if isinstance(place, Lines) else ""
        errors.print(f"stopped after {run.done} of {run.total - run.skipped} pages{way}")
        raise typer.Exit(130) from None
    finally:
        if isinstance(place, Lines):
            place.close()


def _end(run: Run, place: Place, output: str | None) -> int:
    """Say how a run went; gives the exit code."""
    if run.skipped and not run.done:
        all_of_them = "the page" if run.skipped == 1 else f"all {run.skipped} pages"
        errors.print(f"{output}: has {all_of_them} already (--again writes it anew)", markup=False)
    elif run.settings.several and run.failed:
        errors.print(f"{run.failed} of {run.done} pages failed")
    elif output is not None and errors.is_terminal:
        what = f"{run.done} pages, results" if run.settings.several else "result"
        errors.print(f"{what} in {output}", markup=False)
    failed_before = place.failed.total() if isinstance(place, Lines) else 0
    if failed_before:
        what, them = ("page", "it") if failed_before == 1 else ("pages", "them")
        said = f"{output}: has {failed_before} {what} that failed before (--retry does {them} again)"
        errors.print(said, markup=False)
    is_empty = run.empty > 0 and not run.settings.several
    return 1 if run.failed or failed_before or is_empty else 0
