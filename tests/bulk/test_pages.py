"""Pages of archives, indexes, tables and folders to rows: hints, digests, losses, filters."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mainspan.bulk.filters import Filters
from mainspan.errors import ParameterError, SourceError
from tests.bulk.archives import about, crawl, http, packed, page, record, response, run_all, write

PROSE = "The ferry leaves the harbour every morning at nine and comes back late in the evening. " * 6
GERMAN = (
    "Wir haben gestern einen langen Spaziergang durch den Wald gemacht und dabei viele Pilze gefunden, "
    "die wir am Abend in der Küche zubereitet haben. Danach saßen wir noch lange zusammen und erzählten. "
) * 2


def html(text: str, encoding: str = "utf-8") -> bytes:
    return f"<title>A title</title><h1>A title</h1><p>{text}</p>".encode(encoding)


def one(tmp_path: Path, *records: bytes, **settings: Any) -> dict[str, Any]:
    path = write(tmp_path / "a.warc.gz", packed(records))
    rows, _ = run_all([path], tmp_path / "out", **settings)
    assert len(rows) == 1
    return rows[0]


def test_the_crawlers_charset_counts_where_the_page_declares_none(tmp_path: Path) -> None:
    content = http(html("Příliš žluťoučký kůň úpěl ďábelské ódy. " * 9, "iso-8859-2"))
    row = one(tmp_path, response(0, content), about(0, b"charset-detected: ISO-8859-2\r\n"))
    assert (row["content_charset"], row["charset_source"]) == ("iso-8859-2", "crawl")
    assert "žluťoučký" in row["text"]


def test_the_crawlers_language_decides_where_the_text_is_doubtful(tmp_path: Path) -> None:
    names = (
        "Olsen, Hansen, Larsen, Jensen, Nilsen, Berg, Haugen, Moen, Dahl, Lund, Bakken, Lie, Solberg. " * 3
    )
    hint = {"reliable": True, "languages": [{"code": "no", "text-covered": 0.9}]}
    line = b"languages-cld2: " + json.dumps(hint).encode() + b"\r\n"
    without = one(tmp_path, response(0, http(html(names))), methods=("plain",))
    (tmp_path / "b").mkdir()
    row = one(tmp_path / "b", response(0, http(html(names))), about(0, line), methods=("plain",))
    assert row["language"] == "no" != without["language"]


def test_metadata_of_another_page_is_not_taken(tmp_path: Path) -> None:
    content = http(html("Příliš žluťoučký kůň úpěl ďábelské ódy. " * 9, "iso-8859-2"))
    row = one(tmp_path, response(0, content), about(7, b"charset-detected: KOI8-R\r\n"))
    assert row["charset_source"] != "crawl"


def test_all_that_is_known_is_in_the_row(tmp_path: Path) -> None:
    body = html(PROSE)
    path = tmp_path / "crawl-data" / "CC-MAIN-2026-10" / "x.warc.gz"
    path.parent.mkdir(parents=True)
    members = packed([record("warcinfo", "i", b""), response(0, http(body), "WARC-Truncated: length")])
    rows, _ = run_all([write(path, members)], tmp_path / "out")
    row = rows[0]
    expected = {
        "id": "<urn:page:0>",
        "url": "https://example.org/0",
        "date": "2026-03-01T12:00:00Z",
        "dump": "CC-MAIN-2026-10",
        "warc_filename": "crawl-data/CC-MAIN-2026-10/x.warc.gz",
        "warc_record_offset": len(members[0]),
        "warc_record_length": len(members[1]),
        "fetch_status": 200,
        "content_mime_type": "text/html",
        "content_truncated": "length",
        "content_digest": base64.b32encode(hashlib.sha1(body).digest()).decode(),
        "title": "A title",
        "language": "en",
        "method": "mainspan",
        "status": "ok",
        "reason": None,
    }
    assert {name: row[name] for name in expected} == expected
    assert row["n_words"] <= row["n_words_page"]
    assert 0 <= row["link_share"] <= 1
    assert 0 < row["language_score"] <= 1


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (http(b"%PDF-1.4", "Content-Type: text/html"), "no_page", "format"),
        (http(b"GIF89a", "Content-Type: image/gif"), "no_page", "type"),
        (http(b"", "Content-Type: text/html"), "empty", "nothing"),
        (b"no message", "error", "fetch"),
        (http(gzip.compress(bytes(1 << 21), mtime=0), "Content-Encoding: gzip"), "error", "body"),
    ],
)
def test_each_record_is_a_row_whatever_it_holds(
    tmp_path: Path, content: bytes, status: str, reason: str
) -> None:
    row = one(tmp_path, response(0, content), max_bytes=1 << 20)
    assert (row["status"], row["reason"].partition(":")[0]) == (status, reason)


def index_of(path: Path) -> list[dict[str, Any]]:
    """The index of a crawl, from its rows."""
    rows, _ = run_all([path], path.parent / "rows")
    names = ("warc_filename", "warc_record_offset", "warc_record_length", "content_digest", "url")
    return [{name: row[name] for name in names} for row in rows]


@pytest.mark.parametrize("kind", ["parquet", "csv", "cdxj"])
def test_an_index_gives_the_rows_of_its_records(tmp_path: Path, kind: str) -> None:
    entries = index_of(crawl(tmp_path / "a.warc.gz", 12))[2:9]
    path = tmp_path / f"index.{kind}"
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(entries), path)
    elif kind == "csv":
        lines = [",".join(entries[0]), *(",".join(map(str, entry.values())) for entry in entries)]
        path.write_text("\n".join(lines) + "\n")
    else:
        named = [
            {
                "url": each["url"],
                "filename": each["warc_filename"],
                "offset": str(each["warc_record_offset"]),
                "length": str(each["warc_record_length"]),
                "digest": each["content_digest"],
            }
            for each in entries
        ]
        path.write_text("".join(f"org,example)/ 20260301 {json.dumps(each)}\n" for each in named))
    rows, _ = run_all([path], tmp_path / "out")
    assert [row["url"] for row in rows] == [f"https://example.org/{number}" for number in range(2, 9)]
    assert {row["status"] for row in rows} == {"ok"}


def test_what_an_index_names_and_is_not_there_is_a_row(tmp_path: Path) -> None:
    entries = index_of(crawl(tmp_path / "a.warc.gz", 5))
    entries[1]["content_digest"] = "A" * 32
    entries[2]["warc_record_offset"] += 3
    entries[3]["warc_filename"] = str(tmp_path / "gone.warc.gz")
    entries[4]["warc_record_length"] += 10_000
    pq.write_table(pa.Table.from_pylist(entries), tmp_path / "index.parquet")
    rows, _ = run_all([tmp_path / "index.parquet"], tmp_path / "out")
    assert len(rows) == 5
    reasons = {row["url"]: (row["reason"] or "ok").partition(":")[0] for row in rows}
    names = [reasons[f"https://example.org/{number}"] for number in range(5)]
    assert names == ["ok", "digest", "not_warc", "gone", "truncated"]


def test_near_records_are_fetched_in_one_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mainspan.bulk.places import Place

    path = crawl(tmp_path / "a.warc.gz", 12)
    pq.write_table(pa.Table.from_pylist(index_of(path)), tmp_path / "index.parquet")
    reads: list[int] = []
    read = Place.read

    def counted(place: Place, start: int, length: int) -> bytes:
        if place.address == str(path):
            reads.append(length)
        return read(place, start, length)

    monkeypatch.setattr(Place, "read", counted)
    rows, _ = run_all([tmp_path / "index.parquet"], tmp_path / "out")
    assert (len(rows), len(reads)) == (12, 1)


@pytest.mark.parametrize("kind", ["parquet", "jsonl", "jsonl.gz"])
def test_tables_of_pages_are_read(tmp_path: Path, kind: str) -> None:
    pages = [{"url": f"https://example.org/{n}", "html": page(n).decode()} for n in range(7)]
    path = tmp_path / f"pages.{kind}"
    lines = "".join(json.dumps(each) + "\n" for each in pages).encode()
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(pages), path, row_group_size=2)
    else:
        path.write_bytes(gzip.compress(lines) if kind.endswith("gz") else lines)
    rows, entries = run_all([path], tmp_path / "out", shard_bytes=700)
    assert [row["url"] for row in rows] == [each["url"] for each in pages]
    assert {row["status"] for row in rows} == {"ok"}
    assert len(entries) > 1 or kind.endswith("gz")


def test_a_table_without_pages_says_which_columns_it_has(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    _, (entry,) = run_all([tmp_path / "a.parquet"], tmp_path / "out")
    assert "no column with pages" in entry["losses"][0]["detail"]


def test_a_line_that_is_broken_is_a_loss(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"html": "<p>One two three.</p>"}\n{broken\n{"html": "<p>Four.</p>"}\n'
    )
    rows, (entry,) = run_all([tmp_path / "a.jsonl"], tmp_path / "out")
    assert len(rows) == 2
    assert entry["lost"] == {"corrupt": 1}


def test_a_folder_of_pages_is_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mainspan.bulk.shards.FOLDER_FILES", 3)
    (tmp_path / "pages").mkdir()
    for number in range(7):
        (tmp_path / "pages" / f"{number}.html").write_bytes(page(number))
    rows, entries = run_all([tmp_path / "pages"], tmp_path / "out")
    assert [Path(row["id"]).name for row in rows] == [f"{number}.html" for number in range(7)]
    assert len(entries) == 2


def test_a_folder_without_anything_to_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no WARC files, tables or pages"):
        run_all([tmp_path], tmp_path / "out")


@pytest.mark.parametrize(
    ("filters", "reason"),
    [
        ({"languages": ("de",)}, "language"),
        ({"min_language_score": 0.999}, "language"),
        ({"mime_types": ("text/plain",)}, "mime_type"),
        ({"fetch_statuses": (404,)}, "fetch_status"),
        ({"min_words": 5000}, "length"),
        ({"max_words": 5}, "length"),
        ({"min_confidence": 1.0}, "confidence"),
        ({"page_types": ("forum",)}, "page_type"),
    ],
)
def test_a_filter_drops_with_its_name(tmp_path: Path, filters: dict[str, Any], reason: str) -> None:
    path = write(tmp_path / "a.warc.gz", packed([response(0, http(html(PROSE)))]))
    rows, (entry,) = run_all([path], tmp_path / "out", filters=Filters(**filters), keep_dropped=True)
    assert [(row["status"], row["reason"]) for row in rows] == [("dropped", reason)]
    assert entry["tally"]["reason"] == {f"dropped: {reason}": 1}


def test_what_is_dropped_is_counted_and_not_written(tmp_path: Path) -> None:
    path = write(tmp_path / "a.warc.gz", packed([response(0, http(html(PROSE)))]))
    rows, (entry,) = run_all([path], tmp_path / "out", filters=Filters(min_words=5000))
    assert not rows
    assert entry["tally"]["reason"] == {"dropped: length": 1}


def test_filters_keep_what_they_name(tmp_path: Path) -> None:
    records = [response(0, http(html(PROSE))), response(1, http(html(GERMAN)))]
    path = write(tmp_path / "a.warc.gz", packed(records))
    rows, _ = run_all([path], tmp_path / "out", filters=Filters(languages=("de",), mime_types=("text/*",)))
    assert [row["language"] for row in rows] == ["de"]


def test_several_methods_are_columns_of_one_row(tmp_path: Path) -> None:
    row = one(tmp_path, response(0), methods=("mainspan", "plain", "bte"), text="text")
    assert {"text", "text_plain", "n_words_plain", "text_bte", "n_words_bte"} <= set(row)
    assert row["n_words_plain"] == row["n_words_page"]


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"languages": ("eng",)}, "no text has the language 'eng': write en"),
        ({"languages": ("en", "nb")}, "no text has the language 'nb': write no"),
        ({"languages": ("English",)}, "no text has the language 'English': write a code such as en"),
        ({"page_types": ("articles",)}, "there is no page type 'articles': it is one of article, forum,"),
    ],
)
def test_a_filter_that_no_page_can_pass_is_refused(filters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Filters(**filters)
    assert str(caught.value).startswith(message)
