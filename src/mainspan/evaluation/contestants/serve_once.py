"""A web server in a thread that serves one document, and then stops."""

from __future__ import annotations

import socket
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Event, Thread
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

# How often the thread checks whether to stop, if closing the socket does not wake it.
_POLL_SECONDS: Final = 0.05
# How long to wait for the server to note the time after the document came back.
_SERVED_SECONDS: Final = 1.0


class ServeOnce(ThreadingHTTPServer):
    """A server of one document, for use in a with statement. `url` is the document's address.

    Each connection has its thread, so that an idle one does not block others.
    """

    daemon_threads = False  # so that they are joined
    timeout = _POLL_SECONDS

    def __init__(self, document: bytes, host: str) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.document = document
        self.path = f"/{token_hex(8)}.html"
        self._served_at: float | None = None
        self._served = Event()
        self._stopped = False
        self._connections: list[socket.socket] = []
        self._thread = Thread(target=self._serve)
        super().__init__((host, 0), _Handler)
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self.server_address[1]}{self.path}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop at once, and close all sockets."""
        self._stop()
        for each in self._connections:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def wait_until_served(self) -> float | None:
        """The time at which the last byte of the document was sent; None if nobody fetched it."""
        self._served.wait(_SERVED_SECONDS)
        return self._served_at

    def note_served(self) -> None:
        """Note that the document was sent, and stop serving."""
        if self._served_at is None:
            self._served_at = perf_counter()
        self._served.set()
        self._stop()

    def _stop(self) -> None:
        self._stopped = True
        # Wakes the thread that waits for connections.
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        try:
            while not self._stopped:
                self.handle_request()
        finally:
            self.server_close()

    def server_bind(self) -> None:
        """Bind without a DNS lookup of the address, which can take seconds."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection, and keep it so that it can be closed."""
        connection, address = super().get_request()
        self._connections.append(connection)
        return connection, address

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Refuse connections while the server stops."""
        return not self._stopped

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: a broken request shows in the proxy's answer."""


class _Handler(BaseHTTPRequestHandler):
    server: ServeOnce
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self._begin():
            self.wfile.write(self.server.document)
            self.server.note_served()

    def do_HEAD(self) -> None:
        self._begin()

    def _begin(self) -> bool:
        """Send the head of the answer; 404 for any other path."""
        found = self.path in (self.server.path, self.server.url)
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(self.server.document) if found else 0))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        return found

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""
