"""A source to a page's bytes: an address, a kept page, a document of a package, or a page of our own.

https://example.org/        is fetched, which needs the token
page:DIGEST                 a page that was kept
package:NAME/DOCUMENT       a page of a test package
sample:NAME                 a page that comes with Mainspan
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from importlib import resources
from typing import Final, TypeVar

from mainspan.browser import render
from mainspan.errors import SourceError
from mainspan.fetch import Fetched, Guard, PrivateAddressError, fetch_on_behalf
from mainspan.fetch.addresses import is_on_the_web
from mainspan.service.access import Access
from mainspan.service.errors import ApiError, invalid
from mainspan.service.metrics import Metrics
from mainspan.service.packages import Packages
from mainspan.service.pages import PageStore
from mainspan.service.settings import Settings

T = TypeVar("T")
# Pages that are fetched at a time: threads that wait cost little.
_MAX_FETCHES: Final = 32  # no rule: buffer
_SUFFIX: Final = ".html"


class Sources:
    """Reads pages, wherever they are."""

    def __init__(self, settings: Settings, store: PageStore, packages: Packages, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.packages = packages
        self.metrics = metrics
        self._guard = Guard(allow_private=settings.allow_private)
        self._threads = ThreadPoolExecutor(_MAX_FETCHES, "mainspan-fetch")

    def close(self) -> None:
        """Start no further reading."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def read(self, source: str, access: Access, seconds: float | None = None) -> Fetched:
        """The page of a source, or an ApiError."""
        kind, colon, name = source.partition(":")
        limit = self.settings.seconds if seconds is None else min(seconds, self.settings.seconds)
        match kind.lower() if colon else "":
            case "http" | "https":
                access.require_token("fetching a page")
                return await self._in_thread(lambda: self._fetch(source, limit))
            case "page":
                return await self._in_thread(lambda: self.store.read(name))
            case "package":
                return await self._in_thread(lambda: self._document(name))
            case "sample":
                return _sample(name)
        raise invalid(
            f"{source[:200]!r} is no source",
            advice="A source is https://..., page:DIGEST, package:NAME/DOCUMENT or sample:NAME.",
        )

    async def render(self, page: Fetched | str, access: Access, seconds: float | None = None) -> Fetched:
        """A page after a browser has run its scripts."""
        access.require_token("rendering a page")
        if not self.settings.allow_private:
            raise ApiError(
                HTTPStatus.FORBIDDEN,
                "render_not_allowed",
                "this service does not render pages: their scripts could reach private addresses",
                advice="Leave render out, or start the service with --allow-private, which allows both.",
            )
        limit = self.settings.seconds if seconds is None else min(seconds, self.settings.seconds)
        return await self._in_thread(lambda: _render(page, limit))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _fetch(self, url: str, seconds: float) -> Fetched:
        """Fetch a page: the one place of the service that connects to other hosts."""
        if not is_on_the_web(url):
            raise invalid(f"{url[:200]!r} is no address", advice="Write it as https://host/path.")
        try:
            found = fetch_on_behalf(url, self._guard, seconds=seconds, max_bytes=self.settings.max_bytes)
        except PrivateAddressError as error:
            self.metrics.add("mainspan_fetches_total", outcome="refused")
            raise ApiError(
                HTTPStatus.FORBIDDEN,
                "private_address",
                str(error),
                advice="Start the service with --allow-private if it may fetch from private addresses.",
            ) from None
        except SourceError as error:
            self.metrics.add("mainspan_fetches_total", outcome="failed")
            raise _fetch_failed(error) from None
        self.metrics.add("mainspan_fetches_total", outcome="done")
        return found

    def _document(self, name: str) -> Fetched:
        package, _, document = name.partition("/")
        found = self.packages.document(package, document)
        return Fetched(found.read_page(), found.url or "", None)


def samples() -> list[str]:
    """The names of the pages that come with Mainspan."""
    files = resources.files("mainspan.service").joinpath("samples")
    return sorted(each.name.removesuffix(_SUFFIX) for each in files.iterdir() if each.name.endswith(_SUFFIX))


def _sample(name: str) -> Fetched:
    if name not in samples():
        raise ApiError(
            HTTPStatus.NOT_FOUND,
            "not_found",
            f"no page of our own is called {name[:100]!r}",
            advice=f"They are {', '.join(samples())}.",
        )
    body = resources.files("mainspan.service").joinpath("samples", f"{name}{_SUFFIX}").read_bytes()
    return Fetched(body, f"https://{name}.example/", "utf-8", "text/html")


def _render(page: Fetched | str, seconds: float) -> Fetched:
    try:
        if isinstance(page, str):
            return render(page, seconds=seconds)
        return render(page.body, name="the page", seconds=seconds)._replace(url=page.url)
    except SourceError as error:
        raise _fetch_failed(error) from None


def _fetch_failed(error: SourceError) -> ApiError:
    return ApiError(
        HTTPStatus.BAD_GATEWAY,
        "fetch_failed",
        str(error),
        advice="Check the address in a browser. If the page is there, send its HTML instead.",
    )
