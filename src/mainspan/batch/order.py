"""The pages of a run in their order: those that are named, and those that lists name."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from mainspan.batch.pages import Result
from mainspan.sources import Keys, Listing, Source
from mainspan.sources.find import address_source

# The index of a sitemap names sitemaps, and these name pages.
_DEEPEST: Final = 3


class Bench(Protocol):
    """Where pages are worked on: so many may be given `ahead` of the one that is waited for."""

    ahead: int

    def submit(self, source: Source) -> Callable[[], Result | Listing]:
        """Have a page worked on; the function waits for what comes of it."""
        ...


class Told(Protocol):
    """Who wants to know of lists: how many of their pages are taken, and of how many."""

    def __call__(self, source: Source, listing: Listing, taken: int) -> None:
        """A list was read."""
        ...


@dataclass
class _Share:
    """How many pages a list may still give, and how deep in lists it is."""

    left: int
    depth: int = 0


class Order:
    """Goes through pages in their order, however long each takes, and opens lists on the way."""

    def __init__(self, bench: Bench, keys: Keys, most: int, done: Counter[str], told: Told) -> None:
        self.bench = bench
        self.keys = keys
        self.most = most
        self.done = done
        self.told = told

    def results(self, sources: Iterable[Source]) -> Iterator[tuple[Source, Result]]:
        """What becomes of each page, in order. Those that are done already are passed over."""
        return self._results(sources, None)

    def _results(self, sources: Iterable[Source], share: _Share | None) -> Iterator[tuple[Source, Result]]:
        waiting: deque[tuple[Source, Callable[[], Result | Listing]]] = deque()
        for source in sources:
            if self._is_done(source):
                continue
            waiting.append((source, self.bench.submit(source)))
            if len(waiting) >= self.bench.ahead:
                yield from self._settle(*waiting.popleft(), share)
        while waiting:
            yield from self._settle(*waiting.popleft(), share)

    def _is_done(self, source: Source) -> bool:
        if not self.done[source.name]:
            return False
        self.done[source.name] -= 1
        return True

    def _settle(
        self, source: Source, wait: Callable[[], Result | Listing], share: _Share | None
    ) -> Iterator[tuple[Source, Result]]:
        result = wait()
        if isinstance(result, Listing):
            yield from self._open(source, result, share or _Share(self.most))
        elif share is not None and source.may_list:
            yield source, Result(error="is no sitemap, though the index of one names it")
        else:
            yield source, result

    def _open(self, source: Source, listing: Listing, share: _Share) -> Iterator[tuple[Source, Result]]:
        if not listing.addresses:
            yield source, Result(error=_why_empty(listing))
            return
        if share.depth >= _DEEPEST:
            yield source, Result(error=f"{listing.kind} in another, and so on: too deep")
            return
        taken = listing.addresses[: share.left]
        if not taken:
            return  # it was asked for before the list ahead of it had used up what may be taken
        self.told(source, listing, len(taken))
        entries = (self.keys.take(address_source(url, may_list=listing.of_lists)) for url in taken)
        if listing.of_lists:
            inner = _Share(share.left, share.depth + 1)
            yield from self._results(self._while_any_left(entries, inner), inner)
            share.left = inner.left
        else:
            share.left -= len(taken)
            yield from self._results(entries, None)

    def _while_any_left(self, entries: Iterable[Source], share: _Share) -> Iterator[Source]:
        for entry in entries:
            if not share.left:
                return
            yield entry


def _why_empty(listing: Listing) -> str:
    if listing.relative:
        return f"{listing.kind} whose links are relative, to an address that is not known (--url gives it)"
    return f"{listing.kind} without any pages"
