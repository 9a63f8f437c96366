"""Which pages of the command line belong to one site, and what the pages of each site have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from pathlib import Path

from mainspan.algorithms.site import MIN_PAGES, Outline, Template
from mainspan.cli.app import errors
from mainspan.errors import MainspanError, SiteError
from mainspan.page import Page
from mainspan.site import host_of
from mainspan.sources import Source


class Singles:
    """Pages that are read one by one."""

    def __init__(self, encoding: str | None) -> None:
        self.encoding = encoding

    def read(self, source: Source) -> Page:
        """Read a page."""
        return source.read(self.encoding)

    def template(self, source: Source) -> Template | None:
        """What the pages of its site have in common, if they were compared."""
        return None


class Sites(Singles):
    """Pages that are compared with the others of their site before they are read again.

    The pages of one folder argument are one site, files named one by one are those of the folder they stand
    in, and addresses belong to their host. Of each page, only the outline stays in memory. What cannot be
    read twice, or would cost the server twice, is kept as it came.
    """

    def __init__(self, encoding: str | None, names: Iterable[str], reveal: bool) -> None:
        super().__init__(encoding)
        self._reveal = reveal
        self._folders = [Path(name) for name in names if Path(name).is_dir()]
        self._kept: dict[Source, Page | MainspanError] = {}
        self._site: dict[Source, str] = {}
        self._templates: dict[str, Template] = {}

    def read(self, source: Source) -> Page:
        """Read a page that was compared before."""
        kept = self._kept.get(source)
        if isinstance(kept, MainspanError):
            raise kept
        # A page keeps its columns once they were asked for; its copy goes with them.
        return super().read(source) if kept is None else copy(kept)

    def template(self, source: Source) -> Template | None:
        """What the pages of its site have in common, if there are enough of them."""
        return self._templates.get(self._site.get(source, ""))

    def compare(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Read all pages once and compare those of each site; yields each page that was read."""
        outlines: dict[str, list[Outline]] = {}
        for source in sources:
            self._keep(source)
            try:
                page = self.read(source)
                self._site[source] = self._name(source, page)
                outlines.setdefault(self._site[source], []).append(
                    Outline.of(page.revealed if self._reveal else page)
                )
            except MainspanError:
                pass  # it is said when the page's turn comes
            yield source
        for site, pages in outlines.items():
            self._learn(site, pages)

    def _keep(self, source: Source) -> None:
        if source.name != "-" and Path(source.name).is_file():
            return
        try:
            self._kept[source] = source.read(self.encoding)
        except MainspanError as error:
            self._kept[source] = error

    def _name(self, source: Source, page: Page) -> str:
        if page.url:
            return host_of(page.url)
        if source in self._kept:
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
