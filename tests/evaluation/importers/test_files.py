"""Files of corpora: what is found where, and what is refused."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.importers import files as module
from mainspan.evaluation.importers.files import Files
from tests.evaluation.importers.corpora import lay, packed, tar, zipped


def found(folder: Path, data: bytes) -> list[str]:
    with Files(lay(folder, {"archive": data}) / "archive") as files:
        return list(files)


@pytest.mark.parametrize("pack", [zipped, tar])
def test_names_that_lead_elsewhere_are_passed_over(pack: object, tmp_path: Path) -> None:
    assert callable(pack)
    data = pack({"../up.html": b"a", "a/../../up.html": b"a", "/root.html": b"a", "in/b.html": b"b"})
    assert found(tmp_path, data) == ["in/b.html", "root.html"]


def test_links_in_archives_are_passed_over(tmp_path: Path) -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for kind, name in ((tarfile.SYMTYPE, "soft"), (tarfile.LNKTYPE, "hard"), (tarfile.DIRTYPE, "folder")):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    assert found(tmp_path, data.getvalue()) == []


def test_links_out_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    lay(tmp_path, {"outside.html": b"secret", "in/a.html": b"a"})
    (tmp_path / "in" / "out.html").symlink_to(tmp_path / "outside.html")
    (tmp_path / "in" / "same.html").symlink_to(tmp_path / "in" / "a.html")
    with Files(tmp_path / "in") as files:
        assert list(files) == ["a.html", "same.html"]


def test_files_of_operating_systems_are_ignored(tmp_path: Path) -> None:
    lay(tmp_path, {"__MACOSX/a.html": b"", ".git/b.html": b"", "c/._d.html": b"", "c/d.html": b""})
    with Files(tmp_path) as files:
        assert list(files) == ["c/d.html"]


@pytest.mark.parametrize("pack", [zipped, tar, lambda tree: tar(tree, "w:xz")])
def test_a_member_is_read_up_to_its_limit(pack: object, tmp_path: Path) -> None:
    assert callable(pack)
    path = lay(tmp_path, {"archive": pack({"a": b"x" * 100})}) / "archive"
    with Files(path) as files:
        assert files.read("a", 100) == b"x" * 100
        with pytest.raises(SourceError, match="a: larger than 99 bytes"):
            files.read("a", 99)


def test_a_packed_page_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 1000)
    with Files(lay(tmp_path, {"a.gz": packed(b"x" * 1000), "b.gz": packed(b"x" * 1001)})) as files:
        assert len(files.read_page("a.gz")) == 1000
        with pytest.raises(SourceError, match=r"b\.gz: larger than 1,000 bytes when unpacked"):
            files.read_page("b.gz")


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_ARCHIVE_BYTES", 10_000)
    with pytest.raises(SourceError, match="larger than 10,000 bytes when unpacked"):
        found(tmp_path, tar({"a": b"x" * 20_000}))


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FILES", 2)
    assert found(tmp_path, zipped({"a": b"", "b": b""})) == ["a", "b"]
    with pytest.raises(SourceError, match="more than 2 files"):
        found(tmp_path, zipped({"a": b"", "b": b"", "c": b""}))


@pytest.mark.parametrize(
    "data",
    [b"", b"no archive", b"PK\x03\x04 broken", tar({"a": b"x" * 9999})[:60]],
    # An archive holds the time at which it was made: no name for a test.
    ids=["empty", "text", "broken", "cut off"],
)
def test_an_incomplete_archive_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="archive: neither a folder nor a whole zip or tar archive"):
        found(tmp_path, data)


def test_a_missing_path_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere: No such file"):
        Files(tmp_path / "nowhere")


def test_a_pointer_to_a_large_file_is_no_file(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    with Files(lay(tmp_path, {"a.html": pointer})) as files, pytest.raises(SourceError, match="git lfs pull"):
        files.read("a.html")


def test_a_truncated_page_is_reported(tmp_path: Path) -> None:
    with (
        Files(lay(tmp_path, {"a.gz": packed(b"x" * 999)[:-9]})) as files,
        pytest.raises(SourceError, match="unpacked"),
    ):
        files.read_page("a.gz")


def test_patterns_match_from_a_slash_to_the_end(tmp_path: Path) -> None:
    lay(tmp_path, {"a/html/1.html": b"", "html/2.html": b"", "xhtml/3.html": b"", "html/4.html.bak": b""})
    with Files(tmp_path) as files:
        assert [each["id"] for each in files.matching(r"html/(?P<id>\d)\.html")] == ["1", "2"]
