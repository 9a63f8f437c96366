"""The containers beside Parquet: dolma's JSON Lines, and WET, both without the rows that have no text."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from mainspan.bulk.parts import Parts
from mainspan.bulk.settings import Settings
from mainspan.bulk.store import Store
from tests.bulk.archives import DATE, digests, http, packed, page, record, response, run_all, write

ALL = ("parquet", "jsonl", "wet")


def archive(folder: Path) -> Path:
    """Three pages with a text, a document between them, and a page with letters of all sizes."""
    text = "Příliš žluťoučký kůň — 𝄞. " * 9
    odd = http(f"<title>Kůň</title><p>{text}</p>".encode(), "Content-Type: text/html; charset=utf-8")
    document = http(b"%PDF-1.4", "Content-Type: application/pdf")
    about = record("warcinfo", "info", b"isPartOf: CC-MAIN-2026-10\r\n")
    records = [about, response(0), response(1, document), response(2, odd), response(3)]
    return write(folder / "a.warc.gz", packed(records))


def test_json_lines_have_dolmas_names(tmp_path: Path) -> None:
    rows, (entry,) = run_all([archive(tmp_path)], tmp_path / "out", containers=ALL)
    (path,) = (tmp_path / "out" / "parts").glob("*.jsonl.gz")
    found = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    kept = [row for row in rows if row["status"] == "ok"]
    assert [(each["id"], each["text"]) for each in found] == [(row["id"], row["text"]) for row in kept]
    assert [each["id"] for each in found] == [f"<urn:page:{number}>" for number in (0, 2, 3)]
    first = found[0]
    assert list(first) == ["id", "text", "source", "added", "created", "metadata"]
    assert (first["source"], first["added"], first["created"]) == ("CC-MAIN-2026-10", DATE, DATE)
    assert {name: kept[0][name] for name in first["metadata"]} == pytest.approx(first["metadata"])
    assert set(kept[0]) - set(first["metadata"]) >= {"id", "text", "reason"}
    assert sorted(part["name"] for part in entry["parts"]) == [
        f"parts/{name}" for name in digests(tmp_path / "out")
    ]


def test_wet_files_are_read_by_others(tmp_path: Path) -> None:
    rows, _ = run_all([archive(tmp_path)], tmp_path / "out", containers=ALL)
    (path,) = (tmp_path / "out" / "parts").glob("*.warc.wet.gz")
    with path.open("rb") as file:
        records = [
            (each.record_type, dict(each.headers), each.reader.read().decode())
            for each in ArchiveIterator(file)
        ]
    assert records[0][0] == WarcRecordType.warcinfo
    assert "Software-Info: mainspan" in records[0][2]
    kept = [row for row in rows if row["status"] == "ok"]
    assert [(kind, text) for kind, _, text in records[1:]] == [
        (WarcRecordType.conversion, row["text"]) for row in kept
    ]
    names = ("WARC-Target-URI", "WARC-Date", "WARC-Refers-To", "Content-Type")
    assert [records[2][1][name] for name in names] == [
        "https://example.org/2",
        DATE,
        "<urn:page:2>",
        "text/plain",
    ]
    assert len({each[1]["WARC-Record-ID"] for each in records}) == 4


def test_each_container_is_the_same_each_time(tmp_path: Path) -> None:
    path = archive(tmp_path)
    for name in ("one", "two"):
        run_all([path], tmp_path / name, containers=ALL)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    assert len(digests(tmp_path / "one")) == len(ALL)


def test_a_page_without_an_address_or_a_date_is_written(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "0.html").write_bytes(page(0))
    run_all([tmp_path / "pages"], tmp_path / "out", containers=ALL)
    (path,) = (tmp_path / "out" / "parts").glob("*.wet.gz")
    with path.open("rb") as file:
        assert len(list(ArchiveIterator(file))) == 2


@pytest.mark.parametrize(
    ("rows", "length", "groups"),
    [
        (8_192, 1, [8_192]),
        (8_193, 1, [8_192, 1]),
        (4, 4 << 20, [4]),
        (5, 4 << 20, [4, 1]),
    ],
)
def test_row_groups_end_after_so_many_rows_or_characters(
    rows: int, length: int, groups: list[int], tmp_path: Path
) -> None:
    row = {"text": "x" * length}
    with Parts(Store(str(tmp_path)), "a", Settings()) as parts:
        for _ in range(rows):
            parts.write(row)
    found = pq.read_metadata(tmp_path / "parts" / "a.parquet")
    assert [found.row_group(number).num_rows for number in range(found.num_row_groups)] == groups
