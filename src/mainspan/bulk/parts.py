"""The parts of a shard: Parquet, dolma's JSON Lines, and WET. The same rows give the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import json
import uuid
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from mainspan import __version__
from mainspan.bulk.columns import OK, more_names, schema
from mainspan.bulk.extracting import Row
from mainspan.bulk.settings import Settings
from mainspan.bulk.store import Store
from mainspan.extras import extra

FOLDER: Final = "parts"
# A row group is full with so many rows, or so many characters of text: small enough for the memory of a
# worker, and large enough for readers that skip columns.
GROUP_ROWS: Final = 8_192
GROUP_CHARACTERS: Final = 16 << 20
# Level 3 is Zstandard's own default; 6 is 5 % smaller, and its time shows in no measurement here.
_ZSTANDARD_LEVEL: Final = 3  # no rule: compression
_GZIP_LEVEL: Final = 6  # no rule: compression
_SUFFIXES: Final = {"parquet": ".parquet", "jsonl": ".jsonl.gz", "wet": ".warc.wet.gz"}
# A name for the identifiers of WET records, which are made from those of the pages.
_NAMESPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, "mainspan/wet")
_CHUNK: Final = 1 << 20  # no rule: buffer


class Part(NamedTuple):
    """A part that is whole."""

    name: str
    bytes: int
    sha256: str


class Writer(ABC):
    """Writes the rows of a shard to a file."""

    @abstractmethod
    def write(self, row: Row) -> None:
        """Write a row."""

    @abstractmethod
    def close(self) -> None:
        """Write what is left, and end the file."""


class Parts:
    """The parts of a shard, in all containers of a run. They appear when all is written."""

    def __init__(self, store: Store, name: str, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._names = dict(zip(settings.containers, part_names(name, settings), strict=True))
        self._stack = ExitStack()
        self._paths: dict[str, Path] = {}
        self._writers: list[Writer] = []
        self.done: list[Part] = []

    def __enter__(self) -> Self:
        for container, name in self._names.items():
            path = self._paths[container] = self._stack.enter_context(self._store.writing(name))
            self._writers.append(_WRITERS[container](path, self._settings))
        return self

    def write(self, row: Row) -> None:
        """Write a row to all parts."""
        for writer in self._writers:
            writer.write(row)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for writer in self._writers:
            writer.close()
        if kind is None:
            self.done = [_part(self._names[each], path) for each, path in self._paths.items()]
        self._stack.__exit__(kind, error, trace)


def part_names(name: str, settings: Settings) -> list[str]:
    """The names of a shard's parts."""
    return [f"{FOLDER}/{name}{_SUFFIXES[each]}" for each in settings.containers]


def digest_of(data: Any) -> str:
    """The SHA-256 of a file that is open."""
    digest = hashlib.sha256()
    while chunk := data.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _part(name: str, path: Path) -> Part:
    with path.open("rb") as file:
        return Part(name, path.stat().st_size, digest_of(file))


class _Parquet(Writer):
    def __init__(self, path: Path, settings: Settings) -> None:
        with extra("bulk", "bulk runs"):
            import pyarrow as pa
            import pyarrow.parquet as pq
        self._arrow = pa
        self._schema = schema(settings.names, settings.text)
        self._file = pq.ParquetWriter(
            path, self._schema, compression="zstd", compression_level=_ZSTANDARD_LEVEL, write_statistics=True
        )
        self._rows: list[Row] = []
        self._characters = 0

    def write(self, row: Row) -> None:
        self._rows.append(row)
        self._characters += len(row["text"] or "")
        if len(self._rows) >= GROUP_ROWS or self._characters >= GROUP_CHARACTERS:
            self._write_group()

    def _write_group(self) -> None:
        if self._rows:
            table = self._arrow.Table.from_pylist(self._rows, schema=self._schema)
            self._rows, self._characters = [], 0
            self._file.write_table(table, row_group_size=GROUP_ROWS)
            del table
            self._arrow.default_memory_pool().release_unused()

    def close(self) -> None:
        self._write_group()
        self._file.close()


class _Packed(Writer):
    """A file packed by gzip, member by member or as a whole, without the time and name that gzip notes."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._file = path.open("wb")
        self._more = more_names(settings.names)

    def close(self) -> None:
        self._file.close()


class _Jsonl(_Packed):
    """Lines as dolma's: id, text, source, created, added, metadata. Only pages with a text."""

    def __init__(self, path: Path, settings: Settings) -> None:
        super().__init__(path, settings)
        self._lines = gzip.GzipFile("", "wb", _GZIP_LEVEL, self._file, mtime=0)

    def write(self, row: Row) -> None:
        if row["status"] != OK:
            return
        known = {"id", "text"}
        record = {
            "id": row["id"],
            "text": row["text"],
            "source": row["dump"] or "web",
            "added": row["date"],
            "created": row["published"] or row["date"],
            "metadata": {
                name: value for name, value in row.items() if name not in known and value is not None
            },
        }
        self._lines.write(json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        self._lines.close()
        super().close()


class _Wet(_Packed):
    """WET: the texts as conversion records of a WARC file, each packed alone. Only pages with a text."""

    def __init__(self, path: Path, settings: Settings) -> None:
        super().__init__(path, settings)
        about = f"Software-Info: mainspan {__version__}\r\nformat: WARC File Format 1.0\r\n".encode()
        self._record(
            [("WARC-Type", "warcinfo"), ("WARC-Record-ID", _identifier(repr(settings.names)))],
            "application/warc-fields",
            about,
        )

    def write(self, row: Row) -> None:
        if row["status"] != OK:
            return
        fields = [
            ("WARC-Type", "conversion"),
            ("WARC-Target-URI", row["url"]),
            ("WARC-Date", row["date"]),
            ("WARC-Record-ID", _identifier(row["id"])),
            ("WARC-Refers-To", row["id"]),
            ("WARC-Identified-Content-Language", row["language"]),
        ]
        self._record(fields, "text/plain", row["text"].encode("utf-8", "replace"))

    def _record(self, fields: list[tuple[str, str | None]], media_type: str, content: bytes) -> None:
        known = [(name, value) for name, value in fields if value]
        known += [("Content-Type", media_type), ("Content-Length", str(len(content)))]
        lines = "".join(f"{name}: {' '.join(str(value).split())}\r\n" for name, value in known)
        head = f"WARC/1.0\r\n{lines}\r\n".encode("utf-8", "replace")
        self._file.write(gzip.compress(head + content + b"\r\n\r\n", _GZIP_LEVEL, mtime=0))


def _identifier(of: str) -> str:
    return f"<urn:uuid:{uuid.uuid5(_NAMESPACE, of)}>"


_WRITERS: Final[dict[str, Any]] = {"parquet": _Parquet, "jsonl": _Jsonl, "wet": _Wet}
