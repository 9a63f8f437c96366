"""Runs from beginning to end: rows, resuming, and the same parts whatever the number of workers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.bulk.local import LocalWorkers
from mainspan.bulk.run import Result, Run, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard, plan
from mainspan.bulk.store import Store
from mainspan.errors import OutputError
from tests.bulk.archives import crawl, digests, rows_of

COUNT = 40


class Noting(Watcher):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.notes: list[str] = []
        self.pages = 0

    def progress(self, shard: Shard, progress: Any) -> None:
        self.pages += progress.pages

    def done(self, shard: Shard, entry: dict[str, Any]) -> None:
        self.names.append(shard.name)

    def note(self, message: str) -> None:
        self.notes.append(message)


def run(path: Path, output: Path, jobs: int = 1, again: bool = False, **more: Any) -> tuple[Result, Noting]:
    settings = Settings(**{"shard_bytes": 6000, **more})
    store = Store(str(output))
    noting = Noting()
    result = Run(plan([str(path)], settings), settings, store, again=again)(
        LocalWorkers(jobs, settings, store), noting
    )
    return result, noting


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A crawl, and the results of a run over it."""
    folder = tmp_path_factory.mktemp("run")
    path = crawl(folder / "CC-MAIN-2026-10-a.warc.gz", COUNT)
    run(path, folder / "out")
    return path, folder / "out"


def test_each_page_is_one_row(done: tuple[Path, Path]) -> None:
    rows = rows_of(done[1])
    assert [row["url"] for row in rows] == [f"https://example.org/{number}" for number in range(COUNT)]
    assert {row["status"] for row in rows} == {"ok"}
    assert {row["dump"] for row in rows} == {"CC-MAIN-2026-10"}
    assert "word7x0" in rows[7]["text"]
    assert len(digests(done[1])) > 2


def test_the_number_of_workers_changes_no_byte(done: tuple[Path, Path], tmp_path: Path) -> None:
    run(done[0], tmp_path / "out", jobs=3)
    assert digests(tmp_path / "out") == digests(done[1])


def test_a_second_run_does_what_is_missing(done: tuple[Path, Path], tmp_path: Path) -> None:
    output = tmp_path / "out"
    run(done[0], output)
    before = digests(output)
    first, second = sorted(before)[:2]
    (output / "parts" / first).unlink()
    (output / "manifest" / second.replace(".parquet", ".json")).unlink()
    (output / "parts" / ".half.unfinished").write_bytes(b"PAR1")
    _, noting = run(done[0], output)
    assert sorted(noting.names) == [name.removesuffix(".parquet") for name in (first, second)]
    assert digests(output) == before


def test_a_part_that_is_cut_off_is_made_again(done: tuple[Path, Path], tmp_path: Path) -> None:
    output = tmp_path / "out"
    run(done[0], output)
    before = digests(output)
    part = output / "parts" / min(before)
    part.write_bytes(part.read_bytes()[:100])
    run(done[0], output)
    assert digests(output) == before


def test_an_input_that_has_changed_is_done_again(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", COUNT)
    run(path, tmp_path / "out")
    crawl(path, COUNT // 2)
    _, noting = run(path, tmp_path / "out")
    assert noting.notes
    assert len(rows_of(tmp_path / "out")) == COUNT // 2


def test_other_settings_are_refused_unless_all_is_made_again(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", 3)
    run(path, tmp_path / "out")
    with pytest.raises(OutputError, match=r"other settings \(text: markdown instead of text\).*--again"):
        run(path, tmp_path / "out", text="text")
    run(path, tmp_path / "out", text="text", again=True)
    assert len(rows_of(tmp_path / "out")) == 3


def test_duplicates_of_other_parts_do_not_stay(done: tuple[Path, Path], tmp_path: Path) -> None:
    output = tmp_path / "out"
    run(done[0], output)
    duplicates = output / "duplicates.parquet"
    duplicates.write_bytes(b"PAR1")
    run(done[0], output)
    assert duplicates.exists()  # nothing was missing
    run(done[0], output, again=True)
    assert not duplicates.exists()


def test_options_of_file_systems_are_written_nowhere(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", 3)
    run(path, tmp_path / "out", storage={"secret": "sesame"})
    written = [each.read_bytes() for each in (tmp_path / "out").rglob("*") if each.is_file()]
    assert not any(b"sesame" in data for data in written)


def test_an_entry_has_the_digest_of_its_part(done: tuple[Path, Path]) -> None:
    import hashlib

    for path in (done[1] / "manifest").iterdir():
        (part,) = json.loads(path.read_bytes())["parts"]
        data = (done[1] / part["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (part["bytes"], part["sha256"])
