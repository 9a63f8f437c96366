"""What the inputs of a run are: WARC files, indexes, tables, lines and folders of pages."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from mainspan.bulk.places import Place, is_remote
from mainspan.errors import SourceError
from mainspan.extras import extra
from mainspan.sources.find import is_page

WARC, INDEX, TABLE, LINES, PAGES = "warc", "index", "table", "lines", "pages"
# Endings that say what a file is; that of a table says whether it is an index once its columns are known.
_ENDINGS: Final = {
    ".warc": WARC, ".warc.gz": WARC, ".parquet": TABLE, ".jsonl": LINES, ".jsonl.gz": LINES, ".ndjson": LINES,
    ".json.gz": LINES, ".cdxj": INDEX, ".cdxj.gz": INDEX, ".cdx": INDEX, ".cdx.gz": INDEX, ".csv": INDEX,
    ".csv.gz": INDEX,
}  # fmt: skip
# The columns that make a table an index.
INDEX_COLUMNS: Final = ("warc_filename", "warc_record_offset", "warc_record_length")
# Names of columns with the page, the best first.
HTML_COLUMNS: Final = ("html", "raw_html", "html_content", "content", "body", "page", "raw_content")
_GZIP: Final = b"\x1f\x8b"


class Input(NamedTuple):
    """An input: what it is and where. `files`: the pages of a folder."""

    kind: str
    address: str
    files: tuple[str, ...] = ()


def find_inputs(names: Iterable[str], options: Mapping[str, Any]) -> Iterator[Input]:
    """The inputs of these names. A file with an unknown ending is taken for a WARC file; its bytes decide."""
    for name in names:
        place = Place(name, options)
        files = place.listing() if _may_be_folder(name) else None
        if files is None:
            yield _input(name, options)
            continue
        known = [each for each in files if _kind(each)]
        pages = tuple(each for each in files if is_page(Path(each)))
        if not known and not pages:
            raise SourceError(
                f"{name}: no WARC files, tables or pages in this folder "
                f"(looked for {', '.join(_ENDINGS)}, .html and .htm)"
            )
        for each in known:
            yield _input(each, options)
        if pages:
            yield Input(PAGES, name, pages)


def read_names(place: Place) -> list[str]:
    """The names in a list, one on each line; it may be packed by gzip. Lines with # are comments."""
    data = place.read_all()
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError):
            raise SourceError(f"{place.address}: is a broken gzip file") from None
    lines = (line.strip() for line in data.decode("utf-8", "surrogateescape").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def is_packed(address: str) -> bool:
    """Whether a file is packed by gzip, by its name."""
    return address.endswith(".gz")


def row_groups(place: Place, step: int) -> list[tuple[int, int]]:
    """The row groups of a table, in runs of about so many bytes."""
    about = parquet(place).metadata
    bounds, start, size = [], 0, 0
    for number in range(about.num_row_groups):
        size += about.row_group(number).total_byte_size
        if size >= step:
            bounds.append((start, number + 1))
            start, size = number + 1, 0
    if start < about.num_row_groups:
        bounds.append((start, about.num_row_groups))
    return bounds or [(0, 0)]


def count_rows(place: Place) -> int:
    """The number of rows of an index."""
    if place.address.endswith(".parquet"):
        return int(parquet(place).metadata.num_rows)
    from mainspan.bulk.index import text_lines

    return sum(1 for _ in text_lines(place))


def parquet(place: Place) -> Any:
    """A Parquet file to read from."""
    with extra("bulk", "bulk runs"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    try:
        return pq.ParquetFile(place.open(), pre_buffer=False)
    except (pa.ArrowException, OSError) as error:
        raise SourceError(f"{place.address}: is no Parquet file that can be read: {error}") from None


def html_column(names: Iterable[str], wanted: str, address: str) -> str:
    """The column with the pages."""
    names = list(names)
    if wanted:
        if wanted not in names:
            raise SourceError(f"{address}: has no column {wanted!r}: it has {', '.join(names)}")
        return wanted
    for each in HTML_COLUMNS:
        if each in names:
            return each
    raise SourceError(
        f"{address}: no column with pages (looked for {', '.join(HTML_COLUMNS)}); name it with --html-column"
    )


def _input(name: str, options: Mapping[str, Any]) -> Input:
    kind = _kind(name)
    if kind == TABLE:
        try:
            columns = parquet(Place(name, options)).schema_arrow.names
        except SourceError:
            return Input(TABLE, name)  # reported when it is read
        return Input(INDEX if set(INDEX_COLUMNS) <= set(columns) and not _has_html(columns) else TABLE, name)
    if not kind and is_page(Path(name)):
        return Input(PAGES, name, (name,))
    return Input(kind or WARC, name)


def _has_html(columns: Iterable[str]) -> bool:
    return not set(HTML_COLUMNS).isdisjoint(columns)


def _kind(name: str) -> str:
    name = name.lower()
    return next((kind for ending, kind in _ENDINGS.items() if name.endswith(ending)), "")


def _may_be_folder(name: str) -> bool:
    """Whether a name is worth a look: files with known endings on servers are not folders."""
    return not is_remote(name) or not (_kind(name) or is_page(Path(name)))
