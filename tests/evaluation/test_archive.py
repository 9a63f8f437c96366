"""Archives of annotated pages."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from mainspan.errors import PackageError, SourceError
from mainspan.evaluation import archive
from mainspan.evaluation.archive import add_archive, read_archive
from mainspan.evaluation.build import new_package
from mainspan.evaluation.check import check_package

HTML = "\ufeff<!DOCTYPE html><title>Ferry</title><nav>Home</nav><p>The ferry crosses the sound — twice.</p>"
META = {"url": "https://example.org/ferry", "language": "en", "fragmented": False, "multiple_articles": False}
FILES = {
    "ferry.html": HTML,
    "ferry.txt": "The ferry crosses the sound — twice.\n",
    "ferry.json": json.dumps(META),
}


def write(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return new_package(tmp_path / "mine", description="Mine", license="MIT").parent


def test_an_archive_becomes_a_document(tmp_path: Path, package: Path) -> None:
    [added] = add_archive(package, write(tmp_path / "a.zip", FILES))
    assert (added.document, added.gold, added.share) == ("ferry", FILES["ferry.txt"], 1)
    assert json.loads((package / "ferry.json").read_text()) == META
    assert check_package(package) == []


def test_name_and_metadata_can_be_given(tmp_path: Path, package: Path) -> None:
    [added] = add_archive(package, write(tmp_path / "a.zip", FILES), name="b", about={"page_type": "article"})
    assert added.document == "b"
    assert json.loads((package / "b.json").read_text()) == META | {"page_type": "article"}


def test_several_documents(tmp_path: Path, package: Path) -> None:
    two = FILES | {name.replace("ferry", "a"): content for name, content in FILES.items()}
    path = write(tmp_path / "a.zip", two)
    assert [each.document for each in add_archive(package, path)] == ["a", "ferry"]
    with pytest.raises(PackageError, match="has 2 documents"):
        add_archive(package, path, name="c")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "has no page"),
        ({"a.html": HTML}, r"no gold text \(a.txt\)"),
        (FILES | {"ferry.json": "[]"}, "no object in JSON"),
        (FILES | {"ferry.json": "{"}, "no object in JSON"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read_archive(write(tmp_path / "a.zip", files))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no")
    with pytest.raises(SourceError, match="no zip archive"):
        read_archive(tmp_path / "a.zip")
    with pytest.raises(SourceError, match="No such file"):
        read_archive(tmp_path / "b.zip")


def test_names_never_lead_out_of_the_package(tmp_path: Path, package: Path) -> None:
    outside = {f"../{name}": content for name, content in FILES.items()}
    with pytest.raises(PackageError, match="not a name for files"):
        add_archive(package, write(tmp_path / "a.zip", outside))


@pytest.mark.parametrize("limit", [sum(len(each.encode()) for each in FILES.values()), 10])
def test_archives_have_a_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(archive, "_MAX_BYTES", limit)
    path = write(tmp_path / "a.zip", FILES)
    if limit > 10:
        assert read_archive(path)
    else:
        with pytest.raises(SourceError, match="larger than 10 bytes"):
            read_archive(path)


def test_gold_that_is_not_in_the_page_needs_force(tmp_path: Path, package: Path) -> None:
    path = write(tmp_path / "a.zip", FILES | {"ferry.txt": "Other words altogether.\n"})
    with pytest.raises(PackageError, match="--force"):
        add_archive(package, path)
    assert add_archive(package, path, force=True)
