"""Very many requests, and whether memory stays flat. The modules `soak_NAME` say which requests.

Memory is read a hundred times: that of the server process, and that of all processes that it started. Either
must have at most 5 % more in the last quarter of the run than in the second. In the first, caches fill. What
workers may keep by design does not count (`mainspan.batch.memory`).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from mainspan.batch.family import descendants
from mainspan.batch.memory import SURPLUS, resident_bytes

SAMPLES = 100
MOST_GROWTH = 1.05
_MEGABYTE = 1_000_000


class Sample(NamedTuple):
    """The bytes of memory of a server, and of the processes that it started."""

    server: int
    others: int
    processes: int = 0


class Growth(NamedTuple):
    """Bytes of memory in the second and in the last quarter of a run."""

    name: str
    before: float
    after: float
    kept: float = 0

    @property
    def ratio(self) -> float:
        """How many times as much there is at the end."""
        return self.after / self.before if self.before else 1.0

    @property
    def is_flat(self) -> bool:
        return self.after - self.kept <= MOST_GROWTH * self.before


def memory_of(pid: int) -> Sample:
    others = descendants(pid)
    return Sample(resident_bytes(pid) or 0, sum(resident_bytes(each) or 0 for each in others), len(others))


def growths(samples: list[Sample]) -> list[Growth]:
    """How the memory of each grew, by the medians of quarters."""
    quarter = len(samples) // 4
    second, last = samples[quarter : 2 * quarter], samples[-quarter:]

    def median(part: list[Sample], field: int) -> float:
        return statistics.median(each[field] for each in part)

    kept = SURPLUS * median(last, 2)
    return [
        Growth("server", median(second, 0), median(last, 0)),
        Growth("others", median(second, 1), median(last, 1), kept),
    ]


def soak(title: str, pid: int, ask: Callable[[int], str], requests: int, threads: int = 4) -> bool:
    """Make requests by number, and show what became of them. Returns whether memory is flat."""
    samples: list[Sample] = []
    outcomes: Counter[str] = Counter()
    lock = Lock()
    step = max(1, requests // SAMPLES)
    begun = time.monotonic()
    with Progress(console=Console(stderr=True)) as progress, ThreadPoolExecutor(threads) as pool:
        task = progress.add_task(title, total=requests)

        def one(number: int) -> None:
            outcome = ask(number)
            with lock:
                outcomes[outcome] += 1
                progress.advance(task)
                if sum(outcomes.values()) % step == 0:
                    samples.append(memory_of(pid))

        # The numbers of one thread after the other: a list of all would wait in memory.
        def some(first: int) -> None:
            for number in range(first, requests, threads):
                one(number)

        for done in [pool.submit(some, first) for first in range(threads)]:
            done.result()
    return _show(title, requests, time.monotonic() - begun, outcomes, growths(samples))


def _show(title: str, requests: int, seconds: float, outcomes: Counter[str], found: list[Growth]) -> bool:
    print(f"{title}: {requests:,} requests in {seconds:.0f} s")
    for outcome, count in outcomes.most_common():
        print(f"  {count:7,}  {outcome}")
    for each in found:
        sizes = f"{each.before / _MEGABYTE:7.1f} MB, then {each.after / _MEGABYTE:7.1f} MB"
        print(
            f"  {each.name:7} {sizes}: {each.ratio:.3f} x {'flat' if each.is_flat else 'GROWS'}", flush=True
        )
    return all(each.is_flat for each in found)


def run(about: str | None, most: int, soak_once: Callable[[int], bool]) -> None:
    """The command line of a soak: `most` requests unless a number is given. It fails if memory grows."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=most)
    sys.exit(0 if soak_once(parser.parse_args().requests) else 1)
