"""What a run asks of Ray for its tasks; Ray itself is not there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mainspan.bulk.cluster import RayWorkers
from mainspan.bulk.run import Failure, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store


class Ray:
    """A cluster that loses each task, however often it is begun again."""

    class exceptions:  # noqa: N801
        class RayError(Exception):
            pass

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2}

    def remote(self, **options: Any) -> Callable[[Any], Any]:
        self.options = options
        return lambda function: SimpleNamespace(remote=lambda *given: object())

    def put(self, what: Any) -> Any:
        return what

    def wait(self, tasks: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        return tasks, []

    def get(self, task: Any) -> Any:
        raise self.exceptions.RayError("the node is gone")


def test_a_lost_task_is_begun_again_and_two_of_them_fit_into_a_gigabyte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    shard = Shard("warc", "a.warc.gz", 0, 1000, 1000, "a-0")
    workers = RayWorkers("local", Settings(), Store(str(tmp_path)))
    assert list(workers.do([shard], Watcher())) == [
        (shard, Failure(shard, "the node is gone (tried 6 times)"))
    ]
    assert ray.options["max_retries"] == 5
    assert (1 << 30) // ray.options["memory"] == 2
