"""Any proxy as a contestant, exactly as in the paper of 2007.

A web server in a thread serves one document and stops. The document is requested through the proxy, which
fetches it. The time runs from the end of serving to the end of receiving, so that the network and the server
do not count. Tags, comments, style and script are removed from the answer, and its entities are resolved.

The server listens at the address from which the proxy was reached (127.0.0.1 for one on this machine), at a
free port, under a new path for each document, so that no proxy has it in its cache. The document is sent as
text/html without a charset: its own declaration of the encoding counts.

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 4.2.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Timer
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

from mainspan.errors import ParameterError
from mainspan.evaluation.contestants.base import (
    LIMIT_SECONDS,
    Answer,
    Contestant,
    ContestantError,
    table_name,
)
from mainspan.evaluation.contestants.serve_once import ServeOnce
from mainspan.evaluation.contestants.strip import (
    looks_like_html,
    max_bytes,
    output_to_markup,
    output_to_text,
    too_many_bytes,
)

_CHUNK: Final = 64 * 1024
_HEADERS: Final = {
    "Accept": "text/html,text/plain;q=0.9",
    "Accept-Encoding": "identity",
    "Cache-Control": "no-cache",
    "Connection": "close",
    # Ours answers with what it found, even if that is nothing: a page that passes would be measured whole.
    "Mainspan-Proxy": "always",
    "Proxy-Connection": "close",
    "User-Agent": "Mozilla/5.0 (compatible; Mainspan/0.1)",
}
_XML: Final = ("application/xhtml+xml", "application/xml", "text/xml")


@dataclass(frozen=True)
class Proxy(Contestant):
    """A proxy at an address, and its time limit for a page in seconds."""

    address: str
    limit: float = LIMIT_SECONDS
    name: str = field(init=False)
    kind: str = field(default="proxy", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", table_name("proxy", self.address))
        _host_and_port(self.address)

    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        """Pass a page through the proxy, or raise a ContestantError that says what failed."""
        connection = self._connect()
        with _closed_in_time(connection, self.limit) as late:
            try:
                answer = _fetch_through(connection, html, url)
            except (OSError, http.client.HTTPException) as error:
                if not late.is_set():
                    raise ContestantError(f"the proxy broke off: {_reason(error)}") from None
        # A broken connection can look like the end of an answer without a length.
        if late.is_set():
            raise ContestantError(f"no answer from the proxy within {self.limit:g} seconds")
        return answer

    def _connect(self) -> http.client.HTTPConnection:
        host, port = _host_and_port(self.address)
        connection = http.client.HTTPConnection(host, port, timeout=self.limit)
        try:
            connection.connect()
        except OSError as error:
            raise ContestantError(f"no proxy at {self.address}: {_reason(error)}") from None
        # From here on the timer that breaks the connection is the only limit.
        connection.sock.settimeout(None)
        return connection


def _host_and_port(address: str) -> tuple[str, int]:
    """The host and port of a proxy, or a ParameterError that shows the right form."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None or parts.scheme != "http" or parts.path.strip("/") or parts.username or parts.query:
        raise ParameterError(f"proxy:{address}: write a proxy as proxy:http://host:port")
    return host, port or 80


@contextmanager
def _closed_in_time(connection: http.client.HTTPConnection, limit: float) -> Iterator[Event]:
    """Break the connection when time is up, even if bytes still arrive, and always close it."""
    late, opened = Event(), connection.sock

    def end() -> None:
        late.set()
        with suppress(OSError):
            opened.shutdown(socket.SHUT_RDWR)

    timer = Timer(limit, end)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        timer.join()
        connection.close()
        opened.close()


def _fetch_through(connection: http.client.HTTPConnection, html: bytes, url: str | None) -> Answer:
    here = connection.sock.getsockname()[0]
    with ServeOnce(html, here) as server:
        connection.request("GET", server.url, headers=_HEADERS)
        with connection.getresponse() as answer:
            is_page = _check(answer)
            output = _receive(answer, html)
            received = perf_counter()
        served = server.wait_until_served()
    if served is None:
        raise ContestantError("the proxy answered without fetching the page")
    is_html = looks_like_html(output) if is_page is None else is_page
    charset = answer.headers.get_content_charset()
    text = output_to_text(output, is_html=is_html, charset=charset)
    markup = output_to_markup(output, is_html=is_html, charset=charset, url=url)
    # A proxy that streams may be done before the server thread reads the clock.
    return Answer(text, max(received - served, 0.0), markup)


def _check(answer: http.client.HTTPResponse) -> bool | None:
    """Whether an answer is HTML (None: it does not say), or a ContestantError if it cannot be used."""
    if answer.status != 200:
        raise ContestantError(f"the proxy answered {answer.status} {answer.reason}".rstrip())
    encoding = answer.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise ContestantError(f"the proxy answered in an unaccepted encoding: {encoding}")
    kind = answer.headers.get_content_type()
    if not kind.startswith("text/") and kind not in _XML:
        raise ContestantError(f"the proxy answered with {kind} instead of a page")
    return None if "Content-Type" not in answer.headers else kind == "text/html" or kind in _XML


def _receive(answer: http.client.HTTPResponse, html: bytes) -> bytes:
    """The whole body, or an error if it is incomplete or too long."""
    output, most = bytearray(), max_bytes(html)
    while chunk := answer.read1(_CHUNK):
        output += chunk
        if len(output) > most:
            raise too_many_bytes(html)
    if answer.length:
        raise http.client.IncompleteRead(bytes(output), answer.length)
    return bytes(output)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, http.client.IncompleteRead):
        return "its answer is not complete"
    if isinstance(error, http.client.BadStatusLine) and not isinstance(error, ConnectionError):
        return "its answer is not HTTP"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
