"""Workers of this machine: the process of the pages is kept between shards, and ends with its worker."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from mainspan.batch.process import JobFailedError, Supervisor
from mainspan.bulk.local import ShardWorker, _do
from mainspan.bulk.run import Failure, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import run_shard
from mainspan.bulk.shards import Shard, plan
from mainspan.bulk.store import Store
from mainspan.bulk.supervised import Supervised
from tests.bulk.archives import crawl, http, packed, page, response, rows_of, write
from tests.bulk.poison import Poison


def _no_report(word: str, value: Any = None) -> None:
    pass


def test_the_process_of_the_pages_is_kept_between_shards(tmp_path: Path) -> None:
    settings = Settings(methods=("plain",), shard_bytes=3000)
    shards = plan([str(crawl(tmp_path / "a.warc.gz", 20))], settings)
    worker = ShardWorker(settings, Store(str(tmp_path / "out")))
    pids = []
    for shard in shards:
        worker.do(shard, _no_report)
        pids.append(worker.supervised.pid)
    worker.close()
    assert len(pids) > 2
    assert pids == pids[:1] * len(pids)
    assert worker.supervised.pid is None
    assert len(rows_of(tmp_path / "out")) == 20


def test_a_restart_is_in_the_entry_of_its_own_shard(tmp_path: Path) -> None:
    settings = Settings(methods=(Poison(),), seconds=1.0)
    bodies = [page(0), b"<p>poison-deep</p>", page(2)]
    files = [
        write(tmp_path / f"{number}.warc.gz", packed([response(number, http(body))]))
        for number, body in enumerate(bodies)
    ]
    with Supervised(settings) as supervised:
        entries = [
            run_shard(shard, settings, Store(str(tmp_path / "out")), supervised=supervised)
            for shard in plan(map(str, files), settings)
        ]
    assert [entry["restarts"] for entry in entries] == [{}, {"time_limit": 1}, {}]
    assert [row["status"] for row in rows_of(tmp_path / "out")] == ["ok", "error", "ok"]


class Unlucky:
    """A supervisor whose process ends, so often."""

    def __init__(self, times: int) -> None:
        self.times = times

    def do(self, *job: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise JobFailedError("the process ended", "ready", 0.0)
        return {"done": True}


@pytest.mark.parametrize(("times", "is_done"), [(2, True), (3, False)])
def test_a_shard_whose_process_ends_is_begun_again(times: int, is_done: bool) -> None:
    shard = Shard("warc", "a.warc.gz", 0, 1000, 1000, "a-0")
    outcome = _do(cast("Supervisor", Unlucky(times)), shard, Watcher())
    assert outcome == ({"done": True} if is_done else Failure(shard, "the process ended, 3 times"))
