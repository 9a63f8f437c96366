"""Connections with a deadline."""

from __future__ import annotations

import math
import socket

import pytest

from mainspan.fetch.sockets import dial, secure, time_left
from tests.fetch.internet import info


def test_time_left_raises_an_error_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mainspan.fetch.sockets.time.monotonic", lambda: 5.0)
    assert time_left(15.0) == 10.0
    with pytest.raises(TimeoutError):
        time_left(5.0)


def test_connection_is_closed_if_the_deadline_passes_before_tls() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        connection = dial(info("127.0.0.1", server.getsockname()[1]), 10)
        connection.deadline = -math.inf
        with pytest.raises(TimeoutError):
            secure(connection, "www.example.org")
        assert connection.fileno() == -1
