"""Whether nothing is lost, doubled or moved between what was kept and what is written, on whole packages.

    python -m benchmarks.fidelity FOLDER... [-a METHOD]... [-c CHECK]... [--every N] [-j JOBS]

Prints how many extractions each check found a fault in, and the first faults of each. Exits with 1 if
there are any. `benchmarks/checks.py` has the checks.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.checks import CHECKS
from mainspan import extract
from mainspan.evaluation.packages import Document

METHODS = ("mainspan", "plain")
# The number of faults of each check that are shown.
MAX_SHOWN = 5


class Fault(NamedTuple):
    """What a check found wrong with a page."""

    check: str
    method: str
    page: str
    what: str


class Task(NamedTuple):
    """A page, and what to check of it."""

    page: Path
    methods: Sequence[str]
    checks: Sequence[str]


def check_page(task: Task) -> list[Fault]:
    """The faults of one page."""
    document = Document(task.page.parent, task.page.stem)
    html = document.read_page()
    faults = []
    for method in task.methods:
        found = extract(html, algorithm=method, url=document.url)
        for name in task.checks:
            try:
                what = CHECKS[name](found)
            except Exception as error:  # any at all is a fault of what is checked
                what = f"{type(error).__name__}: {error}"
            if what is not None:
                faults.append(Fault(name, method, str(task.page), what))
    return faults


def check_pages(tasks: Sequence[Task], jobs: int) -> Iterator[list[Fault]]:
    """The faults of each page, in order."""
    if jobs == 1:
        yield from map(check_page, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(check_page, tasks, chunksize=8)


def show(faults: Iterable[Fault], options: argparse.Namespace, pages: int, console: Console) -> None:
    """A table of counts, and the first faults of each check."""
    by_check: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_check[fault.check].append(fault)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("check")
    for title in ("pages", *options.algorithm):
        table.add_column(title, justify="right")
    for name in options.check:
        counts = [sum(each.method == method for each in by_check[name]) for method in options.algorithm]
        table.add_row(name, str(pages), *map(str, counts))
    console.print(table)
    for name in options.check:
        for fault in by_check[name][: options.show]:
            console.print(
                f"{name}, {fault.method}, {fault.page}: {fault.what}", markup=False, highlight=False
            )


def parse_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fidelity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-a", "--algorithm", action="append", help="a method; repeatable")
    parser.add_argument("-c", "--check", action="append", choices=list(CHECKS), help="a check; repeatable")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page")
    parser.add_argument("--show", type=int, default=MAX_SHOWN, help="how many faults of each check to show")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    options.algorithm = options.algorithm or list(METHODS)
    options.check = options.check or list(CHECKS)
    options.pages = sorted(path for folder in options.folders for path in folder.rglob("*.html"))
    options.pages = options.pages[:: options.every]
    if not options.pages:
        parser.error("no pages in these folders")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, report, and return whether anything failed."""
    options = parse_options(sys.argv[1:] if arguments is None else arguments)
    tasks = [Task(page, options.algorithm, options.check) for page in options.pages]
    checked = track(
        check_pages(tasks, options.jobs),
        description="checking",
        total=len(tasks),
        console=Console(stderr=True),
        transient=True,
    )
    faults = [fault for each in checked for fault in each]
    show(faults, options, len(tasks), Console())
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
