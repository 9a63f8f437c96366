"""The page that a view is about. What is fetched is kept, so that all views of it show the same page."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from mainspan.fetch import Fetched
from mainspan.fetch.addresses import is_on_the_web
from mainspan.service.access import Access
from mainspan.service.context import Context
from mainspan.service.errors import ApiError

# How many addresses are remembered with the page that was there.
_MAX_ADDRESSES: Final = 1000  # no rule: memory


class ShownPages:
    """Reads the pages of views. An address is fetched once, unless a fresh copy is wanted."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._digests: OrderedDict[str, str] = OrderedDict()

    async def read(self, source: str, access: Access, *, fresh: bool = False) -> Fetched:
        """The page of a source."""
        if not is_on_the_web(source):
            return await self._context.sources.read(source, access)
        if not fresh and (digest := self._digests.get(source)):
            try:
                return await self._context.sources.read(f"page:{digest}", access)
            except ApiError:  # it had to make room for others
                del self._digests[source]
        page = await self._context.sources.read(source, access)
        self._digests[source] = self._context.store.keep(page)
        while len(self._digests) > _MAX_ADDRESSES:
            self._digests.popitem(last=False)
        return page
