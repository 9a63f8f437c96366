"""What a run has to do, cut into shards: minutes of work each, the same however many workers there are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, Final

from mainspan.bulk import inputs
from mainspan.bulk.feeds import GZIP
from mainspan.bulk.inputs import INDEX, LINES, PAGES, TABLE, WARC
from mainspan.bulk.places import Place
from mainspan.bulk.settings import Settings
from mainspan.errors import SourceError

_NO_NAME: Final = re.compile(r"[^A-Za-z0-9._-]+")
_MAX_STEM: Final = 60
# The rows of an index that make a shard, and the files of a folder.
INDEX_ROWS: Final = 5_000
FOLDER_FILES: Final = 2_000


@dataclass(frozen=True)
class Shard:
    """A piece of an input.

    kind: what the input is: warc, index, table, lines or pages.
    start, end: bytes of a WARC file or of lines, rows of an index, row groups of a table, or files.
    size: the bytes of the input; the files of a folder.
    name: what its parts are called.
    begin: where the first record is, if that is known; else it is searched for.
    files: the files of a slice of a folder.
    error: why the input cannot be read, if it cannot.
    """

    kind: str
    address: str
    start: int
    end: int
    size: int
    name: str
    begin: int | None = None
    files: tuple[str, ...] = ()
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The shard as plain data, without the names of the files."""
        values = asdict(self) | {"files": len(self.files)}
        return {name: value for name, value in values.items() if value not in (None, "", 0)}


def plan(names: Iterable[str], settings: Settings) -> list[Shard]:
    """The shards of these inputs, in order. An input that is named twice is read once."""
    found: dict[str, Shard] = {}
    for given in inputs.find_inputs(names, settings.storage):
        for shard in _shards(given, settings):
            found.setdefault(shard.name, shard)
    return list(found.values())


def _shards(given: inputs.Input, settings: Settings) -> Iterator[Shard]:
    if given.kind == PAGES:
        files = given.files
        bounds = _cut(len(files), FOLDER_FILES)
        for number, (start, end) in enumerate(bounds):
            name = _name(given.address, number)
            yield Shard(PAGES, given.address, start, end, len(files), name, files=files[start:end])
        return
    place = Place(given.address, settings.storage)
    try:
        size, bounds = _bounds(given.kind, place, settings)
    except SourceError as error:
        message = str(error).removeprefix(f"{given.address}: ")
        yield Shard(given.kind, given.address, 0, 0, 0, _name(given.address, 0), error=message)
        return
    for number, (start, end) in enumerate(bounds):
        yield Shard(given.kind, given.address, start, end, size, _name(given.address, number))


def _bounds(kind: str, place: Place, settings: Settings) -> tuple[int, list[tuple[int, int]]]:
    size = place.size()
    if kind == WARC:
        # Only where records are packed one by one can reading begin in the middle.
        can_cut = size > settings.shard_bytes and place.read(0, len(GZIP)) == GZIP
        return size, _cut(size, settings.shard_bytes) if can_cut else [(0, size)]
    if kind == LINES:
        can_cut = size > settings.shard_bytes and not inputs.is_packed(place.address)
        return size, _cut(size, settings.shard_bytes) if can_cut else [(0, size)]
    if kind == TABLE:
        return size, inputs.row_groups(place, settings.shard_bytes)
    assert kind == INDEX
    return size, _cut(inputs.count_rows(place), INDEX_ROWS)


def _cut(size: int, step: int) -> list[tuple[int, int]]:
    """Ranges of about this length, none much shorter than the others."""
    count = max(1, round(size / step))
    edges = [size * number // count for number in range(count + 1)]
    return list(pairwise(edges))


def _name(address: str, number: int) -> str:
    stem = PurePosixPath(address.rstrip("/")).name
    for ending in (".gz", ".warc", ".parquet", ".jsonl", ".json", ".cdxj", ".csv"):
        stem = stem.removesuffix(ending)
    stem = _NO_NAME.sub("-", stem).strip("-.")[-_MAX_STEM:] or "input"
    digest = hashlib.sha256(address.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{stem}-{digest}-{number:05d}"
