"""A server for what the proxy fetches: HTTP/1.1 with answers that a test defines, and the requests it saw."""

from __future__ import annotations

import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass
class Answer:
    """What is sent; in chunks if that is set, and with a pause before the last byte."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: dict(HTML))
    more_headers: list[tuple[str, str]] = field(default_factory=list)
    chunks: int = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Upstream

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.server.asked.append((self.command, self.path, dict(self.headers), body))
        path = self.path.partition("?")[0]
        if path == "/hang":
            self.server.over.wait(30)
        elif path == "/reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif path == "/garbage":
            self.wfile.write(b"\x00\xff no HTTP\r\n\r\n")
            self.close_connection = True
        elif path == "/cut":
            self.wfile.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<p>begin"
            )
            self.close_connection = True
        elif path == "/events":
            self.stream_events()
        elif path == "/echo":
            self.send(Answer(self.command.encode() + b" " + body, headers={"Content-Type": "text/plain"}))
        else:
            self.send(self.server.answers.get(path, Answer(b"<p>Not here.", 404)))

    do_POST = do_HEAD = do_PUT = do_GET  # noqa: N815

    def send(self, answer: Answer) -> None:
        status, body = answer.status, answer.body
        tag = answer.headers.get("ETag")
        modified = answer.headers.get("Last-Modified")
        asked = self.headers
        if (tag and asked.get("If-None-Match") == tag) or (
            modified and asked.get("If-Modified-Since") == modified
        ):
            status, body = 304, b""
        self.send_response(status)
        for name, value in [*answer.headers.items(), *answer.more_headers]:
            self.send_header(name, value)
        if answer.chunks:
            self.send_header("Transfer-Encoding", "chunked")
        elif status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if not answer.chunks:
            self.wfile.write(body)
            return
        size = -(-len(body) // answer.chunks)
        for start in range(0, len(body), size):
            part = body[start : start + size]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")

    def stream_events(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number in range(3):
            part = b"data: %d\n\n" % number
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.flush()
            # The next is only sent when the test has read this one.
            if not self.server.go_on.wait(20):
                return
            self.server.go_on.clear()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        pass


class Upstream(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 200

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.over = threading.Event()
        self.go_on = threading.Event()
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self) -> Upstream:
        self.thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.over.set()
        self.shutdown()
        self.thread.join()
        self.server_close()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def handle_error(self, request: object, client_address: object) -> None:
        pass


def wait_for_port(port: int, alive: object, seconds: float = 120.0) -> None:
    """Wait until something listens there."""
    for _ in range(int(seconds / 0.1)):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert alive()  # type: ignore[operator]
        time.sleep(0.1)
    raise AssertionError("nothing listens")
