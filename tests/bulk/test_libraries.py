"""extract_batch, and the libraries that the docs name; the large ones are not installed with the tests."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mainspan.bulk.batch import BatchExtractor, extract_batch, warc_batches
from mainspan.bulk.filters import Filters
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from tests.bulk.archives import crawl, page, run_all
from tests.bulk.poison import Poison

ROOT = Path(__file__).parent.parent.parent
COUNT = 6


def pages(count: int = COUNT) -> list[dict[str, Any]]:
    return [{"url": f"https://example.org/{n}", "html": page(n).decode(), "mine": n} for n in range(count)]


def check(texts: list[str]) -> None:
    assert len(texts) == COUNT
    assert all(f"word{number}x5" in text for number, text in enumerate(texts))


def test_a_batch_gives_a_batch() -> None:
    rows = extract_batch(pa.RecordBatch.from_pylist(pages()))
    assert isinstance(rows, pa.RecordBatch)
    check(rows.column("text").to_pylist())
    assert rows.column("mine").to_pylist() == list(range(COUNT))
    assert "html" not in rows.schema.names


def test_a_table_gives_a_table_and_nothing_gives_nothing() -> None:
    assert isinstance(extract_batch(pa.Table.from_pylist(pages())), pa.Table)
    empty = pa.RecordBatch.from_pylist([], schema=pa.schema([("html", pa.string())]))
    assert extract_batch(empty).num_rows == 0


def test_a_poisonous_page_of_a_batch_costs_its_row() -> None:
    batch = pa.RecordBatch.from_pylist([*pages(2), {"html": "<p>poison-crash"}, *pages(1)])
    extractor: BatchExtractor = pickle.loads(pickle.dumps(BatchExtractor(Settings(methods=(Poison(),)))))
    assert extractor(batch).column("status").to_pylist() == ["ok", "ok", "error", "ok"]
    extractor.close()


def test_filters_drop_rows_of_a_batch() -> None:
    extractor = BatchExtractor(Settings(filters=Filters(min_words=5000)))
    assert extractor(pa.RecordBatch.from_pylist(pages())).num_rows == 0
    extractor.close()


def test_records_in_batches_give_the_rows_of_a_run(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", COUNT)
    rows, _ = run_all([path], tmp_path / "out")
    (shard,) = plan([str(path)], Settings())
    found = [row for batch in warc_batches(shard, Settings()) for row in extract_batch(batch).to_pylist()]
    assert [{name: row[name] for name in rows[0]} for row in found] == rows


def test_polars() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.from_arrow(extract_batch(polars.DataFrame(pages()).to_arrow()))
    check(frame["text"].to_list())


def test_datasets(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    given = datasets.Dataset.from_list(pages()).with_format("arrow")
    check(given.map(extract_batch, batched=True, batch_size=2).with_format(None)["text"])


def test_datatrove() -> None:
    pytest.importorskip("datatrove", reason="datatrove is not installed")
    from datatrove.data import Document

    from mainspan.bulk.datatrove import MainspanExtractor

    given = (Document(text=each["html"], id=each["url"]) for each in pages())
    check([document.text for document in MainspanExtractor().run(given)])


_RAY = """
import sys
from mainspan.bulk.batch import BatchExtractor
from mainspan.bulk.raydata import read_warc
import ray
ray.init(num_cpus=2, include_dashboard=False)
records = read_warc([sys.argv[1]])
texts = records.map_batches(BatchExtractor, batch_format="pyarrow", batch_size=4, concurrency=1)
print("\\n".join(sorted(row["url"] + " " + row["text"].replace("\\n", " ") for row in texts.take_all())))
"""


def test_ray_data(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed, which Ray Data needs")
    pytest.importorskip("ray", reason="ray is not installed")
    path = crawl(tmp_path / "a.warc.gz", COUNT)
    done = subprocess.run(
        [sys.executable, "-c", _RAY, path],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    check(done.stdout.splitlines())


def test_duplicates_are_found_and_nothing_is_dropped(tmp_path: Path) -> None:
    from mainspan.bulk.duplicates import find_duplicates
    from mainspan.bulk.store import Store

    path = tmp_path / "pages.parquet"
    texts = [page(1, 300), page(2, 300), page(1, 300).replace(b"word1x9 ", b"another "), page(3, 300)]
    pq.write_table(pa.Table.from_pylist([{"id": str(n), "html": each} for n, each in enumerate(texts)]), path)
    rows, (entry,) = run_all([path], tmp_path / "out")
    count = find_duplicates(Store(str(tmp_path / "out")), [part["name"] for part in entry["parts"]])
    pairs = pq.read_table(tmp_path / "out" / "duplicates.parquet").to_pylist()
    assert (count, len(rows)) == (1, 4)
    assert [(pair["id"], pair["duplicate_of"]) for pair in pairs] == [("2", "0")]
