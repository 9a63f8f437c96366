"""The check of killed bulk runs says what differs."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.soak_bulk import is_same


def run(folder: Path, *texts: str, part: str = "a.parquet") -> Path:
    (folder / "parts").mkdir(parents=True)
    pq.write_table(pa.table({"text": list(texts)}), folder / "parts" / part)
    return folder


def test_equal_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert is_same(run(tmp_path / "calm", "a", "b"), run(tmp_path / "other", "a", "b"))
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("texts", "message"),
    [(("a", "c"), "row 1, text: 'c' instead of 'b'"), (("a",), "1 rows instead of 2")],
)
def test_other_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], texts: tuple[str, ...], message: str
) -> None:
    assert not is_same(run(tmp_path / "calm", "a", "b"), run(tmp_path / "other", *texts))
    assert message in capsys.readouterr().out


def test_missing_and_other_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_same(run(tmp_path / "calm", "a"), run(tmp_path / "other", "a", part="b.parquet"))
    said = capsys.readouterr().out
    assert "a.parquet: is missing" in said
    assert "b.parquet: should not be there" in said
