"""Packages go to others and come back the same."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from mainspan.annotation import export_package, import_package, read_answer, save_answer
from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.importers import corpus as find_corpus
from mainspan.evaluation.importers import import_corpus
from mainspan.evaluation.packages import Document, Package
from tests.annotation.answers import TITLE, answer, document, package
from tests.evaluation.importers.reading import take


def content(folder: Path) -> dict[str, bytes]:
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()
    }


def records(folder: Path, prefix: str = "") -> dict[str, tuple[bytes, str | None, dict[str, object]]]:
    found = Package.read(folder).documents
    known = {
        each.name: {key: value for key, value in each.about.items() if value is not None} for each in found
    }
    return {prefix + each.name: (each.read_page(), each.read_gold(), known[each.name]) for each in found}


@pytest.mark.parametrize("output", ["out", "out.zip"])
def test_wcxb_reads_back_what_was_exported(tmp_path: Path, corpus: Path, output: str) -> None:
    for name in ("styles", "asia"):
        place = tmp_path / name / output
        found = export_package(corpus / name, place, form="wcxb")
        assert (found.documents, found.left_out) == (len(Package.read(corpus / name)), [])
        import_corpus(find_corpus("wcxb"), place, tmp_path / name / "back")
        assert records(tmp_path / name / "back") == records(corpus / name, "dev-")


def test_a_package_of_wcxb_is_exported_as_it_was(tmp_path: Path) -> None:
    take(tmp_path, "wcxb")
    export_package(tmp_path / "out", tmp_path / "again", form="wcxb")
    import_corpus(find_corpus("wcxb"), tmp_path / "again", tmp_path / "back")
    assert records(tmp_path / "back") == records(tmp_path / "out")
    assert (tmp_path / "again/test/ground-truth/three.json").is_file()


def test_names_that_differ_in_the_split_stay_apart(tmp_path: Path) -> None:
    folder = package(tmp_path / "p", "a", "dev-a")
    export_package(folder, tmp_path / "out", form="wcxb")
    import_corpus(find_corpus("wcxb"), tmp_path / "out", tmp_path / "back")
    assert [each.name for each in Package.read(tmp_path / "back").documents] == ["dev-a", "dev-dev-a"]


def test_odd_metadata_is_not_lost(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    odd = {
        "url": "",
        "title": "",
        "with": [],
        "page_type": "category",
        "source_id": "x",
        "split": "train",
        "n": [1],
    }
    document(folder).meta.write_text(json.dumps(odd))
    export_package(folder, tmp_path / "out", form="wcxb")
    import_corpus(find_corpus("wcxb"), tmp_path / "out", tmp_path / "back")
    assert Document(tmp_path / "back", "dev-a").about == odd


def test_wcxb_has_its_own_keys(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    known = {
        "url": "https://a.example/",
        "page_type": "article",
        "title": "T",
        "with": ["noon"],
        "style": "x",
    }
    document(folder).meta.write_text(json.dumps(known))
    export_package(folder, tmp_path / "out", form="wcxb")
    record = json.loads((tmp_path / "out/dev/ground-truth/a.json").read_text("utf-8"))
    assert record == {
        "schema_version": "2.0",
        "url": "https://a.example/",
        "file_id": "a",
        "_internal": {
            "page_type": {"primary": "article"},
            "mainspan": {
                "source_id": None,
                "language": None,
                "split": None,
                "page_type": "article",
                "style": "x",
            },
        },
        "ground_truth": {"title": "T", "with": ["noon"], "main_content": document(folder).read_gold()},
    }
    page = gzip.decompress((tmp_path / "out/dev/html/a.html.gz").read_bytes())
    assert page == document(folder).read_page()


def test_pages_without_gold_are_left_out_of_wcxb(tmp_path: Path) -> None:
    folder = package(tmp_path / "p", "a", "b")
    document(folder, "b").gold.unlink()
    assert export_package(folder, tmp_path / "out", form="wcxb").left_out == ["b"]
    document(folder, "a").gold.unlink()
    with pytest.raises(SourceError, match="has no documents with gold text"):
        export_package(folder, tmp_path / "none", form="wcxb")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("output", ["out", "out.zip"])
def test_a_package_comes_back_with_or_without_answers(tmp_path: Path, output: str) -> None:
    folder = package(tmp_path / "p", "a", "b")
    (folder / "README.md").write_text("not of the package")
    bare = {name: data for name, data in content(folder).items() if name != "README.md"}
    save_answer(document(folder), answer("anna", TITLE))
    (folder / "annotations/a/.anna.json.x1").write_text("left by a killed process")
    export_package(folder, tmp_path / output)
    assert content(import_package(tmp_path / output, tmp_path / "back")) == bare
    export_package(folder, tmp_path / f"full-{output}", answers=True)
    import_package(tmp_path / f"full-{output}", tmp_path / "full")
    assert content(tmp_path / "full").keys() == bare.keys() | {"annotations/a/anna.json"}
    assert read_answer(Document(tmp_path / "full", "a"), "anna") is not None


def test_the_same_package_gives_the_same_archive(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    for name in ("one.zip", "two.zip"):
        export_package(folder, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_members_of_an_archive_stay_in_the_package(tmp_path: Path) -> None:
    names = [
        "p/package.json",
        "p/a.html",
        "p/../../evil.html",
        "p/x/y.html",
        "p/annotations/a/b/c.json",
        "/evil.txt",
    ]
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as archive:
        for name in [*names, "p/annotations/a/anna.json", "p/run.sh"]:
            archive.writestr(name, "{}")
    import_package(tmp_path / "p.zip", tmp_path / "out")
    assert sorted(content(tmp_path)) == [
        "out/a.html",
        "out/annotations/a/anna.json",
        "out/package.json",
        "p.zip",
    ]


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=r"no package: package.json is missing"):
        import_package(tmp_path / "empty", tmp_path / "out")
    folder = package(tmp_path / "p")
    with pytest.raises(OutputError, match="exists and is not an empty folder"):
        import_package(folder, folder)
    with pytest.raises(OutputError, match="exported as package or wcxb, not as 'x'"):
        export_package(folder, tmp_path / "out", form="x")
    with pytest.raises(OutputError, match=r"out\.zip: File exists"):
        export_package(folder, folder / "package.json" / "out.zip")
