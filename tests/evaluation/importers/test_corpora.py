"""What holds for every importer: its declaration, and each form in which its corpus may lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.check import check_package
from mainspan.evaluation.importers import CORPORA, corpus, import_corpus
from mainspan.evaluation.packages import Package
from tests.evaluation.importers.corpora import SMALL, Tree, lay, page, tar, zipped

FORMS: dict[str, Callable[[Tree], bytes]] = {
    "corpus.zip": zipped,
    "corpus.tar": lambda tree: tar(tree, "w"),
    "corpus.tgz": tar,
    "corpus.tar.bz2": lambda tree: tar(tree, "w:bz2"),
    "corpus.tar.xz": lambda tree: tar(tree, "w:xz"),
}


def small(folder: Path, name: str) -> Package:
    """A small corpus, imported."""
    tree = lay(folder / "corpus", SMALL[name]())
    result = import_corpus(corpus(name), tree, folder / name)
    assert result.broken == []
    return Package.read(result.folder)


def contents(package: Package) -> list[tuple[str, bytes]]:
    """All files but the description, which has a date."""
    found = [(path.name, path.read_bytes()) for path in sorted(package.folder.iterdir())]
    return [each for each in found if each[0] != "package.json"]


def test_every_corpus_has_a_small_one_here() -> None:
    assert list(SMALL) == list(CORPORA)


@pytest.mark.parametrize("name", SMALL)
def test_all_documents_are_imported(name: str, tmp_path: Path) -> None:
    package = small(tmp_path, name)
    assert len(package) == 3
    assert all(b"Menu" in each.read_page() for each in package.documents)


@pytest.mark.parametrize("name", SMALL)
def test_what_counts_as_gold_is_in_the_page(name: str, tmp_path: Path) -> None:
    for document in small(tmp_path, name).documents:
        gold = document.read_gold()
        assert "of the day." in " ".join((gold or "\n".join(document.segments[0])).split())
        assert gold is None or "Menu" not in gold


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_wrong_with_the_package(name: str, tmp_path: Path) -> None:
    package = small(tmp_path, name)
    assert all(each.about["source_id"] for each in package.documents)
    assert list(check_package(package.folder)) == []


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_an_archive_gives_the_same_as_a_folder(name: str, form: str, tmp_path: Path) -> None:
    tree = {f"repository-HEAD/{path}": content for path, content in SMALL[name]().items()}
    archive = lay(tmp_path, {form: FORMS[form](tree)}) / form
    result = import_corpus(corpus(name), archive, tmp_path / "from-archive")
    assert contents(Package.read(result.folder)) == contents(small(tmp_path, name))


@pytest.mark.parametrize("name", SMALL)
def test_another_folder_is_refused_with_what_to_do(name: str, tmp_path: Path) -> None:
    other = lay(tmp_path / "other", {"some/page.html": page("one")})
    with pytest.raises(SourceError) as caught:
        import_corpus(corpus(name), other, tmp_path / "out")
    said = str(caught.value)
    assert said.startswith(f"{other}: not {CORPORA[name].title}: expected {CORPORA[name].layout}")
    assert said.endswith(f"then: mainspan package import {name} PATH")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", SMALL)
def test_the_description_names_the_source(name: str, tmp_path: Path) -> None:
    about, declared = small(tmp_path, name).about, CORPORA[name]
    given = (declared.name, declared.source, declared.licence, declared.citation, 3, 0)
    keys = ("name", "source", "license", "citation", "documents", "broken")
    assert tuple(about[key] for key in keys) == given
    assert all(about[key] for key in ("description", "imported", "reader"))


@pytest.mark.parametrize("declared", CORPORA.values(), ids=lambda each: each.name)
def test_a_declaration_says_how_to_get_the_corpus(declared: object) -> None:
    found = CORPORA[getattr(declared, "name", "")]
    assert bool(found.addresses) != bool(found.by_hand)
    assert found.documents > 100


def test_an_unknown_corpus_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SourceError, match="no corpus is called 'nope'; there are scrapinghub, cleaneval"):
        corpus("nope")
