"""Pages by an index: where each record is, in Common Crawl's names; near ones are fetched in one request."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from mainspan.bulk.framing import WarcReader
from mainspan.bulk.inputs import INDEX_COLUMNS, parquet
from mainspan.bulk.losses import CORRUPT, GONE, TRUNCATED, UNREADABLE, Loss
from mainspan.bulk.pages import RawPage
from mainspan.bulk.places import GoneError, Place
from mainspan.bulk.settings import Settings
from mainspan.bulk.warc import Pairing, dump_of, warc_filename
from mainspan.errors import SourceError

# Two records with a gap up to this are fetched together, in requests of up to this length: a gap costs less
# than another request.
MAX_GAP: Final = 256 << 10
MAX_SPAN: Final = 8 << 20
# A record in the index that is longer than this is no page.
MAX_LENGTH: Final = 1 << 30
_GZIP: Final = b"\x1f\x8b"
_BATCH_ROWS: Final = 4_096  # no rule: buffer


class Entry(NamedTuple):
    """A row of an index."""

    filename: str
    offset: int
    length: int
    url: str = ""
    digest: str = ""
    date: str = ""


def read_index(
    place: Place, start: int, end: int, settings: Settings, losses: list[Loss]
) -> Iterator[RawPage]:
    """The pages of these rows of an index, by file and offset. What cannot be read is a page with a loss."""
    entries = sorted(_entries(place, start, end, losses))
    for span in _spans(entries):
        yield from _fetch(span, settings)


def text_lines(place: Place) -> Iterator[str]:
    """The lines of an index that is a text, which may be packed."""
    data = place.read_all()
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError):
            raise SourceError(f"{place.address}: is a broken gzip file") from None
    text = io.StringIO(data.decode("utf-8", "replace"))
    lines = (line for line in text if line.strip())
    if _is_csv(place.address):
        next(lines, None)
    yield from lines


def _entries(place: Place, start: int, end: int, losses: list[Loss]) -> Iterator[Entry]:
    for number, row in _rows(place, start, end):
        try:
            yield _entry(row)
        except (KeyError, ValueError, TypeError) as error:
            detail = f"row {number}: no file, offset and length ({error})"
            losses.append(Loss(place.address, CORRUPT, number, 1, detail))


def _rows(place: Place, start: int, end: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if place.address.endswith(".parquet"):
        yield from _parquet_rows(place, start, end)
        return
    if _is_csv(place.address):
        header = next(iter(csv.reader(io.StringIO(_first_line(place)))), [])
        missing = [name for name in INDEX_COLUMNS if name not in header]
        if missing:
            raise SourceError(f"{place.address}: is no index: it has no column {', '.join(missing)}")
    for number, line in enumerate(text_lines(place)):
        if number >= end:
            return
        if number >= start:
            if _is_csv(place.address):
                values = next(iter(csv.reader([line])), [])
                yield number, dict(zip(header, values, strict=False))
            else:
                yield number, _cdx_row(line)


def _parquet_rows(place: Place, start: int, end: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    table = parquet(place)
    known = (*INDEX_COLUMNS, "url", "content_digest", "fetch_time")
    columns = [name for name in table.schema_arrow.names if name in known]
    number = 0
    for group in range(table.metadata.num_row_groups):
        rows = table.metadata.row_group(group).num_rows
        if number + rows <= start or number >= end:
            number += rows
            continue
        for batch in table.iter_batches(_BATCH_ROWS, row_groups=[group], columns=columns):
            for row in batch.to_pylist():
                if start <= number < end:
                    yield number, row
                number += 1


def _first_line(place: Place) -> str:
    data = place.read(0, 1 << 16)
    if data.startswith(_GZIP):
        data = place.read_all()
        data = gzip.decompress(data)[: 1 << 16]
    return data.decode("utf-8", "replace").partition("\n")[0]


def _is_csv(address: str) -> bool:
    return address.removesuffix(".gz").endswith(".csv")


def _cdx_row(line: str) -> Mapping[str, Any]:
    """A line of CDXJ: a key, a time, and an object of JSON."""
    _, _, text = line.partition("{")
    try:
        row = json.loads("{" + text)
    except (ValueError, RecursionError):
        raise SourceError("no line of CDXJ (a key, a time and an object of JSON)") from None
    return {
        "warc_filename": row["filename"],
        "warc_record_offset": row["offset"],
        "warc_record_length": row["length"],
        "url": row.get("url"),
        "content_digest": row.get("digest"),
        "fetch_time": None,
    }


def _entry(row: Mapping[str, Any]) -> Entry:
    offset, length = int(row["warc_record_offset"]), int(row["warc_record_length"])
    if offset < 0 or not 0 < length <= MAX_LENGTH:
        raise ValueError(f"offset {offset}, length {length}")
    digest = str(row.get("content_digest") or "").removeprefix("sha1:").upper()
    return Entry(str(row["warc_filename"]), offset, length, str(row.get("url") or ""), digest)


def _spans(entries: list[Entry]) -> Iterator[list[Entry]]:
    """Entries that are fetched together."""
    span: list[Entry] = []
    end = 0
    for entry in entries:
        stop = entry.offset + entry.length
        is_near = span and entry.filename == span[0].filename and entry.offset <= end + MAX_GAP
        if span and not (is_near and max(stop, end) - span[0].offset <= MAX_SPAN):
            yield span
            span, end = [], 0
        span.append(entry)
        end = max(end, stop)
    if span:
        yield span


def _fetch(span: list[Entry], settings: Settings) -> Iterator[RawPage]:
    start = span[0].offset
    end = max(entry.offset + entry.length for entry in span)
    place = Place(settings.prefix + span[0].filename, settings.storage)
    try:
        data = place.read(start, end - start)
        problem = ""
    except SourceError as error:
        data, problem = b"", GONE if isinstance(error, GoneError) else UNREADABLE
    for entry in span:
        part = data[entry.offset - start : entry.offset - start + entry.length]
        yield _page(entry, part, problem or (TRUNCATED if len(part) < entry.length else ""), settings)


class _Bytes(Place):
    """Bytes that were fetched, as a place."""

    def __init__(self, data: bytes, address: str) -> None:
        super().__init__(address)
        object.__setattr__(self, "_data", data)

    def read(self, start: int, length: int) -> bytes:
        data: bytes = self._data  # type: ignore[attr-defined]
        return data[start : start + length]


def _page(entry: Entry, data: bytes, problem: str, settings: Settings) -> RawPage:
    """The page of an entry; with a loss if it is not there."""
    lost: list[Loss] = []
    place = _Bytes(data, entry.filename)
    dump = settings.dump or dump_of(entry.filename)
    if not problem:
        reader = WarcReader(place, 0, len(data), len(data), settings.max_bytes, lost.append)
        for page in Pairing(entry.filename, len(data), dump).pages(reader):
            is_checked = bool(entry.digest)
            return page._replace(
                offset=entry.offset,
                length=entry.length,
                digest=entry.digest or page.digest,
                is_checked=is_checked,
            )
    name = warc_filename(entry.filename)
    return RawPage(
        id=f"{name}:{entry.offset}",
        url=entry.url,
        dump=dump,
        filename=name,
        offset=entry.offset,
        length=entry.length,
        digest=entry.digest,
        loss=problem or (lost[0].kind if lost else CORRUPT),
    )
