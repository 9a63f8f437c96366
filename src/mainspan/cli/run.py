"""A run of extract: pages come in their order, results go to their place, and failures are told."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.progress import Progress, TaskID

from mainspan.batch.order import Order
from mainspan.batch.pages import JSON_LINES, Result, Settings, extract_page, write_failure
from mainspan.batch.workers import Here, Workers
from mainspan.browser import find_browser, how_to_install
from mainspan.cli.app import errors
from mainspan.cli.sites import Singles, Sites
from mainspan.errors import OutputError, SourceError
from mainspan.fetch import Fetched
from mainspan.forms import FORMS
from mainspan.output import File, Folder, Lines, Standard
from mainspan.sources import Keys, Listing, Source

Place = Standard | File | Folder | Lines
# How files of results are called.
_SUFFIXES: Final = frozenset(form.suffix for form in FORMS.values())


def make_place(output: str | None, settings: Settings, again: bool) -> Place:
    """Where the results of a run go."""
    if output is None:
        return Standard(FORMS[settings.form].heading if settings.several else None)
    if settings.form == JSON_LINES:
        return Lines(Path(output), settings.digest, again=again)
    if settings.several or output.endswith("/") or Path(output).is_dir():
        _refuse_name_of_a_file(output)
        return Folder(Path(output), FORMS[settings.form].suffix)
    return File(Path(output))


def _refuse_name_of_a_file(output: str) -> None:
    """A folder that is called like a file is hardly what was meant, unless it is there or said to be one."""
    path = Path(output)
    if path.suffix.lower() in _SUFFIXES and not path.exists() and not output.endswith("/"):
        raise OutputError(
            f"{output}: is the name of a file, and there are several pages: name a folder, or use -f jsonl"
        )


class Run:
    """The pages of one call, and what becomes of them."""

    def __init__(self, settings: Settings, reader: Singles, keys: Keys, most: int, jobs: int | None) -> None:
        self.settings = settings
        self.reader = reader
        self.keys = keys
        self.most = most
        self.jobs = jobs
        self.done = self.failed = self.empty = self.skipped = 0
        self.total = 0
        self._progress: tuple[Progress, TaskID] | None = None
        self._own_files: dict[str, str] = {}

    def work(self, pages: Sequence[Source], place: Place, progress: Progress) -> None:
        """Extract all pages, each to its place."""
        if isinstance(self.reader, Sites):
            pages = self._compare(self.reader, pages, progress)
        done = place.done if isinstance(place, Lines) else Counter[str]()
        self.total, self.skipped = len(pages), done.total()
        self._progress = progress, progress.add_task("", total=self.total, completed=self.skipped)
        bench = self._make_bench()
        try:
            order = Order(bench, self.keys, self.most, done, self._note_listing)
            for source, result in order.results(pages):
                self._finish(source, result, place)
        finally:
            bench.close()
            self.skipped -= done.total()

    def protect(self, pages: Sequence[Source], place: Place) -> None:
        """Refuse results that would overwrite a page."""
        self._own_files = {os.path.realpath(page.name): page.name for page in pages if not page.is_address}
        for page in pages:
            self._check_target(page, place)

    def _make_bench(self) -> Here | Workers:
        if self.jobs is None:
            return Here(self._extract)
        return Workers(self.jobs, self.settings, self.reader.open)

    def _check_target(self, page: Source, place: Place) -> None:
        if isinstance(place, Standard):
            return
        if own := self._own_files.get(os.path.realpath(place.target(page.key))):
            raise OutputError(f"{own}: would be overwritten by a result; choose another output")

    def _extract(self, source: Source) -> Result | Listing:
        opened = self.reader.open(source)
        if not isinstance(opened, Fetched):
            return opened
        return extract_page(opened, source.name, self.settings, self.reader.template(source))

    def _compare(self, sites: Sites, pages: Sequence[Source], progress: Progress) -> list[Source]:
        """Compare the pages of each site; gives them all, with those of lists."""
        task = progress.add_task("comparing the pages", total=len(pages))
        found = [source for source, _ in self._opened(sites, pages)]
        progress.update(task, total=len(found))
        for _ in sites.compare(found):
            progress.advance(task)
        progress.remove_task(task)
        return found

    def _opened(self, sites: Sites, pages: Sequence[Source]) -> list[tuple[Source, Result]]:
        def look(source: Source) -> Result | Listing:
            # A file of a folder is a page: it is read when it is compared.
            opened = sites.open(source) if source.may_list else Result()
            return opened if isinstance(opened, Listing) else Result()

        return list(Order(Here(look), self.keys, self.most, Counter(), self._note_listing).results(pages))

    def _note_listing(self, source: Source, listing: Listing, taken: int) -> None:
        count = len(listing.addresses)
        if taken < count and not listing.of_lists:
            of = f"{listing.kind} of {count:,} pages"
            first = "the first is" if taken == 1 else f"the first {taken:,} are"
            _warn(f"{source.name}: {of}: {first} taken (--most N takes more)")
        if listing.relative:
            _warn(f"{source.name}: without those of its links that are relative (--url gives their base)")
        if self._progress is not None:
            self.total += taken - 1
            progress, task = self._progress
            progress.update(task, total=self.total)

    def _finish(self, source: Source, result: Result, place: Place) -> None:
        if self._progress is not None:
            progress, task = self._progress
            progress.update(task, description=source.name[-50:], advance=1)
        self.done += 1
        try:
            self._check_target(source, place)
            self._write(source, result, place)
        except OutputError as error:
            _complain(str(error))
            self.failed += 1
            return
        if result.error:
            _complain(f"{source.name}: {result.error}")
            self.failed += 1
        elif result.reason:
            self.empty += 1
        _hint(source.name, result)

    def _write(self, source: Source, result: Result, place: Place) -> None:
        if not result.error:
            place.write(source.name, source.key, result.text)
        elif self.settings.form == JSON_LINES:
            place.write(source.name, source.key, write_failure(source.name, result.error, self.settings))


def _hint(name: str, result: Result) -> None:
    """Say that nothing was found, and what might help."""
    parts = [f"nothing found: {result.reason}"] if result.reason else []
    if result.needs_browser:
        parts.append(_browser_hint() if parts else f"seems to need a browser: {_browser_hint()}")
    if parts:
        _warn(f"{name}: {'; '.join(parts)}")
    for selector in result.unmatched:
        _warn(f"{name}: no element matches --keep {selector}")


def _browser_hint() -> str:
    try:
        is_there = find_browser() is not None
    except SourceError:
        is_there = False
    return "try --render" if is_there else f"none is installed for --render: {how_to_install()}"


def _complain(message: str) -> None:
    errors.print(message, style="red", markup=False)


def _warn(message: str) -> None:
    errors.print(message, style="yellow", markup=False)
