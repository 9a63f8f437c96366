from __future__ import annotations

import platform
import subprocess
import sys
import threading
from pathlib import Path
from time import sleep

import pytest

from mainspan import evaluate
from mainspan.errors import EvaluationError, OutputError
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Results
from mainspan.evaluation.subset import Subset
from tests.evaluation.processes import ends
from tests.evaluation.rogues import Rogue, write_package

ROOT = Path(__file__).parent.parent.parent
WORDS = ("words",)


@pytest.fixture(autouse=True)
def _rogues_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write_package(tmp_path / "pages", a="good", b="bad", c="good", d="good", e="good")


def essence(rows: list[Row]) -> list[tuple[object, ...]]:
    return [(row.package, row.document, row.contestant, row.bytes, row.scores, row.error) for row in rows]


def test_every_contestant_is_measured_on_every_document(package: Path) -> None:
    found = evaluate([package], ["plain", Rogue("fails")], measures=WORDS, jobs=2)
    assert [(row.contestant, row.document) for row in found.rows] == [
        (name, document) for name in ("plain", "rogue:fails") for document in "abcde"
    ]
    assert {row.document: row.scores["words"] for row in found.rows[5:]} == {
        name: Score(0, 0, 0) if name == "b" else Score(1, 1, 1) for name in "abcde"
    }


def test_summaries_and_pairs_come_with_the_rows(package: Path) -> None:
    found = evaluate([package], ["plain", Rogue("fails")], measures=WORDS, jobs=1)
    assert [(each.contestant, each.errors) for each in found.summaries] == [("plain", 0), ("rogue:fails", 1)]
    assert [(each.first, each.second) for each in found.significance] == [("plain", "rogue:fails")]
    assert found.texts("pages", "rogue:fails") == {
        name: "" if name == "b" else "good text" for name in "abcde"
    }


def test_a_folder_has_the_same_as_the_records(package: Path, tmp_path: Path) -> None:
    found = evaluate([package], ["plain", Rogue("breaks")], output=tmp_path / "results", jobs=2)
    read = Results.read(tmp_path / "results")
    assert (read.run, read.rows, read.problems) == (found.run, found.rows, found.problems)
    assert (read.summaries, read.significance) == (found.summaries, found.significance)
    assert found.run["complete"]
    assert read.texts("pages", "plain") == found.texts("pages", "plain")
    assert not list((tmp_path / "results").rglob("*.part"))


def test_the_number_of_processes_changes_no_score(package: Path) -> None:
    one, two = (evaluate([package], ["accb", "plain"], jobs=jobs) for jobs in (1, 2))
    assert essence(one.rows) == essence(two.rows)
    assert one.significance == two.significance


class StopError(Exception):
    pass


def stop_after(count: int, output: Path, package: Path) -> None:
    def progress(done: int, total: int, row: Row | None) -> None:
        if done == count:
            raise StopError

    with pytest.raises(StopError):
        evaluate([package], ["plain", "accb"], measures=WORDS, output=output, jobs=1, progress=progress)


@pytest.mark.parametrize("count", [1, 7])
def test_a_stopped_run_is_resumed(package: Path, tmp_path: Path, count: int) -> None:
    stop_after(count, tmp_path / "results", package)
    seen: list[tuple[int, int]] = []
    found = evaluate(
        [package],
        ["plain", "accb"],
        measures=WORDS,
        output=tmp_path / "results",
        jobs=1,
        progress=lambda done, total, row: seen.append((done, total)),
    )
    assert seen == [(done, 10) for done in range(count, 11)]
    assert essence(found.rows) == essence(evaluate([package], ["plain", "accb"], measures=WORDS, jobs=1).rows)


def test_a_killed_run_is_resumed(package: Path, tmp_path: Path) -> None:
    code = (
        "import os\nfrom mainspan import evaluate\n"
        f"evaluate([{str(package)!r}], ['plain'], output={str(tmp_path / 'results')!r}, jobs=1,\n"
        "    progress=lambda done, total, row: done == 3 and os.kill(os.getpid(), 9))"
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert killed.returncode == -9, killed.stderr
    done: list[int] = []
    evaluate(
        [package], ["plain"], output=tmp_path / "results", jobs=1, progress=lambda *now: done.append(now[0])
    )
    assert done == [3, 4, 5]


def test_a_finished_run_is_only_read_again(package: Path, tmp_path: Path) -> None:
    first = evaluate([package], ["plain"], output=tmp_path / "results", measures=WORDS, jobs=1)
    again = evaluate([package], ["plain"], output=tmp_path / "results", measures=WORDS, jobs=1)
    assert again == first


def test_a_contestant_with_a_full_table_is_not_run_again(package: Path, tmp_path: Path) -> None:
    stop_after(7, tmp_path / "results", package)
    table = tmp_path / "results" / "pages" / "plain.tsv"
    before = table.read_bytes()
    evaluate([package], ["plain", "accb"], measures=WORDS, output=tmp_path / "results", jobs=1)
    assert table.read_bytes() == before


def test_another_run_is_refused_and_loses_nothing(package: Path, tmp_path: Path) -> None:
    evaluate([package], ["plain"], output=tmp_path / "results", measures=WORDS, jobs=1)
    before = (tmp_path / "results" / "summary.tsv").read_bytes()
    with pytest.raises(OutputError, match="contestants differ"):
        evaluate([package], ["accb"], output=tmp_path / "results", measures=WORDS, jobs=1)
    assert (tmp_path / "results" / "summary.tsv").read_bytes() == before
    found = evaluate([package], ["accb"], output=tmp_path / "results", measures=WORDS, jobs=1, fresh=True)
    assert {row.contestant for row in found.rows} == {"accb"}


def test_a_missing_package_and_a_missing_page_do_not_stop_the_run(package: Path, tmp_path: Path) -> None:
    def progress(done: int, total: int, row: Row | None) -> None:
        # As if another program removed it during the run.
        (package / "e.html").unlink(missing_ok=True)

    found = evaluate([package, tmp_path / "none"], ["plain"], measures=WORDS, jobs=1, progress=progress)
    assert [bool(row.error) for row in found.rows] == [False] * 4 + [True]
    assert found.rows[4].error.endswith("e.html: No such file or directory")
    assert found.problems == [
        f"{tmp_path / 'none'}: no such folder; a package is a folder of NAME.html and NAME.txt"
    ]


def test_an_unreachable_proxy_fails_on_every_document_and_the_rest_is_complete(package: Path) -> None:
    found = evaluate([package], ["proxy:http://127.0.0.1:9", "plain"], measures=WORDS, jobs=2)
    errors = [row.error for row in found.rows]
    assert all(errors[:5])
    assert not any(errors[5:])


def test_a_missing_program_fails_on_every_document(package: Path) -> None:
    found = evaluate([package], ["command:no-such-program --at-all"], measures=WORDS, jobs=1)
    assert all("no-such-program" in row.error for row in found.rows)


def test_the_documents_can_be_chosen(package: Path) -> None:
    found = evaluate([package], ["plain"], measures=WORDS, jobs=1, subset=Subset(every=2))
    assert [row.document for row in found.rows] == ["a", "c", "e"]


def test_documents_without_gold_count_for_segments_alone(tmp_path: Path) -> None:
    write_package(tmp_path, a="good")
    (tmp_path / "b.html").write_text("<p>good</p>", "utf-8")
    (tmp_path / "b.json").write_text('{"with": ["good"], "without": ["bad"]}', "utf-8")
    found = evaluate([tmp_path], ["plain"], measures=["words", "segments"], jobs=1)
    assert found.summaries[0].counts == {"words": 1, "segments": 1}


def test_jobs_are_at_least_one(package: Path) -> None:
    with pytest.raises(EvaluationError, match="jobs must be at least 1, not 0"):
        evaluate([package], ["plain"], jobs=0)


def test_no_thread_and_no_child_is_left_behind(package: Path, tmp_path: Path) -> None:
    before = threading.active_count()
    evaluate([package], ["plain"], measures=WORDS, jobs=2)
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon:
            thread.join(5)
    assert threading.active_count() <= before


def test_the_limit_holds_for_programs_too(package: Path) -> None:
    sleeper, few = ["command:sleep 600"], Subset(every=5)
    found = evaluate([package], sleeper, measures=WORDS, jobs=1, limit=0.2, subset=few)
    assert [row.error for row in found.rows] == ["no answer within 0.2 seconds; the program was ended"]


def test_stopping_ends_the_programs_that_run(package: Path, tmp_path: Path) -> None:
    number = tmp_path / "number"
    # Answers the first page, and sleeps over the second one.
    program = f"sh -c 'grep -q good || {{ echo $$ > {number}.new; mv {number}.new {number}; sleep 600; }}'"

    def progress(done: int, total: int, row: Row | None) -> None:
        if done == 1:
            while not number.exists():
                sleep(0.01)
            raise StopError

    with pytest.raises(StopError):
        evaluate([package], [f"command:{program}"], measures=WORDS, jobs=1, progress=progress)
    assert ends(int(number.read_text()))


def test_one_package_and_one_contestant_need_no_list(package: Path) -> None:
    found = evaluate(package, "plain", measures=["words"])
    assert {row.contestant for row in found.rows} == {"plain"}
    assert found.run["complete"]


def test_a_run_records_what_it_was_made_with(package: Path) -> None:
    run = evaluate(package, ["plain", "peer:resiliparse"], measures=["words"]).run
    assert run["choice"] == {"sites": "all", "parts": 2, "every": 1, "language": None}
    assert run["made_with"]["python"] == platform.python_version()
    assert set(run["made_with"]["peers"]) == {"resiliparse"}


def test_a_run_that_is_resumed_keeps_its_record(package: Path, tmp_path: Path) -> None:
    evaluate(package, "plain", measures=["words"], output=tmp_path / "results")
    path = tmp_path / "results" / "run.json"
    path.write_text(path.read_text("utf-8").replace('"begun": "2', '"begun": "1'), "utf-8")
    again = evaluate(package, "plain", measures=["words"], output=tmp_path / "results")
    assert again.run["made_with"]["begun"].startswith("1")


def test_documents_without_a_score_are_reported(package: Path) -> None:
    (package / "lonely.html").write_text("<p>no gold")
    (package / "latin.html").write_text("<p>Caf\xe9", "utf-8")
    (package / "latin.txt").write_bytes(b"Caf\xe9")
    (note,) = evaluate(package, "plain", measures=["words"]).run["notes"]
    assert "1 pages without gold text are left out and 1 gold texts are not in UTF-8" in note


def test_starting_again_leaves_nothing_of_the_old_run(package: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    evaluate(package, "plain", measures=["words"], output=results)
    (results / "report").mkdir()
    (results / "report" / "report.html").write_text("old")
    evaluate(package, "bte", measures=["words"], output=results, fresh=True)
    assert not (results / "report").exists()
    assert [path.name for path in results.rglob("*.tsv") if path.parent != results] == ["bte.tsv"]
