"""mainspan extract -f jsonl: a line for each page, in order, and a run that can be stopped and go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import mainspan
from mainspan.batch import pages
from mainspan.cli import app
from tests.cli.conftest import Run

SCRIPT = Path(sys.executable).parent / "mainspan"
ARGS = ("extract", "pages", "-a", "plain", "-f", "jsonl", "-o", "out.jsonl")


def lay(*names: str) -> None:
    Path("pages").mkdir(exist_ok=True)
    for name in names:
        Path("pages", f"{name}.html").write_text(f"<p>{name} says hello</p>")


def run(*args: str) -> Result:
    return CliRunner().invoke(app, args, catch_exceptions=False)


def records(path: str = "out.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def names(path: str = "out.jsonl") -> list[str]:
    return [Path(record["source"]).stem for record in records(path)]


def test_each_page_is_a_line_in_order(out: Run) -> None:
    lay("c", "a", "b")
    assert out(*ARGS) == ""
    assert names() == ["a", "b", "c"]


def test_record_is_that_of_the_library_with_its_source_and_settings(out: Run) -> None:
    lay("a")
    out(*ARGS)
    (record,) = records()
    assert len(record.pop("settings")) == 12
    found = mainspan.extract(Path("pages/a.html").read_bytes(), algorithm="plain")
    assert record == {"source": "pages/a.html", **found.to_dict()}


def test_standard_output_has_the_same_lines(out: Run) -> None:
    lay("a", "b")
    out(*ARGS)
    assert out(*ARGS[:-2]) == Path("out.jsonl").read_text()


def test_page_that_fails_is_a_record_too() -> None:
    lay("a", "c")
    Path("pages/b.html").write_bytes(b"%PDF-1.7")
    result = run(*ARGS)
    assert result.exit_code == 1
    assert result.stderr == "pages/b.html: this is a PDF document, not a page\n1 of 3 pages failed\n"
    assert names() == ["a", "b", "c"]
    assert {key: value for key, value in records()[1].items() if key != "settings"} == {
        "source": "pages/b.html",
        "error": "this is a PDF document, not a page",
    }


def test_page_without_text_is_a_record_with_its_reason() -> None:
    lay("a")
    Path("pages/b.html").write_text("<p></p>")
    assert run(*ARGS).exit_code == 0
    assert records()[1]["reason"] == "the page has no text"


def test_same_command_resumes_a_stopped_run(out: Run) -> None:
    lay("a", "b", "c", "d")
    out(*ARGS)
    whole = Path("out.jsonl").read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    Path("pages/b.html").unlink()
    os.truncate("out.jsonl", ends[1] + 20)
    Path("pages/a.html").write_text("<p>not what it was")
    out(*ARGS)
    assert Path("out.jsonl").read_bytes() == whole


def test_pages_that_came_later_are_added(out: Run) -> None:
    lay("b")
    out(*ARGS)
    lay("a", "c")
    out(*ARGS)
    assert names() == ["b", "a", "c"]


def test_finished_file_is_left_as_it_is() -> None:
    lay("a", "b")
    run(*ARGS)
    result = run(*ARGS)
    assert (result.exit_code, result.stderr) == (
        0,
        "out.jsonl: has all 2 pages already (--again writes it anew)\n",
    )
    assert names() == ["a", "b"]


def lay_failure(name: str) -> None:
    Path("pages", f"{name}.html").write_bytes(b"%PDF-1.7")


def test_failures_are_reported_while_they_are_in_the_file() -> None:
    lay("a", "c")
    lay_failure("b")
    run(*ARGS)
    whole = Path("out.jsonl").read_bytes()
    result = run(*ARGS)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "out.jsonl: has all 3 pages already (--again writes it anew)",
        "out.jsonl: has 1 page that failed before (--retry does it again)",
    ]
    assert Path("out.jsonl").read_bytes() == whole


def test_failures_are_reported_when_others_are_added() -> None:
    lay("a")
    lay_failure("b")
    run(*ARGS)
    lay("c")
    result = run(*ARGS)
    assert (result.exit_code, names()) == (1, ["a", "b", "c"])
    assert "has 1 page that failed before" in result.stderr


def test_retry_does_failures_again_and_nothing_else(out: Run) -> None:
    lay("a", "d")
    lay_failure("b")
    lay_failure("c")
    run(*ARGS)
    lay("b", "c")
    Path("pages/a.html").write_text("<p>not what it was")
    assert out(*ARGS, "--retry") == ""
    assert names() == ["a", "d", "b", "c"]
    assert [record["text"] for record in records()][::2] == ["a says hello\n", "b says hello\n"]


def test_retry_that_fails_again_is_a_failure_once_more() -> None:
    lay("a")
    lay_failure("b")
    run(*ARGS)
    result = run(*ARGS, "--retry")
    assert (result.exit_code, names()) == (1, ["a", "b"])
    assert result.stderr == "pages/b.html: this is a PDF document, not a page\n1 of 1 pages failed\n"


def test_retry_with_more_time_helps_pages_that_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    lay("a", "b")
    real, is_slow = mainspan.extract, True

    def slow(page: mainspan.Page, **options: Any) -> mainspan.Extraction:
        while is_slow and "a says" in page.source:
            time.sleep(0.01)
        return real(page, **options)

    monkeypatch.setattr(pages, "extract", slow)
    assert run(*ARGS, "--seconds", "4").exit_code == 1
    is_slow = False
    assert run(*ARGS, "--seconds", "60").exit_code == 1
    assert run(*ARGS, "--seconds", "60", "--retry").exit_code == 0
    assert names() == ["b", "a"]


def test_retry_without_failures_or_file_is_as_without(out: Run) -> None:
    lay("a")
    out(*ARGS, "--retry")
    assert run(*ARGS, "--retry").stderr == "out.jsonl: has the page already (--again writes it anew)\n"


def test_pages_named_twice_have_two_lines_and_are_counted(out: Run) -> None:
    lay("a", "b")
    twice = ("extract", "pages", "pages/a.html", "-a", "plain", "-f", "jsonl", "-o", "out.jsonl")
    out(*ARGS)
    out(*twice)
    assert names() == ["a", "b", "a"]


def test_other_settings_are_refused_without_again(refused: Run, out: Run) -> None:
    lay("a")
    out(*ARGS)
    args = [arg if arg != "plain" else "bte" for arg in ARGS]
    assert refused(*args).startswith("mainspan: out.jsonl: line 1 was made by other settings; ")
    out(*args, "--again")
    assert records()[0]["algorithm"] == "bte"


@pytest.mark.parametrize("option", [["--drop", "p"], ["--encoding", "latin1"], ["--site"]])
def test_whatever_changes_a_record_is_a_setting(refused: Run, out: Run, option: list[str]) -> None:
    lay("a")
    out(*ARGS)
    assert "other settings" in refused(*ARGS, *option)


@pytest.mark.parametrize("option", [["--seconds", "9"], ["-j", "1"], ["--delay", "3"]])
def test_how_a_run_is_made_is_none(option: list[str]) -> None:
    lay("a")
    run(*ARGS)
    assert run(*ARGS, *option).exit_code == 0


def test_one_page_is_a_line_too(out: Run) -> None:
    lay("a")
    out("extract", "pages/a.html", "-f", "jsonl", "-o", "out.jsonl")
    assert names() == ["a"]


def test_page_is_not_overwritten_by_lines(refused: Run) -> None:
    lay("a")
    assert "would be overwritten" in refused(
        "extract", "pages", "-f", "jsonl", "-o", "pages/a.html", "--again"
    )
    assert Path("pages/a.html").read_text() == "<p>a says hello</p>"


def test_processes_give_the_same_in_the_same_order(out: Run) -> None:
    lay(*(f"{number:02}" for number in range(30)))
    out(*ARGS, "-j", "2")
    assert names() == [f"{number:02}" for number in range(30)]
    assert Path("out.jsonl").read_text() == out(*ARGS[:-2])


def test_processes_work_for_all_forms_and_places(out: Run) -> None:
    lay("a", "b")
    out("extract", "pages", "-a", "plain", "-o", "results", "-j", "1")
    assert Path("results/b.txt").read_text() == "b says hello\n"


def _hear_interrupts() -> None:
    """Tests that run in the background of a shell are deaf to them, and so are their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="no signals here")
@pytest.mark.parametrize("jobs", [[], ["-j", "1"]], ids=["here", "processes"])
def test_interrupted_run_leaves_whole_lines_and_says_how_to_go_on(jobs: list[str]) -> None:
    lay(*(f"{number:04}" for number in range(3000)))
    with subprocess.Popen(
        [SCRIPT, *ARGS, *jobs], stderr=subprocess.PIPE, text=True, preexec_fn=_hear_interrupts
    ) as process:
        # An interrupt takes back the line that is being written: the first one, and the file with it.
        while not Path("out.jsonl").exists() or Path("out.jsonl").read_bytes().count(b"\n") < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert said.endswith("pages; the same command continues from there\n")
    assert said.count("\n") == 1
    count = len(records())
    assert said.startswith(f"stopped after {count} of 3000 pages")


def test_records_can_have_further_forms(out: Run) -> None:
    lay("a")
    out(*ARGS, "--also", "markdown", "--also", "html", "--also", "markdown")
    (record,) = records()
    assert (record["markdown"], record["html"]) == ("a says hello\n", "<p>a says hello</p>\n")
    assert "tei" not in record


def test_further_forms_are_for_records() -> None:
    lay("a")
    result = CliRunner().invoke(app, ["extract", "pages/a.html", "--also", "markdown"])
    assert "the form must be json or jsonl" in str(result.exception)
