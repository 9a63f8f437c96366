"""Records of whole and of broken WARC files: each readable one once, each loss reported."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.bulk.framing import Framed, WarcReader
from mainspan.bulk.losses import CORRUPT, EMPTY, NOT_WARC, TRUNCATED, WRONG_LENGTH, Loss
from mainspan.bulk.places import Place
from tests.bulk.archives import http, packed, page, response, write

COUNT = 10
RECORDS = [response(number) for number in range(COUNT)]
MEMBERS = packed(RECORDS)


def read(
    path: Path, start: int = 0, end: int | None = None, max_bytes: int = 1 << 20
) -> tuple[list[Framed], list[Loss], WarcReader]:
    size = path.stat().st_size
    losses: list[Loss] = []
    reader = WarcReader(Place(str(path)), start, size if end is None else end, size, max_bytes, losses.append)
    records = [record for record in reader if end is None or record.offset < end]
    return records, losses, reader


def numbers(records: list[Framed]) -> list[int]:
    """The numbers of the pages."""
    return [int(record.head.split(b"<urn:page:")[1].split(b">")[0]) for record in records]


@pytest.mark.parametrize("members", [RECORDS, MEMBERS, [gzip.compress(b"".join(RECORDS))]])
def test_a_whole_file_is_read_whole(tmp_path: Path, members: list[bytes]) -> None:
    records, losses, _ = read(write(tmp_path / "a.warc", members))
    assert numbers(records) == list(range(COUNT))
    assert not losses
    assert all(record.content == http(page(number)) for number, record in enumerate(records))


@pytest.mark.parametrize(("members", "blank"), [(RECORDS, 0), (MEMBERS, 0)])
def test_offset_and_length_are_where_the_record_is(tmp_path: Path, members: list[bytes], blank: int) -> None:
    path = write(tmp_path / "a.warc", members)
    data = path.read_bytes()
    for framed, member in zip(read(path)[0], members, strict=True):
        assert framed.stored is not None
        assert data[framed.offset : framed.offset + framed.stored] == member


def test_records_that_share_a_member_have_no_length(tmp_path: Path) -> None:
    records, _, _ = read(write(tmp_path / "a.warc", [gzip.compress(b"".join(RECORDS))]))
    assert {(record.offset, record.stored) for record in records} == {(0, None)}


@pytest.mark.parametrize("members", [RECORDS, MEMBERS])
def test_a_file_that_is_cut_off_loses_its_last_record(tmp_path: Path, members: list[bytes]) -> None:
    path = write(tmp_path / "a.warc", [*members[:-1], members[-1][:90]])
    records, losses, _ = read(path)
    assert numbers(records) == list(range(COUNT - 1))
    begin = sum(map(len, members[:-1]))
    assert losses == [Loss(str(path), TRUNCATED, begin, 90)]


def test_a_record_without_the_end_of_its_member_is_read(tmp_path: Path) -> None:
    records, losses, _ = read(write(tmp_path / "a.warc", [*MEMBERS[:-1], MEMBERS[-1][:-4]]))
    assert numbers(records) == list(range(COUNT))
    assert [(loss.kind, loss.is_record) for loss in losses] == [(TRUNCATED, False)]


@pytest.mark.parametrize("at", [60, 200, -3])
def test_a_corrupt_member_is_passed_over(tmp_path: Path, at: int) -> None:
    member = bytearray(MEMBERS[4])
    member[at] ^= 0xFF
    path = write(tmp_path / "a.warc", [*MEMBERS[:4], bytes(member), *MEMBERS[5:]])
    records, losses, _ = read(path)
    assert numbers(records) == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert losses == [Loss(str(path), CORRUPT, sum(map(len, MEMBERS[:4])), len(member))]


def test_what_is_no_record_between_members_is_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path / "a.warc", [*MEMBERS[:4], b"rubbish", gzip.compress(b"no record"), *MEMBERS[4:]])
    records, losses, _ = read(path)
    assert numbers(records) == list(range(COUNT))
    assert [loss.kind for loss in losses] == [CORRUPT]
    assert losses[0].length == 7 + len(gzip.compress(b"no record"))


def test_rubbish_before_the_first_record_is_passed_over(tmp_path: Path) -> None:
    for members in (MEMBERS, RECORDS):
        records, losses, _ = read(write(tmp_path / "a.warc", [b"rubbish\r\n\r\n", *members]))
        assert numbers(records) == list(range(COUNT))
        assert len(losses) == 1


def test_rubbish_between_plain_records_is_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path / "a.warc", [*RECORDS[:4], b"rubbish\r\n\r\n", *RECORDS[4:]])
    records, losses, _ = read(path)
    assert numbers(records) == list(range(COUNT))
    assert [(loss.kind, loss.length) for loss in losses] == [(CORRUPT, 11)]


@pytest.mark.parametrize(
    "data", [b"<html>", b"\x1f\x8b\x08 rubbish", gzip.compress(b"<html>")], ids=["page", "rubbish", "packed"]
)
def test_what_is_no_archive_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path / "a.warc", [data])
    records, losses, _ = read(path)
    assert not records
    assert losses == [Loss(str(path), NOT_WARC, 0, len(data))]


def test_an_empty_file_is_a_loss(tmp_path: Path) -> None:
    assert [loss.kind for loss in read(write(tmp_path / "a.warc", []))[1]] == [EMPTY]


@pytest.mark.parametrize("off", [-30, 30, 100_000, -10_000])
@pytest.mark.parametrize("is_packed", [True, False])
def test_a_wrong_length_costs_no_record(tmp_path: Path, off: int, is_packed: bool) -> None:
    content = http(page(4))
    wrong = [response(4, length=max(0, len(content) + off))]
    members = [*RECORDS[:4], *wrong, *RECORDS[5:]]
    records, losses, _ = read(write(tmp_path / "a.warc", packed(members) if is_packed else members))
    assert numbers(records) == list(range(COUNT))
    assert records[4].content == content
    assert [(loss.kind, loss.is_record) for loss in losses] == [(WRONG_LENGTH, False)]


def test_a_record_without_a_length_is_read(tmp_path: Path) -> None:
    wrong = RECORDS[4].replace(b"Content-Length", b"X-Length")
    for members in ([*RECORDS[:4], wrong, *RECORDS[5:]], packed([*RECORDS[:4], wrong, *RECORDS[5:]])):
        records, losses, _ = read(write(tmp_path / "a.warc", members))
        assert numbers(records) == list(range(COUNT))
        assert [loss.kind for loss in losses] == [WRONG_LENGTH]


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_long_record_is_cut_and_the_next_one_read(tmp_path: Path, is_packed: bool) -> None:
    members = [response(0, http(page(0, words=50_000))), *RECORDS[1:]]
    path = write(tmp_path / "a.warc", packed(members) if is_packed else members)
    records, losses, _ = read(path, max_bytes=1000)
    assert numbers(records) == list(range(COUNT))
    assert [record.is_cut for record in records] == [True] + [False] * (COUNT - 1)
    assert len(records[0].content) == 1000
    assert not losses


@given(st.lists(st.integers(0, sum(map(len, MEMBERS))), max_size=6))
def test_ranges_have_each_record_once(tmp_path_factory: pytest.TempPathFactory, edges: list[int]) -> None:
    path = write(tmp_path_factory.mktemp("ranges") / "a.warc", MEMBERS)
    size = path.stat().st_size
    bounds = sorted({0, size, *edges})
    found = []
    after = 0
    for start, end in pairwise(bounds):
        records, losses, reader = read(path, start, end)
        assert not losses
        assert reader.first == after
        found += numbers(records)
        after = reader.next
    assert found == list(range(COUNT))


def test_a_loss_over_a_border_is_counted_once(tmp_path: Path) -> None:
    begin = sum(map(len, MEMBERS[:4]))
    member = bytearray(MEMBERS[4])
    member[60] ^= 0xFF
    path = write(tmp_path / "a.warc", [*MEMBERS[:4], bytes(member), *MEMBERS[5:]])
    border = begin + 100
    first, second = read(path, 0, border), read(path, border)
    assert numbers(first[0]) + numbers(second[0]) == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert [len(each[1]) for each in (first, second)] == [1, 0]
    assert first[2].next == second[2].first


def test_an_archive_in_an_archive_is_one_record(tmp_path: Path) -> None:
    inner = b"".join(packed([response(100), response(101)]))
    # A level of 0 leaves the inner file as it is, so that a search finds it.
    outer = [gzip.compress(response(number, http(inner)), 0) for number in range(3)]
    path = write(tmp_path / "a.warc", outer)
    assert numbers(read(path)[0]) == [0, 1, 2]
    border = path.read_bytes().index(inner) - 1
    first, second = read(path, 0, border), read(path, border)
    assert first[2].next != second[2].first  # so a run does the second range again


@given(st.binary(max_size=300), st.integers(0, COUNT))
def test_no_bytes_stop_the_reader(tmp_path_factory: pytest.TempPathFactory, rubbish: bytes, at: int) -> None:
    for members in (RECORDS, MEMBERS):
        path = write(tmp_path_factory.mktemp("any") / "a.warc", [*members[:at], rubbish, *members[at:]])
        records, losses, _ = read(path)
        assert set(numbers(records)) >= set(range(COUNT)) - ({at} if rubbish.startswith(b"WARC/") else set())
        assert losses or not rubbish.strip(b"\r\n") or rubbish.startswith((b"WARC/", b"\x1f\x8b\x08"))
