"""One shard: its pages are read, extracted and written, and then its entry of the manifest. Runs anywhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mainspan.bulk.columns import DROPPED
from mainspan.bulk.inputs import WARC
from mainspan.bulk.losses import GONE, UNREADABLE, Loss
from mainspan.bulk.pages import RawPage
from mainspan.bulk.parts import Parts
from mainspan.bulk.reading import Reading
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store
from mainspan.bulk.supervised import Supervised
from mainspan.bulk.tally import Tally

MANIFEST: Final = "manifest"
# Losses beyond this number are counted, but not listed.
MAX_LOSSES: Final = 1_000
# Seconds between two reports of progress.
_TURN_SECONDS: Final = 0.5  # no rule: waiting time


@dataclass
class Progress:
    """What was done since the last report. `share`: how much of the shard is read, if that is known."""

    pages: int = 0
    bytes: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    share: float = 0.0


Report = Callable[[Progress], None]


def run_shard(
    shard: Shard,
    settings: Settings,
    store: Store,
    report: Report = lambda progress: None,
    supervised: Supervised | None = None,
) -> dict[str, Any]:
    """Extract a shard. Returns its entry of the manifest, which is written last.

    supervised: what extracts the pages, and is left open for other shards; by default one for this shard.
    """
    if supervised is None:
        with Supervised(settings) as supervised:
            return run_shard(shard, settings, store, report, supervised)
    begun, cpu_begun = time.monotonic(), time.process_time()
    restarts = Counter(supervised.restarts)
    reading = Reading(shard, settings)
    tally = Tally()
    teller = _Teller(report, shard)
    with Parts(store, shard.name, settings) as parts:
        for done in supervised.rows(teller.counted(reading.pages())):
            tally.add(done)
            teller.done(done.row["status"], done.row["reason"])
            if done.row["status"] != DROPPED or settings.keep_dropped:
                parts.write(done.row)
    losses = reading.losses
    entry = {
        "shard": shard.to_dict(),
        "settings": settings.digest,
        "parts": [part._asdict() for part in parts.done],
        "rows": tally.status.total() - (0 if settings.keep_dropped else tally.status[DROPPED]),
        "pages": tally.status.total(),
        "records": dict(sorted(reading.records.items())),
        "tally": tally.to_dict(),
        "losses": [loss._asdict() for loss in losses[:MAX_LOSSES]],
        "lost": dict(Counter(loss.kind for loss in losses)),
        "lost_bytes": sum(loss.length for loss in losses if loss.is_record),
        "is_complete": not any(loss.kind in (GONE, UNREADABLE) for loss in losses),
        "restarts": dict(supervised.restarts - restarts),
        "seconds": round(time.monotonic() - begun, 3),
        "own_cpu_seconds": round(time.process_time() - cpu_begun, 3),
        "first": reading.first,
        "next": reading.next,
    }
    store.write_json(f"{MANIFEST}/{shard.name}.json", entry)
    teller.tell()
    return entry


class _Teller:
    """Reports progress from time to time."""

    def __init__(self, report: Report, shard: Shard) -> None:
        self._report = report
        self._shard = shard
        self._progress = Progress()
        self._next = time.monotonic() + _TURN_SECONDS

    def counted(self, pages: Iterator[RawPage]) -> Iterator[RawPage]:
        """Pages, whose bytes are counted on the way."""
        for page in pages:
            self._progress.bytes += len(page.content)
            if self._shard.kind == WARC and page.offset is not None:
                read = page.offset - self._shard.start
                self._progress.share = read / max(1, self._shard.end - self._shard.start)
            yield page

    def done(self, status: str, reason: str | None) -> None:
        """A page is done."""
        self._progress.pages += 1
        if status == "error":
            self._progress.errors[(reason or "").partition(": ")[0]] += 1
        if time.monotonic() >= self._next:
            self.tell()

    def tell(self) -> None:
        """Report now."""
        self._report(self._progress)
        self._progress = Progress(share=self._progress.share)
        self._next = time.monotonic() + _TURN_SECONDS


__all__ = ["MANIFEST", "Loss", "Progress", "run_shard"]
