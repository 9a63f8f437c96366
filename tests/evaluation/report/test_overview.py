from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.errors import ParameterError
from mainspan.evaluation.report.overview import Overview, missing, overview
from mainspan.evaluation.results import Results
from tests.evaluation.report.conftest import Folder


def look(results: Path, measure: str = "words") -> Overview:
    return overview(Results.read(results), measure)


def test_the_best_contestant_is_first(results: Path) -> None:
    view = look(results)
    assert view.contestants == ("good", "poor")
    assert (view.overall("good"), missing(view)) == (1.0, [])


def test_a_contestant_that_lacks_a_package_is_last_and_has_no_mean(folder: Folder) -> None:
    del folder.answers["wiki", "good"]
    view = look(folder.write())
    assert view.contestants == ("poor", "good")
    assert view.overall("good") is None


def test_missing_measurements_are_reported(folder: Folder) -> None:
    del folder.answers["wiki", "good"]
    del folder.answers["news", "poor"]["b"]
    assert missing(look(folder.write())) == [
        "poor on news: 2 of 3 documents measured",
        "good on wiki: 0 of 3 documents measured",
    ]


def test_an_unfinished_run_is_read_from_its_parts(folder: Folder) -> None:
    folder.part = True
    del folder.answers["wiki", "poor"]
    view = look(folder.write())
    assert view.overall("good") == 1.0
    assert missing(view) == [
        "poor on wiki: 0 of 3 documents measured",
        "significance.tsv: no pairs of contestants were compared",
    ]


def test_measures_that_were_not_wanted_are_not_missing(folder: Folder) -> None:
    folder.measures = ("words", "set")
    view = look(folder.write())
    assert view.measures == ("words", "set")
    assert missing(view) == []


def test_an_unknown_measure_is_refused(results: Path) -> None:
    with pytest.raises(ParameterError, match="choose from chars, words, bag, set"):
        look(results, "wrods")


def test_a_pair_is_found_in_either_order(results: Path) -> None:
    view = look(results)
    pair = view.pair("news", "poor", "good")
    assert pair is not None
    assert pair == view.pair("news", "good", "poor")
