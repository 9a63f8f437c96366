"""A source of WARC records for Ray Data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from mainspan.bulk.batch import warc_batches
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard, plan
from mainspan.extras import extra


def read_warc(inputs: Iterable[str], settings: Settings | None = None) -> Any:
    """A Ray Dataset of the records of these WARC files, for `map_batches(BatchExtractor, ...)`.

    Each shard is read by a task. What is lost of an input is reported by `mainspan bulk` alone.
    """
    with extra("ray", "datasets of Ray"):
        import ray.data
    settings = settings or Settings()
    shards = plan(inputs, settings)
    source = ray.data.from_items(
        [{"shard": number} for number in range(len(shards))], override_num_blocks=len(shards)
    )
    return source.map_batches(
        partial(_read, shards=shards, settings=settings), batch_size=1, batch_format="pyarrow"
    )


def _read(batch: Any, shards: list[Shard], settings: Settings) -> Iterator[Any]:
    import pyarrow as pa

    for number in batch.column("shard").to_pylist():
        for records in warc_batches(shards[number], settings):
            yield pa.Table.from_batches([records])
