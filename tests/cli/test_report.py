from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.run import evaluate
from tests.cli.conftest import Run

GOLD = "The quick brown fox jumps over the lazy dog while nobody looks."


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The results of a real run."""
    package = tmp_path / "news"
    package.mkdir()
    (package / "fox.html").write_text(f"<nav><a href=/>Home</a></nav><p>{GOLD}</p>")
    (package / "fox.txt").write_text(GOLD)
    evaluate([package], ["plain", "density"], output=tmp_path / "results", jobs=1)
    return tmp_path / "results"


def test_a_report_is_written_and_named(out: Run, results: Path) -> None:
    assert out("report", "results").splitlines() == ["results/report/report.html", "results/report/report.md"]
    assert "plain" in (results / "report" / "report.md").read_text()
    assert "<ins>Home\n</ins>" in (results / "report" / "report.html").read_text()


@pytest.mark.usefixtures("results")
def test_the_place_the_measure_and_the_number_can_be_chosen(out: Run) -> None:
    out("report", "results", "-o", "there", "--measure", "set", "--worst", "0")
    assert "Mean F1 (set)" in Path("there/report.md").read_text()
    assert 'class="view"' not in Path("there/report.html").read_text()


@pytest.mark.usefixtures("results")
def test_an_unknown_measure_is_refused(refused: Run) -> None:
    assert "choose from chars, words" in refused("report", "results", "--measure", "nonsense")


def test_a_folder_without_results_is_refused(refused: Run) -> None:
    assert "mainspan evaluate writes them" in refused("report", "nowhere")
