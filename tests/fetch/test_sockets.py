"""Connections with a deadline."""

from __future__ import annotations

import socket
import time

import pytest

from mainspan.fetch.sockets import dial, secure, time_left
from tests.fetch.internet import info


def test_time_left_raises_an_error_after_the_deadline() -> None:
    assert 9 < time_left(time.monotonic() + 10) <= 10
    with pytest.raises(TimeoutError):
        time_left(time.monotonic())


def test_connection_is_closed_if_the_deadline_passes_before_tls() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        connection = dial(info("127.0.0.1", server.getsockname()[1]), 10)
        connection.deadline = time.monotonic()
        with pytest.raises(TimeoutError):
            secure(connection, "www.example.org")
        assert connection.fileno() == -1
