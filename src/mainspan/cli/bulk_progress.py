"""A bulk run as a user sees it: pages and megabytes a second, errors by kind, time left."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Final

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from mainspan.bulk.run import Entry, Failure, Watcher
from mainspan.bulk.shard_run import Progress as Step
from mainspan.bulk.shards import Shard
from mainspan.cli.app import errors
from mainspan.render.pieces import without_controls

# Seconds over which rates are taken.
_WINDOW: Final = 20.0
# Kinds of errors that are shown.
_KINDS: Final = 4


class BulkProgress(Watcher):
    """Shows a run on a bar, and what is wrong above it."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None, rate="", left="", errors="")
        self._lock = Lock()
        self._steps: deque[tuple[float, int, int]] = deque()
        self._errors: Counter[str] = Counter()
        self._weights: dict[str, float] = {}
        # Of shards that are under way, the share that is read.
        self._shares: dict[str, float] = {}
        self._begun = time.monotonic()
        self._work = self._work_done = 0.0
        self.shards = self.shards_done = self.shards_before = self.pages = 0

    def begin(self, shards: Sequence[Shard], done: Sequence[Entry]) -> None:
        """A run begins."""
        self._begun = time.monotonic()
        self.shards = len(shards)
        self.shards_done = self.shards_before = len(done)
        names = {entry["shard"]["name"] for entry in done}
        self._weights = {shard.name: float(max(1, shard.end - shard.start)) for shard in shards}
        self._work = sum(weight for name, weight in self._weights.items() if name not in names)
        self._bar.update(self._task, total=len(shards), completed=len(done), description="extracting")

    @property
    def has_done_nothing(self) -> bool:
        """Whether an earlier run had done all shards."""
        return self.shards_before == self.shards_done == self.shards

    def progress(self, shard: Shard, progress: Step) -> None:
        """A shard goes on."""
        with self._lock:
            self.pages += progress.pages
            self._errors += progress.errors
            self._shares[shard.name] = progress.share
            self._steps.append((time.monotonic(), progress.pages, progress.bytes))
            self._show()

    def done(self, shard: Shard, entry: Entry) -> None:
        """A shard is done."""
        with self._lock:
            self.shards_done += 1
            self._work_done += self._weights.get(shard.name, 1.0)
            self._shares.pop(shard.name, None)
            self._show()
        for loss in entry["losses"][:3]:
            detail = f" ({loss['detail']})" if loss["detail"] else ""
            self.note(f"{loss['address']}: {loss['kind']} at byte {loss['offset']:,}{detail}")
        if (more := sum(entry["lost"].values()) - 3) > 0:
            self.note(f"{shard.address}: {more} more losses; the report counts them")

    def failed(self, failure: Failure) -> None:
        """A shard cannot be done."""
        errors.print(f"{failure.shard.address}: {failure.message}", style="red", markup=False)

    def note(self, message: str) -> None:
        """Something is worth knowing."""
        errors.print(message, style="yellow", markup=False)

    def _show(self) -> None:
        now = time.monotonic()
        while self._steps and self._steps[0][0] < now - _WINDOW:
            self._steps.popleft()
        seconds = max(1.0, min(_WINDOW, now - self._begun))
        pages = sum(step[1] for step in self._steps) / seconds
        size = sum(step[2] for step in self._steps) / seconds / 1e6
        kinds = ", ".join(f"{count} {kind}" for kind, count in self._errors.most_common(_KINDS))
        self._bar.update(
            self._task,
            completed=self.shards_done,
            rate=f"{pages:,.0f} pages/s  {size:,.1f} MB/s",
            left=self._left(now),
            errors=without_controls(f"errors: {kinds}" if kinds else ""),
        )

    def _left(self, now: float) -> str:
        under_way = sum(self._weights.get(name, 0.0) * share for name, share in self._shares.items())
        done = self._work_done + under_way
        if done <= 0:
            return "left: ?"
        seconds = (now - self._begun) * (self._work - done) / done
        return f"left: {duration(seconds)}"


def duration(seconds: float) -> str:
    """A time in two units.

    >>> duration(3725)
    '1 h 2 min'
    """
    whole = max(0, round(seconds))
    for unit, size, smaller, step in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // step} {smaller}"
    return f"{whole} s"


class _Bar(Progress):
    """A bar, and the errors by kind below it: beside it, a narrow terminal would cut them off."""

    def get_renderables(self) -> Iterator[RenderableType]:
        """The bar, and below it what went wrong."""
        yield from super().get_renderables()
        for task in self.tasks:
            if task.fields["errors"]:
                yield Text(task.fields["errors"], style="red", no_wrap=True, overflow="ellipsis")


@contextmanager
def show_bulk() -> Iterator[BulkProgress]:
    """Show a run on standard error, where a person sees it."""
    with _Bar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("shards"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}  {task.fields[rate]}", markup=False),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        yield BulkProgress(bar)
