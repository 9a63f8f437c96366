"""Extract the main content of many pages: the public function, and the run that it makes."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.batch.pages import JSON, JSON_LINES, Outcome, Settings, extract_page, write
from mainspan.batch.pipeline import Pipeline
from mainspan.batch.pools import Pool, ProcessPool
from mainspan.batch.reading import Reader, SiteReader
from mainspan.browser import find_browser, how_to_install
from mainspan.errors import ParameterError, SourceError
from mainspan.extraction import extract
from mainspan.fetch import DELAY, Fetched, Politeness
from mainspan.fetch.addresses import is_on_the_web
from mainspan.sources import Keys, Listing, Source
from mainspan.sources.find import iter_sources
from mainspan.timing import check_limit

# Feeds and sitemaps may name many more pages than a user expects.
MAX_PAGES: Final = 100

Page = str | Path | Source | tuple[str, str | bytes]
_log = logging.getLogger("mainspan")


class Progress:
    """Is notified of what happens in a run. Override what you need; by default warnings are logged."""

    # How to take more pages of a list, and how to resolve its relative links.
    more_pages = "max_pages=N takes more"
    base_url = "its own address is not known"

    def listed(self, source: Source, listing: Listing, taken: int) -> None:
        """A feed or sitemap was read, and this number of its entries is taken."""
        count = len(listing.addresses)
        if taken < count and not listing.of_lists:
            first = "the first is" if taken == 1 else f"the first {taken:,} are"
            self.warn(f"{source.name}: {listing.kind} of {count:,} pages: {first} taken ({self.more_pages})")
        if listing.relative:
            self.warn(f"{source.name}: its relative links are left out ({self.base_url})")

    def compared(self, done: int, total: int) -> None:
        """Pages of sites were read to be compared: this number of all."""

    def warn(self, message: str) -> None:
        """Something is worth knowing, but no error."""
        _log.warning("%s", message)


def extract_many(
    sources: Iterable[Page],
    *,
    algorithm: str | Algorithm = DEFAULT,
    form: str | None = None,
    also: Sequence[str] = (),
    keep: str | Sequence[str] = (),
    drop: str | Sequence[str] = (),
    links: bool = True,
    images: bool = True,
    tables: bool = True,
    encoding: str | None = None,
    site: bool = False,
    render: bool = False,
    min_confidence: float = 0.0,
    jobs: int | None = None,
    seconds: float | None = None,
    max_pages: int = MAX_PAGES,
    delay: float = DELAY,
    done: Iterable[str] = (),
    progress: Progress | None = None,
) -> Iterator[Outcome]:
    """Find the main content of many pages. Yields an outcome for each page, in the order of the sources.

    A page that cannot be read, fails or takes too long is an outcome with an `error`; only wrong use raises.
    Sources are read as they are needed, so there may be any number.

    sources: names of files, of folders (all pages in them) and addresses; of feeds and sitemaps, the pages
        that they name; also (name, html) pairs, and Source objects from mainspan.sources.
    algorithm, keep, drop: as for extract().
    form: what each result is written as (`outcome.text`), such as "markdown" or "jsonl". Without it,
        `outcome.extraction` is the result as an object.
    also: further forms, as fields of JSON records.
    links, images, tables: as for Extraction.render().
    encoding: the encoding of all pages, whatever they declare.
    site: compare the pages of each folder or host first, and drop what they share. At least three pages.
    render: let an installed Chromium run the pages' scripts first.
    min_confidence: as for extract().
    jobs: extract in this number of processes (0: one for each core). A page that crashes its process, or
        takes all memory, is then an outcome as well. It needs a `form`. Without jobs, this process works.
    seconds: the time limit for reading a page, and for extracting it.
    max_pages: the most pages of each feed or sitemap.
    delay: seconds between two requests to one host.
    done: names of pages to pass over, such as those of an earlier run; a name passes over one page.
    progress: is notified of what happens.

    >>> pages = [("a", "<p>One"), ("b", b"%PDF-1.7"), ("c", "<p>Three")]
    >>> for outcome in extract_many(pages, algorithm="plain", form="text"):
    ...     print(outcome.name, outcome.error or outcome.text.strip())
    a One
    b this is a PDF document, not a page
    c Three
    """
    settings = Settings(
        algorithm=repr(make_algorithm(algorithm)) if isinstance(algorithm, str) else algorithm,
        form=form,
        keep=(keep,) if isinstance(keep, str) else tuple(keep),
        drop=(drop,) if isinstance(drop, str) else tuple(drop),
        encoding=encoding,
        links=links,
        images=images,
        tables=tables,
        also=tuple(also),
        render=render,
        site=site,
        min_confidence=min_confidence,
        seconds=seconds,
    )
    batch = Batch(settings, jobs=jobs, max_pages=max_pages, delay=delay, progress=progress)
    return batch.outcomes(iter_sources(sources, batch.keys), done)


class Batch:
    """A run over many pages. Wrong use is an error here, before the work begins."""

    def __init__(
        self,
        settings: Settings,
        *,
        jobs: int | None = None,
        max_pages: int = MAX_PAGES,
        delay: float = DELAY,
        progress: Progress | None = None,
    ) -> None:
        check(settings, jobs)
        self.settings = settings
        self.jobs = jobs
        self.max_pages = max_pages
        self.progress = progress or Progress()
        self.keys = Keys()
        self._reader = self._make_reader(Politeness(delay))

    def decide_if_only(self, source: Source | None) -> bool:
        """Whether this source, the only one of the run, is one page and not a list of pages."""
        is_only = source is not None and not isinstance(self._reader.peek(source), Listing)
        self.settings = self._reader.settings = replace(self.settings, is_only=is_only)
        return is_only

    def outcomes(self, sources: Iterable[Source], done: Iterable[str] = ()) -> Generator[Outcome, None, None]:
        """The outcome of each page, in order; `done` names pages to pass over."""
        done = Counter(done)
        if isinstance(self._reader, SiteReader):
            sources = self._compare(self._reader, sources)
        pool = self._make_pool()
        try:
            pipeline = Pipeline(pool, self.keys, self.max_pages, done, self.progress.listed)
            for source, outcome in pipeline.outcomes(sources):
                yield outcome._replace(name=source.name, key=source.key)
        finally:
            pool.close()

    def _make_reader(self, politeness: Politeness) -> Reader:
        if not self.settings.site:
            return Reader(self.settings, politeness)
        with_hidden = make_algorithm(self.settings.algorithm).reads_hidden
        return SiteReader(self.settings, politeness, with_hidden, self.progress.warn)

    def _make_pool(self) -> Pool:
        if self.jobs is None:
            return Pool(self._extract)
        return ProcessPool(self.jobs or os.cpu_count() or 1, self.settings, self._reader.open)

    def _extract(self, source: Source) -> Outcome | Listing:
        opened = self._reader.open(source)
        if not isinstance(opened, Fetched):
            return opened
        return extract_page(opened, source.name, self.settings, self._reader.template(source))

    def _compare(self, reader: SiteReader, sources: Iterable[Source]) -> list[Source]:
        """Compare the pages of each site; returns them all, with the pages of lists."""

        def look(source: Source) -> Outcome | Listing:
            # A file of a folder is a page: it is read when it is compared.
            opened = reader.open(source) if source.may_list else Outcome()
            return opened if isinstance(opened, Listing) else Outcome()

        opening = Pipeline(Pool(look), self.keys, self.max_pages, Counter(), self.progress.listed)
        found = [source for source, _ in opening.outcomes(sources)]
        for number, _ in enumerate(reader.compare(found), 1):
            self.progress.compared(number, len(found))
        return found


def check(settings: Settings, jobs: int | None) -> None:
    """Raise an error for wrong use."""
    nothing = extract(
        b"",
        algorithm=settings.algorithm,
        encoding=settings.encoding,
        keep=settings.keep,
        drop=settings.drop,
    )
    write(nothing, "", settings)
    check_limit(settings.seconds)
    if settings.also and settings.form not in (JSON, JSON_LINES):
        raise ParameterError("further forms (also) are fields of records: the form must be json or jsonl")
    if settings.front_matter and "markdown" not in (settings.form, *settings.also):
        raise ParameterError("front matter is for Markdown: the form or a further form must be markdown")
    if settings.url is not None and not is_on_the_web(settings.url):
        raise ParameterError(f"url takes an http or https address, not {settings.url!r}")
    if jobs is not None and jobs < 0:
        raise ParameterError(f"jobs must be a number of processes, or 0 for one for each core, not {jobs}")
    if jobs is not None and settings.form is None:
        raise ParameterError("with jobs, name a form: other processes return text, not objects")
    if jobs is not None and settings.site:
        raise ParameterError("the pages of a site are compared in one process: leave jobs out")
    if settings.render and find_browser() is None:
        raise SourceError(f"there is no browser to render pages: {how_to_install()}")
