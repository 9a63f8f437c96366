from __future__ import annotations

import shutil
from inspect import signature
from pathlib import Path

from mainspan.evaluation.report import write_report
from mainspan.evaluation.report.overview import overview
from mainspan.evaluation.report.worst import Golds, Worst, worst_documents
from mainspan.evaluation.results import Results
from tests.evaluation.report.conftest import Folder


def worst_of(results: Path, contestant: str, most: int = 5) -> list[Worst]:
    view = overview(Results.read(results))
    return dict(worst_documents(view, Golds(view.results), most))[contestant]


def names(found: list[Worst]) -> list[str]:
    return [each.row.document for each in found]


def test_the_lowest_scores_come_first(folder: Folder) -> None:
    folder.answers["wiki", "poor"] = {"d": "red green", "e": "nothing", "f": "left"}
    assert names(worst_of(folder.write(), "poor", 3)) == ["e", "f", "b"]


def test_perfect_documents_are_not_among_them(results: Path) -> None:
    assert worst_of(results, "good") == []


def test_errors_are_reported_elsewhere(folder: Folder) -> None:
    folder.answers["news", "poor"]["a"] = None
    assert "a" not in names(worst_of(folder.write(), "poor", 9))


def test_a_document_has_its_address_and_its_difference(results: Path) -> None:
    first = worst_of(results, "poor")[0]
    assert first.url == f"https://a.example/{first.row.document}"
    assert first.difference is not None


def test_marks_of_layout_are_no_difference(folder: Folder) -> None:
    folder.answers["news", "poor"]["a"] = "1. one two\n- three"
    (first,) = (each for each in worst_of(folder.write(), "poor", 9) if each.row.document == "a")
    assert first.difference is not None
    assert [(piece.kind, piece.text.split()) for piece in first.difference.pieces] == [
        ("common", ["one", "two", "three"]),
        ("missing", ["four"]),
    ]


def test_without_the_package_the_reason_is_reported(results: Path) -> None:
    shutil.rmtree(results.parent / "news")
    found = [each for each in worst_of(results, "poor", 9) if each.row.package == "news"]
    assert {each.reason for each in found} == {"The document is not where it was, so it cannot be shown."}
    assert Golds(Results.read(results)).problems == [
        "news: the package is not in its folder, so no gold text can be shown"
    ]


def test_without_texts_the_reason_is_reported(results: Path) -> None:
    (results / "news" / "poor.texts.jsonl").unlink()
    found = [each for each in worst_of(results, "poor", 9) if each.row.package == "news"]
    assert {each.reason for each in found} == {"What was found was not kept, so it cannot be shown."}


def test_a_package_that_has_changed_is_reported(results: Path) -> None:
    assert Golds(Results.read(results)).problems == []
    (results.parent / "news" / "a.txt").write_text("another gold text")
    assert Golds(Results.read(results)).problems == ["news: the package has changed since it was measured"]


def test_documents_outside_the_package_are_not_read(folder: Folder) -> None:
    (folder.root / "secret.txt").write_text("secret words")
    results = folder.write()
    table = results / "news" / "poor.tsv"
    table.write_text(table.read_text().replace("\nb\t", "\n../secret\t"))
    found = next(each for each in worst_of(results, "poor", 9) if each.row.document == "../secret")
    assert found.difference is None


def test_five_documents_of_each_contestant_are_shown_by_default() -> None:
    assert signature(write_report).parameters["worst"].default == 5
