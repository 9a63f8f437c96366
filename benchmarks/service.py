"""CPU time of a request to the service, and the load test with a hostile page.

    python -m benchmarks.service [FOLDER...] [--requests N] [--parallel N]

CPU: the time of the server and its workers for a request with a page of about 200 kB, as a ratio to that of
`extract(html).to_dict()` in a process of its own. Both take turns on the same pages.

Load: 50 requests of mixed size at a time, first without and then with a hostile page among them. It shows the
median time of the other requests, the ratio of the two, and what became of the hostile page.

The pages are those of the given folders, or our own ones one after the other.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

import httpx

from benchmarks.memory import make_page
from mainspan.batch.family import descendants

LOW, HIGH = 150_000, 250_000
ROUNDS = 5
# Its selector takes longer than anybody waits: it compares each paragraph with all later ones, three deep.
HOSTILE = {"html": "<p>x</p>" * 10_000, "keep": ["p:has(~ p ~ p ~ q)"]}
_BASELINE = """
import sys, time
from pathlib import Path
from mainspan import extract
pages = [Path(name).read_bytes() for name in sys.argv[1:]]
for page in pages: extract(page).to_dict()
for line in sys.stdin:
    begun = time.process_time()
    for page in pages: extract(page).to_dict()
    print(time.process_time() - begun, flush=True)
"""


@contextmanager
def service(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """A service that runs: its address, and its process."""
    program = "from mainspan.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--no-browser", "--port", "0", "--folder", str(folder)]
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen([*command, *options], stderr=errors)
    try:
        while not (said := re.search(r"http://\S+", log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.02)
        yield said[0], process.pid
    finally:
        process.terminate()
        process.wait()


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process and all that it started and still runs."""
    total = 0
    for each in (pid, *descendants(pid)):
        user, system = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]
        total += int(user) + int(system)
    return total / os.sysconf("SC_CLK_TCK")


def find_pages(folders: list[Path], work: Path, count: int) -> list[Path]:
    """Files of about 200 kB."""
    found = [path for folder in folders for path in sorted(folder.glob("*.html"))]
    taken = [path for path in found if LOW <= path.stat().st_size <= HIGH]
    if not taken:
        taken = [work / "page.html"]
        taken[0].write_bytes(make_page(200_000))
    return taken[:: max(1, len(taken) // count)][:count]


def measure_cpu(pages: list[Path], work: Path, requests: int) -> None:
    bodies = [path.read_bytes() for path in pages]
    size = sum(map(len, bodies)) / len(bodies)
    print(f"CPU time of a request with a page of {size / 1000:.0f} kB ({len(pages)} pages)")
    repeat = max(1, requests // len(pages))
    forms: dict[str, dict[str, Any]] = {
        "the page itself": {"headers": {"Content-Type": "text/html"}},
        "JSON with the page": {},
    }
    baseline = subprocess.Popen(
        [sys.executable, "-c", _BASELINE, *map(str, pages)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert baseline.stdin is not None
    assert baseline.stdout is not None
    with (
        service(work, "--api-only", "--workers", "1") as (address, pid),
        httpx.Client(base_url=address) as client,
    ):
        for body in bodies:
            send(client, body, forms["the page itself"])
        ratios: dict[str, list[float]] = {name: [] for name in forms}
        times: dict[str, list[float]] = {name: [] for name in ("extract().to_dict()", *forms)}
        for _ in range(ROUNDS):
            spent = 0.0
            for _ in range(repeat):
                baseline.stdin.write("\n")
                baseline.stdin.flush()
                spent += float(baseline.stdout.readline())
            times["extract().to_dict()"].append(spent / repeat / len(pages))
            for name, options in forms.items():
                before = cpu_seconds(pid)
                for _ in range(repeat):
                    for body in bodies:
                        send(client, body, options)
                took = cpu_seconds(pid) - before
                times[name].append(took / repeat / len(pages))
                ratios[name].append(took / spent)
    baseline.stdin.close()
    baseline.wait()
    for name, found in times.items():
        ratio = f"{statistics.median(ratios[name]):.2f} x" if name in ratios else ""
        spread = f"({min(ratios[name]):.2f} to {max(ratios[name]):.2f})" if name in ratios else ""
        print(f"  {name:22} {1000 * statistics.median(found):7.2f} ms  {ratio:7} {spread}")


def send(client: httpx.Client, body: bytes, options: dict[str, Any]) -> None:
    if options:
        answer = client.post("/extract", content=body, timeout=120, **options)
    else:
        answer = client.post("/extract", json={"html": body.decode("utf-8", "replace")}, timeout=120)
    assert answer.status_code == 200, answer.text


def measure_load(work: Path, parallel: int) -> None:
    sizes = [5_000, 20_000, 60_000, 200_000, 600_000]
    pages = [make_page(sizes[number % len(sizes)]).decode("utf-8", "replace") for number in range(parallel)]
    print(f"{parallel} requests at a time, of {sizes[0] // 1000} to {sizes[-1] // 1000} kB")
    with service(work, "--api-only") as (address, _), httpx.Client(base_url=address, timeout=300) as client:
        limits = httpx.Limits(max_connections=parallel + 1)
        crowd = httpx.Client(base_url=address, timeout=300, limits=limits)
        client.post("/extract", json={"html": pages[0]})
        time.sleep(2)  # all workers have started
        ratios = []
        for _ in range(ROUNDS):
            alone, _ = burst(crowd, pages, None)
            beside, hostile = burst(crowd, pages, HOSTILE)
            ratios.append(beside / alone)
            times = f"{1000 * alone:6.0f} ms; with a hostile page {1000 * beside:6.0f} ms"
            print(f"  median {times}; it got {hostile}")
        crowd.close()
    print(f"  ratio {statistics.median(ratios):.2f} x ({min(ratios):.2f} to {max(ratios):.2f})")


def burst(client: httpx.Client, pages: list[str], hostile: dict[str, Any] | None) -> tuple[float, str]:
    """The median time of the requests, and the answer to the hostile one."""
    begin = Barrier(len(pages) + (hostile is not None))

    def ask(body: dict[str, Any]) -> tuple[float, httpx.Response]:
        begin.wait()
        begun = time.perf_counter()
        answer = client.post("/extract", json=body)
        return time.perf_counter() - begun, answer

    with ThreadPoolExecutor(len(pages) + 1) as threads:
        evil = None if hostile is None else threads.submit(ask, hostile)
        found = list(threads.map(ask, [{"html": page} for page in pages]))
        assert all(answer.status_code == 200 for _, answer in found)
        told = "" if evil is None else evil.result()[1].json()["error"]["code"]
    return statistics.median(seconds for seconds, _ in found), told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--parallel", type=int, default=50)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        work = Path(name)
        measure_cpu(find_pages(options.folders, work, 20), work, options.requests)
        measure_load(work, options.parallel)


if __name__ == "__main__":
    main()
