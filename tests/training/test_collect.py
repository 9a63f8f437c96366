"""Labelled pages are found again in the archives of packages, by the digest of their bytes."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.training.test_labelled import HTML, folder_with, label
from training.collect import collect, files_of, find_pages


def tar_of(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as packed:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    return path


def index_with(folder: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes]) -> None:
    """A package index as pip reads it, in a folder."""
    listing = folder / "simple" / "kettles"
    listing.mkdir(parents=True)
    archive = tar_of(listing / "kettles-1.0.tar.gz", files)
    links = [
        f'<a href="{archive.as_uri()}#sha256=1">kettles-{version}.tar.gz</a>' for version in ("0.9", "1.0")
    ]
    (listing / "index.html").write_text("".join(links))
    monkeypatch.setattr("training.collect._index_page", lambda package: (listing / "index.html").as_uri())


def test_pages_are_found_by_their_digest_wherever_they_are(tmp_path: Path) -> None:
    wanted = sha256(HTML).hexdigest()
    archive = tar_of(tmp_path / "a.tar.gz", {"x/other.html": b"other", "x/moved.html": HTML})
    assert find_pages(archive, {wanted}) == {wanted: HTML}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("x/page.html", HTML)
    assert list(files_of(tmp_path / "a.zip")) == [HTML]


def test_pages_are_collected_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    index_with(tmp_path, monkeypatch, {"kettles-1.0/tests/kettle.html": HTML})
    out = tmp_path / "pages"
    assert not collect([label()], out)
    assert (out / "product-001.html").read_bytes() == HTML
    assert "pypi kettles 1.0: 1 of 1 pages" in capsys.readouterr().out
    assert not collect([label()], out)
    assert not capsys.readouterr().out, "nothing is fetched again"


def test_what_cannot_be_had_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    index_with(tmp_path, monkeypatch, {"kettles-1.0/tests/kettle.html": b"changed"})
    lost, gone = label(), label(name="gone", version="2.0")
    assert collect([lost, gone], tmp_path / "pages") == [lost, gone]
    out = capsys.readouterr().out
    assert "1/2  pypi kettles 1.0: 0 of 1 pages" in out
    assert "(the index has no source archive of this version)" in out


def test_a_program_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert collect([label(source="npm")], tmp_path)
    assert "npm is not installed" in capsys.readouterr().out


def test_a_debian_archive_is_read(tmp_path: Path) -> None:
    root = folder_with_control(tmp_path / "root")
    subprocess.run(
        ["dpkg-deb", "--build", str(root), str(tmp_path / "a.deb")], check=True, capture_output=True
    )
    assert HTML in list(files_of(tmp_path / "a.deb"))


def folder_with_control(root: Path) -> Path:
    (root / "DEBIAN").mkdir(parents=True)
    (root / "DEBIAN" / "control").write_text(
        "Package: kettles\nVersion: 1\nArchitecture: all\n"
        "Maintainer: K <k@kettles.example>\nDescription: Kettles\n"
    )
    return folder_with(root)
