"""20,000 requests of all kinds through the proxy: is its memory flat?

    python -m benchmarks.soak_proxy [--requests N]

Pages of many sizes, in gzip or not, whole and renewed; pictures and data; other methods and statuses; pages
that are too large, that lie about their coding, that are forms or empty, and that take too long; originals;
HTTPS; servers that are not there, and clients that hang up.
"""

from __future__ import annotations

import gzip
import os
import random
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local

import httpx

from benchmarks.canned import canned
from benchmarks.memory import make_page
from benchmarks.proxy import TRAP
from benchmarks.soaking import run, soak
from tests.proxy.running import Proxy, running, tls_front

REQUESTS = 20_000
# So many requests for one whose page takes longer than its limit.
_RARE = 1000
_SIZES = (20_000, 40_000, 60_000, 200_000)
_FILES = {
    "form.html": b"<h1>Log in</h1><form><input name=a><input type=password></form>",
    "empty.html": b"",
    "nothing.html": b"<p></p>",
    "lie.html.gz": make_page(5_000),
    "bomb.html.gz": gzip.compress(b" " * 20_000_000),
    "large.html": make_page(6_000_000),
    "picture.png": os.urandom(100_000),
    "data": b"{}",
    "trap.html": TRAP,
}
_PAGES = [f"{size}.html{packed}" for size in _SIZES for packed in ("", ".gz")]
_METHODS = ("POST", "HEAD", "PUT", "DELETE", "OPTIONS")
_HEADERS = (
    {"X-Requested-With": "XMLHttpRequest"},
    {"Sec-Fetch-Dest": "empty"},
    {"Range": "bytes=0-9"},
    {"Mainspan-Proxy": "bypass"},
    {"Mainspan-Proxy": "always"},
    {"Referer": "http://other.example/"},
)
_STATUSES = (204, 301, 304, 401, 404, 500)


class Crowd:
    """The clients of one thread, and what they do."""

    def __init__(self, proxy: Proxy, plain: str, secure: str) -> None:
        self._proxy, self._plain, self._secure = proxy, plain, secure
        self._client = self._connect()

    def _connect(self) -> httpx.Client:
        trust = ssl.create_default_context(cafile=str(self._proxy.certificate))
        return httpx.Client(proxy=self._proxy.url, verify=trust, timeout=120, trust_env=False)

    def ask(self, number: int) -> str:
        chance = random.Random(number)
        if number % _RARE == _RARE - 1:
            return self._outcome(self._client.get(f"{self._plain}/trap.html"))
        kinds: dict[Callable[[random.Random], httpx.Response | None], int] = {
            self._page: 40,
            self._file: 18,
            self._other: 12,
            self._secured: 12,
            self._renewed: 6,
            self._own: 4,
            self._original: 3,
            self._not_there: 2,
            self._hang_up: 2,
            self._reconnected: 1,
        }
        [kind] = chance.choices(list(kinds), list(kinds.values()))
        answer = kind(chance)
        return "client hung up" if answer is None else self._outcome(answer)

    def _outcome(self, answer: httpx.Response) -> str:
        reason = answer.headers.get("Mainspan-Reason", "")
        return f"{answer.status_code} {answer.headers.get('Mainspan-Result', 'answered')} {reason}".rstrip()

    def _page(self, chance: random.Random) -> httpx.Response:
        return self._client.get(f"{self._plain}/{chance.choice(_PAGES)}?{chance.random()}")

    def _file(self, chance: random.Random) -> httpx.Response:
        name = chance.choice(list(_FILES.keys() - {"trap.html"}))
        # As it was sent: one of them is not in the coding that it claims.
        with self._client.stream("GET", f"{self._plain}/{name}") as answer:
            sum(map(len, answer.iter_raw()))
        return answer

    def _other(self, chance: random.Random) -> httpx.Response:
        name = chance.choice(_PAGES)
        what = chance.randrange(3)
        if what == 0:
            return self._client.request(chance.choice(_METHODS), f"{self._plain}/{name}", content=b"x" * 1000)
        if what == 1:
            return self._client.get(f"{self._plain}/{name}", headers=chance.choice(_HEADERS))
        return self._client.get(f"{self._plain}/{chance.choice(_STATUSES)}/{_PAGES[0]}")

    def _secured(self, chance: random.Random) -> httpx.Response:
        return self._client.get(f"{self._secure}/{chance.choice((*_PAGES, 'picture.png', 'data'))}")

    def _renewed(self, chance: random.Random) -> httpx.Response:
        address = f"{self._plain}/{_PAGES[chance.randrange(2)]}"
        tag = self._client.get(address).headers["ETag"]
        return self._client.get(address, headers={"If-None-Match": tag})

    def _own(self, chance: random.Random) -> httpx.Response:
        path = chance.choice(("", "status.json", "proxy.pac", "certificate.pem", "nothing"))
        return self._client.get(f"http://mainspan.proxy/{path}")

    def _original(self, chance: random.Random) -> httpx.Response:
        address = f"{self._plain}/{chance.choice(_PAGES)}?{chance.random()}"
        return self._client.get(
            f"http://mainspan.proxy/original/{address}", follow_redirects=chance.random() < 0.8
        )

    def _not_there(self, chance: random.Random) -> httpx.Response:
        return self._client.get(chance.choice(("http://127.0.0.1:1/", "http://no-such-host.invalid/")))

    def _hang_up(self, chance: random.Random) -> None:
        with socket.create_connection(("127.0.0.1", self._proxy.port)) as connection:
            head = f"GET {self._plain}/{chance.choice(_PAGES)} HTTP/1.1\r\nHost: x\r\n\r\n"
            connection.sendall(head[: chance.randrange(len(head)) + 1].encode())

    def _reconnected(self, chance: random.Random) -> httpx.Response:
        self._client.close()
        self._client = self._connect()
        return self._secured(chance)


def _write_files(folder: Path) -> None:
    folder.mkdir()
    for name, body in _FILES.items():
        (folder / name).write_bytes(body)
    for size in _SIZES:
        (folder / f"{size}.html").write_bytes(make_page(size))
        (folder / f"{size}.html.gz").write_bytes(gzip.compress(make_page(size)))


def soak_proxy(requests: int) -> bool:
    threads = local()
    with TemporaryDirectory() as name:
        folder = Path(name)
        _write_files(folder / "served")
        with canned(folder / "served") as plain, tls_front(folder, plain) as (secure, authority):
            options = ["--upstream-ca", str(authority), "--seconds", "2"]
            with running(folder / "proxy", *options, "-f", "collapse", workers=4) as proxy:

                def ask(number: int) -> str:
                    if not hasattr(threads, "crowd"):
                        threads.crowd = Crowd(
                            proxy, f"http://127.0.0.1:{plain}", f"https://localhost:{secure}"
                        )
                    found: str = threads.crowd.ask(number)
                    return found

                return soak("the proxy", proxy.process.pid, ask, requests)


if __name__ == "__main__":
    run(__doc__, REQUESTS, soak_proxy)
