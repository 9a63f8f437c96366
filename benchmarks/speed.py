"""Speed of the bare parse, the columns, each method, each form of the default, and other extractors.

    python benchmarks/speed.py FOLDER... [-a METHOD]... [--pages N] [--runs N] [--default-only]

Prints milliseconds a page, MB/s, and three ratios: to the bare parse, to resiliparse's main-content
extraction, and to the default's text. Only ratios of one run can be compared. With `--runs 5`, all is
measured five times, and the table has the median of each ratio with the lowest and the highest.

Each contestant works in a process of its own, as it would for its users. In a shared process, the memory of
one contestant changes the speed of the next: the bare parse can take half the time when the allocator need
not return its memory after each page. Contestants take turns, and the shortest time counts.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from multiprocessing import SimpleQueue
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser

from mainspan import ALGORITHMS, Page, extract
from mainspan.algorithms import DEFAULT

Work = Callable[[bytes], object]
URL = "https://example.org/a/page.html"
BARE, TEXT, PEER = "bare lexbor parse", "mainspan to text", "resiliparse"
ROUNDS = 3
PASSES = 3
# A contestant that takes this long for one pass is not timed again in the same round.
SLOW_SECONDS = 3.0


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

    return str(extract_plain_text(bytes_to_str(html, detect_encoding(html) or "utf-8"), main_content=True))


def trafilatura(html: bytes) -> object:
    from trafilatura import extract as their_extract

    return their_extract(html)


FORMS: dict[str, Work] = {
    "mainspan to html": lambda html: extract(html, url=URL).html,
    "mainspan to markdown": lambda html: extract(html, url=URL).markdown,
    "mainspan to_dict": lambda html: extract(html, url=URL).to_dict(),
}


def contestants(methods: list[str]) -> dict[str, Work]:
    """The bare parse, the columns, these methods, the forms of the default, and other extractors."""
    ours: dict[str, Work] = {BARE: bare_parse, "columns": columns}
    ours |= {f"{name} to text": method(name) for name in methods}
    if TEXT in ours:
        ours |= FORMS
    return ours | {PEER: resiliparse, "trafilatura": trafilatura}


def run(name: str, methods: list[str], paths: list[Path], answer: SimpleQueue[float]) -> None:
    """The shortest time of one contestant for all pages, in seconds; the first pass warms up."""
    work = contestants(methods)[name]
    pages = [path.read_bytes() for path in paths]
    best = float("inf")
    for _ in range(PASSES):
        begun = time.perf_counter()
        for page in pages:
            work(page)
        best = min(best, time.perf_counter() - begun)
        if best > SLOW_SECONDS:
            break
    answer.put(best)


def measure(names: list[str], methods: list[str], paths: list[Path], rounds: int) -> dict[str, float]:
    """The shortest time of each contestant over several rounds, in which they take turns."""
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


def show(runs: list[dict[str, float]], pages: list[Path]) -> None:
    size = sum(path.stat().st_size for path in pages)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("what", "ms a page", "MB/s", "x bare parse", "x resiliparse", "x default's text"):
        table.add_column(title, justify="left" if title == "what" else "right", no_wrap=True)
    for name in runs[0]:
        seconds = median(run[name] for run in runs)
        ratios = (ratio(runs, name, base) for base in (BARE, PEER, TEXT))
        table.add_row(name, f"{1000 * seconds / len(pages):.2f}", f"{size / seconds / 1e6:.1f}", *ratios)
    console = Console()
    # The ratios of several runs need more than a usual terminal, and files have no width.
    console.width = max(console.width, 120)
    mean = size / len(pages) / 1000
    of = f", median of {len(runs)} runs (lowest to highest)" if len(runs) > 1 else ""
    console.print(f"{len(pages)} pages, {size / 1e6:.1f} MB, {mean:.0f} kB a page{of}")
    console.print(table)


def ratio(runs: list[dict[str, float]], name: str, base: str) -> str:
    """The median ratio of two contestants over all runs, with the lowest and the highest."""
    if base not in runs[0]:
        return ""
    found = sorted(run[name] / run[base] for run in runs)
    spread = f" ({found[0]:.2f} to {found[-1]:.2f})" if len(found) > 1 else ""
    return f"{median(found):.2f}{spread}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", action="append", help="a method; repeatable")
    parser.add_argument("--pages", type=int, default=200, help="how many pages to take, evenly spread")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="how often contestants take turns in a run"
    )
    parser.add_argument("--runs", type=int, default=1, help="how often to measure all; the median is shown")
    parser.add_argument("--default-only", action="store_true", help="of our methods, only the default")
    options = parser.parse_args()
    paths = sorted(path for folder in options.folders for path in folder.rglob("*.html"))
    if not paths:
        parser.error("no pages in these folders")
    step = max(len(paths) // options.pages, 1)
    pages = paths[::step]
    methods = [DEFAULT] if options.default_only else options.algorithm or list(ALGORITHMS)
    names = list(contestants(methods))
    show([measure(names, methods, pages, options.rounds) for _ in range(max(options.runs, 1))], pages)


if __name__ == "__main__":
    main()
