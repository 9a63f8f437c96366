"""The packages folder: no name leads out of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mainspan.evaluation.packages import Document
from mainspan.service.errors import ApiError
from mainspan.service.packages import Packages, overview
from mainspan.service.versions import version_of


def make(folder: Path, name: str = "one", gold: str | None = "Text.") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.html").write_text("<p>Text.")
    if gold is not None:
        (folder / f"{name}.txt").write_text(gold)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "packages"
    make(root / "first")
    make(root / "second", "a", None)
    make(root / "second", "b")
    make(root / ".hidden")
    (root / "empty").mkdir()
    (root / "file.html").write_text("<p>x")
    make(tmp_path / "outside", "secret")
    return root


def test_the_packages_of_a_folder(root: Path) -> None:
    packages = Packages(root)
    assert list(packages.folders()) == ["first", "second"]
    assert packages.documents(packages.folder("second")) == ["a", "b"]
    assert packages.document("second", "a").read_page() == b"<p>Text."


def test_a_folder_that_is_a_package_itself(root: Path) -> None:
    (root / "first" / "package.json").write_text('{"description": "Ours", "licence": "MIT"}')
    packages = Packages(root / "first")
    assert list(packages.folders()) == ["first"]
    assert overview("first", root / "first") == {
        "name": "first",
        "description": "Ours",
        "license": "MIT",
        "documents": 1,
    }


NAMES = [
    "",
    ".",
    "..",
    "../outside",
    "first/../../outside",
    "/",
    "/etc",
    "\\",
    "first/",
    "first\0",
    "\0",
    "%2e%2e",
    "..%2foutside",
    "FIRST ",
    "empty",
    ".hidden",
    "file.html",
    "~",
    "first\n",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_leads_elsewhere(root: Path, tmp_path: Path, name: str) -> None:
    packages = Packages(root)
    for package, document in ((name, "secret"), (name, "one"), ("first", name)):
        with pytest.raises(ApiError) as caught:
            packages.document(package, document)
        assert (caught.value.status, caught.value.code) == (404, "not_found")


@pytest.mark.parametrize(
    "name", [str(Path("..", "outside", "secret")), "../outside/secret", "one.html", "one.txt"]
)
def test_no_document_is_elsewhere(root: Path, name: str) -> None:
    with pytest.raises(ApiError):
        Packages(root).document("first", name)


def test_links_that_lead_out_are_not_there(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (root / "linked").symlink_to(outside, target_is_directory=True)
    (root / "loop").symlink_to(root / "loop")
    first = root / "first"
    (first / "page.html").symlink_to(outside / "secret.html")
    make(first, "gold", None)
    (first / "gold.txt").symlink_to(outside / "secret.txt")
    make(first, "meta")
    (first / "meta.json").symlink_to(outside / "secret.txt")
    (first / "broken.html").symlink_to(outside / "nothing.html")
    (first / "folder.html").mkdir()
    packages = Packages(root)
    assert list(packages.folders()) == ["first", "second"]
    assert packages.documents(first) == ["one"]


def test_links_that_stay_inside_are_there(root: Path) -> None:
    (root / "again").symlink_to(root / "first", target_is_directory=True)
    (root / "first" / "two.html").symlink_to(root / "second" / "b.html")
    packages = Packages(root)
    assert "again" in packages.folders()
    assert packages.documents(root / "first") == ["one", "two"]


def test_without_packages_there_is_a_reason(root: Path) -> None:
    for folder in (root / "empty", root / "missing"):
        assert Packages(folder).folders() == {}
        with pytest.raises(ApiError, match="has no folders with pages"):
            Packages(folder).folder("x")


def test_the_version_changes_with_gold_and_metadata(root: Path) -> None:
    document = Document(root / "first", "one")
    versions = [version_of(document)]
    document.gold.write_text("Other.")
    versions.append(version_of(document))
    document.meta.write_text(json.dumps({"language": "en"}))
    versions.append(version_of(document))
    document.meta.unlink()
    document.gold.unlink()
    versions.append(version_of(document))
    assert len(set(versions)) == 4
    document.page.write_text("<p>Another page.")
    assert version_of(document) == versions[-1]
