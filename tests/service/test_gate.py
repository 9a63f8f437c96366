"""Limits of size, time and concurrency."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.service.running import Running, running

LIMIT = 100_000


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with low limits."""
    folder = tmp_path_factory.mktemp("small")
    with running(folder, workers=1, max_bytes=LIMIT, seconds=2, max_requests=3) as found:
        yield found


def page(size: int) -> bytes:
    return b"<p>" + b"x" * (size - 3)


def send(service: Running, content: bytes | Iterator[bytes]) -> httpx.Response:
    return service.client.post("/extract", content=content, headers={"Content-Type": "text/html"})


def test_the_largest_request(small: Running) -> None:
    assert send(small, page(LIMIT)).status_code == 200
    assert small.error(send(small, page(LIMIT + 1))) == (413, "too_large")


def test_a_request_that_does_not_say_how_large_it_is(small: Running) -> None:
    assert send(small, iter([page(LIMIT // 2), b"y" * (LIMIT // 2)])).status_code == 200
    assert small.error(send(small, iter([page(LIMIT), b"y"]))) == (413, "too_large")


def test_a_much_larger_request_gets_its_answer_too(small: Running) -> None:
    assert small.error(send(small, page(50 * LIMIT))) == (413, "too_large")
    assert small.error(send(small, (b"x" * 1000 for _ in range(5_000)))) == (413, "too_large")


def test_a_request_that_is_never_complete(small: Running) -> None:
    host = f"127.0.0.1:{small.settings.port}"
    with socket.create_connection(("127.0.0.1", small.settings.port)) as connection:
        connection.sendall(
            f"POST /extract HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/html\r\n"
            "Content-Length: 99\r\n\r\n<p>".encode()
        )
        answer = connection.makefile("rb").read(2000)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"slow_request"' in answer


def test_requests_beyond_the_limit_are_told_to_come_back(small: Running) -> None:
    port = small.settings.port
    head = f"POST /extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9\r\n\r\n".encode()
    waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
    try:
        for each in waiting:
            each.sendall(head)
        # They are under way once the service has read what they sent.
        answer = small.get("/algorithms")
        while answer.status_code == 200:
            answer = small.get("/algorithms")
        assert small.error(answer) == (503, "busy")
        assert answer.headers["retry-after"] == "1"
        assert small.get("/health").status_code == 200
        assert "mainspan_requests_in_progress 3\n" in small.get("/metrics").text
    finally:
        for each in waiting:
            each.close()
    while small.get("/algorithms").status_code == 503:
        pass


def test_all_requests_within_the_limit_are_answered(service: Running) -> None:
    def extract(number: int) -> str:
        return str(
            service.post("/extract", {"html": f"<p>Page {number}", "algorithm": "plain"}).json()["content"]
        )

    with ThreadPoolExecutor(20) as threads:
        assert list(threads.map(extract, range(40))) == [f"Page {number}\n" for number in range(40)]
