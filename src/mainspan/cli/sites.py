"""How the pages of a run are read: one by one, or after those of each site have been compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

from mainspan.algorithms.site import MIN_PAGES, Outline, Template
from mainspan.batch.pages import Result, Settings
from mainspan.browser import MAX_SECONDS as RENDERING
from mainspan.browser import render
from mainspan.cli.app import errors
from mainspan.errors import MainspanError, SiteError, SourceError
from mainspan.fetch import MAX_SECONDS as FETCHING
from mainspan.fetch import Fetched, Manners
from mainspan.fetch.addresses import split_address
from mainspan.page import Page
from mainspan.site import host_of
from mainspan.sources import PAGES, Listing, Source, read_listing
from mainspan.sources.source import to_page

Opened = Fetched | Listing | Result


class Singles:
    """Pages that are read one by one."""

    def __init__(self, settings: Settings, manners: Manners) -> None:
        self.settings = settings
        self.manners = manners
        self._kept: dict[Source, Opened] = {}

    def open(self, source: Source) -> Opened:
        """What stands behind a source: a page, a list of pages, or the reason why it cannot be read."""
        return self._kept.pop(source, None) or self._open(source)

    def peek(self, source: Source) -> Opened:
        """The same, for a source that is opened once more: it is kept until then."""
        opened = self._kept[source] = self.open(source)
        return opened

    def template(self, source: Source) -> Template | None:
        """What the pages of its site have in common, if they were compared."""
        return None

    def _open(self, source: Source) -> Opened:
        try:
            return self._read(source)
        except MainspanError as error:
            return Result(error=str(error).removeprefix(f"{source.name}: "))

    def _read(self, source: Source) -> Fetched | Listing:
        if source.is_address:
            split_address(source.name)  # a browser would open other addresses too
        found = self._fetch(source) if source.may_list or not self.settings.render else None
        listing = read_listing(found) if found is not None and source.may_list else None
        if listing is not None:
            return listing
        return found if found is not None and not self.settings.render else self._render(source, found)

    def _fetch(self, source: Source) -> Fetched | None:
        try:
            found = source.read_bytes(seconds=self._limit(FETCHING), manners=self.manners)
        except SourceError:
            if self.settings.render and source.is_address:
                return None  # a browser may be given what we are not
            raise
        return self._placed(source, found)

    def _render(self, source: Source, found: Fetched | None) -> Fetched:
        seconds = self._limit(RENDERING)
        if source.is_address:
            # What was asked for just now is still the same page.
            with self.manners.turn(source.name) if found is None else nullcontext():
                return render(source.name, seconds=seconds)
        # What does not look like a page by its name is no page to a browser.
        is_page = Path(source.name).suffix.lower() in PAGES
        place = Path(source.name) if found is None or is_page else found.body
        return self._placed(source, render(place, name=source.name, seconds=seconds))

    def _placed(self, source: Source, found: Fetched) -> Fetched:
        """What was read of a file, at the address that was given for it."""
        url = None if source.is_address else self.settings.url
        return found._replace(url=url) if url else found

    def _limit(self, most: float) -> float:
        return most if self.settings.seconds is None else min(most, self.settings.seconds)


class Sites(Singles):
    """Pages that are compared with the others of their site before they are read again.

    The pages of one folder argument are one site, files named one by one are those of the folder they stand
    in, and addresses belong to their host. Of each page, only the outline stays in memory. What cannot be
    read twice, or would cost the server twice, is kept as it came.
    """

    def __init__(self, settings: Settings, manners: Manners, names: Iterable[str], reveal: bool) -> None:
        super().__init__(settings, manners)
        self._reveal = reveal
        self._folders = [Path(name) for name in names if Path(name).is_dir()]
        self._site: dict[Source, str] = {}
        self._templates: dict[str, Template] = {}

    def open(self, source: Source) -> Opened:
        """What stands behind a source that may have been read before."""
        if source in self._kept:
            return self._kept[source]
        opened = self._open(source)
        if self.settings.render or source.name == "-" or not Path(source.name).is_file():
            self._kept[source] = opened
        return opened

    def template(self, source: Source) -> Template | None:
        """What the pages of its site have in common, if there are enough of them."""
        return self._templates.get(self._site.get(source, ""))

    def compare(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Read all pages once and compare those of each site; yields each page that was read."""
        outlines: dict[str, list[Outline]] = {}
        for source in sources:
            opened = self.open(source)
            if isinstance(opened, Fetched):  # what cannot be read is said when its turn comes
                page = to_page(opened, self.settings.encoding)
                self._site[source] = self._name(source, page)
                outlines.setdefault(self._site[source], []).append(
                    Outline.of(page.with_hidden if self._reveal else page)
                )
            yield source
        for site, pages in outlines.items():
            self._learn(site, pages)

    def _name(self, source: Source, page: Page) -> str:
        if page.url:
            return host_of(page.url)
        if source.name == "-":
            return "standard input"
        path = Path(source.name)
        return str(next((folder for folder in self._folders if path.is_relative_to(folder)), path.parent))

    def _learn(self, site: str, pages: list[Outline]) -> None:
        try:
            template = self._templates[site] = Template.of(pages)
        except SiteError:
            count = len({page.copy for page in pages if len(page)})
            _warn(
                f"{site}: {count} of its {len(pages)} pages differ, and comparing takes {MIN_PAGES}: "
                "they are taken one by one"
            )
            return
        if not len(template.texts):
            _warn(f"{site}: nothing recurs on its {template.pages} pages; are they of one site?")


def _warn(message: str) -> None:
    errors.print(message, style="yellow", markup=False)
