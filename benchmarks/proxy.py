"""What the proxy adds to the time of a request; and 100 connections at once, 5 of them hostile.

    python -m benchmarks.proxy [FOLDER...] [--requests N] [--connections N]

Overhead: each request is made through a plain `mitmdump` and through the proxy, in turns, to the same server.
For pages, the time of extraction is taken off: the header Mainspan-Time of each answer. Figures are medians.

Load: all connections send at the same moment, first without and then with hostile pages among them. It shows
the median time of the others, the ratio of the two, and what became of the hostile pages.

The pages are those of about 200 kB in the given folders, or our own ones one after the other.
"""

from __future__ import annotations

import argparse
import http.client
import os
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

from benchmarks.canned import canned
from benchmarks.memory import make_page
from benchmarks.service import find_pages
from mainspan.proxy import rules
from tests.proxy.running import bare, running

ROUNDS = 5
HOSTILE = 5
_SIZES = [20_000, 40_000, 60_000, 200_000, 600_000]
# Close to the largest page that is read at all, and cells that are never closed: it takes too long.
TRAP = b"<table><tr>" + b"<td>x " * 800_000
_SECONDS = "2"
_FAILURES = (rules.TIME_LIMIT, rules.MEMORY_LIMIT, rules.BUSY, rules.ERROR)


class Client:
    """One connection to a proxy."""

    def __init__(self, port: int, server: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._server = f"http://127.0.0.1:{server}/"

    def get(self, name: str) -> tuple[float, http.client.HTTPMessage]:
        """The milliseconds until all of an answer was received, and its headers."""
        begun = time.perf_counter()
        self._connection.request("GET", self._server + name)
        answer = self._connection.getresponse()
        answer.read()
        took = 1000 * (time.perf_counter() - begun)
        assert answer.status == 200, answer.status
        return took, answer.headers

    def close(self) -> None:
        self._connection.close()


def measure_overhead(work: Path, pages: list[str], files: list[str], server: int, requests: int) -> None:
    print(f"The median of {requests} requests each, in milliseconds")
    print(f"  {'':24} {'mitmproxy':>9} {'proxy':>7} {'extraction':>10} {'overhead':>8}")
    with bare(work / "bare") as plain, running(work / "ours") as proxy:
        clients = Client(plain, server), Client(proxy.port, server)
        for title, names in [("page of 200 kB", pages), *((name, [name]) for name in files)]:
            for _ in range(20):
                for each in clients:
                    each.get(names[0])
            without, through, extraction, beyond = [], [], [], []
            for number in range(requests):
                name = names[number % len(names)]
                without.append(clients[0].get(name)[0])
                took, headers = clients[1].get(name)
                spent = float(headers["Mainspan-Time"])
                through.append(took)
                extraction.append(spent)
                beyond.append(took - spent)
            medians = [*map(statistics.median, (without, through, extraction, beyond))]
            overhead = medians[3] - medians[0]
            shown = "  ".join(f"{each:7.2f}" for each in (*medians[:3], overhead))
            print(f"  {title:24} {shown}", flush=True)
        for each in clients:
            each.close()


def measure_load(work: Path, pages: list[str], trap: str, server: int) -> None:
    print(f"{len(pages)} connections at once, {HOSTILE} of them hostile")
    kind = [*pages[: len(pages) - HOSTILE]]
    ratios = []
    with running(work / "ours", "--seconds", _SECONDS, workers=2 * (os.cpu_count() or 1) + 2) as proxy:
        for name in kind:  # all workers have started
            ask(proxy.port, server, name)
        for _ in range(ROUNDS):
            alone, _ = burst(proxy.port, server, kind, [])
            beside, became = burst(proxy.port, server, kind, [trap] * HOSTILE)
            ratios.append(beside / alone)
            print(
                f"  median {alone:6.0f} ms; with hostile pages {beside:6.0f} ms; these: {became}", flush=True
            )
    print(f"  ratio {statistics.median(ratios):.2f} x ({min(ratios):.2f} to {max(ratios):.2f})")


def ask(proxy: int, server: int, name: str, begin: Barrier | None = None) -> tuple[float, str]:
    """The time of a request with a connection of its own, and what became of it."""
    client = Client(proxy, server)
    if begin is not None:
        begin.wait()
    took, headers = client.get(name)
    client.close()
    return took, headers.get("Mainspan-Reason", "extracted")


def burst(proxy: int, server: int, kind: list[str], hostile: list[str]) -> tuple[float, str]:
    """The median time of the requests for these pages at once, and what became of the hostile ones."""
    begin = Barrier(len(kind) + len(hostile))

    with ThreadPoolExecutor(len(kind) + len(hostile)) as threads:
        evil = [threads.submit(ask, proxy, server, name, begin) for name in hostile]
        found = list(threads.map(lambda name: ask(proxy, server, name, begin), kind))
        became = Counter(each.result()[1] for each in evil)
    failed = [reason for _, reason in found if reason in _FAILURES]
    assert not failed, failed
    return statistics.median(took for took, _ in found), ", ".join(
        f"{n} {name}" for name, n in became.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=100)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        work = Path(name)
        served = work / "served"
        served.mkdir()
        pages = []
        for path in find_pages(options.folders, work, 20):
            (served / path.name).write_bytes(path.read_bytes())
            pages.append(path.name)
        files = {"picture of 200 kB.png": os.urandom(200_000), "data of 1 kB.json": b'"' + b"x" * 1000 + b'"'}
        for title, body in files.items():
            (served / title.replace(" ", "-")).write_bytes(body)
        crowd = [f"crowd-{size}.html" for size in _SIZES]
        for each, size in zip(crowd, _SIZES, strict=True):
            (served / each).write_bytes(make_page(size))
        (served / "trap.html").write_bytes(TRAP)
        with canned(served) as server:
            measure_overhead(
                work, pages, [each.replace(" ", "-") for each in files], server, options.requests
            )
            mixed = [crowd[number % len(crowd)] for number in range(options.connections)]
            measure_load(work, mixed, "trap.html", server)


if __name__ == "__main__":
    main()
