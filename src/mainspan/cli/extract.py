"""mainspan extract: the main content of pages, one by one or as pages of a site."""

from __future__ import annotations

import os
from contextlib import closing

import typer

from mainspan.algorithms import algorithm
from mainspan.batch.many import MAX_PAGES, Batch
from mainspan.batch.pages import JSON_LINES, Settings
from mainspan.batch.results import Results
from mainspan.cli import extract_options as options
from mainspan.cli.app import app, errors
from mainspan.cli.options import Encoding, Method, one_method
from mainspan.cli.progress import is_piped, show_progress
from mainspan.cli.run import Run, RunProgress
from mainspan.errors import ParameterError
from mainspan.fetch import DELAY
from mainspan.sources import Keys, Source, find_sources, read_list


@app.command(name="extract")
def extract_pages(
    context: typer.Context,
    sources: options.Sources = None,
    method: Method = None,
    form: options.Format = "text",
    output: options.Output = None,
    keep: options.Keep = None,
    drop: options.Drop = None,
    also: options.Also = None,
    no_links: options.NoLinks = False,
    no_images: options.NoImages = False,
    no_tables: options.NoTables = False,
    front_matter: options.FrontMatter = False,
    url: options.Url = None,
    encoding: Encoding = None,
    site: options.Site = False,
    render: options.Render = False,
    names: options.List = None,
    most: options.Most = MAX_PAGES,
    delay: options.Delay = DELAY,
    min_confidence: options.MinConfidence = 0.0,
    seconds: options.Seconds = None,
    jobs: options.Jobs = None,
    retry: options.Retry = False,
    again: options.Again = False,
) -> None:
    """Extract the main content of pages.

    Several pages on standard output have headings between them; with -f json, each
    page is one line. Of a feed (RSS, Atom, JSON Feed) or a sitemap, the pages that it
    names are extracted.

    With [bold]-f jsonl -o FILE[/bold], each page is a line of one file, in order. A page that
    fails is a record with its error. The run is resumable: after a stop, the same
    command continues after the last whole line. Pages that failed count as done, and
    the exit code stays 1. With [bold]--retry[/bold] they are extracted again, at the end.

    With [bold]--site[/bold], text that recurs on the pages of a folder or host is dropped.
    This takes at least three pages.

    Pages are fetched as your browser would fetch them, so robots.txt is not read.
    There is a pause between two requests to one host (--delay), and a busy server
    is given the time that it asks for.

    Exit codes: 0 for success; 1 if a page failed, or if nothing was found in the
    only page; 2 for wrong use.

    \b
    Examples:
    mainspan extract page.html
    mainspan extract https://example.org/article --format markdown
    mainspan extract https://example.org/feed.xml --most 20 -o results/
    mainspan extract https://example.org/article -f markdown --front-matter -o article.md
    mainspan extract pages/ -f csv -o pages.csv
    mainspan extract pages/ -a density:c1=0.4 -f json -o results/
    mainspan extract crawl/ -f jsonl --also markdown -o crawl.jsonl -j 4 --seconds 10
    mainspan extract crawl/example.org/ --site -o results/
    cat page.html | mainspan extract - --url https://example.org/article
    """
    if not sources and names is None:
        context.fail("Missing argument 'SOURCE'.")
    settings = Settings(
        algorithm=repr(algorithm(one_method(method))),
        form=str(form),
        keep=tuple(keep or ()),
        drop=tuple(drop or ()),
        encoding=encoding,
        url=url,
        links=not no_links,
        images=not no_images,
        tables=not no_tables,
        front_matter=front_matter,
        also=tuple(dict.fromkeys(str(form) for form in also or ())),
        render=render,
        site=site,
        min_confidence=min_confidence,
        seconds=seconds,
    )
    _check_lines(settings, output, retry, again)
    progress = RunProgress()
    batch = Batch(settings, jobs=jobs, max_pages=most, delay=delay, progress=progress)
    pages = _find(sources or [], names, batch.keys)
    one = _only(pages, sources or [], names)
    if url is not None and (one is None or one.is_address):
        raise ParameterError("--url is for one file, or for standard input")
    batch.decide_if_only(one)
    with Results(output, batch.settings, pages, again=again, retry=retry) as results:
        raise typer.Exit(_work(batch, Run(results, progress), pages, output))


def _check_lines(settings: Settings, output: str | None, retry: bool, again: bool) -> None:
    if retry and again:
        raise ParameterError("--again does all pages again: leave --retry out")
    if (retry or again) and (settings.form != JSON_LINES or output is None):
        raise ParameterError(f"--{'retry' if retry else 'again'} is for --format jsonl with --output")


def _find(sources: list[str], names: str | None, keys: Keys) -> list[Source]:
    pages = find_sources(sources, keys=keys)
    if names is None:
        return pages
    # A wrong name among thousands in a list is a page that fails, and not the end.
    return pages + find_sources(read_list(names), keys=keys, missing_too=True)


def _only(pages: list[Source], sources: list[str], names: str | None) -> Source | None:
    """The only source, if it was named itself; a folder of one page counts as several."""
    is_alone = names is None and len(sources) == 1 and not os.path.isdir(sources[0])
    return pages[0] if is_alone else None


def _work(batch: Batch, run: Run, pages: list[Source], output: str | None) -> int:
    """Extract and write all pages, and say how it went; returns the exit code."""
    done, failed_before = run.results.done, run.results.failed.total()
    visible = not batch.settings.is_only and not (output is None and is_piped())
    try:
        with show_progress(visible=visible) as update, closing(batch.outcomes(pages, done)) as outcomes:
            run.progress.show(update, len(pages), done.total())
            run.write(outcomes)
    except KeyboardInterrupt:
        way = "; the same command continues from there" if run.results.is_resumable else ""
        errors.print(f"stopped after {run.done} of {run.progress.total - done.total()} pages{way}")
        return 130
    _report(run, output, failed_before)
    is_empty = run.empty > 0 and batch.settings.is_only
    return 1 if run.failed or failed_before or is_empty else 0


def _report(run: Run, output: str | None, failed_before: int) -> None:
    """Say how a run went."""
    skipped = run.progress.total - run.done
    if skipped and not run.done:
        all_of_them = "the page" if skipped == 1 else f"all {skipped} pages"
        errors.print(f"{output}: has {all_of_them} already (--again writes it anew)", markup=False)
    elif not run.results.settings.is_only and run.failed:
        errors.print(f"{run.failed} of {run.done} pages failed")
    elif output is not None and errors.is_terminal:
        what = "result" if run.results.settings.is_only else f"{run.done} pages, results"
        errors.print(f"{what} in {output}", markup=False)
    if failed_before:
        what, them = ("page", "it") if failed_before == 1 else ("pages", "them")
        note = f"{output}: has {failed_before} {what} that failed before (--retry does {them} again)"
        errors.print(note, markup=False)
