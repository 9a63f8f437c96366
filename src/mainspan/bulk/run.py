"""A bulk run: what is missing is done, here or on a cluster, and then checked and reported."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from mainspan import __version__
from mainspan.bulk.columns import SCHEMA_VERSION
from mainspan.bulk.duplicates import FILE as DUPLICATES
from mainspan.bulk.inputs import WARC
from mainspan.bulk.parts import FOLDER, part_names
from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import MANIFEST, Progress
from mainspan.bulk.shards import Shard
from mainspan.bulk.store import Store
from mainspan.errors import OutputError
from mainspan.output import check_writable

RUN: Final = "run.json"
Entry = dict[str, Any]


class Failure(NamedTuple):
    """A shard that could not be done, and why."""

    shard: Shard
    message: str


class Watcher:
    """Is told how a run goes on. Others derive from it."""

    def begin(self, shards: Sequence[Shard], done: Sequence[Entry]) -> None:
        """A run begins: all its shards, and the entries of those that an earlier run has done."""

    def progress(self, shard: Shard, progress: Progress) -> None:
        """A shard goes on."""

    def done(self, shard: Shard, entry: Entry) -> None:
        """A shard is done."""

    def failed(self, failure: Failure) -> None:
        """A shard cannot be done."""

    def note(self, message: str) -> None:
        """Something is worth knowing."""


class Workers(Protocol):
    """Does shards, here or elsewhere, in any order."""

    def do(self, shards: Iterable[Shard], watcher: Watcher) -> Iterator[tuple[Shard, Entry | Failure]]:
        """Do shards; yields each with its entry, or why it failed."""
        ...


class Result(NamedTuple):
    """A run: its shards with their entries in order, and those that failed."""

    entries: list[Entry]
    failures: list[Failure]


class Run:
    """A run into a folder of results. Wrong use is an OutputError here, before the work begins."""

    def __init__(
        self, shards: Sequence[Shard], settings: Settings, store: Store, *, again: bool = False
    ) -> None:
        self.shards = shards
        self.settings = settings
        self.store = store
        self.again = again
        if store.is_here:
            check_writable(store.path(RUN))

    def __call__(self, workers: Workers, watcher: Watcher) -> Result:
        """Do what is missing."""
        with self._alone():
            self._open()
            done = {} if self.again else self._done(watcher)
            watcher.begin(self.shards, list(done.values()))
            failures: list[Failure] = []
            missing = [shard for shard in self.shards if shard.name not in done]
            if missing:
                self.store.remove(DUPLICATES)  # those of other parts
            self._do(workers, missing, watcher, done, failures)
            self._mend(workers, watcher, done, failures)
            self._tidy()
        entries = [done[shard.name] for shard in self.shards if shard.name in done]
        return Result(entries, failures)

    def parts(self) -> list[str]:
        """The parts that are there, in the order of the shards."""
        there = self._parts()
        names = (name for shard in self.shards for name in part_names(shard.name, self.settings))
        return [name for name in names if name in there]

    def _do(
        self,
        workers: Workers,
        shards: Iterable[Shard],
        watcher: Watcher,
        done: dict[str, Entry],
        failures: list[Failure],
    ) -> None:
        for shard, outcome in workers.do(shards, watcher):
            if isinstance(outcome, Failure):
                failures.append(outcome)
                watcher.failed(outcome)
            else:
                done[shard.name] = outcome
                watcher.done(shard, outcome)

    def _mend(
        self, workers: Workers, watcher: Watcher, done: dict[str, Entry], failures: list[Failure]
    ) -> None:
        """Do ranges again whose first record is not the one that the range before ends at.

        The first record of a range is found by searching. In an archive of archives, a record inside a record
        may be found.
        """
        before: Shard | None = None
        for shard in self.shards:
            if before is not None and shard.kind == WARC and shard.address == before.address:
                entries = done.get(before.name), done.get(shard.name)
                if entries[0] and entries[1] and entries[0]["next"] != entries[1]["first"]:
                    watcher.note(
                        f"{shard.name}: begins inside a record; it is done again from the right place"
                    )
                    right = replace(shard, begin=entries[0]["next"])
                    del done[shard.name]
                    self._do(workers, [right], watcher, done, failures)
            before = shard

    def _open(self) -> None:
        """Check or write what the results were made with."""
        mine = {
            "mainspan": __version__,
            "schema": SCHEMA_VERSION,
            "settings": self.settings.to_dict(),
            "digest": self.settings.digest,
        }
        found = self.store.read_json(RUN)
        if found is None and not self.again and self.store.read(RUN) is not None:
            raise OutputError(f"{self.store.address}: {RUN} cannot be read; {_REMEDY}")
        if found is not None and found.get("digest") != mine["digest"] and not self.again:
            raise OutputError(f"{self.store.address}: was made by {_difference(found, mine)}; {_REMEDY}")
        if self.again:
            for folder in (MANIFEST, FOLDER):
                for name in self.store.names(folder):
                    self.store.remove(f"{folder}/{name}")
        self._tidy()
        self.store.write_json(RUN, mine)

    def _tidy(self) -> None:
        """Remove what workers left that were ended in the middle."""
        for folder in (MANIFEST, FOLDER):
            self.store.remove_unfinished(folder)

    def _done(self, watcher: Watcher) -> dict[str, Entry]:
        """What an earlier run has done. Parts of inputs that have changed since are removed."""
        shards = {shard.name: shard for shard in self.shards}
        addresses = {shard.address for shard in self.shards}
        sizes = self._parts()
        done: dict[str, Entry] = {}
        for name in self.store.names(MANIFEST):
            entry = self.store.read_json(f"{MANIFEST}/{name}")
            shard = shards.get(name.removesuffix(".json"))
            if not _is_whole(entry, sizes):
                self.store.remove(f"{MANIFEST}/{name}")
            elif shard is None and entry["shard"]["address"] in addresses:
                watcher.note(f"{entry['shard']['address']}: has changed; what was made of it is removed")
                self._forget(name, entry)
            elif shard is not None and not _is_same(shard, entry):
                watcher.note(f"{shard.address}: has changed; it is done again")
                self._forget(name, entry)
            elif shard is not None and entry["is_complete"]:
                done[shard.name] = entry
        return done

    def _forget(self, name: str, entry: Entry) -> None:
        self.store.remove(f"{MANIFEST}/{name}")
        for part in entry["parts"]:
            self.store.remove(part["name"])

    def _parts(self) -> dict[str, int]:
        names = self.store.names(FOLDER)
        if not self.store.is_here:
            return {f"{FOLDER}/{name}": -1 for name in names}
        return {f"{FOLDER}/{name}": self.store.path(f"{FOLDER}/{name}").stat().st_size for name in names}

    def _alone(self) -> AbstractContextManager[None]:
        return _locked(self.store) if self.store.is_here else nullcontext()


_REMEDY: Final = "choose another output, or make it anew with --again"


def _is_whole(entry: Any, sizes: dict[str, int]) -> bool:
    """Whether an entry can be read, and its parts are there."""
    try:
        is_known = all(name in entry for name in ("shard", "is_complete", "tally", "records", "lost"))
        return is_known and all(sizes.get(part["name"]) in (part["bytes"], -1) for part in entry["parts"])
    except (KeyError, TypeError):
        return False


def _is_same(shard: Shard, entry: Entry) -> bool:
    """Whether an entry is of this shard, as its input is now."""
    names = ("kind", "address", "start", "end", "size")
    then, now = entry["shard"], shard.to_dict()
    return all(then.get(name) == now.get(name) for name in names)


def _difference(found: Entry, mine: Entry) -> str:
    then, now = found.get("settings", {}), mine["settings"]
    for name in sorted(now):
        if then.get(name) != _plain(now[name]):
            return f"other settings ({name}: {then.get(name)} instead of {_plain(now[name])})"
    return "other settings"


def _plain(value: Any) -> Any:
    """A value as JSON gives it back."""
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return {key: _plain(each) for key, each in value.items()} if isinstance(value, dict) else value


@contextmanager
def _locked(store: Store) -> Iterator[None]:
    """Only one run at a time writes to a folder, where the system can do that."""
    store.path(FOLDER).mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(store.path(FOLDER), os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutputError(
                f"{store.address}: another run is writing to this folder: wait for its end, or choose another"
            ) from None
        yield
    finally:
        os.close(handle)
