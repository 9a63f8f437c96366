"""The bytes of a file in order, unpacked as they are needed: of one gzip member, or of a whole plain file.

FastWARC stops without a word where a file is damaged. So the members are unpacked here, and each of them ends
well or with a word for its damage.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, Final

from mainspan.bulk.losses import CORRUPT, TRUNCATED
from mainspan.bulk.places import GoneError, Place, is_remote
from mainspan.extras import extra

GZIP: Final = b"\x1f\x8b\x08"
WARC: Final = b"WARC/"
# no rule: buffers
_LOCAL_CHUNK: Final = 1 << 20
_REMOTE_CHUNK: Final = 8 << 20
_GIVEN_BYTES: Final = 64 << 10
_MAX_UNPACKED: Final = 1 << 20
# no rule: the window size of zlib, with a frame of gzip
_GZIP_FRAME: Final = 31
# Where the head of a record or of an HTTP message ends; a head is not longer than this.
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
MAX_HEAD_BYTES: Final = 256 << 10


class Chunks:
    """A file as a window that moves over it."""

    def __init__(self, place: Place, size: int) -> None:
        self.place = place
        self.size = size
        self._length = _REMOTE_CHUNK if is_remote(place.address) else _LOCAL_CHUNK
        self._start, self._data = 0, b""

    def at(self, position: int) -> memoryview:
        """Some bytes from this position on; none only at the end of the file."""
        if not self._start <= position < self._start + len(self._data):
            self._data = self.place.read(position, min(self._length, self.size - position))
            self._start = position
            if not self._data and position < self.size:
                raise GoneError(f"{self.place.address}: became shorter than it was")
        return memoryview(self._data)[position - self._start :]

    def starts_with(self, position: int, beginning: bytes) -> bool:
        """Whether these bytes are at this position."""
        given = bytes(self.at(position)[: len(beginning)])
        if len(given) < len(beginning) and position + len(given) < self.size:
            given += bytes(self.at(position + len(given))[: len(beginning) - len(given)])
        return given == beginning

    def find(self, wanted: bytes, position: int) -> int | None:
        """Where these bytes are next."""
        overlap = len(wanted) - 1
        before = b""
        while view := self.at(position):
            data = before + bytes(view)
            if (found := data.find(wanted)) >= 0:
                return position - len(before) + found
            before = data[-overlap:]
            position += len(view)
        return None


def find_member(chunks: Chunks, position: int) -> int | None:
    """Where the next gzip member begins that holds a WARC record."""
    while (found := chunks.find(GZIP, position)) is not None:
        if Member(chunks, found).starts_with(WARC):
            return found
        position = found + 1
    return None


class Feed(ABC):
    """Bytes in order. `damage` is a kind of loss once no more can be read although there should be more."""

    def __init__(self) -> None:
        self.damage = ""
        self.is_over = False
        self._buffer = bytearray()
        self._at = 0

    @abstractmethod
    def _more(self) -> None:
        """Add to the buffer, or set `is_over` or `damage`."""

    @property
    def ready(self) -> int:
        """The bytes that are in the buffer."""
        return len(self._buffer) - self._at

    def fill(self, count: int) -> bool:
        """Whether there are so many bytes."""
        while self.ready < count:
            if self.is_over or self.damage:
                return False
            self._more()
        return True

    def starts_with(self, beginning: bytes) -> bool:
        """Whether these bytes come next."""
        self.fill(len(beginning))
        return self._buffer.startswith(beginning, self._at)

    def take(self, count: int) -> bytes:
        """These bytes, or as many as there are."""
        self.fill(count)
        data = bytes(memoryview(self._buffer)[self._at : self._at + count])
        self._at += len(data)
        self._forget()
        return data

    def skip(self, count: int) -> int:
        """Go on by so many bytes; returns how many there were."""
        left = count
        while left and self.fill(1):
            step = min(left, self.ready)
            self._at += step
            left -= step
            self._forget()
        return count - left

    def take_head(self) -> bytes | None:
        """Everything up to the next blank line and this line; None if there is none."""
        searched = 0
        while True:
            if match := _HEAD_END.search(self._buffer, self._at + searched):
                return self.take(match.end() - self._at)
            searched = max(0, self.ready - 3)
            if self.ready >= MAX_HEAD_BYTES or not self.fill(self.ready + 1):
                return None

    def take_until(self, marker: bytes, most: int) -> tuple[bytes, bool]:
        """Everything before a marker, or to the end: its first bytes, and whether there were more."""
        kept, is_cut = bytearray(), False
        while self.fill(len(marker)):
            found = self._buffer.find(marker, self._at)
            step = found - self._at if found >= 0 else self.ready - len(marker) + 1
            data = self.take(step)
            kept += data[: most - len(kept)]
            is_cut = is_cut or len(kept) == most < len(kept) + len(data)
            if found >= 0:
                return bytes(kept), is_cut
        kept += self.take(self.ready)[: most - len(kept)]
        return bytes(kept), is_cut

    def skip_blank_lines(self) -> None:
        """Go on after the empty lines between two records."""
        while self.fill(1) and self._buffer[self._at] in b"\r\n":
            self._at += 1
        self._forget()

    def _forget(self) -> None:
        """Drop what was read."""
        if self._at == len(self._buffer):
            self._buffer.clear()
            self._at = 0
        elif self._at > _MAX_UNPACKED:
            del self._buffer[: self._at]
            self._at = 0


class Member(Feed):
    """One gzip member, from its first byte on. `position` is where it ends, once it is over."""

    def __init__(self, chunks: Chunks, begin: int) -> None:
        super().__init__()
        with extra("bulk", "bulk runs"):
            from zlib_ng import zlib_ng
        self.begin = self.position = begin
        self._chunks = chunks
        self._errors: Any = zlib_ng.error
        self._unpacker: Any = zlib_ng.decompressobj(_GZIP_FRAME)

    def _more(self) -> None:
        given = self._unpacker.unconsumed_tail
        if not given:
            given = self._chunks.at(self.position)[:_GIVEN_BYTES]
            if not given:
                self.damage = TRUNCATED
                return
            self.position += len(given)
        try:
            self._buffer += self._unpacker.decompress(given, _MAX_UNPACKED)
        except self._errors:
            self.damage = CORRUPT
            return
        if self._unpacker.eof:
            self.position -= len(self._unpacker.unused_data)
            self.is_over = True


class Plain(Feed):
    """A file that is not packed, from this position on."""

    def __init__(self, chunks: Chunks, position: int = 0) -> None:
        super().__init__()
        self._chunks = chunks
        self._position = position

    @property
    def offset(self) -> int:
        """Where the next byte is in the file."""
        return self._position - self.ready

    def _more(self) -> None:
        given = self._chunks.at(self._position)[:_GIVEN_BYTES]
        self._buffer += given
        self._position += len(given)
        self.is_over = not given
