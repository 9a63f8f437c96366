"""mainspan evaluate --classify: a table of texts, a file, and what is refused before the run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from mainspan.evaluation.tables import records
from mainspan.extras import install_command
from tests.cli.conftest import Run
from tests.evaluation.labelled import lay_labelled
from tests.evaluation.tunable import lay_tunable

WORDS = ("-m", "words", "-j", "1")


@pytest.fixture
def package(tmp_path: Path) -> str:
    return str(lay_labelled(tmp_path / "package"))


def test_whole_extracted_and_gold_text_are_side_by_side(package: str, out: Run) -> None:
    written = out("evaluate", package, "-a", "lqf", *WORDS, "--classify")
    about = "24 documents of 6 sites in package, 2 labels (page_type), 5 folds of disjoint sites; "
    assert about + "always the commonest label: accuracy 0.500" in written
    rows = [line.split() for line in written.splitlines()][-3:]
    assert [row[0] for row in rows] == ["whole", "lqf", "gold"]
    assert rows[1][1:] == rows[2][1:] == ["1.000", "0.000", "1.000", "1.000", "1.000"]


def test_the_figures_are_beside_the_other_results(package: str, out: Run) -> None:
    out("evaluate", package, "-a", "lqf", *WORDS, "--classify", "-o", "results")
    rows = records(Path("results", "classify.tsv").read_text("utf-8"))
    assert [(row["package"], row["text"]) for row in rows] == [
        ("package", "whole page"),
        ("package", "lqf"),
        ("package", "gold"),
    ]


def test_only_the_documents_of_the_run_are_taken(package: str, out: Run) -> None:
    written = out("evaluate", package, "-a", "lqf", *WORDS, "--classify", "--every", "5")
    assert "5 documents of 5 sites in package, 2 labels (page_type), 3 folds of" in written


def test_labels_that_coincide_with_sites_are_reported(package: str) -> None:
    args = ["evaluate", package, "-a", "lqf", *WORDS, "--label", "domain"]
    result = CliRunner().invoke(app, args, catch_exceptions=False)
    assert result.exit_code == 0
    assert "package: domain: labels and sites coincide" in result.stderr


def test_a_package_without_labels_is_refused_before_the_run(tmp_path: Path, refused: Run) -> None:
    package = str(lay_tunable(tmp_path / "plain"))
    said = refused("evaluate", package, "-a", "lqf", *WORDS, "--classify", "-o", "results")
    assert "plain: no labels to classify by: no NAME.json has 'page_type'" in said
    assert not Path("results").exists()


def test_a_missing_scikit_learn_is_reported_before_the_run(
    package: str, refused: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    said = refused("evaluate", package, "-a", "lqf", *WORDS, "--classify")
    command = install_command("mainspan[classify]")
    assert said == f"mainspan: classification and clustering need sklearn: {command}\n"
