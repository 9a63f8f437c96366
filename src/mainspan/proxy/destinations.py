"""Server connections, and which of them lead to private addresses.

A request on behalf of a page on another host may only use connections to public addresses. A name is resolved
once for such a connection, and the address that was checked is the one that is dialled. So a name server that
answers differently the next time changes nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from mainspan.fetch.guard import is_public

Address: TypeAlias = tuple[str, int]
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[Any]]]


async def resolve(host: str, port: int) -> Sequence[Any]:
    """All addresses of a host, as socket.getaddrinfo returns them."""
    return await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)


class Destinations:
    """What is known of the connections of each client."""

    def __init__(self, resolve: Resolve = resolve) -> None:
        self._resolve = resolve
        self._is_private: dict[str, dict[Address, bool]] = {}
        self._must_be_public: dict[str, set[Address]] = {}

    def restrict(self, client: str, address: Address) -> bool:
        """Let a client reach this address only if it is public. Returns whether it is, or may be."""
        self._must_be_public.setdefault(client, set()).add(address)
        return not self._is_private.get(client, {}).get(address, False)

    async def choose(self, client: str, address: Address) -> str | None:
        """The IP address to dial; None to leave that open, an empty text if none is allowed.

        Raises an OSError if there is no such host.
        """
        if address not in self._must_be_public.get(client, ()):
            return None
        found = [each for each in await self._resolve(*address) if is_public(str(each[4][0]))]
        # With one address there is no second attempt: the kind that more networks have comes first.
        found.sort(key=lambda each: each[0] != socket.AF_INET)
        return str(found[0][4][0]) if found else ""

    async def is_private(self, address: Address) -> bool:
        """Whether a host has any private address."""
        try:
            found = await self._resolve(*address)
        except OSError:
            return False
        return not all(is_public(str(each[4][0])) for each in found)

    def note(self, client: str, address: Address, peer: str) -> None:
        """Note where a connection leads."""
        self._is_private.setdefault(client, {})[address] = not is_public(peer)

    def forget(self, client: str) -> None:
        """A client is gone."""
        self._is_private.pop(client, None)
        self._must_be_public.pop(client, None)
