"""The records of a WARC file, packed or not, whole or damaged: each readable one once."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import Final, NamedTuple

from mainspan.bulk.feeds import GZIP, WARC, Chunks, Feed, Member, Plain, find_member
from mainspan.bulk.losses import CORRUPT, EMPTY, NOT_WARC, TRUNCATED, WRONG_LENGTH, Loss
from mainspan.bulk.places import Place

_LENGTH: Final = re.compile(rb"^content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?$", re.I | re.M)
_TYPE: Final = re.compile(rb"^warc-type[ \t]*:", re.I | re.M)
# How the next record of a file begins that is not packed.
_NEXT: Final = b"\r\n\r\n" + WARC
_BEGIN: Final = WARC + b"1."
_END: Final = b"\r\n\r\n"


class Framed(NamedTuple):
    """A record: its head with the blank line, its content, and where it is.

    stored: the bytes that it takes in the file; None if it shares a gzip member with others.
    is_cut: whether its content is longer than the limit, and only its beginning is here.
    """

    head: bytes
    content: bytes
    offset: int
    stored: int | None
    is_cut: bool = False


class WarcReader:
    """The records that begin in a range of a file, and then those after it, as long as they are read.

    lose: called with each loss in the range.

    `first` and `next` are where the first record of the range begins, and the first one after it. The first
    record of a range is found by searching: a range is right if its `first` is the `next` of the one before.
    """

    def __init__(
        self, place: Place, start: int, end: int, size: int, max_bytes: int, lose: Callable[[Loss], None]
    ) -> None:
        self.place = place
        self.start, self.end, self.size = start, end, size
        self.first: int = size
        self.next: int = size
        self._is_after = False
        self._max_bytes = max_bytes
        self._lose_any = lose
        self._chunks = Chunks(place, size)

    def __iter__(self) -> Iterator[Framed]:
        if not self.size:
            self._lose(EMPTY, 0, 0)
            return
        if self.start or self._chunks.starts_with(0, GZIP):
            yield from self._packed()
        elif self._chunks.starts_with(0, WARC):
            self.first = 0
            yield from self._plain()
        else:
            yield from self._search(0, NOT_WARC)

    def _search(self, position: int, kind: str) -> Iterator[Framed]:
        """Read on after what is no record, packed or not."""
        found = find_member(self._chunks, position)
        if found is not None:
            self._lose(kind, position, found - position)
            yield from self._packed(found)
            return
        found = self._chunks.find(_BEGIN, position)
        end = self.size if found is None else found
        self._lose(kind if found is None else CORRUPT, position, end - position)
        if found is not None:
            yield from self._plain(end)

    def _packed(self, begin: int | None = None) -> Iterator[Framed]:
        position = self.start if begin is None else begin
        if self.start:
            position = self._after(position)
        elif begin is None and not Member(self._chunks, 0).starts_with(WARC):
            yield from self._search(0, NOT_WARC if find_member(self._chunks, 1) is None else CORRUPT)
            return
        self.first = position
        while position < self.size:
            self._pass(position)
            if not self._chunks.starts_with(position, GZIP):
                found = self._after(position)
                self._lose(CORRUPT, position, found - position, "no record", is_record=False)
                position = found
                continue
            member = Member(self._chunks, position)
            is_whole = yield from self._in_member(member)
            if member.damage or not is_whole:
                position = self._after(position + 1)
                if not is_whole or member.damage == CORRUPT:
                    self._lose(member.damage or CORRUPT, member.begin, position - member.begin)
                else:
                    self._lose(
                        member.damage, member.begin, position - member.begin, "the end of a record", False
                    )
            else:
                position = member.position

    def _in_member(self, member: Member) -> Generator[Framed, None, bool]:
        """The records of a member; returns whether nothing but its end is lost."""
        held: Framed | None = None
        count = 0
        while True:
            member.skip_blank_lines()
            if not member.fill(1):
                break
            if not member.starts_with(WARC):
                if held is None:
                    return False
                held = self._lengthen(held, member)
                continue
            if held is not None:
                yield held
            held, count = self._frame(member, member.begin), count + 1
            if held is None:
                return False
        if held is None:
            return member.is_over  # nothing but blank lines
        is_alone = count == 1
        if is_alone and member.damage == CORRUPT:
            return False  # its checksum may be what is wrong
        yield held._replace(stored=member.position - member.begin if is_alone and member.is_over else None)
        return True

    def _lengthen(self, held: Framed, member: Member) -> Framed:
        """A record that is longer than it declares: up to the next record, or to the end of the member."""
        room = max(0, self._max_bytes - len(held.content))
        more, is_cut = member.take_until(_NEXT, room)
        self._lose(WRONG_LENGTH, member.begin, len(more), is_record=False)
        return held._replace(content=held.content + more.removesuffix(_END), is_cut=held.is_cut or is_cut)

    def _frame(self, feed: Feed, offset: int) -> Framed | None:
        """The record that comes next; None if it cannot be read."""
        head = feed.take_head()
        if head is None or not _TYPE.search(head):
            return None
        match = _LENGTH.search(head)
        declared = int(match[1]) if match else None
        content = feed.take(self._max_bytes if declared is None else min(declared, self._max_bytes))
        left = (declared or 0) - len(content)
        there = feed.skip(left) if left > 0 else 0
        if feed.damage:
            return None
        if declared is None or there < left:
            # Longer than its member: the member is right, as its checksum is.
            content = content.removesuffix(_END)
            self._lose(WRONG_LENGTH, offset, len(content), is_record=False)
        return Framed(head, content, offset, None, is_cut=left > 0 and there == left)

    def _plain(self, position: int = 0) -> Iterator[Framed]:
        feed = Plain(self._chunks, position)
        while True:
            feed.skip_blank_lines()
            begin = feed.offset
            self._pass(begin)
            if not feed.fill(1):
                return
            if not feed.starts_with(WARC):
                yield from self._search(begin, CORRUPT)
                return
            framed, end = self._frame_plain(feed, begin)
            if framed is not None:
                yield framed._replace(stored=end - begin)
            if feed.offset <= end:
                feed.skip(end - feed.offset)
            else:
                feed = Plain(self._chunks, end)

    def _frame_plain(self, feed: Plain, begin: int) -> tuple[Framed | None, int]:
        """The record that comes next, and where it ends. A wrong length is found by what follows."""
        head = feed.take_head()
        if head is None or not _TYPE.search(head):
            end = self._next_plain(begin + 1)
            self._lose(TRUNCATED if end == self.size else CORRUPT, begin, end - begin)
            return None, end
        inside = begin + len(head)
        match = _LENGTH.search(head)
        declared = int(match[1]) if match else 0
        content = feed.take(min(declared, self._max_bytes))
        skipped = feed.skip(declared - len(content))
        is_right = match is not None and len(content) + skipped == declared
        end = feed.offset
        if is_right and feed.starts_with(_END):
            return Framed(head, content, begin, None, declared > len(content)), end + len(_END)
        if is_right and (not feed.fill(1) or self._is_next(feed)):
            return Framed(head, content, begin, None, declared > len(content)), end
        return self._mend(head, begin, inside)

    def _mend(self, head: bytes, begin: int, inside: int) -> tuple[Framed | None, int]:
        """A record whose length is wrong, by the beginning of the next one; lost if there is none."""
        # The blank line at the end of the head may be the one before the next record.
        marker = self._chunks.find(_NEXT, max(begin, inside - len(_END)))
        if marker is None:
            self._lose(TRUNCATED, begin, self.size - begin)
            return None, self.size
        length = max(0, marker - inside)
        content = Plain(self._chunks, inside).take(min(length, self._max_bytes))
        self._lose(WRONG_LENGTH, begin, length, is_record=False)
        return Framed(head, content, begin, None, length > len(content)), marker + len(_END)

    @staticmethod
    def _is_next(feed: Plain) -> bool:
        """Whether a record follows after fewer blank lines than the standard wants."""
        return any(feed.starts_with(blank + WARC) for blank in (b"", b"\n", b"\n\n", b"\r\n"))

    def _next_plain(self, position: int) -> int:
        marker = self._chunks.find(_NEXT, position)
        return self.size if marker is None else marker + len(_END)

    def _after(self, position: int) -> int:
        """Where the next member begins, or the file ends."""
        found = find_member(self._chunks, position)
        return self.size if found is None else found

    def _pass(self, position: int) -> None:
        """Note the first record after the range."""
        if position >= self.end and not self._is_after:
            self._is_after = True
            self.next = position

    def _lose(self, kind: str, offset: int, length: int, detail: str = "", is_record: bool = True) -> None:
        if not self._is_after:
            self._lose_any(Loss(self.place.address, kind, offset, length, detail, is_record))
