from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import EvaluationError, MainspanError, OutputError, SourceError
from mainspan.evaluation.packages import Package
from mainspan.evaluation.plan import Plan, check_output, digest
from mainspan.evaluation.result_files import write_run
from mainspan.evaluation.subset import Subset
from tests.evaluation.rogues import write_package


def plan(
    *packages: Path, contestants: Any = ("accb",), measures: Any = ("words",), limit: float = 1.0
) -> Plan:
    return Plan.make(packages, contestants, measures, limit, Subset())


def test_all_measures_are_taken_unless_some_are_named(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "p", one="text")
    assert list(map(repr, plan(folder, measures=["bag", "words", "bag"]).measures)) == ["bag", "words"]
    assert len(plan(folder, measures=None).measures) > 6


def test_packages_of_one_name_are_numbered_and_repeated_ones_count_once(tmp_path: Path) -> None:
    folders = [write_package(tmp_path / name / "p", one="text") for name in "ab"]
    assert list(plan(*folders, folders[0]).packages) == ["p", "p-2"]


def test_a_package_that_cannot_be_read_is_a_problem_and_no_more(tmp_path: Path) -> None:
    found = plan(tmp_path / "missing", write_package(tmp_path / "p", one="text"))
    assert list(found.packages) == ["p"]
    assert "missing: no such folder" in found.problems[0]


def test_without_any_package_there_is_nothing_to_do(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="missing: no such folder"):
        plan(tmp_path / "missing")
    with pytest.raises(SourceError, match="name at least one folder"):
        plan()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"contestants": []}, "name at least one contestant"),
        ({"measures": []}, "name at least one measure"),
        ({"contestants": ["acbb"]}, "acbb"),
        ({"measures": ["wrods"]}, "wrods"),
        ({"limit": 0.0}, "must be more than 0"),
    ],
)
def test_wrong_use_is_reported_before_the_work_begins(tmp_path: Path, wrong: Any, message: str) -> None:
    with pytest.raises(MainspanError, match=message):
        plan(write_package(tmp_path, one="text"), **wrong)


@pytest.mark.parametrize("name", ["one.html", "one.txt", "one.json"])
def test_the_digest_changes_with_any_file(tmp_path: Path, name: str) -> None:
    documents = Package.read(write_package(tmp_path, one="text", two="text")).documents
    before = digest(documents)
    assert digest(documents) == before
    (tmp_path / name).write_text("other", "utf-8")
    assert digest(documents) != before


def test_the_record_has_the_path_from_the_results_to_the_package(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "p", one="text")
    (package,) = plan(folder).record(tmp_path / "results")["packages"]
    assert (package["folder"], package["documents"]) == ("../p", 1)


def test_a_new_or_an_empty_folder_is_free(tmp_path: Path) -> None:
    check_output(tmp_path / "new", {}, fresh=False)
    check_output(tmp_path, {}, fresh=False)


def test_a_file_or_a_folder_of_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="is a file"):
        check_output(tmp_path / "file", {}, fresh=False)
    with pytest.raises(OutputError, match="has other files than results"):
        check_output(tmp_path, {}, fresh=True)


def test_the_same_run_is_known_wherever_its_package_lies(tmp_path: Path) -> None:
    record = plan(write_package(tmp_path / "p", one="text")).record(tmp_path / "r")
    write_run(tmp_path / "r", record)
    (tmp_path / "p").rename(tmp_path / "q")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "q").rename(tmp_path / "deeper" / "p")
    check_output(tmp_path / "r", plan(tmp_path / "deeper" / "p").record(tmp_path / "r"), fresh=False)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"contestants": ["accb", "wlr"]}, r"\(contestants differ\)"),
        ({"measures": ["chars"], "limit": 2.0}, r"\(measures and options differ\)"),
    ],
)
def test_another_run_is_refused_with_what_differs(tmp_path: Path, other: Any, message: str) -> None:
    folder = write_package(tmp_path / "p", one="text")
    write_run(tmp_path / "r", plan(folder).record(tmp_path / "r"))
    with pytest.raises(OutputError, match=message):
        check_output(tmp_path / "r", plan(folder, **other).record(tmp_path / "r"), fresh=False)


def test_a_changed_page_makes_another_run(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "p", one="text")
    write_run(tmp_path / "r", plan(folder).record(tmp_path / "r"))
    write_package(folder, one="changed")
    with pytest.raises(OutputError, match="packages or their documents differ"):
        check_output(tmp_path / "r", plan(folder).record(tmp_path / "r"), fresh=False)


def test_starting_again_removes_the_old_run_and_nothing_else(tmp_path: Path) -> None:
    record = plan(write_package(tmp_path / "p", one="text")).record(tmp_path / "r")
    write_run(tmp_path / "r", record)
    for name in ("p/accb.tsv", "p/accb.tsv.part", "flags.tsv", "breakdown.tsv", "p/mine.txt", "notes.txt"):
        (tmp_path / "r" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "r" / name).touch()
    check_output(tmp_path / "r", {}, fresh=True)
    left = sorted(path.name for path in (tmp_path / "r").rglob("*") if path.is_file())
    assert left == ["mine.txt", "notes.txt"]


def test_jobs_and_limits_are_positive(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="not -1"):
        plan(write_package(tmp_path, one="text"), limit=-1.0)
