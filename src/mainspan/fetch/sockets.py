"""Connections that end at a deadline, however slowly the other side sends."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

# Family, kind, protocol, canonical name and socket address, as socket.getaddrinfo returns them.
AddressInfo: TypeAlias = tuple[int, int, int, str, tuple[Any, ...]]


def time_left(deadline: float) -> float:
    """The seconds until a point of time.monotonic(), or a TimeoutError."""
    if (left := deadline - time.monotonic()) > 0:
        return left
    raise TimeoutError


class TimedSocket(socket.socket):
    """A socket with a deadline for all that is received, because a timeout is for each single wait."""

    deadline = float("inf")

    def recv_into(self, *arguments: Any) -> int:
        """Receive bytes, or raise a TimeoutError at the deadline."""
        self.settimeout(time_left(self.deadline))
        return super().recv_into(*arguments)


class _TimedTLSSocket(TimedSocket, ssl.SSLSocket):
    """The same with TLS."""


@contextmanager
def closed_on_failure(connection: socket.socket) -> Iterator[None]:
    """Close a connection if what is done with it fails."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def dial(address: AddressInfo, seconds: float) -> TimedSocket:
    """Connect to this very address."""
    family, kind, protocol, _, where = address
    connection = TimedSocket(family, kind, protocol)
    with closed_on_failure(connection):
        connection.settimeout(seconds)
        connection.connect(where)
    return connection


def secure(connection: TimedSocket, host: str) -> TimedSocket:
    """The connection with TLS, if the server's certificate is valid for this name."""
    with closed_on_failure(connection):
        context = ssl.create_default_context()
        context.set_alpn_protocols(["http/1.1"])
        context.sslsocket_class = _TimedTLSSocket
        connection.settimeout(time_left(connection.deadline))
        secured = context.wrap_socket(connection, server_hostname=host)
    assert isinstance(secured, _TimedTLSSocket)
    secured.deadline = connection.deadline
    return secured
