"""The pages of a shard, whatever kind it is of, and what is lost of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mainspan.bulk import index, inputs, tables
from mainspan.bulk.framing import Framed, WarcReader
from mainspan.bulk.losses import GONE, UNREADABLE, Loss
from mainspan.bulk.pages import RawPage
from mainspan.bulk.places import GoneError, Place
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard
from mainspan.bulk.warc import Pairing, dump_in, dump_of, read_head
from mainspan.errors import SourceError

# Enough for the first record of a file, which describes the crawl.
_INFO_BYTES = 64 << 10  # no rule: buffer


@dataclass
class Reading:
    """The pages of a shard.

    `records` counts the records that were read by type, `losses` has what was not; `first` and `next` are
    where the first record of a range of a WARC file begins, and the first one after it.
    """

    shard: Shard
    settings: Settings
    records: Counter[str] = field(default_factory=Counter)
    losses: list[Loss] = field(default_factory=list)
    first: int | None = None
    next: int | None = None

    def pages(self) -> Iterator[RawPage]:
        """The pages in order. What cannot be read ends them, with a loss."""
        try:
            if self.shard.error:
                raise SourceError(self.shard.error)
            yield from _READERS[self.shard.kind](self)
        except GoneError as error:
            self._lose(GONE, error)
        except SourceError as error:
            self._lose(UNREADABLE, error)

    def _lose(self, kind: str, error: SourceError) -> None:
        detail = str(error).removeprefix(f"{self.shard.address}: ")
        shard = self.shard
        self.losses.append(Loss(shard.address, kind, shard.start, shard.end - shard.start, detail))

    @property
    def place(self) -> Place:
        """The input."""
        return Place(self.shard.address, self.settings.storage)

    def _warc(self) -> Iterator[RawPage]:
        shard = self.shard
        place = self.place
        size = place.size()
        if size < shard.size:
            raise GoneError(f"{shard.address}: became shorter than it was")
        start = shard.start if shard.begin is None else shard.begin
        reader = WarcReader(place, start, shard.end, shard.size, self.settings.max_bytes, self.losses.append)
        dump = self.settings.dump or dump_of(shard.address) or self._dump_of_file(place)
        pairing = Pairing(shard.address, shard.end, dump)
        try:
            yield from pairing.pages(reader)
        finally:
            self.records, self.first, self.next = pairing.counts, reader.first, reader.next

    def _dump_of_file(self, place: Place) -> str:
        """The crawl that the first record of the file names."""
        if not self.shard.start:
            return ""  # it will be read anyway
        size = min(self.shard.size, _INFO_BYTES)
        for framed in _first_records(place, size):
            if read_head(framed).get("warc-type") == "warcinfo":
                return dump_in(framed.content)
            return ""
        return ""

    def _index(self) -> Iterator[RawPage]:
        for page in index.read_index(
            self.place, self.shard.start, self.shard.end, self.settings, self.losses
        ):
            self.records["response"] += 1
            yield page

    def _table(self) -> Iterator[RawPage]:
        yield from self._counted(
            tables.read_table(self.place, self.shard.start, self.shard.end, self.settings)
        )

    def _lines(self) -> Iterator[RawPage]:
        shard = self.shard
        yield from self._counted(
            tables.read_lines(self.place, shard.start, shard.end, self.settings, self.losses)
        )

    def _files(self) -> Iterator[RawPage]:
        yield from self._counted(tables.read_files(self.shard.files, self.settings, self.losses))

    def _counted(self, pages: Iterator[RawPage]) -> Iterator[RawPage]:
        for page in pages:
            self.records["page"] += 1
            yield page


def _first_records(place: Place, size: int) -> Iterator[Framed]:
    yield from WarcReader(place, 0, size, size, _INFO_BYTES, lambda loss: None)


_READERS: dict[str, Callable[[Reading], Iterator[RawPage]]] = {
    inputs.WARC: Reading._warc,
    inputs.INDEX: Reading._index,
    inputs.TABLE: Reading._table,
    inputs.LINES: Reading._lines,
    inputs.PAGES: Reading._files,
}
