from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from mainspan.cli import evaluate as command
from mainspan.evaluation.results import Results
from mainspan.extras import install_command
from tests.cli.conftest import Run
from tests.evaluation.rogues import write_package


@pytest.fixture(autouse=True)
def _packages(_plain_terminal: None) -> None:
    write_package(Path("one"), a="good text", b="good text and more", c="other")
    write_package(Path("two"), a="good")


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["evaluate", *args], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def lines(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines() if line.strip()]


def test_the_table_has_a_row_for_each_contestant_and_a_column_for_each_package(out: Run) -> None:
    shown = lines(out("evaluate", "one", "two", "-a", "plain", "-a", "accb", "-m", "words", "-j", "1"))
    assert shown[0][:3] == ["F1", "by", "words,"]
    assert shown[1] == ["one", "two"]
    assert shown[2] == ["contestant", "3", "documents", "1", "documents", "mean", "sd", "MB/s"]
    row = next(row for row in shown if row[0] == "plain")
    assert row[1:4] == ["0.556", "0.667", "0.611"]


def test_another_measure_can_be_shown(out: Run) -> None:
    shown = lines(out("evaluate", "one", "-a", "plain", "-m", "words", "-m", "set", "--show", "set"))
    assert shown[0][2] == "set,"


def test_a_measure_that_is_not_computed_cannot_be_shown(refused: Run) -> None:
    said = refused("evaluate", "one", "-a", "plain", "-m", "words", "--show", "set")
    assert said == "mainspan: set is not measured, so it cannot be shown: add -m set\n"


def test_the_first_measure_is_shown_where_words_are_not_taken(out: Run) -> None:
    assert out("evaluate", "one", "-a", "plain", "-m", "bag", "-m", "set").startswith("F1 by bag")


def test_results_are_written_and_gone_on_with(out: Run) -> None:
    args = ("evaluate", "one", "-a", "plain", "-m", "words", "-o", "results")
    first = out(*args)
    assert Path("results/one/plain.tsv").read_text("utf-8").count("\n") == 4
    assert out(*args) == first


def test_another_run_in_the_same_folder_is_refused_unless_it_is_fresh(out: Run, refused: Run) -> None:
    out("evaluate", "one", "-a", "plain", "-m", "words", "-o", "results")
    other = ("evaluate", "two", "-a", "plain", "-m", "words", "-o", "results")
    assert "packages or their documents differ" in refused(*other)
    out(*other, "--fresh")
    assert json.loads(Path("results/run.json").read_text("utf-8"))["packages"][0]["name"] == "two"


def test_errors_are_reported_once_for_all_documents_and_counted() -> None:
    code, shown, said = run("one", "-a", "plain", "--command", "false", "-m", "words")
    assert code == 1
    assert said.startswith("command:false: one/a (and 2 more documents): ")
    assert said.count("\n") == 1
    assert lines(shown)[-1][-1] == "3"


def test_a_missing_extra_is_reported_with_the_command_that_needs_it(
    refused: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    said = refused("evaluate", "one", "-a", "plain", "-m", "words")
    what = "measurements, such as those of mainspan evaluate, need rapidfuzz"
    assert said == f"mainspan: {what}: {install_command('mainspan[eval]')}\n"


def test_a_missing_package_is_reported_and_the_rest_is_complete() -> None:
    code, shown, said = run("missing", "two", "-a", "plain", "-m", "words")
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("missing: no such folder")
    assert lines(shown)[1] == ["two"]


def test_without_any_package_it_is_wrong_use(refused: Run) -> None:
    assert refused("evaluate", "missing", "-a", "plain").startswith("mainspan: missing: no such folder")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("-a", "plian"), "plian"),
        (("--peer", "trafilatrua"), "did you mean trafilatura?"),
        (("-a", "plain", "-m", "wrods"), "did you mean words?"),
        (("-a", "plain", "--limit", "0"), "must be more than 0"),
        (("-a", "plain", "-o", "one"), "has other files than results"),
    ],
)
def test_wrong_use_is_reported_before_the_run(refused: Run, args: tuple[str, ...], said: str) -> None:
    assert said in refused("evaluate", "one", *args)


def test_a_long_list_of_errors_ends_in_a_count() -> None:
    write_package(Path("many"), **{f"d{i:02}": str(i) for i in range(13)})
    program = (
        """python3 -c 'import sys; sys.exit(int("".join(filter(str.isdigit, sys.stdin.read())) or 0) + 1)'"""
    )
    code, _, said = run("many", "--command", program, "-m", "words", "-o", "results")
    assert code == 1
    assert said.count("\n") == 11
    assert said.endswith("and 3 more errors; the tables in results have them all\n")


def test_all_methods_run_if_no_contestant_is_named(out: Run) -> None:
    from mainspan import ALGORITHMS

    shown = lines(out("evaluate", "two", "-m", "words"))
    assert {row[0] for row in shown[3:]} == set(ALGORITHMS)


def test_ctrl_c_says_how_many_rows_are_done_and_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    show = command._Progress.__call__

    def interrupted(self: command._Progress, done: int, total: int, row: object) -> None:
        show(self, done, total, row)  # type: ignore[arg-type]
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(command._Progress, "__call__", interrupted)
    code, shown, said = run("one", "-a", "plain", "-m", "words", "-o", "results")
    assert (code, shown) == (130, "")
    assert said.splitlines() == [
        "stopped after 2 of 3 rows",
        "they are kept in results: the same command continues from there",
    ]
    assert len(Results.read("results").rows) == 2
