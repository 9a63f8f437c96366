"""Shards as tasks of a Ray cluster: the same function as on one machine.

A task that dies with its worker or its node is started again elsewhere, a few times. A page that crashes its
process costs one row, on a cluster as on one machine.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from types import TracebackType
from typing import Any, Final, Self

from mainspan.bulk.local import ShardWorker
from mainspan.bulk.run import Entry, Failure, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import Progress
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store
from mainspan.errors import MainspanError
from mainspan.extras import extra

LOCAL: Final = "local"
# A shard whose worker or node was lost is begun again, this often.
MAX_RETRIES: Final = 5
# What Ray reserves for a task: its own process, and that of its pages.
TASK_MEMORY: Final = 512 << 20
# Tasks for each core of the cluster that wait or run: enough that no core waits, and that a cluster that
# grows by itself sees that there is work.
_AHEAD: Final = 4  # no rule: buffer
_MIN_AHEAD: Final = 64  # no rule: buffer
# Seconds between two looks at the size of the cluster.
_TURN_SECONDS: Final = 5.0  # no rule: waiting time


class RayWorkers:
    """The workers of a Ray cluster, or of one that is started on this machine.

    address: `local`, `auto`, or an address that Ray knows.
    """

    def __init__(self, address: str, settings: Settings, store: Store) -> None:
        with extra("ray", "runs on a cluster"):
            import ray
        if address != LOCAL and store.is_here:
            logging.getLogger("mainspan.bulk").info("the output must be a folder that all nodes share")
        self._ray: Any = ray
        self._settings, self._store = settings, store
        self._was_there = ray.is_initialized()
        if not self._was_there:
            try:
                ray.init(
                    address=None if address == LOCAL else address,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    include_dashboard=False if address == LOCAL else None,
                )
            except (ConnectionError, ValueError, RuntimeError, OSError) as error:
                message = " ".join(str(error).split())[:300]
                raise MainspanError(f"there is no Ray cluster at {address!r}: {message}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._was_there:
            self._ray.shutdown()

    def do(self, shards: Iterable[Shard], watcher: Watcher) -> Iterator[tuple[Shard, Entry | Failure]]:
        """Do shards; yields each with its entry, or why it failed."""
        ray = self._ray
        task = ray.remote(
            num_cpus=1,
            memory=TASK_MEMORY,
            max_retries=MAX_RETRIES,
            retry_exceptions=False,
            scheduling_strategy="SPREAD",
        )(_run)
        common = ray.put((self._settings, self._store))
        waiting = iter(shards)
        under_way: dict[Any, Shard] = {}
        try:
            while True:
                for shard in islice(waiting, max(0, self._ahead() - len(under_way))):
                    under_way[task.remote(shard, common)] = shard
                if not under_way:
                    return
                ready, _ = ray.wait(list(under_way), timeout=_TURN_SECONDS)
                for reference in ready:
                    shard = under_way.pop(reference)
                    outcome = self._outcome(shard, reference)
                    if not isinstance(outcome, Failure):
                        watcher.progress(shard, _progress(outcome))
                    yield shard, outcome
        finally:
            for reference in under_way:
                with suppress(Exception):
                    ray.cancel(reference, force=True)

    def _ahead(self) -> int:
        cores = self._ray.cluster_resources().get("CPU", 1)
        return max(_MIN_AHEAD, int(_AHEAD * cores))

    def _outcome(self, shard: Shard, reference: Any) -> Entry | Failure:
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            message = " ".join(str(error).split())[:300]
            return Failure(shard, f"{message} (tried {MAX_RETRIES + 1} times)")
        if isinstance(answer, MainspanError):
            raise answer
        entry: Entry = answer
        return entry


def _run(shard: Shard, common: tuple[Settings, Store]) -> Any:
    with closing(ShardWorker(*common)) as worker:
        return worker.do(shard, lambda word, value=None: None)


def _progress(entry: Entry) -> Progress:
    errors = Counter(
        {
            name.removeprefix("error: "): count
            for name, count in entry["tally"]["reason"].items()
            if name.startswith("error: ")
        }
    )
    return Progress(entry["pages"], entry["tally"]["content_bytes"], errors)
