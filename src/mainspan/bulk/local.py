"""Shards in processes of this machine: each does one after the other, and owns the process of its pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from mainspan.batch.child import PROGRESS, READY, Report, Setup, Worker
from mainspan.batch.family import die_with_parent
from mainspan.batch.process import JobFailedError, StartError, StoppedError, Supervisor, make_setup
from mainspan.bulk.run import Entry, Failure, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import run_shard
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store
from mainspan.bulk.supervised import Supervised
from mainspan.errors import MainspanError

# A shard whose process ended is begun again, this often in all: somebody may have killed it.
MAX_ATTEMPTS: Final = 3
_Outcome = tuple[Shard, Entry | Failure | BaseException]


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class LocalWorkers:
    """Several processes on this machine."""

    def __init__(self, jobs: int, settings: Settings, store: Store) -> None:
        self.jobs = jobs or cores()
        self._setup = Setup(make_setup(_make_worker, settings, store, jobs=self.jobs).worker)

    def do(self, shards: Iterable[Shard], watcher: Watcher) -> Iterator[tuple[Shard, Entry | Failure]]:
        """Do shards; yields each with its entry, or why it failed."""
        waiting = list(reversed(list(shards)))
        outcomes: SimpleQueue[_Outcome] = SimpleQueue()
        count = len(waiting)
        supervisors = [Supervisor(self._setup) for _ in range(min(self.jobs, count))]
        threads = [
            Thread(target=_serve, args=(supervisor, waiting, outcomes, watcher), daemon=True)
            for supervisor in supervisors
        ]
        for thread in threads:
            thread.start()
        try:
            for _ in range(count):
                shard, outcome = outcomes.get()
                if isinstance(outcome, BaseException):
                    raise outcome
                yield shard, outcome
            for thread in threads:
                thread.join()  # so that workers end by themselves
        finally:
            waiting.clear()
            for supervisor in supervisors:
                supervisor.stop()


def _serve(
    supervisor: Supervisor, waiting: list[Shard], outcomes: SimpleQueue[_Outcome], watcher: Watcher
) -> None:
    while True:
        try:
            shard = waiting.pop()
        except IndexError:
            supervisor.finish()
            return
        try:
            outcomes.put((shard, _do(supervisor, shard, watcher)))
        except StoppedError:
            return
        except BaseException as error:
            outcomes.put((shard, error))
            return


def _do(supervisor: Supervisor, shard: Shard, watcher: Watcher) -> Entry | Failure:
    message = ""
    for _ in range(MAX_ATTEMPTS):
        try:
            answer = supervisor.do(shard, {READY: None}, lambda progress: watcher.progress(shard, progress))
        except JobFailedError as failure:
            message = str(failure)
            continue
        except StartError as error:
            raise MainspanError(f"no shard can be done in another process: {error}") from None
        if isinstance(answer, MainspanError):
            raise answer
        entry: Entry = answer
        return entry
    return Failure(shard, f"{message}, {MAX_ATTEMPTS} times")


def _make_worker(settings: Settings, store: Store) -> ShardWorker:
    """The worker of a process that was started for it."""
    die_with_parent()
    return ShardWorker(settings, store)


class ShardWorker(Worker):
    """Does shards in a process of its own. The process of their pages is kept for all of them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.supervised = Supervised(settings)

    def do(self, job: Shard, report: Report) -> Any:
        """Do a shard. What is wrong with the output is wrong with all shards, and is the answer."""
        try:
            return run_shard(job, self.settings, self.store, partial(report, PROGRESS), self.supervised)
        except MainspanError as error:
            return error

    def close(self) -> None:
        """End the process of the pages."""
        self.supervised.close()
