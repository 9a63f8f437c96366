from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.evaluation.report import content
from mainspan.evaluation.report.overview import Overview, overview
from mainspan.evaluation.results import Results
from tests.evaluation.report.conftest import Folder


@pytest.fixture
def view(results: Path) -> Overview:
    return overview(Results.read(results))


def with_p(view: Overview, p: float) -> Overview:
    return replace(view, pairs={key: replace(pair, p=p) for key, pair in view.pairs.items()})


def test_the_summary_has_a_row_for_each_contestant(view: Overview) -> None:
    table = content.summary_table(view)
    assert table.head == ("contestant", "news (3)", "wiki (3)", "mean")
    assert [cell.text for cell in table.rows[0]] == ["good", "1.000", "1.000", "1.000"]
    assert [cell.best for cell in table.rows[0]] == [False, True, True, True]


@pytest.mark.parametrize(("p", "units", "mark"), [(0.049, 6, ""), (0.05, 6, content.AS_GOOD), (0.05, 5, "")])
def test_what_is_not_significantly_worse_is_marked_where_it_could_be(
    view: Overview, p: float, units: int, mark: str
) -> None:
    tested = with_p(view, p)
    pairs = {key: replace(pair, units=units) for key, pair in tested.pairs.items()}
    _, poor = content.summary_table(replace(tested, pairs=pairs)).rows
    assert (poor[1].mark, poor[1].best) == (mark, False)


def test_without_pairs_nothing_is_marked(view: Overview) -> None:
    _, poor = content.summary_table(replace(view, pairs={})).rows
    assert [cell.mark for cell in poor] == [""] * 4


def test_equal_contestants_are_both_best(folder: Folder) -> None:
    folder.answers["wiki", "poor"] = folder.answers["wiki", "good"]
    table = content.summary_table(overview(Results.read(folder.write())))
    assert [row[2].best for row in table.rows] == [True, True]


def test_pairs_are_reported_from_the_side_of_the_row(view: Overview) -> None:
    table = content.pair_table(with_p(view, 0.01), "news")
    assert table is not None
    (_, same, ahead), (_, behind, _) = table.rows
    assert (same.text, ahead.text, behind.text) == ("–", f"+{behind.text[1:]}", f"-{ahead.text[1:]}")
    assert (ahead.mark, behind.mark) == ("*", "*")


def test_there_is_no_table_of_pairs_without_pairs(view: Overview) -> None:
    assert content.pair_table(replace(view, pairs={}), "news") is None


def test_means_hold_all_measures_and_time(view: Overview) -> None:
    table = content.package_table(view, "news")
    good = dict(zip(table.head, (cell.text for cell in table.rows[0]), strict=True))
    assert (good["words precision"], good["words sd"], good["chars F1"]) == ("1.000", "0.000", "1.000")
    assert (good["time per kB"], good["MB/s"]) == ("5 ms", "0.20")


def test_the_same_failures_are_one_line(folder: Folder) -> None:
    folder.answers["news", "poor"] = {"a": None, "b": "five six seven", "c": None}
    table = content.error_table(overview(Results.read(folder.write())))
    assert [[cell.text for cell in row] for row in table.rows] == [["poor", "news", "2", "it crashed", "a"]]


def test_at_most_60_lines_of_errors_are_shown(view: Overview) -> None:
    rows = [replace(view.results.rows[0], error=f"error {number}") for number in range(70)]
    table = content.error_table(replace(view, results=replace(view.results, rows=rows)))
    assert len(table.rows) == 60
    assert table.note == "10 more are in the tables of the results."


def test_a_measure_without_a_score_says_why(folder: Folder) -> None:
    folder.measures = ("words", "segments")
    view = overview(Results.read(folder.write()))
    table = content.unscored_table(view)
    assert "segments F1" not in content.package_table(view, "news").head
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["news", "segments", "no segments", "6 of 6"],
        ["wiki", "segments", "no segments", "6 of 6"],
    ]
