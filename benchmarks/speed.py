"""Speed, side by side: the bare parse, the columns, each method, and other extractors on the same pages.

    python benchmarks/speed.py FOLDER... [-a METHOD]... [--pages N] [--columns-only]

Prints milliseconds a page, MB/s, and the ratio to the bare parse and to resiliparse's main-content
extraction. Each contestant works in a process of its own, as it would for its users: in a shared one
the memory that one leaves behind changes the speed of the next (the bare parse takes up to half
the time when the allocator need not give its memory back after each page). They take turns, the least
time counts, and only the ratios of one run can be compared.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from multiprocessing import SimpleQueue
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser

from mainspan import ALGORITHMS, Page, extract

Work = Callable[[bytes], object]
ROUNDS = 3
PASSES = 3
# Whoever takes this many seconds for one pass is measured well enough by it.
SLOW = 3.0


def columns(html: bytes) -> None:
    """Decode, parse, tokens, elements, words, blocks."""
    page = Page(html)
    page.words  # noqa: B018
    page.blocks  # noqa: B018


def bare_parse(html: bytes) -> None:
    LexborHTMLParser(html)


def method(name: str) -> Work:
    return lambda html: extract(html, algorithm=name).text


def resiliparse(html: bytes) -> str:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return str(extract_plain_text(bytes_to_str(html, detect_encoding(html)), main_content=True))


def trafilatura(html: bytes) -> object:
    from trafilatura import extract as their_extract

    return their_extract(html)


def contestants(methods: list[str]) -> dict[str, Work]:
    """The bare parse, the columns, these methods, and the peers if there are any methods."""
    ours: dict[str, Work] = {"bare lexbor parse": bare_parse, "columns": columns}
    if not methods:
        return ours
    made = {f"{name} to text": method(name) for name in methods}
    return ours | made | {"resiliparse": resiliparse, "trafilatura": trafilatura}


def run(name: str, methods: list[str], paths: list[Path], answer: SimpleQueue[float]) -> None:
    """The least seconds that one contestant takes for all pages; the first pass warms up."""
    work = contestants(methods)[name]
    pages = [path.read_bytes() for path in paths]
    best = float("inf")
    for _ in range(PASSES):
        begun = time.perf_counter()
        for page in pages:
            work(page)
        best = min(best, time.perf_counter() - begun)
        if best > SLOW:
            break
    answer.put(best)


def measure(names: list[str], methods: list[str], paths: list[Path], rounds: int) -> dict[str, float]:
    """The least seconds of each contestant over several rounds, in which they take turns."""
    best = dict.fromkeys(names, float("inf"))
    context = multiprocessing.get_context("spawn")
    turns = [name for _ in range(rounds) for name in names]
    for name in track(turns, description="measuring", console=Console(stderr=True), transient=True):
        answer: SimpleQueue[float] = context.SimpleQueue()
        process = context.Process(target=run, args=(name, methods, paths, answer))
        process.start()
        process.join()
        if process.exitcode:
            raise SystemExit(f"{name} failed: see above")
        best[name] = min(best[name], answer.get())
    return best


def show(seconds: dict[str, float], pages: list[Path]) -> None:
    size = sum(path.stat().st_size for path in pages)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("what", "ms a page", "MB/s", "x bare parse", "x resiliparse"):
        table.add_column(title, justify="left" if title == "what" else "right")
    bare, peer = seconds["bare lexbor parse"], seconds.get("resiliparse")
    for name, each in seconds.items():
        ratio = f"{each / peer:.2f}" if peer else ""
        table.add_row(
            name,
            f"{1000 * each / len(pages):.2f}",
            f"{size / each / 1e6:.1f}",
            f"{each / bare:.2f}",
            ratio,
        )
    console = Console()
    mean = size / len(pages) / 1000
    console.print(f"{len(pages)} pages, {size / 1e6:.1f} MB, {mean:.0f} kB a page")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", action="append", help="a method; repeatable")
    parser.add_argument("--pages", type=int, default=200, help="how many pages to take, evenly spread")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--columns-only", action="store_true")
    options = parser.parse_args()
    paths = sorted(path for folder in options.folders for path in folder.rglob("*.html"))
    if not paths:
        parser.error("no pages in these folders")
    step = max(len(paths) // options.pages, 1)
    pages = paths[::step]
    methods = [] if options.columns_only else options.algorithm or list(ALGORITHMS)
    show(measure(list(contestants(methods)), methods, pages, options.rounds), pages)


if __name__ == "__main__":
    main()
