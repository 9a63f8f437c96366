"""The part of the add-on for connections: excluded hosts stay encrypted, private addresses are guarded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mainspan.proxy.destinations import Destinations
from mainspan.proxy.hosts import is_chosen
from mainspan.proxy.readable import OWN_HOST
from mainspan.proxy.settings import Settings

# The beginning of the message that a client gets.
PRIVATE = "is a private address, and a page on another host asks for it (--allow-private allows that)"


class Connections:
    """Hooks of mitmproxy for the connections of clients and to servers."""

    def __init__(self, settings: Callable[[], Settings], destinations: Destinations) -> None:
        self._settings = settings
        self._destinations = destinations
        self._names: dict[str, Any] = {}

    async def tls_clienthello(self, data: Any) -> None:
        """Leave connections to excluded hosts as they are, with the server's own certificate."""
        settings, address = self._settings(), data.context.server.address
        host = data.client_hello.sni or (address[0] if address else "")
        if not host or host == OWN_HOST or is_chosen(host, settings.only, settings.excluded):
            return
        if address and not settings.allow_private:
            # What a page asks of a private address has to be seen to be refused.
            if await self._destinations.is_private(address[:2]):
                return
            self._destinations.restrict(data.context.client.id, address[:2])
        data.ignore_connection = True

    async def server_connect(self, data: Any) -> None:
        """Dial the address that was checked, if pages on other hosts ask for it."""
        server = data.server
        if server.via or not server.address or self._settings().allow_private:
            return
        try:
            chosen = await self._destinations.choose(data.client.id, server.address[:2])
        except OSError as error:
            server.error = error.strerror or str(error)
            return
        if chosen == "":
            server.error = f"{server.address[0]} {PRIVATE}"
        elif chosen:
            self._names[server.id] = server.address
            server.address = (chosen, server.address[1])

    def server_connected(self, data: Any) -> None:
        """Note where a connection leads."""
        server = data.server
        self._put_name_back(server)
        if server.address and server.peername:
            self._destinations.note(data.client.id, server.address[:2], server.peername[0])

    def server_connect_error(self, data: Any) -> None:
        """The same for a server that could not be reached."""
        self._put_name_back(data.server)

    def client_disconnected(self, client: Any) -> None:
        """Forget a client."""
        self._destinations.forget(client.id)

    def _put_name_back(self, server: Any) -> None:
        """Name the server again: certificates are checked by its name, and connections are found by it."""
        if name := self._names.pop(server.id, None):
            # Its own setter refuses that for an open connection, though nothing was sent yet.
            object.__setattr__(server, "address", name)
