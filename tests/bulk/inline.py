"""Shards in this process, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mainspan.bulk.run import Entry, Failure, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import run_shard
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store


class InlineWorkers:
    """The simplest workers."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.done = 0

    def do(self, shards: Iterable[Shard], watcher: Watcher) -> Iterator[tuple[Shard, Entry | Failure]]:
        for shard in shards:
            self.done += 1
            yield shard, run_shard(shard, self.settings, self.store)
