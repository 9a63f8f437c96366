"""How the pages of a run are read: one by one, or after the pages of each site have been compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

from mainspan.algorithms.site import MIN_PAGES, Outline, Template
from mainspan.batch.pages import Outcome, Settings
from mainspan.browser import MAX_SECONDS as MAX_RENDER_SECONDS
from mainspan.browser import render
from mainspan.errors import MainspanError, SiteError, SourceError
from mainspan.fetch import MAX_SECONDS as MAX_FETCH_SECONDS
from mainspan.fetch import Fetched, Politeness
from mainspan.fetch.addresses import split_address
from mainspan.page import Page
from mainspan.site import host_of
from mainspan.sources import Listing, Source, read_listing, to_page
from mainspan.sources.find import is_plain_page

Opened = Fetched | Listing | Outcome


class Reader:
    """Reads pages one by one."""

    def __init__(self, settings: Settings, politeness: Politeness) -> None:
        self.settings = settings
        self.politeness = politeness
        self._kept: dict[Source, Opened] = {}

    def open(self, source: Source) -> Opened:
        """What a source holds: a page, a list of pages, or the reason why it cannot be read."""
        return self._kept.pop(source, None) or self._open(source)

    def peek(self, source: Source) -> Opened:
        """The same, for a source that will be opened again: it is kept until then."""
        opened = self._kept[source] = self.open(source)
        return opened

    def template(self, source: Source) -> Template | None:
        """What the pages of its site have in common, if they were compared."""
        return None

    def _open(self, source: Source) -> Opened:
        try:
            return self._read(source)
        except MainspanError as error:
            return Outcome(error=str(error).removeprefix(f"{source.name}: "))

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
            found = source.read_bytes(seconds=self._limit(MAX_FETCH_SECONDS), politeness=self.politeness)
        except SourceError:
            if self.settings.render and source.is_address:
                return None  # the server may answer a browser
            raise
        return self._with_url(source, found)

    def _render(self, source: Source, found: Fetched | None) -> Fetched:
        seconds = self._limit(MAX_RENDER_SECONDS)
        if source.is_address and source.body is None:
            # If it was fetched just now, it is still this page's turn.
            with self.politeness.turn(source.name) if found is None else nullcontext():
                return render(source.name, seconds=seconds)
        # To a browser, only a file that is named like a page is one.
        if source.body is None and is_plain_page(Path(source.name)):
            place: Path | bytes = Path(source.name)
        else:
            place = (found or source.read_bytes()).body
        return self._with_url(source, render(place, name=source.name, seconds=seconds))

    def _with_url(self, source: Source, found: Fetched) -> Fetched:
        """What was read from a file, with the address that was given for it."""
        url = None if source.is_address else self.settings.url
        return found._replace(url=url) if url else found

    def _limit(self, seconds: float) -> float:
        return seconds if self.settings.seconds is None else min(seconds, self.settings.seconds)


class SiteReader(Reader):
    """Compares pages with the others of their site before they are read again.

    The pages of one folder argument are one site; so are files from one folder that are named one by one, and
    addresses of one host. Only the outline of each page stays in memory. Pages that cannot be read twice, or
    would cost the server a second request, are kept.

    with_hidden: whether the method reads hidden text.
    warn: called with a message about a site that cannot be compared.
    """

    def __init__(
        self, settings: Settings, politeness: Politeness, with_hidden: bool, warn: Callable[[str], None]
    ) -> None:
        super().__init__(settings, politeness)
        self._with_hidden = with_hidden
        self._warn = warn
        self._site: dict[Source, str] = {}
        self._templates: dict[str, Template] = {}

    def open(self, source: Source) -> Opened:
        """What a source holds that may have been read before."""
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
            if isinstance(opened, Fetched):  # errors are reported when the page's turn comes
                page = to_page(opened, self.settings.encoding)
                self._site[source] = _site_name(source, page)
                outlines.setdefault(self._site[source], []).append(
                    Outline.of(page.with_hidden if self._with_hidden else page)
                )
            yield source
        for site, pages in outlines.items():
            self._learn(site, pages)

    def _learn(self, site: str, pages: list[Outline]) -> None:
        try:
            template = self._templates[site] = Template.of(pages)
        except SiteError:
            count = len({page.copy for page in pages if len(page)})
            self._warn(
                f"{site}: {count} of its {len(pages)} pages differ, and comparing takes {MIN_PAGES}: "
                "they are extracted one by one"
            )
            return
        if not len(template.texts):
            self._warn(f"{site}: nothing recurs on its {template.pages} pages; are they of one site?")


def _site_name(source: Source, page: Page) -> str:
    if page.url:
        return host_of(page.url)
    if source.name == "-":
        return "standard input"
    return source.folder or str(Path(source.name).parent)
