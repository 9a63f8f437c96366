"""mainspan tune: the table, the line that -a takes, the file, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from mainspan.evaluation.scorer import Scorer
from mainspan.extras import install_command
from tests.cli.conftest import Run
from tests.evaluation.tunable import lay_tunable

FEW = ("--trials", "8", "--folds", "3", "-j", "1")


@pytest.fixture
def package(tmp_path: Path) -> str:
    return str(lay_tunable(tmp_path / "package"))


def test_the_table_has_a_row_for_each_fold_and_the_gain(package: str, out: Run) -> None:
    written = out("tune", "lqf", package, *FEW)
    assert written.startswith(
        "lqf: words-F1 on 12 documents of 6 sites in package\nsearched: ratio: 0 to 1; "
    )
    rows = [line.split() for line in written.splitlines() if line.strip()[:1] in ("1", "2", "3")]
    assert [row[:8] for row in rows] == [
        [str(i), "4", "2", "0.923", "1.000", "0.923", "1.000", "+0.077"] for i in (1, 2, 3)
    ]
    assert "gain on unseen folds: +0.077 (standard deviation over the folds 0.000)\n" in written


def test_the_last_line_is_a_method_that_other_commands_take(package: str, out: Run) -> None:
    best = out("tune", "lqf", package, *FEW).splitlines()[-1]
    text = out("extract", f"{package}/00.html", "-a", best)
    assert best.startswith("lqf:ratio=0.")
    assert text.split() == Path(package, "00.txt").read_text("utf-8").split()


def test_a_gain_within_the_spread_is_reported_as_none(package: str, out: Run) -> None:
    written = out("tune", "lqf:ratio=0.3", package, *FEW)
    assert "nothing better" in written
    assert "+0.000" in written
    assert "the old parameters may do as well" in written


def test_all_of_it_is_written_to_a_file(package: str, out: Run) -> None:
    out("tune", "lqf", package, *FEW, "--only", "ratio", "--set", "ratio=0.2|0.3", "-o", "best.json")
    record = json.loads(Path("best.json").read_text("utf-8"))
    assert (record["best"], record["after"], record["complete"]) == ("lqf:ratio=0.2", 1, True)
    assert [each["gain"] for each in record["folds"]] == pytest.approx([5 / 65] * 3)


def test_documents_can_be_fewer(package: str, out: Run) -> None:
    assert "on 4 documents of 2 sites" in out("tune", "lqf", package, *FEW, "--folds", "2", "--every", "3")
    assert "on 4 documents of 2 sites" in out(
        "tune", "lqf", package, *FEW, "--folds", "2", "--documents", "4"
    )


def test_bad_pages_are_reported_on_standard_error(package: str) -> None:
    for i in range(7):
        Path(package, f"{i:02}.html").unlink()
        Path(package, f"{i:02}.html").mkdir()
    result = CliRunner().invoke(app, ["tune", "lqf", package, *FEW], catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stderr.count("Is a directory\n") == 5
    assert "... and 2 more documents that were left out\n" in result.stderr


def test_ctrl_c_gives_the_best_so_far(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Scorer.scores

    def interrupted(scorer: Scorer, methods: list[object]) -> object:
        if len(scorer.known) > 2:
            raise KeyboardInterrupt
        return real(scorer, methods)  # type: ignore[arg-type]

    monkeypatch.setattr(Scorer, "scores", interrupted)
    result = CliRunner().invoke(
        app, ["tune", "lqf", package, *FEW, "-o", "best.json"], catch_exceptions=False
    )
    assert (result.exit_code, result.stderr[:11]) == (130, "interrupted")
    assert "gain on unseen folds: not known" in result.stdout
    assert json.loads(Path("best.json").read_text("utf-8"))["complete"] is False


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["nothing", "package"], "no method is called 'nothing'"),
        (["plain", "package"], "plain has nothing to tune: it has no parameters"),
        (["lqf", "elsewhere"], "elsewhere: no such folder"),
        (["lqf", "package", "--folds", "7"], "7 folds need 7 sites, and the 12 documents are of 6"),
        (["lqf", "package", "--set", "ratio"], "write --set NAME=LOW:HIGH"),
        (["lqf", "package", "--set", "ratio=0:2"], "ratio must be a number from 0.0 to 1.0"),
        (
            ["lqf", "package", "--only", "range"],
            "lqf has no parameter 'range': the parameters are ratio, whole",
        ),
        (["lqf", "package", "-m", "nothing"], "nothing"),
        (["lqf", "package", "-o", "package"], "package: is a folder"),
    ],
)
def test_wrong_use_is_refused_in_a_line(package: str, refused: Run, args: list[str], why: str) -> None:
    said = refused("tune", *args)
    assert why in said
    assert said.count("\n") == 1


def test_a_missing_optimiser_is_reported_with_its_extra(
    package: str, refused: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    said = refused("tune", "lqf", package, *FEW)
    assert said == f"mainspan: searches need scipy: {install_command('mainspan[tune]')}\n"
