"""Records in lines: whole ones, those of other settings, and a run that resumes an interrupted one."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path, PurePosixPath

import pytest

from mainspan.errors import OutputError
from mainspan.output import Lines, json_line

KEY = PurePosixPath("page")
REMEDY = "choose another output, or write it anew with --again"


def record(source: str, settings: str = "one") -> str:
    return json_line({"source": source, "settings": settings, "text": "Küche\n"})


def write(path: Path, *sources: str, again: bool = False) -> None:
    lines = Lines(path, "one", again=again)
    for source in sources:
        lines.write(source, KEY, record(source))
    lines.close()


def done_in(path: Path) -> dict[str, int]:
    lines = Lines(path, "one")
    lines.close()
    return lines.done


def sources_in(path: Path) -> list[str]:
    return [json.loads(line)["source"] for line in path.read_text("utf-8").splitlines()]


def test_records_come_one_after_the_other_in_folders_that_are_made(tmp_path: Path) -> None:
    write(tmp_path / "deep/out.jsonl", "a", "b", "a")
    assert sources_in(tmp_path / "deep/out.jsonl") == ["a", "b", "a"]


def test_existing_lines_are_counted_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write(path, "a", "b", "a")
    assert done_in(path) == {"a": 2, "b": 1}
    write(path, "c")
    assert sources_in(path) == ["a", "b", "a", "c"]


def test_truncated_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write(path, "a", "b")
    os.truncate(path, path.stat().st_size - 3)
    write(path, "c")
    assert sources_in(path) == ["a", "c"]


def test_line_that_lacks_its_end_alone_is_dropped_too(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(record("a") + record("b").rstrip("\n"))
    assert done_in(path) == {"a": 1}
    write(path, "c")
    assert sources_in(path) == ["a", "c"]


def test_the_file_is_not_touched_before_the_first_write(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious")
    lines = Lines(path, "one", again=True)
    lines.close()
    assert path.read_text() == "precious"


def test_again_starts_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("something else entirely\n" * 100)
    write(path, "a", again=True)
    assert sources_in(path) == ["a"]


@pytest.mark.parametrize("line", ["no JSON", "[1]", '"source"', "7", '{"source": "a"}', "[" * 100_000])
def test_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, line: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(record("a") + line + "\n")
    with pytest.raises(OutputError) as caught:
        Lines(path, "one")
    assert str(caught.value) == f"{path}: line 2 is no record of an extraction; {REMEDY}"
    assert path.read_text() == record("a") + line + "\n"


def test_records_of_other_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(record("a", "two"))
    with pytest.raises(OutputError) as caught:
        Lines(path, "one")
    assert str(caught.value) == f"{path}: line 1 was made by other settings; {REMEDY}"


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder; name a file"):
        Lines(tmp_path, "one")


def failure(source: str) -> str:
    return json_line({"source": source, "settings": "one", "error": "is broken"})


def test_failures_count_as_done(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(record("a") + failure("b") + failure("a") + failure("b"))
    lines = Lines(path, "one")
    lines.close()
    assert (lines.done, lines.failed) == ({"a": 2, "b": 2}, {"a": 1, "b": 2})


def test_forgotten_failures_leave_the_others_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(record("a") + failure("b") + failure("a") + record("c") + record("cut off")[:-9])
    path.chmod(0o600)
    lines = Lines(path, "one")
    lines.forget_failures()
    lines.close()
    assert (lines.done, lines.failed) == ({"a": 1, "c": 1}, {})
    assert path.read_text() == record("a") + record("c")
    assert [each.name for each in tmp_path.iterdir()] == ["out.jsonl"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_lines_continue_after_those_without_failures(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(failure("a") + record("b"))
    lines = Lines(path, "one")
    lines.forget_failures()
    lines.write("a", KEY, record("a"))
    lines.close()
    assert sources_in(path) == ["b", "a"]


def test_failures_that_cannot_be_forgotten_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(failure("a") + record("b"))
    lines = Lines(path, "one")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OutputError, match="No space left on device"):
        lines.forget_failures()
    lines.close()
    assert path.read_text() == failure("a") + record("b")
    assert len(list(tmp_path.iterdir())) == 1


BUSY = "another run is writing to this file: wait until it ends, or choose another output"
locking = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks here")


@locking
@pytest.mark.parametrize("again", [False, True])
def test_two_runs_at_once_are_refused(tmp_path: Path, again: bool) -> None:
    path = tmp_path / "out.jsonl"
    first = Lines(path, "one")
    with pytest.raises(OutputError) as caught:
        Lines(path, "one", again=again)
    assert str(caught.value) == f"{path}: {BUSY}"
    first.write("a", KEY, record("a"))
    first.close()
    write(path, "b")
    assert sources_in(path) == ["a", "b"]


@locking
def test_a_file_stays_locked_when_its_failures_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(failure("a") + record("b"))
    first = Lines(path, "one")
    first.forget_failures()
    with pytest.raises(OutputError, match=BUSY):
        Lines(path, "one")
    first.write("a", KEY, record("a"))
    first.close()
    assert sources_in(path) == ["b", "a"]


def test_a_new_file_that_got_nothing_is_removed(tmp_path: Path) -> None:
    Lines(tmp_path / "out.jsonl", "one").close()
    assert not list(tmp_path.iterdir())


def test_a_line_that_could_not_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(failure("x"))
    lines = Lines(path, "one")
    lines.forget_failures()
    lines.write("a", KEY, record("a"))

    class Full:
        def __init__(self) -> None:
            self.fileno, self.seek = file.fileno, file.seek

        def write(self, data: bytes) -> int:
            file.write(data[:5])
            raise OSError(28, "No space left on device")

    file = lines._file
    monkeypatch.setattr(lines, "_file", Full())
    with pytest.raises(OutputError, match="No space left"):
        lines.write("b", KEY, record("b"))
    monkeypatch.undo()
    lines.write("c", KEY, record("c"))
    lines.close()
    assert sources_in(path) == ["a", "c"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_disk_is_reported() -> None:
    lines = Lines(Path("/dev/full"), "one")
    with pytest.raises(OutputError, match="/dev/full: No space left on device"):
        lines.write("a", KEY, record("a"))
    lines.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    path, read = tmp_path / "pipe", list[str]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_text("utf-8")))
    reader.start()
    write(path, "a", "b")
    reader.join()
    assert read == [record("a") + record("b")]


def test_line_is_one_line_of_any_text() -> None:
    written = json_line({"a": "Küche 中文\n\u2028\r"})
    assert written.startswith('{"a": "Küche 中文')
    assert json.loads(written) == {"a": "Küche 中文\n\u2028\r"}
    assert written.encode().count(b"\n") == 1


def test_lone_surrogates_are_escaped_and_read_back() -> None:
    written = json_line({"source": "\udcff.html"})
    assert json.loads(written.encode("utf-8")) == {"source": "\udcff.html"}
