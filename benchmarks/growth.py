"""How time grows with the page: time per byte at 10 MB over that at 100 kB, for each method.

    python benchmarks/growth.py [-a METHOD]...

The large page is the small one a hundred times: bodies of our own pages in several languages. Each method
works in a process of its own, from bytes to text; the least of several runs counts.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from multiprocessing import SimpleQueue
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from mainspan import ALGORITHMS, algorithm, extract
from mainspan.page import Page

CORPUS = Path(__file__).parent.parent / "corpus"
TIMES = 100


def make_page() -> bytes:
    """The bodies of a few of our own pages, of several languages, of about the small size together."""
    sources = [Page(path.read_bytes()).source for path in sorted(CORPUS.rglob("*.html"))[::25]]
    bodies = [source.partition("<body")[2].partition(">")[2].rpartition("</body>")[0] for source in sources]
    return "\n".join(bodies).encode()


def least(page: bytes, method: str, runs: int) -> float:
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        extract(page, algorithm=method, encoding="utf-8").text  # noqa: B018
        best = min(best, time.perf_counter() - begun)
    return best


def measure(method: str, answer: SimpleQueue[tuple[int, float, float]]) -> None:
    page = make_page()
    answer.put((len(page), least(page, method, 15), least(page * TIMES, method, 3)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-a", "--algorithm", action="append", help="a method; repeatable")
    names = parser.parse_args().algorithm or list(ALGORITHMS)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("method", "100 kB, ms", "10 MB, ms", "MB/s at 10 MB", "x per byte"):
        table.add_column(title, justify="left" if title == "method" else "right")
    context = multiprocessing.get_context("spawn")
    for name in track(names, description="measuring", console=Console(stderr=True), transient=True):
        answer: SimpleQueue[tuple[int, float, float]] = context.SimpleQueue()
        process = context.Process(target=measure, args=(repr(algorithm(name)), answer))
        process.start()
        size, small, large = answer.get()
        process.join()
        cells = (1000 * small, 1000 * large, TIMES * size / large / 1e6, large / small / TIMES)
        table.add_row(name, *(f"{cell:.2f}" for cell in cells))
    Console().print(table)


if __name__ == "__main__":
    main()
