"""A server with pages whose text comes late, and a mark for tests that need a browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mainspan.browser import find_browser

needs_browser = pytest.mark.skipif(find_browser() is None, reason="no Chromium, Chrome or Edge is installed")

LATE = """<!DOCTYPE html><title>Late</title><p id="text">loading</p><script>
setTimeout(() => fetch("/%s").then(answer => answer.json()).then(data => setTimeout(() => {
  document.getElementById("text").textContent = data.text;
}, 2000)), 1000);
</script>"""
STUCK = LATE % "never.json" + "<script>setTimeout(() => text.after('by a timer'), 5000)</script>"
ASKS = "<p id=text>x</p><script>alert(1); text.textContent = confirm(2) ? 'yes' : 'no'; print()</script>"
PARTS = """<a-card><i>given</i></a-card><script>
customElements.define("a-card", class extends HTMLElement {
  connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p>before <slot></slot> after</p>"; }
})</script>"""
PAGES = {
    "/late": LATE % "slow.json",
    "/stuck": STUCK,
    "/moved": "<script>location.href = '/late'</script>",
    "/loop": "<p id=text>loading</p><script>text.textContent = 'shown'; while (true) {}</script>",
    "/asks": ASKS,
    "/parts": PARTS,
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/slow.json":
            time.sleep(0.5)
            self.send(200, "application/json", '{"text": "All of it is here."}')
        elif self.path == "/never.json":
            over.wait(30)
        elif self.path == "/paper":
            self.send(200, "application/pdf", "%PDF-1.7")
        else:
            self.send(200 if self.path in PAGES else 404, "text/html", PAGES.get(self.path, "<p>gone"))

    def send(self, status: int, kind: str, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


over = threading.Event()


@pytest.fixture(scope="module")
def late_site() -> Iterator[str]:
    """The address of a server whose pages are made by scripts."""
    over.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        over.set()
        server.shutdown()
        thread.join()
