"""A small reader of the WARC format (ISO 28500), for a corpus that is published in it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple

from mainspan.errors import SourceError
from mainspan.evaluation.importers.files import MAX_FILE_BYTES, MAX_PACKED_BYTES, Files

_MAX_LINE_BYTES: Final = 100_000


class WarcRecord(NamedTuple):
    """A record: the fields of its head in lower case, and its content."""

    head: dict[str, str]
    content: bytes


def read_warc(files: Files, name: str) -> Iterator[WarcRecord]:
    """The records of a WARC file, packed or not, one after the other."""
    data = files.read(name, MAX_PACKED_BYTES)
    stream = gzip.GzipFile(fileobj=BytesIO(data)) if data.startswith(b"\x1f\x8b") else BytesIO(data)
    try:
        while line := stream.readline(_MAX_LINE_BYTES):
            if not line.strip():
                continue
            if not line.startswith(b"WARC/"):
                raise SourceError(f"{name}: not a WARC file")
            head = dict(_head(stream))
            size = head.get("content-length", "")
            if not size.isdecimal() or int(size) > MAX_FILE_BYTES:
                raise SourceError(f"{name}: a record has no length, or is too long ({size})")
            yield WarcRecord(head, stream.read(int(size)))
    except (OSError, EOFError) as error:
        raise SourceError(f"{name}: broken ({error})") from None


def _head(stream: gzip.GzipFile | BytesIO) -> Iterator[tuple[str, str]]:
    while (line := stream.readline(_MAX_LINE_BYTES)).strip():
        key, _, value = line.decode("utf-8", "replace").partition(":")
        yield key.strip().lower(), value.strip()
