from __future__ import annotations

import json
from pathlib import Path

import pytest

from mainspan.cli.breakdown import check_flags, show_breakdown
from mainspan.errors import ParameterError
from mainspan.evaluation.flags import Flags
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.subset import Subset
from mainspan.evaluation.summary import summarise
from tests.cli.conftest import Run


def evaluation(*languages: str, packages: tuple[str, ...] = ("p",)) -> Evaluation:
    rows = [
        Row(package, str(i), "s", name, 1000, 0.001, {"words": Score(f1, 1.0, f1 + i / 10)})
        for package in packages
        for name, f1 in (("low", 0.1), ("high", 0.5))
        for i in range(len(languages))
    ]
    flags: Flags = {
        (package, str(i)): {"language": each} for package in packages for i, each in enumerate(languages)
    }
    return Evaluation({}, rows, summarise(rows), flags=flags)


def shown(capsys: pytest.CaptureFixture[str], found: Evaluation) -> list[list[str]]:
    show_breakdown(found, ["language"], "words")
    return [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]


def test_each_value_has_its_contestants_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, evaluation("en", "en", "el"))
    assert lines[1:] == [
        ["package", "language", "contestant", "documents", "precision", "recall", "F1", "sd"],
        ["p", "en", "high", "2", "0.500", "1.000", "0.550", "0.071"],
        ["low", "2", "0.100", "1.000", "0.150", "0.071"],
        ["el", "high", "1", "0.500", "1.000", "0.700", "-"],
        ["low", "1", "0.100", "1.000", "0.300", "-"],
    ]


def test_all_packages_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, evaluation("en", "el", packages=("p", "q")))
    assert [line[0] for line in lines[2:]] == [
        "all",
        "low",
        "en",
        "low",
        "p",
        "low",
        "en",
        "low",
        "q",
        "low",
        "en",
        "low",
    ]


def test_without_flags_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    show_breakdown(evaluation("en", "el"), [], "words")
    assert capsys.readouterr().out == ""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name, page_type in (("a", "forum"), ("b", "article")):
        (tmp_path / f"{name}.html").write_text("<p>One two three")
        (tmp_path / f"{name}.txt").write_text("One two three")
        (tmp_path / f"{name}.json").write_text(json.dumps({"language": "en", "page_type": page_type}))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("colour", "--by colour: no document has this flag; choose from page_type"),
        ("language", "--by language: all documents have the same value, en; choose from page_type"),
    ],
)
def test_a_flag_that_compares_nothing_is_refused_before_the_run(
    package: Path, name: str, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        check_flags([package], ["page_type", name], Subset())
    (package / "a.html").unlink()
    with pytest.raises(ParameterError, match="these packages have no other flag"):
        check_flags([package, package / "missing"], ["page_type"], Subset())


def test_the_command_shows_it(package: Path, out: Run) -> None:
    found = out("evaluate", str(package), "-a", "plain", "-m", "words", "-j", "1", "--by", "page_type")
    assert "By page_type: means by words over documents; sd: of F1." in found
    assert "forum" in found
