"""Floors: what is below them, what raises them, and what it takes to lower one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.quality_gate import Floors, Shortfall, digest_of, measure_methods
from mainspan.errors import EvaluationError
from mainspan.evaluation.packages import Document, Package

OLD = Floors("old", {"news": {"accb": 0.5, "bte": 0.7}})


def lay(folder: Path, gold: str = "some words") -> Package:
    document = Document(folder, "a")
    document.page.write_text("<p>some words</p><p>more here</p>", "utf-8")
    document.gold.write_text(gold, "utf-8")
    return Package.read(folder)


@pytest.mark.parametrize(("reached", "below"), [(0.5, []), (0.4999, ["accb"])])
def test_a_method_must_reach_its_floor(reached: float, below: list[str]) -> None:
    found = OLD.shortfalls({"news": {"accb": reached, "bte": 0.7}})
    assert [each.method for each in found] == below


def test_a_method_that_was_not_measured_is_below() -> None:
    assert OLD.shortfalls({"news": {"accb": 0.9}}) == [Shortfall("news", "bte", 0.7, 0.0)]


def test_better_scores_raise_the_floors() -> None:
    moved = OLD.moved("new", {"news": {"accb": 0.61279, "bte": 0.7}})
    assert moved == Floors("new", {"news": {"accb": 0.612, "bte": 0.7}})


def test_lowering_needs_the_switch() -> None:
    reached = {"news": {"accb": 0.4, "bte": 0.7}}
    with pytest.raises(EvaluationError, match=r"accb on news: 0\.4000, below its floor of 0\.500"):
        OLD.moved("new", reached)
    assert OLD.moved("new", reached, lower=True).scores["news"]["accb"] == 0.4


def test_floors_are_written_and_read_again(tmp_path: Path) -> None:
    OLD.write(tmp_path / "floors.json")
    assert Floors.read(tmp_path / "floors.json") == OLD


def test_the_digest_tells_pages_and_gold_apart(tmp_path: Path) -> None:
    first = digest_of([lay(tmp_path)])
    assert digest_of([lay(tmp_path)]) == first
    assert digest_of([lay(tmp_path, "other words")]) != first


def test_methods_are_measured_by_their_words(tmp_path: Path) -> None:
    figures = measure_methods([lay(tmp_path)], ["plain", "fe"])
    assert figures == {tmp_path.name: {"plain": pytest.approx(2 * 2 / (4 + 2)), "fe": pytest.approx(1.0)}}
