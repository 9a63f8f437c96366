"""mainspan cues: lists of cue words from packages."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from mainspan.cli.cues import _show
from mainspan.learn_cues import CueList, Learned
from tests.cli.conftest import Run


def lay(folder: str, pages: int) -> None:
    Path(folder).mkdir()
    for page in range(pages):
        html = "<p>written by ann</p><p>close this window</p>"
        Path(folder, f"{page}.html").write_text(html)
        Path(folder, f"{page}.txt").write_text("Written by Ann")


def test_the_strongest_cues_are_shown(out: Run) -> None:
    lay("p", 8)
    first, header, *rows = out("cues", "p").splitlines()
    assert first == "12 cues from 8 pages of 8 sites"
    assert header.split() == ["against", "content", "weight", "sites", "for", "content", "weight", "sites"]
    assert any("close this window" in row for row in rows)
    assert any("written by" in row for row in rows)


def test_the_list_is_written_and_can_be_used(out: Run) -> None:
    lay("p", 8)
    out("cues", "p", "-o", "deep/list.txt")
    assert "# by: mainspan cues p\n" in Path("deep/list.txt").read_text()
    text = out("extract", "p/0.html", "-a", "cues:words=deep/list.txt,method=plain")
    assert text == "written by ann\n"


def test_options_reach_the_learner(out: Run) -> None:
    lay("p", 9)
    out("cues", "p", "--hold-out", "3", "--cues", "4", "--min-sites", "2", "-o", "list.txt")
    written = Path("list.txt").read_text()
    assert "# by: mainspan cues p --hold-out 3 --cues 4 --min-sites 2\n" in written
    assert len([line for line in written.splitlines() if not line.startswith("#")]) == 4


def test_packages_without_cues_are_reported_and_no_list_is_written() -> None:
    lay("p", 2)
    result = CliRunner().invoke(app, ["cues", "p", "-o", "cues.txt"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert not Path("cues.txt").exists()
    assert result.stderr == "no cue is on 6 sites or more: the packages are too small\n"


def test_wrong_use_is_one_line(refused: Run) -> None:
    lay("p", 1)
    Path("empty").mkdir()
    assert "at least 2" in refused("cues", "p", "--hold-out", "1")
    assert refused("cues", "empty").startswith("mainspan: empty: no pages with gold text")
    assert refused("cues", "missing").startswith("mainspan: missing: no such folder; a package is a folder")
    assert (
        refused("cues", "p", "-o", "empty")
        == "mainspan: empty: is a folder; name a file for the result of one page\n"
    )


def test_fifteen_cues_of_each_side_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    cues = [Learned((f"cue{number}",), sign * 1.0, 9) for number in range(20) for sign in (1, -1)]
    _show(CueList(cues, ["p"], 1, 1, date(2026, 1, 1), ""))
    assert len(capsys.readouterr().out.splitlines()) == 2 + 15
