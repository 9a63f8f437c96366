"""10,000 requests of all kinds to the service: is its memory flat?

    python -m benchmarks.soak_service [--requests N]

Every method and form, small and large pages, the views of the workbench, pages that are kept, gold that is
saved, wrong requests, pages that take too long, and clients that hang up.
"""

from __future__ import annotations

import random
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import Any
from urllib.parse import urlsplit

import httpx

from benchmarks.memory import CORPUS, make_page
from benchmarks.service import HOSTILE, service
from benchmarks.soaking import run, soak
from mainspan import ALGORITHMS
from mainspan.forms import FORMS

REQUESTS = 10_000
# So many requests for one whose page takes longer than its limit.
_RARE = 1000
_SIZES = (3_000, 20_000, 20_000, 40_000, 60_000, 200_000)
_PACKAGE, _DOCUMENT = "wiki", "en-wiki-callow-bridge"
_METHODS, _FORMS = list(ALGORITHMS), list(FORMS)

Ask = Callable[[httpx.Client, random.Random], httpx.Response]


def _page(chance: random.Random) -> str:
    """A page like no other."""
    title = f"<title>Page {chance.random()}</title>"
    return title + make_page(chance.choice(_SIZES)).decode("utf-8", "replace")


def _extract(client: httpx.Client, chance: random.Random) -> httpx.Response:
    options = {
        "algorithm": chance.choice(_METHODS),
        "format": chance.choice(_FORMS),
        "debug": chance.random() < 0.1,
    }
    return client.post("/extract", json={"html": _page(chance), **options})


def _default(client: httpx.Client, chance: random.Random) -> httpx.Response:
    headers = {"Content-Type": "text/html"}
    return client.post("/extract?format=markdown", content=_page(chance).encode(), headers=headers)


def _closer(client: httpx.Client, chance: random.Random) -> httpx.Response:
    path = chance.choice(("/explain", "/signals", "/compare"))
    more: dict[str, Any] = {"algorithms": chance.sample(_METHODS, 3)} if path == "/compare" else {}
    return client.post(path, json={"html": _page(chance), **more})


def _read(client: httpx.Client, chance: random.Random) -> httpx.Response:
    documents = f"/packages/{_PACKAGE}/documents/{_DOCUMENT}"
    paths = (
        "/",
        "/health",
        "/metrics",
        "/algorithms",
        "/openapi.json",
        "/packages",
        documents,
        "/docs",
        "/results",
    )
    return client.get(chance.choice(paths))


def _look(client: httpx.Client, chance: random.Random) -> httpx.Response:
    view = chance.choice(
        ("inspect", "inspect.json", "frame", "picture.json", "reasons.json", "tree.json", "compare")
    )
    source = chance.choice(("sample:article", "sample:forum", f"package:{_PACKAGE}/{_DOCUMENT}"))
    method = "wlr" if view == "tree.json" else chance.choice(_METHODS)
    return client.get(f"/{view}", params={"source": source} | ({} if view == "frame" else {"a": method}))


def _keep(client: httpx.Client, chance: random.Random) -> httpx.Response:
    answer = client.post("/bring", data={"html": _page(chance)})
    return client.get(f"/inspect.json?{urlsplit(answer.headers['location']).query}")


def _save(client: httpx.Client, chance: random.Random) -> httpx.Response:
    # Always the same few documents: the package itself must not grow.
    address = f"/packages/{_PACKAGE}/documents/soak-{chance.randrange(3)}"
    gold = {"html": "<p>One two three.", "gold": chance.choice(("One two", "two three."))}
    version = client.get(address).headers.get("ETag")
    return client.put(address, json=gold, headers={"If-Match": version} if version else {})


def _wrong(client: httpx.Client, chance: random.Random) -> httpx.Response:
    body: dict[str, Any] = chance.choice(
        (
            {"html": "x", "algorithm": f"no-{chance.random()}"},
            {"source": f"page:{chance.randrange(10**15):016x}"},
            {"url": "http://127.0.0.1/"},
            {},
        )
    )
    if chance.random() < 0.3:
        return client.get(f"/nothing/{chance.random()}")
    return client.post("/extract", json=body)


_KINDS: dict[Ask, int] = {
    _extract: 30, _default: 20, _closer: 10, _read: 12, _look: 12, _keep: 4, _save: 4, _wrong: 6
}  # fmt: skip


def _hang_up(address: str) -> str:
    """Send a part of a request, and nothing more."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 80)) as connection:
        head = f"POST /extract HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 5000\r\n\r\n<p>"
        connection.sendall(head.encode())
    return "client hung up"


def soak_service(requests: int) -> bool:
    threads = local()
    with TemporaryDirectory() as name:
        packages = Path(name, "packages")
        shutil.copytree(CORPUS / _PACKAGE, packages / _PACKAGE)
        # What is kept reaches its bound within the first quarter.
        options = ("--packages", str(packages), "--max-kept-bytes", "2000000", "--seconds", "5")
        with service(Path(name), *options) as (address, pid):
            own, _, token = address.partition("?token=")

            def client() -> httpx.Client:
                if not hasattr(threads, "client"):
                    headers = {"Authorization": f"Bearer {token}"}
                    threads.client = httpx.Client(base_url=own, headers=headers, timeout=120, trust_env=False)
                found: httpx.Client = threads.client
                return found

            def ask(number: int) -> str:
                chance = random.Random(number)
                if number % _RARE == _RARE - 1:
                    answer = client().post("/extract", json=HOSTILE)
                elif number % 100 == 50:
                    return _hang_up(own)
                else:
                    [kind] = chance.choices(list(_KINDS), list(_KINDS.values()))
                    answer = kind(client(), chance)
                if answer.status_code < 400:
                    return f"{answer.status_code}"
                return f"{answer.status_code} {answer.json()['error']['code']}"

            return soak("the service", pid, ask, requests)


if __name__ == "__main__":
    run(__doc__, REQUESTS, soak_service)
