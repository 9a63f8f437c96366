"""mainspan bulk, as people run it: the options, what it says, and the files that it leaves."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import Result

from tests.bulk.archives import crawl, digests, http, packed, page, response, rows_of, write
from tests.cli.conftest import Run
from tests.cli.extracting import run

CORPUS = Path(__file__).parent.parent.parent / "corpus" / "styles"


def bulk(*options: str, code: int = 0) -> Result:
    result = run("bulk", *options, "--output", "out", "--jobs", "1")
    assert (result.exit_code, result.stdout) == (code, ""), result.stderr
    return result


def archive(name: str, *pages: bytes) -> None:
    write(Path(name), packed([response(number, http(each)) for number, each in enumerate(pages)]))


def report() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("out/report.json").read_bytes())
    return found


def test_a_list_with_a_prefix_is_read_into_several_containers() -> None:
    Path("crawls").mkdir()
    for name in "ab":
        crawl(Path("crawls", f"{name}.warc.gz"), 3)
    Path("list.gz").write_bytes(gzip.compress(b"# two files\n\na.warc.gz\nb.warc.gz\na.warc.gz\n"))
    options = ("--list", "list.gz", "--prefix", f"{Path.cwd()}/crawls/", "--container", "jsonl")
    result = bulk(*options, "--container", "wet")
    assert "6 pages of 20 records: 6 ok" in result.stderr
    names = list(digests(Path("out")))
    assert [name[0] + name[name.index(".") :] for name in names] == [
        f"{name}{ending}" for name in "ab" for ending in (".jsonl.gz", ".warc.wet.gz")
    ]
    texts = [
        line["text"]
        for path in sorted(Path("out/parts").glob("*.jsonl.gz"))
        for line in map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    ]
    assert len(texts) == 6
    assert "word2x7" in texts[5]


def test_a_run_without_work_says_so() -> None:
    crawl(Path("a.warc.gz"), 2)
    crawl(Path("b.warc.gz"), 1)
    said = "out: has all pages already (--again extracts them anew)"
    assert said not in bulk("a.warc.gz").stderr
    second = bulk("a.warc.gz").stderr.splitlines()
    assert second[0] == said
    assert second[1].startswith("2 pages of")
    assert said not in bulk("a.warc.gz", "b.warc.gz").stderr
    assert said not in bulk("a.warc.gz", "b.warc.gz", "--again").stderr


def test_near_duplicates_are_listed_and_kept() -> None:
    copy = page(0, 300).replace(b"word0x100", b"another")
    archive("a.warc.gz", page(0, 300), page(1, 300), copy, page(0, 300))
    result = bulk("a.warc.gz", "--duplicates")
    assert "out/duplicates.parquet: 2 near-duplicates" in result.stderr
    found = pq.read_table("out/duplicates.parquet").to_pylist()
    assert [(each["id"], each["duplicate_of"]) for each in found] == [
        ("<urn:page:2>", "<urn:page:0>"),
        ("<urn:page:3>", "<urn:page:0>"),
    ]
    assert found[1]["similarity"] == 1
    assert len(rows_of(Path("out"))) == 4


def test_filters_drop_by_name_and_keep_what_is_dropped() -> None:
    archive("a.warc.gz", *(path.read_bytes() for path in sorted(CORPUS.glob("*.html"))[:8]))
    bounds = ("--page-type", "article", "--min-page-type-score", "0.9", "--min-confidence", "0.85")
    result = bulk("a.warc.gz", *bounds, "--keep-dropped")
    whole = rows_of(Path("out"))
    reasons = [row["reason"] for row in whole]
    assert reasons == [_reason(row) for row in whole]
    assert set(reasons) == {None, "page_type", "confidence"}
    assert f"{reasons.count(None)} ok" in result.stderr
    bulk("a.warc.gz", *bounds, "--again")
    kept = [row["id"] for row in rows_of(Path("out"))]
    assert kept == [row["id"] for row, reason in zip(whole, reasons, strict=True) if not reason]
    assert report()["reasons"]["dropped: page_type"] == reasons.count("page_type")
    assert report()["agrees"]


def _reason(row: dict[str, Any]) -> str | None:
    if row["confidence"] < 0.85:
        return "confidence"
    is_kept = row["page_type"] == "article" and row["page_type_score"] >= 0.9
    return None if is_kept else "page_type"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Missing argument 'INPUT'"),
        (("--list", "nowhere"), "nowhere: no such file or folder"),
        (("--list", "empty"), "the list names no inputs"),
        (("a.warc.gz", "--page-type", "articles"), "there is no page type 'articles'"),
        (("a.warc.gz", "--min-confidence", "80"), "min_confidence must be from 0 to 1, not 80"),
        (("a.warc.gz", "--duplicates", "--container", "wet"), "add --container parquet"),
        (("a.warc.gz", "--memory", "much"), "--memory takes a size such as 64K, 256M or 1G, not 'much'"),
        (("a.warc.gz", "--storage-option", "anon"), "--storage-option takes KEY=VALUE, not 'anon'"),
    ],
)
def test_wrong_use_says_what_to_do(refused: Run, options: tuple[str, ...], message: str) -> None:
    Path("empty").touch()
    crawl(Path("a.warc.gz"), 1)
    assert message in refused("bulk", *options, "--output", "out")
    assert not Path("out/report.json").exists()
