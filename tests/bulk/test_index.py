"""Records by an index: which of them are fetched together, and which are none."""

from __future__ import annotations

import pytest

from mainspan.bulk.index import Entry, _entry, _spans

KILOBYTE, MEGABYTE = 1 << 10, 1 << 20


def spans(*records: tuple[int, int]) -> list[list[int]]:
    """The offsets of the records that are fetched together."""
    entries = [Entry("a.warc.gz", offset, length) for offset, length in records]
    return [[entry.offset for entry in span] for span in _spans(entries)]


@pytest.mark.parametrize(("gap", "requests"), [(256 * KILOBYTE, 1), (256 * KILOBYTE + 1, 2)])
def test_near_records_are_fetched_together(gap: int, requests: int) -> None:
    assert len(spans((0, 100), (100 + gap, 100))) == requests


@pytest.mark.parametrize(("length", "requests"), [(4 * MEGABYTE, 1), (4 * MEGABYTE + 1, 2)])
def test_a_request_has_a_length_that_it_does_not_exceed(length: int, requests: int) -> None:
    assert len(spans((0, 4 * MEGABYTE), (4 * MEGABYTE, length))) == requests


def test_a_record_inside_another_one_does_not_shorten_the_request() -> None:
    assert spans((0, 1000), (10, 10), (1000 + 256 * KILOBYTE, 10)) == [[0, 10, 1000 + 256 * KILOBYTE]]


def test_records_of_several_files_are_fetched_apart() -> None:
    assert len(list(_spans([Entry("a.warc.gz", 0, 10), Entry("b.warc.gz", 10, 10)]))) == 2


@pytest.mark.parametrize(
    ("offset", "length", "is_one"),
    [(0, 1, True), (0, 1 << 30, True), (0, (1 << 30) + 1, False), (0, 0, False), (-1, 1, False)],
)
def test_the_length_of_a_record(offset: int, length: int, is_one: bool) -> None:
    row = {"warc_filename": "a.warc.gz", "warc_record_offset": offset, "warc_record_length": length}
    if is_one:
        assert _entry(row) == Entry("a.warc.gz", offset, length)
    else:
        with pytest.raises(ValueError, match=f"length {length}"):
            _entry(row)
