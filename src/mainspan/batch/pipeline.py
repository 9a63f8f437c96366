"""The outcomes of pages in the order of their sources; feeds and sitemaps are opened on the way."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from mainspan.batch.pages import Outcome
from mainspan.batch.pools import Pool
from mainspan.sources import Keys, Listing, Source
from mainspan.sources.find import address_source

# A sitemap index names sitemaps, which name pages. An index may be in another, but not for ever.
MAX_DEPTH: Final = 3

# Called with each list that is opened, and how many of its pages are taken.
Listed = Callable[[Source, Listing, int], None]


@dataclass
class _Quota:
    """How many pages a list may still give, and how deep in other lists it is."""

    left: int
    depth: int = 0


class Pipeline:
    """Gives the pages of a run to a pool, and yields their outcomes in order.

    max_pages: the most pages of each feed or sitemap.
    done: how often each name is done already. Those are passed over.
    """

    def __init__(self, pool: Pool, keys: Keys, max_pages: int, done: Counter[str], listed: Listed) -> None:
        self.pool = pool
        self.keys = keys
        self.max_pages = max_pages
        self.done = done
        self.listed = listed

    def outcomes(self, sources: Iterable[Source]) -> Iterator[tuple[Source, Outcome]]:
        """The outcome of each page, in order."""
        return self._outcomes(sources, None)

    def _outcomes(self, sources: Iterable[Source], quota: _Quota | None) -> Iterator[tuple[Source, Outcome]]:
        waiting: deque[tuple[Source, Callable[[], Outcome | Listing]]] = deque()
        for source in sources:
            if self._is_done(source):
                continue
            waiting.append((source, self.pool.submit(source)))
            if len(waiting) >= self.pool.ahead:
                yield from self._settle(*waiting.popleft(), quota)
        while waiting:
            yield from self._settle(*waiting.popleft(), quota)

    def _is_done(self, source: Source) -> bool:
        if not self.done[source.name]:
            return False
        self.done[source.name] -= 1
        return True

    def _settle(
        self, source: Source, wait: Callable[[], Outcome | Listing], quota: _Quota | None
    ) -> Iterator[tuple[Source, Outcome]]:
        outcome = wait()
        if isinstance(outcome, Listing):
            yield from self._open(source, outcome, quota or _Quota(self.max_pages))
        elif quota is not None and source.may_list:
            yield source, Outcome(error="is not a sitemap, but a sitemap index names it")
        else:
            yield source, outcome

    def _open(self, source: Source, listing: Listing, quota: _Quota) -> Iterator[tuple[Source, Outcome]]:
        if not listing.addresses:
            yield source, Outcome(error=_why_empty(listing))
            return
        if quota.depth >= MAX_DEPTH:
            yield source, Outcome(error=f"{listing.kind} in another, and so on: too deep")
            return
        taken = listing.addresses[: quota.left]
        if not taken:
            return  # it was requested before the list ahead of it had used up the quota
        self.listed(source, listing, len(taken))
        entries = (self.keys.take(address_source(url, may_list=listing.of_lists)) for url in taken)
        if listing.of_lists:
            inner = _Quota(quota.left, quota.depth + 1)
            yield from self._outcomes(self._while_any_left(entries, inner), inner)
            quota.left = inner.left
        else:
            quota.left -= len(taken)
            yield from self._outcomes(entries, None)

    def _while_any_left(self, entries: Iterable[Source], quota: _Quota) -> Iterator[Source]:
        for entry in entries:
            if not quota.left:
                return
            yield entry


def _why_empty(listing: Listing) -> str:
    if listing.relative:
        return f"{listing.kind} with relative links only, and its own address (url) is not known"
    return f"{listing.kind} without any pages"
