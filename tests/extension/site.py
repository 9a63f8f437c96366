"""A site for the tests: pages from texts, served on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PARAGRAPH = "The ferry crosses the sound four times a day, and in winter only when the ice allows it. "


class Site:
    """Pages by their paths, which tests set."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.pages: dict[str, tuple[str, bytes, dict[str, str]]] = {}

    def serve(
        self, path: str, body: str | bytes, media: str = "text/html; charset=utf-8", **headers: str
    ) -> str:
        """Serve a page; returns its address."""
        self.pages[path] = media, body.encode() if isinstance(body, str) else body, headers
        return self.url + path


@contextmanager
def serving() -> Iterator[Site]:
    """A site that runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            media, body, headers = site.pages.get(self.path, ("text/plain", b"", {}))
            self.send_response(200)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = Site(server.server_address[1])
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield site
    server.shutdown()
    thread.join()
    server.server_close()
