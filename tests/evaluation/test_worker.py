from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures import MEASURES, measure
from mainspan.evaluation.records import Score
from mainspan.evaluation.worker import ASKING, EXTRACTING, LOADING, SCORING, Job, Outcome, Worker
from tests.evaluation.rogues import Rogue, write_package

NOTHING = Score(0.0, 0.0, 0.0)


def do(folder: Path, deed: str, page: str = "bad", error: str = "") -> Outcome:
    write_package(folder, page=page)
    worker = Worker([Rogue(deed)], [MEASURES["words"](), MEASURES["segments"]()])
    return worker.do(Job(0, folder, "page", error=error), lambda word: None)


def test_the_found_text_is_scored(tmp_path: Path) -> None:
    found = do(tmp_path, "fails", page="good")
    assert (found.text, found.seconds, found.error) == ("good text", 0.001, "")
    assert found.scores == {"words": Score(1.0, 1.0, 1.0), "segments": "no segments"}
    assert found.figures["screen_words"] > 0


@pytest.mark.parametrize(
    ("deed", "error"),
    [
        ("fails", "no such thing"),
        ("breaks", "ValueError: first line second line"),
        ("leaves", "SystemExit: I have had enough"),
        ("rubbish", "gave bytes instead of text"),
        ("none", "TypeError: cannot unpack non-iterable NoneType object"),
        ("floods", "gave 55,000,000 characters, which is no main content"),
    ],
)
def test_a_contestant_that_fails_has_scores_of_zero(tmp_path: Path, deed: str, error: str) -> None:
    found = do(tmp_path, deed)
    assert (found.error, found.text, found.figures) == (error, "", {})
    assert found.scores == {"words": NOTHING, "segments": "no segments"}


def test_a_long_answer_is_scored(tmp_path: Path) -> None:
    found = do(tmp_path, "drawls")
    assert (found.error, found.scores["words"]) == ("", Score(1.0, 1.0, 1.0))


def test_failing_on_empty_gold_is_no_perfect_fit(tmp_path: Path) -> None:
    write_package(tmp_path, page="bad")
    (tmp_path / "page.txt").write_text("", "utf-8")
    found = Worker([Rogue("fails")], [MEASURES["words"]()]).do(Job(0, tmp_path, "page"), lambda word: None)
    assert found.scores == {"words": NOTHING}


def test_finding_nothing_where_nothing_is_wanted_fits(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p> </p>", "utf-8")
    (tmp_path / "page.txt").write_text("", "utf-8")
    worker = Worker([contestant("plain")], [MEASURES["words"]()])
    found = worker.do(Job(0, tmp_path, "page"), lambda word: None)
    assert (found.error, found.scores) == ("", {"words": Score(1.0, 1.0, 1.0)})


def test_a_measure_with_parameters_keeps_its_whole_name(tmp_path: Path) -> None:
    write_package(tmp_path, page="good")
    found = Worker([contestant("plain")], [measure("words:stop=en")]).do(Job(0, tmp_path, "page"), print)
    assert list(found.scores) == ["words:stop=en"]


def test_documents_without_gold_have_only_segments(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>good text</p>", "utf-8")
    (tmp_path / "page.json").write_text('{"with": ["good"], "without": ["menu"]}', "utf-8")
    worker = Worker([contestant("plain")], [MEASURES["words"](), MEASURES["segments"]()])
    found = worker.do(Job(0, tmp_path, "page"), lambda word: None)
    assert found.scores == {"words": "no gold", "segments": Score(1.0, 1.0, 1.0)}


def test_a_missing_page_is_reported(tmp_path: Path) -> None:
    write_package(tmp_path, page="good")
    (tmp_path / "page.html").unlink()
    found = Worker([Rogue("fails")], [MEASURES["words"]()]).do(Job(0, tmp_path, "page"), lambda word: None)
    assert found.error.endswith("page.html: No such file or directory")
    assert found.scores == {"words": NOTHING}


def test_a_job_that_failed_before_is_not_tried_again(tmp_path: Path) -> None:
    found = do(tmp_path, "exit", error="took longer than 1 s")
    assert (found.error, found.scores["words"]) == ("took longer than 1 s", NOTHING)


def test_a_worker_reports_its_phases_and_loads_once(tmp_path: Path) -> None:
    write_package(tmp_path, page="good")
    worker = Worker([Rogue("fails"), Rogue("fails", kind="command")], [])
    said: list[str] = []
    for number in (0, 0, 1):
        worker.do(Job(number, tmp_path, "page"), said.append)
        said.append("done")
    each = [EXTRACTING, SCORING, "done"]
    assert said == [LOADING, *each, *each, ASKING, SCORING, "done"]
