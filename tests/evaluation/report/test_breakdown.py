from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.flags import Flags
from mainspan.evaluation.report import write_report
from mainspan.evaluation.report.breakdown import Breakdown, breakdowns
from mainspan.evaluation.report.overview import overview
from mainspan.evaluation.report.tables import Table
from mainspan.evaluation.result_files import write_flags
from mainspan.evaluation.results import Results

FLAGS: Flags = {
    ("news", "a"): {"page_type": "article"},
    ("news", "b"): {"page_type": "forum"},
    ("news", "c"): {"page_type": "article"},
    ("wiki", "d"): {"page_type": "article", "fragmented": "yes"},
    ("wiki", "e"): {"page_type": "article", "fragmented": "no"},
    ("wiki", "f"): {"page_type": "article", "fragmented": "no"},
}


def made(results: Path, flags: Flags) -> list[Breakdown]:
    write_flags(results, flags)
    return breakdowns(overview(Results.read(results)))


def texts(table: Table | None) -> list[list[str]]:
    assert table is not None
    return [[cell.text for cell in row] for row in table.rows]


def test_all_packages_are_shown_together_and_each_by_itself(results: Path) -> None:
    found = made(results, FLAGS)[0]
    assert found.together.head == ("page type", "documents", "good", "poor")
    assert [row[:3] for row in texts(found.together)] == [["article", "5", "1.000"], ["forum", "1", "1.000"]]
    # All documents of wiki are articles, so there is nothing to compare.
    assert [row[:4] for row in texts(found.each)] == [
        ["article", "news", "2", "1.000"],
        ["forum", "news", "1", "1.000"],
    ]


def test_a_flag_of_one_package_has_one_table(results: Path) -> None:
    found = made(results, FLAGS)[1]
    assert found.together.caption == "Mean F1 (words) by fragmented on wiki"
    assert [row[:2] for row in texts(found.together)] == [["no", "2"], ["yes", "1"]]
    assert found.each is None


def test_the_best_is_bold_and_the_hint_has_the_rest(results: Path) -> None:
    _, _, good, poor = made(results, FLAGS)[0].together.rows[0]
    assert (good.best, poor.best) == (True, False)
    assert good.hint == "good: precision 1.000, recall 1.000, sd 0.000"


def test_figures_have_precision_recall_f1_and_spread_of_each_contestant(results: Path) -> None:
    table = made(results, FLAGS)[1].figures
    assert table.head[3:] == ("documents", "precision", "recall", "F1", "sd")
    assert texts(table)[0] == ["no", "wiki", "good", "2", "1.000", "1.000", "1.000", "0.000"]
    assert texts(table)[3] == ["yes", "wiki", "poor", "1", "0.667", "0.667", "0.667", "–"]
    assert table.groups == {2}


def test_a_contestant_that_was_not_measured_there_is_a_dash(results: Path) -> None:
    (results / "wiki" / "poor.tsv").unlink()
    assert texts(made(results, FLAGS)[1].together)[0] == ["no", "2", "1.000", "–"]


@pytest.mark.parametrize("flags", [{}, {("news", "a"): {"language": "en"}}])
def test_without_flags_there_is_no_breakdown(results: Path, flags: Flags) -> None:
    assert made(results, flags) == []


def test_the_report_has_them(results: Path) -> None:
    write_flags(results, FLAGS)
    html, markdown = (path.read_text("utf-8") for path in write_report(results))
    assert "<caption>Mean F1 (words) by page type</caption>" in html
    assert '<summary dir="auto">All figures (words) by fragmented</summary>' in html
    assert '<tr class="group">' in html
    assert "**Mean F1 (words) by page type in each package**" in markdown
