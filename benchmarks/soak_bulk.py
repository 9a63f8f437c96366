"""Bulk runs that are killed at random moments, and pages that crash, hang and take all memory.

    python -m benchmarks.soak_bulk [--rounds 20] [--pages 3000]

Each round starts a run, kills all its processes with SIGKILL at a random moment, again and again, until it
gets to its end: its parts must be those of an undisturbed run, byte for byte. Then 1 % of the pages are
poisonous: all other rows must be there, and the poisonous ones with their reason.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq

from mainspan.batch.family import descendants, kill_family
from mainspan.bulk.local import LocalWorkers
from mainspan.bulk.run import Run, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from tests.bulk.archives import digests, http, page, response
from tests.bulk.poison import Poison

ROUNDS = 20
PAGES = 3_000
_POISONS = {"crash": "crash", "hang": "time_limit", "memory": "memory_limit"}
# The longest that a run is left alone, as a multiple of what an undisturbed one takes.
_LONGEST = 0.7


def write(path: Path, count: int, poisonous: dict[int, str]) -> None:
    with path.open("wb") as file:
        for number in range(count):
            body = page(number, 200)
            if number in poisonous:
                body = body.replace(b"<p>", f"<p>poison-{poisonous[number]} ".encode())
            file.write(gzip.compress(response(number, http(body)), 6, mtime=0))


def start(path: Path, output: Path) -> subprocess.Popen[bytes]:
    options = ["bulk", str(path), "-o", str(output), "--shard-size", "64K"]
    program = "from mainspan.cli import main; main()"
    return subprocess.Popen([sys.executable, "-c", program, *options], stderr=subprocess.DEVNULL)


def disturbed(path: Path, output: Path, seconds: float, chance: random.Random) -> int:
    """A run that is killed until it gets to its end; returns how often."""
    kills = 0
    while True:
        process = start(path, output)
        try:
            process.wait(seconds * _LONGEST * chance.random())
            return kills
        except subprocess.TimeoutExpired:
            started = descendants(process.pid)
            if chance.random() < 0.5:
                os.kill(process.pid, signal.SIGKILL)  # its children must notice
            else:
                kill_family(process.pid)
            process.wait()
            kills += 1
            seconds *= 1.15  # so that it ends
            _wait_for(started)


def _wait_for(started: list[int]) -> None:
    """Wait until the children of a run that was killed have ended."""
    for _ in range(300):
        if not any(Path(f"/proc/{pid}/cmdline").exists() and _is_ours(pid) for pid in started):
            return
        time.sleep(0.1)
    raise SystemExit("processes of a run that was killed are still there")


def _is_ours(pid: int) -> bool:
    try:
        return b"mainspan" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def kill_rounds(folder: Path, rounds: int, pages: int) -> bool:
    path = folder / "crawl.warc.gz"
    write(path, pages, {})
    begun = time.monotonic()
    start(path, folder / "calm").wait()
    seconds = time.monotonic() - begun
    calm = digests(folder / "calm")
    rows = sum(pq.read_metadata(part).num_rows for part in (folder / "calm" / "parts").iterdir())
    print(f"undisturbed: {rows} rows in {len(calm)} parts, {seconds:.0f} s", flush=True)
    chance = random.Random(1)
    same = kills = 0
    for number in range(rounds):
        output = folder / f"round-{number}"
        kills += disturbed(path, output, seconds, chance)
        same += is_same(folder / "calm", output)
    print(f"killed {kills} times in {rounds} rounds: {same} rounds have the same parts", flush=True)
    return same == rounds and rows == pages and kills > 0


def is_same(calm: Path, output: Path) -> bool:
    """Whether two runs have the same parts, byte for byte. Says what differs."""
    wanted, found = digests(calm), digests(output)
    for name in sorted(wanted | found):
        if wanted.get(name) != found.get(name):
            print(f"{output.name}: {name}: {_difference(calm / 'parts' / name, output / 'parts' / name)}")
    return found == wanted


def _difference(wanted: Path, found: Path) -> str:
    """What differs between two parts, in a line."""
    if not wanted.exists() or not found.exists():
        return "is missing" if wanted.exists() else "should not be there"
    wanted_rows: list[dict[str, Any]] = pq.read_table(wanted).to_pylist()
    rows: list[dict[str, Any]] = pq.read_table(found).to_pylist()
    if len(rows) != len(wanted_rows):
        return f"{len(rows)} rows instead of {len(wanted_rows)}"
    for number, (left, right) in enumerate(zip(wanted_rows, rows, strict=True)):
        for name in left:
            if left[name] != right[name]:
                return f"row {number}, {name}: {right[name]!r:.200} instead of {left[name]!r:.200}"
    return "all rows are equal, but the bytes are not"


def poisonous_run(folder: Path, pages: int) -> bool:
    chance = random.Random(2)
    numbers = chance.sample(range(pages), max(3, pages // 100))
    kinds = {number: list(_POISONS)[at % len(_POISONS)] for at, number in enumerate(numbers)}
    path = folder / "poison.warc.gz"
    write(path, pages, kinds)
    settings = Settings(methods=(Poison(),), shard_bytes=1 << 18, seconds=2.0, memory=600 << 20)
    store = Store(str(folder / "poisoned"))
    Run(plan([str(path)], settings), settings, store)(LocalWorkers(2, settings, store), Watcher())
    rows = [
        row
        for part in sorted((folder / "poisoned" / "parts").iterdir())
        for row in pq.read_table(part, columns=["id", "status", "reason"]).to_pylist()
    ]
    bad = {int(row["id"].rpartition(":")[2][:-1]): row["reason"] for row in rows if row["status"] != "ok"}
    expected = {number: _POISONS[kind] for number, kind in kinds.items()}
    found = {number: reason.partition(":")[0] for number, reason in bad.items()}
    print(f"{len(rows)} rows of {pages} pages; poisonous: {dict(Counter(found.values()))}", flush=True)
    return len(rows) == pages and found == expected


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--pages", type=int, default=PAGES)
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        good = kill_rounds(folder, given.rounds, given.pages)
        good = poisonous_run(folder, given.pages) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
