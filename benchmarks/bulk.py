"""How fast bulk runs are, and how much memory they take, on WARC files made from packages.

    python -m benchmarks.bulk PACKAGE ... [--records 100000] [--sample 2000] [--jobs N]
    python -m benchmarks.bulk PACKAGE ... --memory-only --files 1 --records 10000 --shard-size 64M

The WARC files hold the pages of the packages again and again, with a change in each copy: another first
paragraph. Only pages up to 1 MB are taken, and so many of the small ones are left out that the median is
about 60 kB, as in Common Crawl. Packed record by record, each page has a request and a metadata record.

Measured, all in one run:
- single: one process that reads the records and extracts them, without supervision and without writing;
- peer: trafilatura through the same pipeline (supervised, written as Parquet), in turns with Mainspan;
- bulk: a run over all records with all workers; its rate against workers x single, by clock and CPU time;
- memory: PSS of the whole process tree during this run, its peak and whether it grows.

On a machine with other work, rates by the clock say little; those by CPU time hold.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.bulk_peer import BareTrafilaturaWorker, TrafilaturaWorker
from benchmarks.crawls import choose, read_packages, write_crawl
from mainspan.batch.family import descendants
from mainspan.bulk.extracting import Extracting
from mainspan.bulk.local import cores
from mainspan.bulk.reading import Reading
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import run_shard
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from mainspan.bulk.supervised import Supervised

MEDIAN: Final = 60_000
FILES: Final = 50
TURNS: Final = 3


def single(path: Path, settings: Settings) -> tuple[int, float]:
    """Read and extract in this process; returns the pages, and the CPU time."""
    extracting = Extracting(settings)
    begun = time.process_time()
    count = 0
    for shard in plan([str(path)], settings):
        for page in Reading(shard, settings).pages():
            extracting(page)
            count += 1
    return count, time.process_time() - begun


def through_pipeline(path: Path, supervised: Supervised) -> tuple[int, float]:
    """Extract through the pipeline; returns the pages, and the CPU time of it and its child."""
    settings = supervised.settings
    with tempfile.TemporaryDirectory() as folder:
        begun = _cpu()
        entries = [
            run_shard(shard, settings, Store(folder), supervised=supervised)
            for shard in plan([str(path)], settings)
        ]
        return sum(entry["pages"] for entry in entries), _cpu() - begun


def _cpu() -> float:
    """The CPU time of this process, and of all that it started."""
    times = os.times()
    ended = times.children_user + times.children_system
    return time.process_time() + ended + sum(map(_cpu_of, descendants(os.getpid())))


def _cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_memory(pid: int) -> int:
    """The PSS of a process and all that it started, in bytes."""
    return sum(_pss(each) for each in [pid, *descendants(pid)])


def _pss(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def growth(samples: list[int]) -> float:
    """The median of the last quarter over that of the second."""
    quarter = max(1, len(samples) // 4)
    second, last = samples[quarter : 2 * quarter], samples[-quarter:]
    return statistics.median(last) / statistics.median(second or last)


def run_bulk(inputs: list[str], jobs: int, shard_size: str) -> dict[str, Any]:
    """A whole run of the command, in processes of its own; returns its figures."""
    program = "from mainspan.cli import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        options = ["bulk", *inputs, "-o", folder, "-j", str(jobs), "--shard-size", shard_size]
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        process = subprocess.Popen([sys.executable, "-c", program, *options], stderr=subprocess.DEVNULL)
        samples = []
        while process.poll() is None:
            samples.append(tree_memory(process.pid))
            time.sleep(0.5)
        seconds = time.monotonic() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        report = json.loads(Path(folder, "report.json").read_bytes())
    return {
        "pages": report["pages"],
        "seconds": seconds,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "peak": max(samples),
        "growth": growth(samples),
        "report": report,
    }


def _split(count: int, parts: int) -> Iterator[tuple[int, int]]:
    for part in range(parts):
        first, last = count * part // parts, count * (part + 1) // parts
        if last > first:
            yield first, last - first


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=2_000, help="pages for `single` and `peer`")
    parser.add_argument("--memory-only", action="store_true", help="without `single` and `peer`")
    parser.add_argument("--shard-size", default="256M", help="smaller for all workers to share one file")
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--median", type=int, default=MEDIAN)
    parser.add_argument("--folder", default=None, help="where the WARC files are made")
    given = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    pages = choose(read_packages(given.packages), given.median)
    random.Random(0).shuffle(pages)
    sizes = sorted(map(len, pages))
    print(
        f"{len(pages)} pages: median {sizes[len(sizes) // 2] / 1000:.0f} kB, "
        f"mean {statistics.mean(sizes) / 1000:.0f} kB, largest {sizes[-1] / 1000:.0f} kB"
    )
    if given.folder is not None:
        Path(given.folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        one = 0.0 if given.memory_only else sampled(Path(folder, "sample.warc.gz"), pages, given.sample)
        files = []
        begun = time.monotonic()
        for number, (first, count) in enumerate(_split(given.records, given.files)):
            files.append(Path(folder, f"crawl-{number:02d}.warc.gz"))
            write_crawl(files[-1], pages, first, count)
        size = sum(path.stat().st_size for path in files)
        print(f"made {len(files)} files, {size / 1e9:.2f} GB, in {time.monotonic() - begun:.0f} s")
        found = run_bulk([str(path) for path in files], given.jobs, given.shard_size)
    show(found, given.jobs, one)


def sampled(path: Path, pages: list[bytes], count: int) -> float:
    """Measure and print the rates on so many pages, in turns; returns that of reading and extraction."""
    settings = Settings()
    write_crawl(path, pages, 0, count)
    single(path, settings)  # imports, and the machine's caches
    alone: list[float] = []
    ours: list[float] = []
    theirs: list[float] = []
    bare: list[float] = []
    with (
        Supervised(settings) as our_worker,
        Supervised(settings, worker=TrafilaturaWorker) as their_worker,
        Supervised(settings, worker=BareTrafilaturaWorker) as bare_worker,
    ):
        workers = {our_worker: ours, their_worker: theirs, bare_worker: bare}
        for worker in workers:
            through_pipeline(path, worker)
        for _ in range(TURNS):
            alone.append(_rate(single(path, settings)))
            for worker, rates in workers.items():
                rates.append(_rate(through_pipeline(path, worker)))
    one, pipeline, peer, text = map(statistics.median, (alone, ours, theirs, bare))
    print(f"single: {_range(alone)} pages per CPU second (reading and extraction)")
    print(f"pipeline: {_range(ours)} pages per CPU second, supervised and written")
    print(f"trafilatura with metadata: {_range(theirs)}: {pipeline / peer:.1f} x; ", end="")
    print(f"trafilatura's text alone: {_range(bare)}: {pipeline / text:.1f} x")
    path.unlink()
    return one


def show(found: dict[str, Any], jobs: int, one: float) -> None:
    """Print the figures of a whole run. `one`: the rate of reading and extraction, if it was measured."""
    rate = found["pages"] / found["cpu"]
    share = f": {rate / one:.0%} of single" if one else ""
    print(
        f"bulk: {found['pages']} pages with {jobs} workers in {found['seconds']:.0f} s: "
        f"{found['pages'] / found['seconds'] / jobs:.0f} pages/s and worker by the clock, "
        f"{rate:.0f} by CPU time{share}; load {os.getloadavg()[0]:.1f}"
    )
    print(f"core hours for 1e9 pages: {1e9 / rate / 3600:,.0f}")
    allowed = 250 * jobs + 150
    print(f"memory: peak {found['peak'] / 1e6:.0f} MB (allowed: {allowed}), growth {found['growth']:.3f}")
    report = found["report"]
    print(f"losses: {report['losses']}, restarts: {report['restarts']}, sums agree: {report['agrees']}")


def _range(rates: list[float]) -> str:
    """The median of some rates, and the lowest and highest one."""
    return f"{statistics.median(rates):.1f} ({min(rates):.1f} to {max(rates):.1f})"


def _rate(found: tuple[int, float]) -> float:
    return found[0] / found[1]


if __name__ == "__main__":
    main()
