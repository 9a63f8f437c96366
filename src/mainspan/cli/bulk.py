"""mainspan bulk: from archives of pages to tables of their main content."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import typer

from mainspan.algorithms import DEFAULT
from mainspan.bulk.duplicates import FILE as DUPLICATES
from mainspan.bulk.duplicates import SIMILARITY, find_duplicates
from mainspan.bulk.filters import Filters
from mainspan.bulk.inputs import read_names
from mainspan.bulk.local import LocalWorkers
from mainspan.bulk.places import Place
from mainspan.bulk.report import PAGE, REPORT, Summary, write_report
from mainspan.bulk.run import Result, Run, Workers
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from mainspan.cli import bulk_options as options
from mainspan.cli.app import app, errors
from mainspan.cli.bulk_progress import show_bulk
from mainspan.cli.progress import show_progress
from mainspan.errors import ParameterError
from mainspan.evaluation.report.tables import counted


@app.command(name="bulk")
def bulk(
    context: typer.Context,
    inputs: options.Inputs = None,
    output: options.Output = "",
    methods: options.Methods = None,
    text: options.Text = "markdown",
    containers: options.Containers = None,
    jobs: options.Jobs = 0,
    again: options.Again = False,
    names: options.List = None,
    prefix: options.Prefix = "",
    storage: options.Storage = None,
    html_column: options.HtmlColumn = "",
    url_column: options.UrlColumn = "",
    dump: options.Dump = "",
    languages: options.Languages = None,
    min_language_score: options.LanguageScore = 0.0,
    mime_types: options.MimeTypes = None,
    statuses: options.Statuses = None,
    min_words: options.MinWords = 0,
    max_words: options.MaxWords = 0,
    min_confidence: options.MinConfidence = 0.0,
    page_types: options.PageTypes = None,
    min_page_type_score: options.MinTypeScore = 0.0,
    keep_dropped: options.KeepDropped = False,
    seconds: options.Seconds = 30.0,
    memory: options.Memory = "1G",
    max_page: options.MaxPage = "16M",
    shard_size: options.ShardSize = "256M",
    duplicates: options.Duplicates = False,
    similarity: options.Similarity = SIMILARITY,
    ray: options.Ray = None,
) -> None:
    """Extract archives of pages into tables: WARC in, Parquet out.

    Every response record becomes a row, whatever became of it: its text and metadata,
    or the reason why there is none. Each input is cut into shards, and each shard
    becomes a part in DIR/parts.

    The run is resumable: after a stop, the same command does what is missing. A page
    that crashes, hangs or needs too much memory costs its own row. What cannot be read
    of an input is counted in DIR/report.json; DIR/report.html shows it all.

    Exit codes: 0 for success; 1 if an input or a shard is missing or incomplete; 2 for wrong
    use; 130 after Ctrl-C. Losses inside a file, which no second run could read, do not count.

    \b
    Examples:
    mainspan bulk crawl.warc.gz --output out/
    mainspan bulk crawl/ -o out/ --text text --language en --min-words 50
    mainspan bulk --list warc.paths.gz --prefix https://data.commoncrawl.org/ -o out/
    mainspan bulk index.parquet --prefix s3://commoncrawl/ -o out/ --storage-option anon=true
    mainspan bulk crawl/ -o out/ -a mainspan -a density --container parquet --container wet
    mainspan bulk crawl/ -o s3://bucket/out --ray auto
    """
    if not inputs and names is None:
        context.fail("Missing argument 'INPUT'.")
    if not output:
        context.fail("Missing option '--output': the folder of the results.")
    settings = Settings(
        methods=tuple(methods or (DEFAULT,)),
        text=str(text),
        containers=tuple(dict.fromkeys(str(each) for each in containers or ("parquet",))),
        filters=Filters(
            mime_types=tuple(each.lower() for each in mime_types or ()),
            fetch_statuses=tuple(statuses or ()),
            languages=tuple(languages or ()),
            min_language_score=min_language_score,
            min_words=min_words,
            max_words=max_words,
            min_confidence=min_confidence,
            page_types=tuple(page_types or ()),
            min_page_type_score=min_page_type_score,
        ),
        keep_dropped=keep_dropped,
        seconds=seconds,
        memory=options.size_of(memory, "--memory"),
        max_bytes=options.size_of(max_page, "--max-page"),
        shard_bytes=options.size_of(shard_size, "--shard-size"),
        dump=dump,
        html=html_column,
        url=url_column,
        prefix=prefix,
        storage=options.storage_of(storage or ()),
    )
    store = Store(output, settings.storage)
    shards = plan([*(inputs or ()), *_listed(names, settings)], settings)
    if not shards:
        raise ParameterError("the list names no inputs")
    run = Run(shards, settings, store, again=again)
    if duplicates and "parquet" not in settings.containers:
        raise ParameterError("--duplicates reads parts of Parquet: add --container parquet")
    with _workers(ray, jobs, settings, store) as workers:
        code = _work(run, workers)
    if duplicates and not code:
        _find_duplicates(run, similarity)
    raise typer.Exit(code)


def _workers(ray: str | None, jobs: int, settings: Settings, store: Store) -> AbstractContextManager[Workers]:
    if ray is None:
        return nullcontext(LocalWorkers(jobs, settings, store))
    from mainspan.bulk.cluster import RayWorkers

    return RayWorkers(ray, settings, store)


def _find_duplicates(run: Run, similarity: float) -> None:
    parts = [part for part in run.parts() if part.endswith(".parquet")]
    with show_progress() as update:
        update(description="finding near-duplicates")
        found = find_duplicates(run.store, parts, similarity, lambda count: update(advance=count))
    address = run.store.address.rstrip("/")
    errors.print(f"{address}/{DUPLICATES}: {counted(found, 'near-duplicate')}", markup=False)


def _listed(names: str | None, settings: Settings) -> list[str]:
    if names is None:
        return []
    return [settings.prefix + name for name in read_names(Place(names, settings.storage))]


def _work(run: Run, workers: Workers) -> int:
    """Run, and say how it went; returns the exit code."""
    with show_bulk() as progress:
        try:
            result = run(workers, progress)
        except KeyboardInterrupt:
            done, shards = progress.shards_done, progress.shards
            errors.print(f"stopped after {done} of {shards} shards; the same command continues from there")
            return 130
    summary = write_report(run, result)
    if progress.has_done_nothing:
        folder = run.store.address.rstrip("/")
        errors.print(f"{folder}: has all pages already (--again extracts them anew)", markup=False)
    _say(run, result, summary)
    return 1 if result.failures or not summary.is_complete else 0


def _say(run: Run, result: Result, summary: Summary) -> None:
    address = run.store.address.rstrip("/")
    for line in summary.lines():
        errors.print(line, markup=False)
    for failure in result.failures:
        errors.print(f"{failure.shard.name}: {failure.message}", style="red", markup=False)
    if not summary.is_complete:
        errors.print("some inputs are incomplete; the same command tries them again", style="yellow")
    errors.print(f"{address}/{REPORT} and {address}/{PAGE} have the details", markup=False)
