"""WARC files for tests, as crawlers write them: whole, and broken on purpose."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from mainspan.bulk.settings import Settings
from mainspan.bulk.shard_run import run_shard
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store

DATE = "2026-03-01T12:00:00Z"


def page(number: int, words: int = 60) -> bytes:
    """A page with a text of its own."""
    text = " ".join(f"word{number}x{each}" for each in range(words))
    return (
        f"<html><title>Page {number}</title><body><h1>Page {number}</h1><p>{text}.</p></body></html>".encode()
    )


def http(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    """An answer of a server."""
    lines = "".join(f"{header}\r\n" for header in headers or ("Content-Type: text/html",))
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


def record(kind: str, name: str, content: bytes, *fields: str, length: int | None = None) -> bytes:
    """A record. `length`: what it declares, if that is wrong."""
    lines = "".join(f"{field}\r\n" for field in fields)
    size = len(content) if length is None else length
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:{name}>\r\nWARC-Date: {DATE}\r\n"
        f"Content-Length: {size}\r\n{lines}\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def response(number: int, content: bytes | None = None, *fields: str, length: int | None = None) -> bytes:
    """The record of an answer."""
    return record(
        "response",
        f"page:{number}",
        http(page(number)) if content is None else content,
        "Content-Type: application/http; msgtype=response",
        f"WARC-Target-URI: https://example.org/{number}",
        *fields,
        length=length,
    )


def about(number: int, content: bytes) -> bytes:
    """The metadata record that follows an answer."""
    return record("metadata", f"about:{number}", content, f"WARC-Concurrent-To: <urn:page:{number}>")


def packed(records: Iterable[bytes]) -> list[bytes]:
    """Each record packed alone."""
    return [gzip.compress(each, 6, mtime=0) for each in records]


def write(path: Path, members: Iterable[bytes]) -> Path:
    """A file of these bytes."""
    path.write_bytes(b"".join(members))
    return path


def crawl(path: Path, count: int) -> Path:
    """A packed WARC file with so many pages, each with its request and metadata, as Common Crawl's."""
    records = [record("warcinfo", "info", b"isPartOf: CC-MAIN-2026-10\r\n")]
    for number in range(count):
        records.append(record("request", f"request:{number}", b"GET / HTTP/1.1\r\n\r\n"))
        records += [response(number), about(number, b"charset-detected: UTF-8\r\n")]
    return write(path, packed(records))


def run_all(
    inputs: Iterable[Path | str], output: Path, **settings: Any
) -> tuple[list[dict[str, Any]], list[Any]]:
    """Run all shards of these inputs in this process, one by one. Returns all rows, and all entries."""
    made = Settings(**settings)
    store = Store(str(output))
    entries = [run_shard(shard, made, store) for shard in plan(map(str, inputs), made)]
    return rows_of(output), entries


def rows_of(output: Path) -> list[dict[str, Any]]:
    """The rows of all parts, in order."""
    parts = sorted((output / "parts").glob("*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def digests(output: Path) -> dict[str, bytes]:
    """The bytes of all parts."""
    return {part.name: part.read_bytes() for part in sorted((output / "parts").iterdir())}
