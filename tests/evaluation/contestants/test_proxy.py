"""Proxies as contestants: real ones with real sockets, in all the ways in which they can go wrong."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mainspan import extract
from mainspan.evaluation.contestants import Answer, ContestantError, contestant
from mainspan.evaluation.contestants.serve_once import ServeOnce
from mainspan.evaluation.contestants.strip import html_to_text
from tests.evaluation.contestants.proxies import Deed, Handler, pass_on, proxy

PAGE = (
    b"<html><head><title>T</title><style>p {}</style></head><body><ul><li>Menu</ul><!-- no -->"
    b"<p>Fish &amp; chips</p><script>no()</script></body></html>"
)
TEXT = "- Menu\n\nFish & chips\n"


def through(deed: Deed, page: bytes = PAGE, limit: float = 60) -> Answer:
    with proxy(deed) as address:
        return contestant(f"proxy:{address}", limit=limit).extract(page, url="https://example.org/page")


def failure(deed: Deed, page: bytes = PAGE, limit: float = 60) -> str:
    with pytest.raises(ContestantError) as caught:
        through(deed, page, limit)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def extracting(handler: Handler, page: bytes) -> None:
    handler.answer(extract(page, algorithm="plain", drop="ul").html.encode(), "text/html; charset=utf-8")


def speak(handler: Handler, words: bytes) -> None:
    """Send bytes as they are."""
    handler.wfile.write(words)


def wait_for_the_client(handler: Handler, page: bytes) -> None:
    """Say nothing until the client hangs up."""
    handler.connection.settimeout(20)
    handler.connection.recv(1)


def test_a_proxy_that_passes_pages_on_gives_all_their_text() -> None:
    assert through(pass_on).text == html_to_text(PAGE) == TEXT


def test_a_proxy_that_extracts_gives_what_it_found() -> None:
    assert through(extracting).text == "Fish & chips\n"


def test_the_proxy_is_asked_for_an_absolute_address_that_was_never_used_before() -> None:
    seen: list[str] = []
    with proxy(pass_on, seen) as address:
        for _ in range(2):
            contestant(f"proxy:{address}").extract(PAGE)
    assert all(each.startswith("http://127.0.0.1:") and each.endswith(".html") for each in seen)
    assert len(set(seen)) == 2


def test_the_time_runs_from_the_end_of_serving_to_the_end_of_receiving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, served = [0.0], threading.Event()
    fetch, note_served = Handler.fetch, ServeOnce.note_served
    for module in ("proxy", "serve_once"):
        monkeypatch.setattr(f"mainspan.evaluation.contestants.{module}.perf_counter", lambda: now[0])

    def late(handler: Handler, method: str = "GET") -> bytes:
        now[0] += 100  # before the page is served
        page = fetch(handler, method)
        served.wait()
        now[0] += 5  # after it
        return page

    def note(server: ServeOnce) -> None:
        note_served(server)
        served.set()

    monkeypatch.setattr(Handler, "fetch", late)
    monkeypatch.setattr(ServeOnce, "note_served", note)
    assert through(pass_on).seconds == 5


def test_a_large_page_goes_through_whole() -> None:
    page = b"<p>" + b"word " * 1_000_000
    assert through(pass_on, page).text.count("word") == 1_000_000


def test_the_document_comes_as_it_is_and_says_its_encoding_itself() -> None:
    page = "<meta charset=windows-1251><p>Привет, мир".encode("windows-1251")
    assert through(pass_on, page).text == "Привет, мир\n"


def test_a_charset_in_the_header_counts() -> None:
    def in_latin_2(handler: Handler, page: bytes) -> None:
        handler.answer("<p>žluťoučký kůň".encode("iso-8859-2"), "text/html; charset=iso-8859-2")

    assert through(in_latin_2).text == "žluťoučký kůň\n"


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        (b"a <b> &amp; c", "text/plain", "a <b> &amp; c"),
        (b"a <b> &amp; c", "text/html", "a & c\n"),
        (b"<p>a &amp; c", None, "a & c\n"),
        (b"a &amp; c", None, "a &amp; c"),
        (b"<p>a &amp; c</p>", "application/xhtml+xml", "a & c\n"),
        (b"", "text/html", ""),
    ],
)
def test_an_answer_is_html_or_text_as_its_type_says(body: bytes, kind: str | None, text: str) -> None:
    assert through(lambda handler, page: handler.answer(body, kind)).text == text


def test_a_proxy_that_asks_for_the_head_first_and_for_other_things_still_gets_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bytes] = []
    fetch = Handler.fetch

    def ask(handler: Handler, method: str = "GET") -> bytes:
        seen.append(fetch(handler, "HEAD"))
        wanted, handler.path = handler.path, handler.path.replace(".html", "/favicon.ico")
        seen.append(fetch(handler))
        handler.path = wanted
        return fetch(handler)

    monkeypatch.setattr(Handler, "fetch", ask)
    assert through(pass_on).text == TEXT
    assert seen == [b"", b""]


def test_an_idle_connection_does_not_block_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fetch = Handler.fetch

    def ask_on_the_second(handler: Handler, method: str = "GET") -> bytes:
        host, port = handler.path.split("/")[2].split(":")
        with socket.create_connection((host, int(port))):
            return fetch(handler, method)

    monkeypatch.setattr(Handler, "fetch", ask_on_the_second)
    assert through(pass_on, limit=20).text == TEXT


def test_an_unreachable_proxy() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ContestantError) as caught:
            contestant(f"proxy:{address}").extract(PAGE)
    assert str(caught.value) == f"no proxy at {address}: Connection refused"


@pytest.mark.parametrize(
    ("status", "said"), [(502, "502 Bad Gateway"), (302, "302 Found"), (204, "204 No Content")]
)
def test_a_proxy_that_answers_with_another_status(status: int, said: str) -> None:
    assert failure(lambda handler, page: handler.answer(b"", status=status)) == f"the proxy answered {said}"


def test_a_proxy_that_hangs_before_it_answers() -> None:
    said = failure(wait_for_the_client, limit=0.3)
    assert said == "no answer from the proxy within 0.3 seconds"


def test_a_proxy_that_drips_is_stopped_in_time() -> None:
    def drip(handler: Handler, page: bytes) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b"x")
            time.sleep(0.02)

    assert failure(drip, limit=0.5) == "no answer from the proxy within 0.5 seconds"


def test_a_proxy_that_breaks_off_before_its_answer() -> None:
    said = failure(lambda handler, page: handler.connection.shutdown(socket.SHUT_RDWR))
    assert said.startswith("the proxy broke off: Remote end closed connection")


def test_a_proxy_that_breaks_off_in_its_answer() -> None:
    said = failure(lambda handler, page: handler.answer(page, length=len(page) + 1))
    assert said == "the proxy broke off: its answer is not complete"


def test_a_server_that_does_not_speak_http() -> None:
    said = failure(lambda handler, page: speak(handler, b"220 ready\r\n"))
    assert said == "the proxy broke off: its answer is not HTTP"


def test_a_proxy_that_never_fetches_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "fetch", lambda handler: b"<p>welcome")
    assert failure(pass_on) == "the proxy answered without fetching the page"


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (b"\x89PNG\r\n", "image/png", "the proxy answered with image/png instead of a page"),
        (b"a\0b", "text/plain", "returned rubbish: text with zero bytes in it"),
        (b"x" * 70_000, "text/html", "returned rubbish: more than"),
    ],
)
def test_unusable_output_is_an_error(body: bytes, kind: str, said: str) -> None:
    assert failure(lambda handler, page: handler.answer(body, kind)).startswith(said)


def test_a_compressed_answer_was_not_asked_for() -> None:
    def squeeze(handler: Handler, page: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Encoding", "br")
        handler.end_headers()

    assert failure(squeeze) == "the proxy answered in an unaccepted encoding: br"


def test_no_threads_and_no_sockets_are_left_open() -> None:
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    through(pass_on)
    failure(lambda handler, page: handler.answer(b"x" * 200_000))
    failure(lambda handler, page: handler.answer(b"", status=500))
    failure(wait_for_the_client, limit=0.05)
    failure(lambda handler, page: speak(handler, b"rubbish\r\n"))
    assert (threading.active_count(), len(os.listdir("/proc/self/fd"))) == (threads, files)


@contextmanager
def _mitmproxy() -> Iterator[str]:
    program = shutil.which("mitmdump")
    if program is None:
        pytest.skip("mitmproxy is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "--quiet", "--listen-host", "127.0.0.1", "--listen-port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def test_mitmproxy_passes_pages_on() -> None:
    with _mitmproxy() as address:
        made = contestant(f"proxy:{address}")
        assert [made.extract(PAGE).text for _ in range(3)] == ["Menu\nFish & chips"] * 3


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("mitmproxy did not start")
