"""What a bulk run shows while it goes on, as it looks in a narrow terminal."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from mainspan.bulk.shard_run import Progress
from mainspan.bulk.shards import Shard
from mainspan.cli import bulk_progress
from mainspan.cli.bulk_progress import BulkProgress, show_bulk


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def shard(number: int, size: int = 1000) -> Shard:
    return Shard("warc", "a.warc.gz", size * number, size * (number + 1), 4 * size, f"a-{number}")


def entry(number: int) -> dict[str, Any]:
    return {"shard": {"name": f"a-{number}"}, "losses": [], "lost": {}}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(bulk_progress, "time", made)
    return made


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    made = StringIO()
    console = Console(file=made, width=80, force_terminal=True, color_system=None)
    monkeypatch.setattr(bulk_progress, "errors", console)
    return made


def shown(progress: BulkProgress, screen: StringIO) -> list[str]:
    """The lines of the display as it is now."""
    console = Console(file=StringIO(), width=80, color_system=None)
    console.print(progress._bar.get_renderable())
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().rstrip().splitlines()


def test_a_run_shows_its_rate_and_the_time_left_within_a_shard(clock: Clock, screen: StringIO) -> None:
    with show_bulk() as progress:
        progress.begin([shard(0)], [])
        clock.now += 10
        progress.progress(shard(0), Progress(pages=500, bytes=25_000_000, share=0.25))
        (line,) = shown(progress, screen)
    assert "0/1 shards" in line
    assert "left: 30 s  50 pages/s  2.5 MB/s" in line


def test_errors_have_a_line_of_their_own(clock: Clock, screen: StringIO) -> None:
    with show_bulk() as progress:
        progress.begin([shard(0)], [])
        progress.progress(shard(0), Progress(pages=9, errors=Counter(fetch=2, crash=1)))
        progress.progress(shard(0), Progress(pages=9, errors=Counter(fetch=3)))
        lines = shown(progress, screen)
    assert lines[1:] == ["errors: 5 fetch, 1 crash"]


def test_the_rate_is_that_of_the_last_seconds(clock: Clock, screen: StringIO) -> None:
    with show_bulk() as progress:
        progress.begin([shard(0)], [])
        clock.now += 30
        progress.progress(shard(0), Progress(pages=400, share=0.1))
        clock.now += 20
        progress.progress(shard(0), Progress(pages=100, share=0.2))
        within = shown(progress, screen)
        clock.now += 1
        progress.progress(shard(0), Progress(pages=100, share=0.3))
        beyond = shown(progress, screen)
    assert "25 pages/s" in within[0]
    assert "10 pages/s" in beyond[0]


def test_only_the_most_common_kinds_of_errors_are_shown(clock: Clock, screen: StringIO) -> None:
    with show_bulk() as progress:
        progress.begin([shard(0)], [])
        progress.progress(shard(0), Progress(pages=9, errors=Counter(a=5, b=4, c=3, d=2, e=1)))
        lines = shown(progress, screen)
    assert lines[1:] == ["errors: 5 a, 4 b, 3 c, 2 d"]


def test_what_an_earlier_run_has_done_is_no_work_of_this_one(clock: Clock, screen: StringIO) -> None:
    with show_bulk() as progress:
        progress.begin([shard(number) for number in range(4)], [entry(0), entry(1)])
        clock.now += 60
        progress.done(shard(2), entry(2))
        (line,) = shown(progress, screen)
    assert "3/4 shards" in line
    assert "left: 1 min 0 s" in line


def test_losses_and_failures_are_printed_above(clock: Clock, screen: StringIO) -> None:
    losses = [{"address": "a.warc.gz", "kind": "corrupt", "offset": 1234, "detail": "a detail"}] * 5
    with show_bulk() as progress:
        progress.begin([shard(0)], [])
        progress.done(shard(0), entry(0) | {"losses": losses, "lost": {"corrupt": 5}})
    assert screen.getvalue().count("a.warc.gz: corrupt at byte 1,234 (a detail)") == 3
    assert "2 more losses; the report counts them" in screen.getvalue()
