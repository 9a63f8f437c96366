"""Rows of CSV: one table for all pages of a run."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from tests.cli.conftest import Run


def test_the_rows_of_many_pages_are_one_table(out: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<title>{name}</title><p>One,\ntwo {name}.</p>")
    pages = (str(tmp_path / "a.html"), str(tmp_path / "b.html"))
    table = tmp_path / "all.csv"
    shown = out("extract", *pages, "-f", "csv", "-a", "plain")
    out("extract", *pages, "-f", "csv", "-a", "plain", "-o", str(table))
    assert table.read_text("utf-8") == shown
    rows = list(csv.DictReader(StringIO(shown)))
    assert [Path(row["source"]).name for row in rows] == ["a.html", "b.html"]
    assert [row["text"] for row in rows] == ["One, two a.\n", "One, two b.\n"]
