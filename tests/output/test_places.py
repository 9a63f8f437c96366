"""Where results go: files are written whole or not at all, and errors are raised before the work."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from mainspan.errors import OutputError
from mainspan.output import File, Folder, Standard, write_file

KEY = PurePosixPath("page")


@pytest.fixture
def umask() -> Iterator[None]:
    """Leaves the process's umask as it was."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


# One file, whole or not at all.


def test_text_is_written_as_utf_8_with_its_line_breaks(tmp_path: Path) -> None:
    write_file(tmp_path / "out.txt", "Küche\r\n中\n")
    assert (tmp_path / "out.txt").read_bytes() == "Küche\r\n中\n".encode()


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_file(tmp_path / "out.png", b"\x89PNG\r\n\x00\xff")
    assert (tmp_path / "out.png").read_bytes() == b"\x89PNG\r\n\x00\xff"


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    write_file(tmp_path / "a/b/out.txt", "text")
    assert files_below(tmp_path) == ["a/b/out.txt"]


def test_file_that_was_there_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("a much longer text than the new one")
    write_file(tmp_path / "out.txt", "new")
    assert (tmp_path / "out.txt").read_text() == "new"
    assert files_below(tmp_path) == ["out.txt"]


def test_text_that_cannot_be_encoded_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_file(tmp_path / "out.txt", "new \ud800")
    assert (tmp_path / "out.txt").read_text() == "old"
    assert files_below(tmp_path) == ["out.txt"]


def test_failure_at_the_last_step_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "out.txt").mkdir()
    with pytest.raises(OutputError) as caught:
        write_file(tmp_path / "out.txt", "new")
    assert str(caught.value) == f"{tmp_path / 'out.txt'}: Is a directory"
    assert files_below(tmp_path) == []


def test_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(OutputError, match=r"file/out\.txt: "):
        write_file(tmp_path / "file/out.txt", "new")
    assert (tmp_path / "file").read_text() == "old"


def test_name_that_is_too_long_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="File name too long"):
        write_file(tmp_path / ("x" * 300), "new")
    assert files_below(tmp_path) == []


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600), (0, 0o666)])
def test_permissions_follow_the_umask(tmp_path: Path, umask: None, mask: int, mode: int) -> None:
    os.umask(mask)
    write_file(tmp_path / "out.txt", "text")
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == mode


def test_writing_leaves_the_umask_as_it_was(tmp_path: Path, umask: None) -> None:
    os.umask(0o031)
    write_file(tmp_path / "out.txt", "text")
    assert os.umask(0) == 0o031


def test_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    # The same holds for devices: as root, replacing /dev/null would break the machine.
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(tmp_path / "pipe", "text")
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)


# Standard output.


def test_results_follow_each_other_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    place = Standard(None)
    place.write("a.html", KEY, "one\n")
    place.write("b.html", KEY, "two\n")
    assert capsys.readouterr() == ("one\ntwo\n", "")


def test_heading_names_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    Standard("==> {name} <==\n").write("a{b}.html", KEY, "{one}\n")
    assert capsys.readouterr().out == "==> a{b}.html <==\n{one}\n"


# One result in a file.


def test_file_holds_the_result(tmp_path: Path) -> None:
    File(tmp_path / "deep/out.txt").write("page.html", KEY, "text\n")
    assert (tmp_path / "deep/out.txt").read_text() == "text\n"


def test_file_is_not_made_before_there_is_a_result(tmp_path: Path) -> None:
    File(tmp_path / "deep/out.txt")
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError) as caught:
        File(tmp_path)
    assert str(caught.value) == f"{tmp_path}: is a folder; name a file for the result of one page"


@pytest.mark.parametrize("below", ["out.txt", "deep/out.txt"])
def test_file_below_a_file_is_refused_before_the_work(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("old")
    path = tmp_path / "file" / below
    with pytest.raises(OutputError) as caught:
        File(path)
    assert str(caught.value) == f"{path}: cannot write to {tmp_path / 'file'}"


# Several results in a folder.


def test_folder_holds_a_file_for_each_result(tmp_path: Path) -> None:
    place = Folder(tmp_path / "out", ".txt")
    place.write("x", PurePosixPath("one"), "1\n")
    place.write("y", PurePosixPath("deep/v1.2"), "2\n")
    assert files_below(tmp_path) == ["out/deep/v1.2.txt", "out/one.txt"]
    assert (tmp_path / "out/deep/v1.2.txt").read_text() == "2\n"


def test_folder_may_be_there_and_keeps_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("old")
    Folder(tmp_path, ".json").write("x", KEY, "{}\n")
    assert files_below(tmp_path) == ["other.txt", "page.json"]


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(OutputError) as caught:
        Folder(tmp_path / "file", ".txt")
    assert str(caught.value) == (
        f"{tmp_path / 'file'}: is a file; name a folder for the results of several pages"
    )


def test_folder_below_a_file_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(OutputError, match="cannot write to"):
        Folder(tmp_path / "file/out", ".txt")
    assert files_below(tmp_path) == ["file"]
