"""Compressed answers, also by optional libraries, and gzip files sent as any type."""

from __future__ import annotations

import gzip
from importlib import import_module
from random import Random
from typing import Any

import pytest

from mainspan.errors import SourceError
from mainspan.fetch import compression
from mainspan.fetch.compression import decompress, gunzip, offers

BODY = bytes(range(256)) * 2000
# Data that cannot be compressed.
NOISE = Random(1).randbytes(100_000)


def pack(encoding: str, body: bytes) -> bytes:
    """The body in this compression; the test is skipped where no library knows it."""
    if encoding not in offers():
        pytest.skip(f"no library for {encoding} is installed")
    library: Any = import_module("brotli" if encoding == "br" else "zstandard")
    packed: bytes = library.compress(body)
    return packed


@pytest.mark.parametrize("encoding", ["br", "zstd"])
def test_body_is_unpacked_up_to_the_limit_and_refused_beyond(encoding: str) -> None:
    packed = pack(encoding, BODY)
    assert decompress(packed, encoding, "x", len(BODY)) == BODY
    with pytest.raises(SourceError, match=r"^x: larger than 511,999 bytes when unpacked$"):
        decompress(packed, encoding, "x", len(BODY) - 1)


@pytest.mark.parametrize("encoding", ["br", "zstd"])
def test_small_body_cannot_fill_the_memory(encoding: str) -> None:
    packed = pack(encoding, bytes(10_000_000))
    with pytest.raises(SourceError, match="larger than 1,000 bytes"):
        decompress(packed, encoding, "x", 1000)


@pytest.mark.parametrize("encoding", ["br", "zstd"])
def test_corrupt_data_is_refused(encoding: str) -> None:
    pack(encoding, BODY)
    with pytest.raises(SourceError, match=r"^x: the compressed answer is broken$"):
        decompress(b"<p>no compression at all</p>", encoding, "x", 1000)


def test_truncated_brotli_is_refused() -> None:
    with pytest.raises(SourceError, match="broken"):
        decompress(pack("br", BODY)[:-5], "br", "x", 10**6)


def test_without_libraries_only_encodings_of_python_are_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "find_spec", lambda name: None)
    assert offers() == "gzip, deflate"
    with pytest.raises(SourceError, match=r"not asked for \(br\)"):
        decompress(b"", "br", "x", 1000)


def test_gzip_file_is_unpacked_and_others_stay_as_they_are() -> None:
    assert gunzip(gzip.compress(BODY), "x", len(BODY)) == BODY
    assert gunzip(BODY, "x", 1) == BODY


def test_broken_gzip_file_is_refused() -> None:
    with pytest.raises(SourceError, match=r"^x: the compressed answer is broken$"):
        gunzip(gzip.compress(BODY)[:-9], "x", 10**6)


def test_number_of_members_is_limited() -> None:
    member = gzip.compress(b"x")
    assert decompress(member * 1000, "gzip", "x", 10**6) == b"x" * 1000
    with pytest.raises(SourceError, match=r"^x: the compressed answer is broken$"):
        decompress(member * 1001, "gzip", "x", 10**6)


def test_members_longer_than_one_chunk_are_joined() -> None:
    assert decompress(gzip.compress(NOISE) * 3, "gzip", "x", 10**6) == NOISE * 3


def test_zstd_window_is_limited() -> None:
    pack("zstd", b"")
    library: Any = import_module("zstandard")
    for size, is_allowed in ((23, True), (24, False)):
        parameters = library.ZstdCompressionParameters(window_log=size)
        packer = library.ZstdCompressor(compression_params=parameters).compressobj()
        packed = packer.compress(bytes(100)) + packer.flush()
        if is_allowed:
            assert decompress(packed, "zstd", "x", 1000) == bytes(100)
        else:
            with pytest.raises(SourceError, match="broken"):
                decompress(packed, "zstd", "x", 1000)
