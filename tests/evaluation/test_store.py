from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.errors import OutputError
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.result_files import Table
from mainspan.evaluation.store import OnDisk
from mainspan.evaluation.tables import RowFormat

NAMES = ["a", "b", "c"]


def row(name: str) -> Row:
    return Row("p", name, "s", "c", 1, 0.5, {"words": Score(1.0, 1.0, 1.0)})


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.of(tmp_path, {"name": "p", "file": "p"}, {"name": "c", "file": "c"})


def store(table: Table) -> OnDisk:
    return OnDisk(table, RowFormat(("words",), ()))


def added(table: Table, *names: str) -> None:
    one = store(table)
    for name in names:
        one.add(row(name), f"text of {name}")
    one.close()


def test_rows_are_on_disk_as_soon_as_they_are_added(table: Table) -> None:
    one = store(table)
    one.add(row("a"), "text")
    assert list(store(table).done(NAMES)) == ["a"]
    one.close()


def test_a_stopped_run_is_gone_on_with(table: Table) -> None:
    added(table, "b")
    added(table, "a")
    assert store(table).done(NAMES) == {"a": row("a"), "b": row("b")}


@pytest.mark.parametrize("kind", ["part", "part_texts"])
@pytest.mark.parametrize("cut", [1, 10])
def test_a_truncated_line_is_measured_again(table: Table, kind: str, cut: int) -> None:
    added(table, "a", "b")
    path: Path = getattr(table, kind)
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(store(table).done(NAMES)) == ["a"]
    added(table, "b", "c")
    assert list(store(table).done(NAMES)) == NAMES
    assert table.texts() == {name: f"text of {name}" for name in NAMES}


def test_a_truncated_header_is_written_again(table: Table) -> None:
    added(table)
    table.part.parent.mkdir()
    table.part.write_bytes(b"docum")
    added(table, "a")
    assert list(store(table).done(NAMES)) == ["a"]


def test_finishing_sorts_and_removes_the_parts(table: Table) -> None:
    added(table, "c", "a", "b")
    store(table).finish(store(table).done(NAMES).values())
    assert list(table.rows()) == list(table.texts()) == NAMES
    assert sorted(path.name for path in table.final.parent.iterdir()) == ["c.texts.jsonl", "c.tsv"]


def test_a_finished_table_is_left_alone(table: Table) -> None:
    added(table, *NAMES)
    store(table).finish([row(name) for name in NAMES])
    before = table.final.stat().st_mtime_ns, table.final_texts.read_bytes()
    store(table).finish([row(name) for name in NAMES])
    assert (table.final.stat().st_mtime_ns, table.final_texts.read_bytes()) == before


def test_being_killed_while_finishing_loses_nothing(table: Table) -> None:
    added(table, *NAMES)
    rows, texts = table.part.read_bytes(), table.part_texts.read_bytes()
    store(table).finish([row(name) for name in NAMES])
    table.part.write_bytes(rows)
    table.part_texts.write_bytes(texts)
    table.final.unlink()
    assert list(store(table).done(NAMES)) == NAMES


def test_a_place_that_cannot_be_written_is_reported(table: Table) -> None:
    table.part.parent.touch()
    with pytest.raises(OutputError, match="part"):
        store(table).add(row("a"), "text")
