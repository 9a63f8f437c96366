"""mainspan package agreement, export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.annotation import save_answer
from mainspan.annotation.store import answer_path
from mainspan.cli import app
from tests.annotation.answers import FIRST, TITLE, answer, document, package
from tests.cli.conftest import Run


@pytest.fixture
def folder() -> Path:
    folder = package(Path("p"), "a", "b")
    for name in ("a", "b"):
        save_answer(document(folder, name), answer("anna", TITLE, name=name))
        save_answer(document(folder, name), answer("ben", TITLE, *[FIRST] * (name == "b"), name=name))
    return folder


def test_agreement_is_shown_for_pairs_and_pages(out: Run, folder: Path) -> None:
    lines = [line.split() for line in out("package", "agreement", "p").splitlines()]
    assert lines == [
        ["annotators", "pages", "words-F1", "kappa"],
        ["anna", "and", "ben", "2", "0.667", "0.737"],
        ["all", "2", "0.667", "0.737"],
        [],
        ["document", "words-F1", "kappa", "annotators"],
        ["b", "0.333", "0.545", "anna,", "ben"],
        ["a", "1.000", "1.000", "anna,", "ben"],
    ]


def test_only_the_worst_pages_are_listed(out: Run, folder: Path) -> None:
    assert out("package", "agreement", "p", "--worst", "1").splitlines()[-1].startswith("b ")
    assert len(out("package", "agreement", "p", "--worst", "0").splitlines()) == 3


def test_ten_pages_are_listed(out: Run) -> None:
    names = [f"d{number:02}" for number in range(12)]
    folder = package(Path("p"), *names)
    for name in names:
        for who in ("anna", "ben"):
            save_answer(document(folder, name), answer(who, TITLE, name=name))
    assert len(out("package", "agreement", "p").splitlines()) == 5 + 10


def test_agreement_as_json(out: Run, folder: Path) -> None:
    found = json.loads(out("package", "agreement", "p", "-f", "json"))
    assert found["f1"] == pytest.approx(2 / 3)
    assert [each["document"] for each in found["pages"]] == ["a", "b"]
    assert found["pairs"][0]["annotators"] == ["anna", "ben"]


def test_damaged_answers_are_reported_beside_the_table(folder: Path) -> None:
    answer_path(document(folder, "a"), "anna").write_text("{")
    result = CliRunner().invoke(app, ["package", "agreement", "p"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "anna.json: is not JSON" in result.stderr
    assert "0.333" in result.stdout


def test_a_package_of_one_annotator_has_no_agreement(failed: Run) -> None:
    save_answer(document(package(Path("p"))), answer("anna", TITLE))
    assert failed("package", "agreement", "p") == "p: no page has the finished answers of two annotators\n"


def test_a_package_is_exported(out: Run, folder: Path) -> None:
    assert out("package", "export", "p", "--to", "wcxb", "-o", "w.zip") == "w.zip: 2 documents\n"
    assert out("package", "import", "wcxb", "w.zip", "-o", "back") == "back: 2 documents\n"
    assert Path("back/dev-a.txt").read_bytes() == Path("p/a.txt").read_bytes()
    assert out("package", "export", "p", "-o", "q") == "q: 2 documents\n"
    assert not Path("q/annotations").exists()
    out("package", "export", "p", "-o", "r", "--answers")
    assert Path("r/annotations/a/ben.json").is_file()


def test_documents_without_gold_are_reported(folder: Path) -> None:
    Path("p/b.txt").unlink()
    result = CliRunner().invoke(
        app, ["package", "export", "p", "--to", "wcxb", "-o", "w"], catch_exceptions=False
    )
    assert (result.exit_code, result.stdout) == (1, "w: 1 documents\n")
    assert result.stderr == "mainspan: b: has no gold text\n"


def test_wrong_use_is_refused(refused: Run, folder: Path) -> None:
    assert "exported as package or wcxb, not as 'x'" in refused(
        "package", "export", "p", "--to", "x", "-o", "w"
    )
    assert "exists and is not an empty folder" in refused("package", "export", "p", "-o", "p")
