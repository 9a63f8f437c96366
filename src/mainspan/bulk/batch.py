"""Pages in, rows out, for pipelines of others: Arrow's batches, Ray Data, Polars, datasets.

>>> import pyarrow as pa
>>> pages = pa.RecordBatch.from_pylist([{"html": "<h1>Soup</h1><p>Boil the water and add the beans.</p>"}])
>>> extract_batch(pages).column("text")[0].as_py()
'# Soup\\n\\nBoil the water and add the beans.\\n'
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from typing import Any, Final

from mainspan.bulk.columns import DROPPED, schema
from mainspan.bulk.inputs import html_column
from mainspan.bulk.pages import RawPage
from mainspan.bulk.reading import Reading
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard
from mainspan.bulk.supervised import Supervised
from mainspan.bulk.tables import page_of_row
from mainspan.extras import extra

# The column of batches from `warc_batches` with the stored HTTP message.
MESSAGE: Final = "http_message"
# Fields of a page, and the columns that they are in.
_FIELDS: Final = {
    "id": "id",
    "url": "url",
    "date": "date",
    "dump": "dump",
    "filename": "warc_filename",
    "offset": "warc_record_offset",
    "length": "warc_record_length",
    "content": MESSAGE,
    "digest": "content_digest",
    "truncated": "content_truncated",
    "charset": "crawl_charset",
    "language": "crawl_language",
}
_BATCH_PAGES: Final = 64  # no rule: buffer
_BATCH_BYTES: Final = 16 << 20  # no rule: buffer


class BatchExtractor:
    """Extracts batches in a supervised process of its own, which starts with the first batch.

    A page that crashes, hangs or needs too much memory costs its row. The object can be sent to other
    processes, where it starts anew: as a class for `map_batches`, for example.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._supervised: Supervised | None = None

    def __call__(self, batch: Any) -> Any:
        """Turn a RecordBatch or Table of pages into one of rows, in the same order.

        Pages are in a column such as `html`, as text or bytes; `url`, `id` and `date` are used if there.
        The other columns stay. With filters, rows are dropped unless the settings keep them.
        """
        with extra("bulk", "bulk runs"):
            import pyarrow as pa
        pages, content = _pages(batch, self.settings)
        if self._supervised is None:
            self._supervised = Supervised(self.settings)
        rows = [done.row for done in self._supervised.rows(pages)]
        made = pa.Table.from_pylist(rows, schema=schema(self.settings.names, self.settings.text))
        given = pa.Table.from_batches([batch]) if isinstance(batch, pa.RecordBatch) else batch
        drop = [name for name in given.column_names if name in (content, *made.column_names, *_ONLY_HERE)]
        table = given.drop_columns(drop)
        for name in made.column_names:
            table = table.append_column(made.schema.field(name), made.column(name))
        if not self.settings.keep_dropped:
            table = table.filter(pa.array([row["status"] != DROPPED for row in rows], pa.bool_()))
        return _one_batch(table) if isinstance(batch, pa.RecordBatch) else table

    def close(self) -> None:
        """End the process."""
        if self._supervised is not None:
            self._supervised.close()
            self._supervised = None

    def __getstate__(self) -> dict[str, Any]:
        return {"settings": self.settings, "_supervised": None}

    def __del__(self) -> None:
        self.close()


def extract_batch(batch: Any, settings: Settings | None = None) -> Any:
    """Extract a RecordBatch (or a Table) of pages; see BatchExtractor.

    The supervised process is kept for the next batch with equal settings, and ends with this one.
    """
    return _kept(settings or Settings())(batch)


def warc_batches(shard: Shard, settings: Settings) -> Iterator[Any]:
    """The records of a shard of WARC files, before they are extracted: a source for extract_batch."""
    with extra("bulk", "bulk runs"):
        import pyarrow as pa
    whole = {"warc_record_offset", "warc_record_length"}
    fields = [
        pa.field(name, pa.int64() if name in whole else pa.binary() if name == MESSAGE else pa.string())
        for name in _FIELDS.values()
    ]
    rows: list[dict[str, Any]] = []
    size = 0
    for page in Reading(shard, settings).pages():
        rows.append({column: getattr(page, field) for field, column in _FIELDS.items()})
        size += len(page.content)
        if len(rows) >= _BATCH_PAGES or size >= _BATCH_BYTES:
            yield pa.RecordBatch.from_pylist(rows, schema=pa.schema(fields))
            rows, size = [], 0
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema=pa.schema(fields))


# What is of no use after the extraction.
_ONLY_HERE: Final = ("crawl_charset", "crawl_language")


# One for each process and settings.
_KEPT: Final[dict[str, BatchExtractor]] = {}


def _kept(settings: Settings) -> BatchExtractor:
    name = f"{settings.digest} {settings.seconds} {settings.memory}"
    if name not in _KEPT:
        _KEPT[name] = BatchExtractor(settings)
        atexit.register(_KEPT[name].close)
    return _KEPT[name]


def _pages(batch: Any, settings: Settings) -> tuple[Iterator[RawPage], str]:
    """The pages of a batch, and the column that they are in."""
    names = batch.schema.names
    if MESSAGE in names:
        rows = batch.select([name for name in names if name in _FIELDS.values()]).to_pylist()
        return map(_page, rows), MESSAGE
    html = html_column(names, settings.html, "the batch")
    rows = batch.to_pylist()
    return (page_of_row(row, html, number, "", settings) for number, row in enumerate(rows)), html


def _page(row: dict[str, Any]) -> RawPage:
    known = {field: row[column] for field, column in _FIELDS.items() if row.get(column) is not None}
    return RawPage(**{"id": ""} | known)


def _one_batch(table: Any) -> Any:
    import pyarrow as pa

    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)
