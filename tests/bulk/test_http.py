"""HTTP messages: heads, chunks and compression, also where the headers lie."""

from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
import zstandard

from mainspan.bulk.http import open_body, read_message
from tests.bulk.archives import http

TEXT = b"<p>" + b"some text " * 200
MOST = 1 << 20


def chunked(data: bytes, size: int = 700) -> bytes:
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x;name=value\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_head_is_read() -> None:
    message = read_message(
        http(b"body", "Content-Type: text/HTML; charset=x", "A: 1", "A: 2", status="404 Gone")
    )
    assert (message.status, message.media_type, message.body) == (404, "text/html", b"body")
    assert message.headers["a"] == "1"


def test_a_head_with_bare_newlines_is_read() -> None:
    message = read_message(b"HTTP/1.0 200 OK\nContent-Type: text/html\n\nbody\r\n\r\nmore")
    assert (message.status, message.media_type, message.body) == (200, "text/html", b"body\r\n\r\nmore")


def test_what_is_no_message_is_a_body() -> None:
    assert read_message(b"<p>page").body == b"<p>page"


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", brotli.compress),
        ("zstd", zstandard.ZstdCompressor().compress),
        ("", bytes),
        ("unknown", bytes),
    ],
)
@pytest.mark.parametrize("is_chunked", [True, False])
def test_a_body_is_opened(name: str, pack: object, is_chunked: bool) -> None:
    data = pack(TEXT)  # type: ignore[operator]
    headers = [f"Content-Encoding: {name}"] + (["Transfer-Encoding: chunked"] if is_chunked else [])
    body = open_body(read_message(http(chunked(data) if is_chunked else data, *headers)), MOST)
    assert body == (TEXT, "")


@pytest.mark.parametrize(
    "header", ["Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked"]
)
def test_a_header_that_lies_leaves_the_bytes(header: str) -> None:
    assert open_body(read_message(http(TEXT, header)), MOST) == (TEXT, "")


def test_a_body_that_grows_beyond_the_limit_is_refused() -> None:
    body = open_body(read_message(http(gzip.compress(bytes(2000)), "Content-Encoding: gzip")), 1000)
    assert (body.data, body.problem) == (b"", "more than 1000 bytes when unpacked")


def test_a_body_that_is_cut_off_in_a_chunk_is_read_so_far() -> None:
    body = open_body(read_message(http(chunked(TEXT)[:1000], "Transfer-Encoding: chunked")), MOST)
    assert TEXT.startswith(body.data)
    assert len(body.data) > 900
    assert body.problem == "cut off in a chunk"
