"""Packages and their documents: what is read, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.packages import Document, Package, is_held_out, read_object


def lay(folder: Path, name: str, gold: str | None = "gold", **known: object) -> Document:
    """Write a document of a package."""
    folder.mkdir(exist_ok=True)
    document = Document(folder, name)
    document.page.write_bytes(b"<p>page")
    if gold is not None:
        document.gold.write_text(gold, "utf-8")
    if known:
        document.meta.write_text(json.dumps(known), "utf-8")
    return document


def test_a_document_is_read_from_its_three_files(tmp_path: Path) -> None:
    document = lay(tmp_path, "a", "\ufeffTëxt", url="http://a.example/x", language="de")
    assert (document.read_page(), document.read_gold()) == (b"<p>page", "Tëxt")
    assert document.url == "http://a.example/x"
    assert document.about["language"] == "de"


@pytest.mark.parametrize(
    ("known", "site"),
    [
        ({"domain": "a.example", "url": "http://b.example/"}, "a.example"),
        ({"domain": None, "url": "http://www.b.example/x"}, "b.example"),
        ({"other": 1}, "page"),
        ({}, "page"),
    ],
)
def test_its_site_is_its_domain_or_host_or_itself(tmp_path: Path, known: dict[str, Any], site: str) -> None:
    assert lay(tmp_path, "page", **known).site == site


def test_a_broken_or_missing_description_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[1, 2")
    (tmp_path / "y.json").write_text("[1, 2]")
    (tmp_path / "w.json").write_text("[" * 100_000)
    assert [read_object(tmp_path / f"{name}.json") for name in "wxyz"] == [{}, {}, {}, {}]


@pytest.mark.parametrize("wrong", ["text", 5, {"a": 1}, None])
def test_segments_that_are_no_lists_are_none(tmp_path: Path, wrong: object) -> None:
    known: dict[str, Any] = {"with": wrong, "without": [1]}
    assert lay(tmp_path, "a", **known).segments == ([], ["1"])


def test_a_package_has_the_documents_with_gold_or_segments(tmp_path: Path) -> None:
    lay(tmp_path, "b")
    lay(tmp_path, "a", gold="")
    lay(tmp_path, "c", gold=None, **{"with": ["this"], "without": ["that"]})
    lay(tmp_path, "d", gold=None)
    package = Package.read(tmp_path)
    assert [each.name for each in package.documents] == ["a", "b", "c"]
    assert package.documents[2].segments == (["this"], ["that"])
    assert package.documents[2].read_gold() is None


def test_a_package_is_named_after_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "news"
    lay(folder, "a")
    (folder / "package.json").write_text('{"license": "MIT"}')
    monkeypatch.chdir(folder)
    assert Package.read(".").name == "news"
    assert Package.read(".").about == {"license": "MIT"}


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_documents_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=f"{name}: no (such folder|pages with gold text)"):
        Package.read(tmp_path / name)


def test_one_site_in_three_is_held_out() -> None:
    sites = [f"{number}.example" for number in range(300)]
    assert 70 < sum(is_held_out(site, 3) for site in sites) < 130
    assert not any(is_held_out(site, parts) for site in sites for parts in (0, 1))
