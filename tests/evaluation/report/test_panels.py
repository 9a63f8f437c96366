from __future__ import annotations

import re
from pathlib import Path

import pytest

from mainspan.evaluation.report.overview import Overview, overview
from mainspan.evaluation.report.panels import f1_figure, scatter_figure, spread_figure
from mainspan.evaluation.results import Results
from tests.evaluation.report.conftest import Folder


def look(results: Path) -> Overview:
    return overview(Results.read(results))


def test_figure_1_has_a_bar_for_each_measure_and_contestant(results: Path) -> None:
    drawn = f1_figure(look(results))
    assert len(re.findall("<rect ", drawn)) == 2 * 2 * 4
    assert all(name in drawn for name in ("characters", "word sequence", "bag of words", "set of words"))


def test_figure_1_takes_the_measures_that_are_there(folder: Folder) -> None:
    folder.measures = ("words",)
    drawn = f1_figure(look(folder.write()))
    assert ("word sequence" in drawn, "characters" in drawn) == (True, False)


@pytest.mark.parametrize(("contestants", "numbered"), [(12, False), (13, True)])
def test_many_names_in_figure_2_become_numbers(folder: Folder, contestants: int, numbered: bool) -> None:
    for number in range(contestants - 2):
        folder.answers["news", f"other{number}"] = folder.answers["news", "poor"]
    drawn = scatter_figure(look(folder.write()))
    assert ("<b>1</b> <bdi>good</bdi>" in drawn) is numbered


def test_kinds_are_explained_where_there_are_several(results: Path) -> None:
    assert "<span>" not in scatter_figure(look(results))
    run = results / "run.json"
    run.write_text(run.read_text().replace('"method"', '"peer"', 1))
    assert re.findall("</svg>(peer|method)</span>", scatter_figure(look(results))) == ["method", "peer"]


def test_figure_3_has_spread_and_time_of_each_contestant(results: Path) -> None:
    drawn = spread_figure(look(results))
    assert len(re.findall("<rect ", drawn)) == len(re.findall("<circle ", drawn)) == 2 * 2


def test_there_are_no_figures_without_results(folder: Folder) -> None:
    folder.answers = {("news", "good"): {}}
    view = look(folder.write())
    assert [f1_figure(view), scatter_figure(view), spread_figure(view)] == ["", "", ""]
