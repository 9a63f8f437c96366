"""Small proxies with real sockets, for tests: each fetches what it is asked for, and answers in its way."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

# What a proxy does with the page that it fetched: it answers the request.
Deed = Callable[["Handler", bytes], None]


class Handler(BaseHTTPRequestHandler):
    """Fetches the page for every request, and leaves the answer to a deed."""

    deed: Deed
    seen: list[str]

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.deed(self, self.fetch())

    def fetch(self, method: str = "GET") -> bytes:
        """What the web server at the address answers."""
        parts = urlsplit(self.path)
        server = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
        try:
            server.request(method, parts.path)
            return server.getresponse().read()
        finally:
            server.close()

    def answer(
        self, body: bytes, kind: str | None = "text/html", status: int = 200, length: int | None = None
    ) -> None:
        """Send an answer."""
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what some tests are about."""


@contextmanager
def proxy(deed: Deed, seen: list[str] | None = None) -> Iterator[str]:
    """Run a proxy in a thread, and give its address."""
    kind = type("Made", (Handler,), {"deed": staticmethod(deed), "seen": [] if seen is None else seen})
    server = _Server(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def pass_on(handler: Handler, page: bytes) -> None:
    """The baseline of the paper: the page, unchanged."""
    handler.answer(page)
