"""A local server whose answers a test defines, with all the bad habits of servers."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        site = self.server
        assert isinstance(site, Site)
        site.seen.append(dict(self.headers))
        site.asked.append(self.path)
        if self.path == "/silent":
            site.over.wait(10)
        elif self.path == "/stalls":
            self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\nbegin")
            site.over.wait(10)
        elif self.path == "/drips":
            self.drip(site, b"HTTP/1.0 200 OK\r\n\r\n")
        elif self.path == "/drips-headers":
            self.drip(site, b"HTTP/1.0 200 OK\r\nX: ")
        elif self.path == "/continues":
            self.drip(site, b"", b"HTTP/1.1 100 Continue\r\n\r\n")
        elif raw := site.raw.get(self.path):
            self.wfile.write(raw)
        else:
            self.send(site.next_answer(self.path))

    def send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def do_CONNECT(self) -> None:
        """Pass all bytes on to a server on this machine, as a proxy does."""
        site = self.server
        assert isinstance(site, Site)
        site.seen.append(dict(self.headers))
        site.asked.append(self.path)
        if site.behind is None:
            self.send(Answer(status=403))
            return
        with socket.create_connection(site.behind) as there:
            self.wfile.write(b"HTTP/1.1 200 Fine\r\n\r\n")
            back = threading.Thread(target=pump, args=(there, self.connection))
            back.start()
            pump(self.connection, there)
            back.join()

    def drip(self, site: Site, beginning: bytes, drop: bytes = b".") -> None:
        """Send something now and then, each well within any wait for a single one."""
        self.wfile.write(beginning)
        try:
            for _ in range(40):
                self.wfile.write(drop)
                site.over.wait(0.05)
            site.dripped_out = True
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:
        pass


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while part := source.recv(65536):
            target.sendall(part)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


class Site(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behind: tuple[str, int] | None = None
        self.answers: dict[str, Answer] = {}
        self.queues: dict[str, list[Answer]] = {}
        self.raw: dict[str, bytes] = {}
        self.seen: list[dict[str, str]] = []
        self.asked: list[str] = []
        self.over = threading.Event()
        self.dripped_out = False

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def next_answer(self, path: str) -> Answer:
        """The first of those that wait for this path, or the one that is always given there."""
        if self.queues.get(path):
            return self.queues[path].pop(0)
        return self.answers.get(path, Answer(status=404))

    def handle_error(self, request: object, client_address: object) -> None:
        pass
