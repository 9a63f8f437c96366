from __future__ import annotations

import re
from pathlib import Path

from mainspan.evaluation.report import write_report
from tests.evaluation.report.conftest import Folder


def report(results: Path) -> str:
    _, path = write_report(results)
    return path.read_text("utf-8")


def test_all_sections_are_there(results: Path) -> None:
    titles = re.findall("^## (.*)", report(results), re.MULTILINE)
    assert titles == ["Summary", "Means", "Pairs of contestants", "Errors", "Worst documents"]


def test_all_rows_of_a_table_have_as_many_cells(folder: Folder) -> None:
    folder.answers["news", "a|b <i> *c*"] = folder.answers["news", "poor"]
    tables = re.findall(r"(?:^\|.*\n)+", report(folder.write()), re.MULTILINE)
    for table in tables:
        lines = table.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1


def test_missing_text_comes_first(folder: Folder) -> None:
    del folder.answers["wiki", "poor"]
    assert "## Missing\n\n- poor on wiki: 0 of 3 documents measured\n\n## Summary" in report(folder.write())
