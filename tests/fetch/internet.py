"""A resolver and a dialler for tests: public addresses are connected to a local server."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Any

from mainspan.fetch import Guard
from mainspan.fetch.sockets import AddressInfo, TimedSocket, dial

PUBLIC = "93.184.216.34"


def info(address: str, port: int) -> AddressInfo:
    """An address as socket.getaddrinfo returns it."""
    return (
        (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
        if ":" in address
        else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
    )


class Internet:
    """Resolves the names that a test defines, and others as the system does; records what is dialled."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.names: dict[str, list[list[str]]] = {}
        self.silent: set[str] = set()
        self.resolved: list[str] = []
        self.dialled: list[str] = []

    @property
    def guard(self) -> Guard:
        return Guard(resolve=self.resolve, dial=self.dial)

    def resolve(self, host: str, port: int, *, type: int) -> Sequence[Any]:
        """The next answer for this name; the last one is repeated."""
        self.resolved.append(host)
        if host not in self.names:
            return socket.getaddrinfo(host, port, type=type)
        answers = self.names[host]
        return [info(address, port) for address in (answers.pop(0) if len(answers) > 1 else answers[0])]

    def dial(self, address: AddressInfo, seconds: float) -> TimedSocket:
        """Connect to the local server instead of a public address."""
        self.dialled.append(address[4][0])
        if address[4][0] in self.silent:
            raise TimeoutError
        return dial(info("127.0.0.1", self.port), seconds)
