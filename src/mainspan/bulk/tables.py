"""Pages in tables, in lines of JSON, and in files."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from mainspan.bulk.inputs import html_column, is_packed, parquet
from mainspan.bulk.losses import CORRUPT, GONE, TRUNCATED, Loss
from mainspan.bulk.pages import RawPage
from mainspan.bulk.places import GoneError, Place, is_remote
from mainspan.bulk.settings import Settings
from mainspan.errors import SourceError
from mainspan.extras import extra
from mainspan.fetch.compression import gunzip

# Names of columns with what is known of a page, the best first.
_IDS: Final = ("id", "warc_record_id")
_URLS: Final = ("url", "warc_target_uri", "target_uri")
_DATES: Final = ("date", "fetch_time", "warc_date", "timestamp")
_BATCH_ROWS: Final = 64  # no rule: buffer
_BLOCK: Final = 1 << 20  # no rule: buffer


def read_table(place: Place, start: int, end: int, settings: Settings) -> Iterator[RawPage]:
    """The pages in these row groups of a Parquet file. A page that cannot be read is one too."""
    with extra("bulk", "bulk runs"):
        import pyarrow as pa
    table = parquet(place)
    names = table.schema_arrow.names
    html = html_column(names, settings.html, place.address)
    columns = [name for name in names if name in _wanted(html, settings)]
    number = sum(table.metadata.row_group(each).num_rows for each in range(start))
    if start == end:
        return
    try:
        for batch in table.iter_batches(_BATCH_ROWS, row_groups=list(range(start, end)), columns=columns):
            for row in batch.to_pylist():
                yield page_of_row(row, html, number, place.address, settings)
                number += 1
    except (pa.ArrowException, OSError) as error:
        raise SourceError(f"{place.address}: row {number} cannot be read: {error}") from None


def read_lines(
    place: Place, start: int, end: int, settings: Settings, losses: list[Loss]
) -> Iterator[RawPage]:
    """The pages in lines of JSON that begin in this range."""
    html = ""
    for offset, line in _lines(place, start, end, losses):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError
        except (ValueError, RecursionError):
            losses.append(Loss(place.address, CORRUPT, offset, len(line), "the line is no JSON object"))
            continue
        html = html or html_column(row, settings.html, place.address)
        yield page_of_row(row, html, offset, place.address, settings)


def read_files(files: Iterable[str], settings: Settings, losses: list[Loss]) -> Iterator[RawPage]:
    """The pages in files, which may be packed."""
    for address in files:
        try:
            # One byte more than the limit shows that there are more.
            data = Place(address, settings.storage).read(0, settings.max_bytes + 1)
            data = gunzip(data, address, settings.max_bytes)
        except SourceError as error:
            kind = GONE if isinstance(error, GoneError) else CORRUPT
            losses.append(Loss(address, kind, 0, 0, str(error).removeprefix(f"{address}: ")))
            continue
        yield RawPage(
            id=address,
            filename=address,
            dump=settings.dump,
            content=data[: settings.max_bytes],
            is_http=False,
            truncated="length" if len(data) > settings.max_bytes else "",
        )


def _wanted(html: str, settings: Settings) -> set[str]:
    return {html, settings.url, *_IDS, *_URLS, *_DATES, "dump"}


def page_of_row(row: Mapping[str, Any], html: str, number: int, address: str, settings: Settings) -> RawPage:
    """The page in a row; `number` is where the row is."""
    value = row.get(html)
    content = value if isinstance(value, bytes) else str(value or "").encode("utf-8", "surrogatepass")
    return RawPage(
        id=_first(row, _IDS) or f"{address}:{number}",
        url=_first(row, (settings.url,) if settings.url else _URLS),
        date=_first(row, _DATES),
        dump=settings.dump or _first(row, ("dump",)),
        filename=address,
        offset=number,
        content=content[: settings.max_bytes],
        is_http=False,
        truncated="length" if len(content) > settings.max_bytes else "",
        # Text was decoded already.
        charset="" if isinstance(value, bytes) else "utf-8",
    )


def _first(row: Mapping[str, Any], names: Iterable[str]) -> str:
    for name in names:
        value = row.get(name)
        if isinstance(value, datetime):
            value = (value.astimezone(UTC) if value.tzinfo else value).strftime("%Y-%m-%dT%H:%M:%SZ")
        if value not in (None, ""):
            return str(value)
    return ""


def _lines(place: Place, start: int, end: int, losses: list[Loss]) -> Iterator[tuple[int, bytes]]:
    """The lines that begin in a range, each with its offset."""
    raw = io.BufferedReader(_Raw(place, start), _BLOCK)
    file: Any = gzip.GzipFile(fileobj=raw) if is_packed(place.address) else raw
    position = start
    if start:
        # A line that began in the range before; only its break, if it ended there.
        position += len(file.readline()) - 1
    try:
        while is_packed(place.address) or position < end:
            line = file.readline()
            if not line:
                return
            yield position, line
            position += len(line)
    except (EOFError, gzip.BadGzipFile, OSError) as error:
        kind = TRUNCATED if isinstance(error, EOFError) else CORRUPT
        losses.append(Loss(place.address, kind, position, 0, "the rest of the file cannot be unpacked"))


class _Raw(io.RawIOBase):
    """A place from an offset on, as a raw file. The byte before is read too: it may end a line."""

    def __init__(self, place: Place, start: int) -> None:
        self._place, self._at = place, max(0, start - 1)
        if is_remote(place.address):
            self._size: int | None = place.size()
        else:
            self._size = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._size is not None and self._at >= self._size:
            return 0
        data = self._place.read(self._at, len(buffer))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)
