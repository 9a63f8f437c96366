"""WARC files made from packages: their pages again and again, with a change in each copy."""

from __future__ import annotations

import base64
import hashlib
import random
from pathlib import Path
from typing import Final

from zlib_ng import zlib_ng

from mainspan.evaluation.packages import Package

MOST: Final = 1_000_000
_GZIP: Final = 31


def choose(pages: list[bytes], median: int) -> list[bytes]:
    """Pages up to 1 MB, without so many of the smaller or the larger half that the median is about this."""
    pages = sorted((page for page in pages if len(page) <= MOST), key=len)
    chance = random.Random(0)
    while len(pages) > 10 and not 0.98 <= len(pages[len(pages) // 2]) / median <= 1.02:
        half = range(len(pages) // 2)
        is_small = len(pages[len(pages) // 2]) < median
        del pages[chance.choice(half) + (0 if is_small else len(pages) - len(half))]
    return pages


def read_packages(folders: list[str]) -> list[bytes]:
    return [document.read_page() for folder in folders for document in Package.read(folder).documents]


def changed(page: bytes, number: int) -> bytes:
    """A copy like no other."""
    words = random.Random(number).choices(
        ("ferry", "harbour", "evening", "ticket", "island", "weather"), k=12
    )
    paragraph = f"<p>Copy {number}: {' '.join(words)}.</p>".encode()
    at = page.lower().find(b"<body")
    at = page.find(b">", at) + 1 if at >= 0 else 0
    return page[:at] + paragraph + page[at:]


def record(kind: str, number: int, content: bytes, media_type: str, more: str = "") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:{kind}:{number}>\r\n"
        f"WARC-Date: 2026-03-01T12:00:00Z\r\nContent-Type: {media_type}\r\n"
        f"WARC-Target-URI: https://example.org/{number}\r\n{more}Content-Length: {len(content)}\r\n\r\n"
    )
    packer = zlib_ng.compressobj(6, zlib_ng.DEFLATED, _GZIP)
    packed: bytes = packer.compress(head.encode() + content + b"\r\n\r\n") + packer.flush()
    return packed


def payload_digest(body: bytes) -> str:
    return base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode("ascii")


def write_crawl(path: Path, pages: list[bytes], first: int, count: int) -> None:
    """A WARC file with so many pages, numbered from the first on, as Common Crawl writes it."""
    with path.open("wb") as file:
        for number in range(first, first + count):
            body = changed(pages[number % len(pages)], number)
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
            file.write(
                record("request", number, b"GET / HTTP/1.1\r\n\r\n", "application/http; msgtype=request")
            )
            digest = f"WARC-Payload-Digest: sha1:{payload_digest(body)}\r\n"
            file.write(record("response", number, answer, "application/http; msgtype=response", digest))
            about = f"WARC-Concurrent-To: <urn:response:{number}>\r\n"
            file.write(record("metadata", number, b"fetchTimeMs: 120\r\n", "application/warc-fields", about))
