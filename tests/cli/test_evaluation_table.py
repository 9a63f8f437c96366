from __future__ import annotations

import pytest

from mainspan.cli.evaluation_table import show_errors, show_table
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.significance import significance
from mainspan.evaluation.summary import summarise


def evaluation(**f1: list[float | str]) -> Evaluation:
    """An evaluation with the F1 of contestants on the documents of one package."""
    rows = [
        Row("p", f"d{i}", f"s{i}", name, 1000, 0.001, {"words": f if isinstance(f, str) else Score(f, f, f)})
        for name, values in f1.items()
        for i, f in enumerate(values)
    ]
    return Evaluation({}, rows, summarise(rows), significance(rows, draws=200))


def shown(capsys: pytest.CaptureFixture[str], found: Evaluation) -> list[list[str]]:
    show_table(found, "words")
    return [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]


def test_the_best_comes_first_with_spread_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, evaluation(low=[0.1, 0.3], high=[0.5, 0.9]))
    assert lines[-2:] == [["high", "0.700", "0.283", "1.0"], ["low", "0.200", "0.141", "1.0"]]


@pytest.mark.parametrize(("count", "cell"), [(12, "0.500*"), (5, "0.500")])
def test_a_significant_lead_has_a_star(capsys: pytest.CaptureFixture[str], count: int, cell: str) -> None:
    lines = shown(capsys, evaluation(a=[0.4] * count, b=[0.5] * count, c=[0.1] * count))
    assert lines[-3][:2] == ["b", cell]
    assert ("*:" in lines[0]) == ("*" in cell)


def test_equal_contestants_have_no_star(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, evaluation(a=[0.1, 0.9] * 10, b=[0.1, 0.9] * 10))
    assert [line[1] for line in lines[-2:]] == ["0.500", "0.500"]


def test_one_document_has_no_spread(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, evaluation(a=[0.5]))[-1] == ["a", "0.500", "-", "1.0"]


def test_a_missing_score_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, evaluation(a=["no gold", "no gold"]))
    assert lines[-2:] == [["contestant", "0", "documents", "sd", "MB/s"], ["a", "-", "-", "1.0"]]


def test_without_errors_there_is_nothing_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    show_errors(evaluation(a=[1.0]), None)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("count", "last"), [(10, "fails in way 9"), (12, "and 2 more errors")])
def test_ten_kinds_of_errors_are_shown(capsys: pytest.CaptureFixture[str], count: int, last: str) -> None:
    rows = [Row("p", f"d{i}", f"s{i}", "a", 1000, 0.001, error=f"fails in way {i}") for i in range(count)]
    show_errors(Evaluation({}, rows, [], []), None)
    lines = capsys.readouterr().err.splitlines()
    assert (len(lines), lines[-1].endswith(last)) == (min(count, 11), True)
