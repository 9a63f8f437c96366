"""What could not be read of an input: nothing is lost without a word."""

from __future__ import annotations

from typing import Final, NamedTuple

TRUNCATED: Final = "truncated"
CORRUPT: Final = "corrupt"
NOT_WARC: Final = "not_warc"
EMPTY: Final = "empty"
WRONG_LENGTH: Final = "wrong_length"
GONE: Final = "gone"
UNREADABLE: Final = "unreadable"

# Each kind of loss, and what it means.
KINDS: Final = {
    TRUNCATED: "the file ends in the middle of a record",
    CORRUPT: "bytes that cannot be unpacked, or are no record; reading goes on at the next record",
    NOT_WARC: "the file is no WARC file",
    EMPTY: "the file has no bytes",
    WRONG_LENGTH: "a record has another length than it declares; it was read up to the next one",
    GONE: "the file vanished or became shorter during the run",
    UNREADABLE: "the file or its server refuses to be read",
}


class Loss(NamedTuple):
    """Bytes of an input that are no readable record.

    is_record: whether a record is lost. With WRONG_LENGTH it was read nevertheless.
    """

    address: str
    kind: str
    offset: int
    length: int
    detail: str = ""
    is_record: bool = True
