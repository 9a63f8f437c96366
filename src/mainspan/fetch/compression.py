"""Undo the compression of an answer, never to more than the size limit."""

from __future__ import annotations

import zlib
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from mainspan.errors import SourceError

# no rule: window sizes of zlib, with a frame of gzip or zlib, and without any
_ANY_FRAME: Final = 47
_NO_FRAME: Final = -15

_GZIP: Final = b"\x1f\x8b\x08"
# Parallel packers write blocks of 64 kB: the largest page has fewer. Millions of empty ones would take hours.
_MAX_MEMBERS: Final = 1000
# The most memory that a decoder may use: what RFC 9659 allows on the web.
_ZSTD_WINDOW_BYTES: Final = 1 << 23
_CHUNK: Final = 64 * 1024


class TooLargeError(SourceError):
    """An answer that is larger than the limit when unpacked."""


def offers() -> str:
    """The compressions that can be undone here, for the header Accept-Encoding."""
    more = [name for name, library in (("br", _brotli()), ("zstd", _zstandard())) if library]
    return ", ".join(["gzip", "deflate", *more])


def decompress(body: bytes, encoding: str, name: str, max_bytes: int) -> bytes:
    """The body without its compression, or a SourceError about the page of this name."""
    if encoding in ("", "identity"):
        return body
    if encoding in ("gzip", "x-gzip", "deflate"):
        return _unframe(body, name, max_bytes)
    if encoding == "br" and (library := _brotli()):
        return _bounded(_unpack_brotli, library, body, name, max_bytes)
    if encoding == "zstd" and (library := _zstandard()):
        return _bounded(_unpack_zstd, library, body, name, max_bytes)
    raise SourceError(f"{name}: sent in an encoding that was not asked for ({encoding})")


def gunzip(body: bytes, name: str, max_bytes: int) -> bytes:
    """The body of a gzip file, whatever it was sent as; anything else as it is."""
    return _unframe(body, name, max_bytes) if body.startswith(_GZIP) else body


def _unframe(body: bytes, name: str, max_bytes: int) -> bytes:
    # Servers send deflate with and without its frame.
    for window in (_ANY_FRAME, _NO_FRAME):
        try:
            return _inflate(body, window, max_bytes, name)
        except zlib.error:
            pass
    raise _broken(name)


def _inflate(body: bytes, window: int, max_bytes: int, name: str) -> bytes:
    """Unpack one or several compressed members, one after the other."""
    parts, room, members = [], max_bytes + 1, 1
    stream = zlib.decompressobj(window)
    # Each end of a member copies all unread input, so it gets little at a time.
    for start in range(0, len(body), _CHUNK):
        given = body[start : start + _CHUNK]
        while given and room:
            if stream.eof:
                stream, members = zlib.decompressobj(window), members + 1
            if members > _MAX_MEMBERS:
                raise zlib.error("too many members")
            parts.append(stream.decompress(given, room))
            room -= len(parts[-1])
            given = stream.unused_data
    if not room:
        raise _too_large(name, max_bytes)
    if body and not stream.eof:
        raise zlib.error("cut off")
    return b"".join(parts)


def _bounded(unpack: Any, library: Any, body: bytes, name: str, max_bytes: int) -> bytes:
    """Unpack with a library that may raise whatever it likes on broken input."""
    try:
        data: bytes = unpack(library, body, max_bytes + 1)
    except Exception:
        raise _broken(name) from None
    if len(data) > max_bytes:
        raise _too_large(name, max_bytes)
    return data


def _unpack_brotli(library: Any, body: bytes, room: int) -> bytes:
    stream = library.Decompressor()
    parts, size = [], 0
    # Each call copies all unread input, so it gets little at a time.
    for start in range(0, len(body), _CHUNK):
        given = body[start : start + _CHUNK]
        while size < room and (part := stream.process(given, output_buffer_limit=room - size)):
            parts.append(part)
            size += len(part)
            given = b""
    if size < room and not stream.is_finished():
        raise ValueError("cut off")
    return b"".join(parts)


def _unpack_zstd(library: Any, body: bytes, room: int) -> bytes:
    unpacker = library.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
    data: bytes = unpacker.stream_reader(body, read_across_frames=True).read(room)
    return data


def _brotli() -> Any:
    """The library for brotli, if it is here and can be held to a size."""
    library = import_module("brotli") if find_spec("brotli") else None
    return library if hasattr(getattr(library, "Decompressor", None), "can_accept_more_data") else None


def _zstandard() -> Any:
    return import_module("zstandard") if find_spec("zstandard") else None


def _broken(name: str) -> SourceError:
    return SourceError(f"{name}: the compressed answer is broken")


def _too_large(name: str, max_bytes: int) -> TooLargeError:
    return TooLargeError(f"{name}: larger than {max_bytes:,} bytes when unpacked")
