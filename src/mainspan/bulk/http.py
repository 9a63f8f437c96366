"""HTTP messages as crawlers store them: their heads, and their bodies without chunks and compression."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mainspan.bulk.feeds import MAX_HEAD_BYTES
from mainspan.errors import SourceError
from mainspan.extras import extra
from mainspan.fetch.compression import TooLargeError, decompress

_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_NEWLINE: Final = re.compile(rb"\r?\n")
_CHUNK_SIZE: Final = re.compile(rb"[ \t]*([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r\n]{0,4096})?\r?\n")
_KNOWN: Final = frozenset(["gzip", "x-gzip", "deflate", "br", "zstd"])
_HTTP: Final = b"HTTP/"
# A head that makes FastWARC take the rest for an HTTP message.
_ENVELOPE: Final = (
    b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n"
)


class Message(NamedTuple):
    """An HTTP answer: status and headers, in lower case, and its body as it was stored."""

    status: int | None
    headers: dict[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The type that the server named, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Body(NamedTuple):
    """A body without chunks and compression. `problem`: why it may not be whole; empty if it is."""

    data: bytes
    problem: str = ""


def read_message(content: bytes) -> Message:
    """An HTTP message. What does not begin like one is a body without headers."""
    if not content.startswith(_HTTP):
        return Message(None, {}, content)
    match = _HEAD_END.search(content, 0, MAX_HEAD_BYTES)
    if match is None:
        head, body = content[:MAX_HEAD_BYTES], b""
    else:
        head, body = content[: match.start()], content[match.end() :]
    status, headers = _read_head(head)
    return Message(status, headers, body)


def _read_head(head: bytes) -> tuple[int | None, dict[str, str]]:
    with extra("bulk", "bulk runs"):
        from fastwarc.warc import WarcRecord
    lines = _NEWLINE.sub(b"\r\n", head) + b"\r\n\r\n"
    try:
        record = WarcRecord.from_bytes(_ENVELOPE % len(lines) + lines)
        record.parse_http()
        found = record.http_headers
        # Of several headers of one name the first one counts.
        headers = {name.lower(): value for name, value in reversed(list(found))}
        return found.status_code, headers
    except (OSError, ValueError):
        return None, {}


def open_body(message: Message, max_bytes: int) -> Body:
    """The body as the server meant it. Where a header is wrong, the bytes as they are."""
    data, problem = message.body, ""
    # Crawlers that undo the chunks often leave the header: then the body does not begin with a chunk.
    if "chunked" in message.headers.get("transfer-encoding", "").lower():
        data, problem = _dechunk(data)
    encodings = [each.strip().lower() for each in message.headers.get("content-encoding", "").split(",")]
    for encoding in reversed([each for each in encodings if each not in ("", "identity")]):
        if encoding not in _KNOWN:
            return Body(data, problem)
        try:
            data = decompress(data, encoding, "the body", max_bytes)
        except TooLargeError:
            return Body(b"", f"more than {max_bytes} bytes when unpacked")
        except SourceError:
            # The header lied, or the body is cut off: what can be read of it is in the bytes as they are.
            return Body(data, problem)
    return Body(data, problem)


def _dechunk(data: bytes) -> tuple[bytes, str]:
    """Undo the chunks of a body; the body as it is if it has none."""
    parts: list[bytes] = []
    position = 0
    while match := _CHUNK_SIZE.match(data, position):
        size = int(match[1], 16)
        if not size:
            return b"".join(parts), ""
        part = data[match.end() : match.end() + size]
        parts.append(part)
        position = match.end() + size
        if len(part) < size:
            return b"".join(parts), "cut off in a chunk"
        # The line break after a chunk.
        position += 2 if data.startswith(b"\r\n", position) else data.startswith(b"\n", position)
    if not parts:
        return data, ""
    return b"".join(parts), "" if position >= len(data) else "a broken chunk"
