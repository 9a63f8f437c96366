"""The import run: whole or not at all, one document after the other, under safe names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.importers import CORPORA, Corpus, Record, import_corpus
from mainspan.evaluation.importers.files import Files
from tests.evaluation.importers.corpora import SMALL, lay

Read = Callable[[], Record]


def of(*documents: tuple[str, Read]) -> Corpus:
    """A corpus of these documents."""

    def reader(files: Files) -> Iterator[tuple[str, Read]]:
        yield from documents

    return replace(CORPORA["cetd"], reader=reader, archives="")


def fine() -> Record:
    return Record(b"<p>page", "page")


def broken() -> Record:
    raise SourceError("is broken")


def stopped() -> Record:
    raise KeyboardInterrupt


def test_names_are_safe_and_different_everywhere(tmp_path: Path) -> None:
    labels = ("a/../b", "A-..-B", "package", "größe?", "...", "x" * 300, "../../etc")
    import_corpus(of(*((label, fine) for label in labels)), tmp_path, tmp_path / "out")
    found = sorted(path.stem for path in (tmp_path / "out").glob("*.html"))
    assert found == sorted(["a-..-b", "A-..-B-2", "package-2", "gr-e", "document", "x" * 120, "etc"])
    assert json.loads((tmp_path / "out" / "gr-e.json").read_text("utf-8"))["source_id"] == "größe?"


def test_a_broken_document_is_reported_and_the_rest_written(tmp_path: Path) -> None:
    found = import_corpus(of(("a", fine), ("b", broken), ("c", fine)), tmp_path, tmp_path / "out")
    assert (found.documents, found.broken) == (2, [("b", "is broken")])
    assert json.loads((tmp_path / "out" / "package.json").read_text("utf-8"))["broken"] == 1


def test_nothing_is_left_if_no_document_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no document can be read; the first, a: is broken"):
        import_corpus(of(("a", broken)), tmp_path, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_an_import_that_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        import_corpus(of(("a", fine), ("b", stopped)), tmp_path, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_output_is_not_there_before_it_is_whole(tmp_path: Path) -> None:
    def look() -> Record:
        assert not (tmp_path / "new" / "out").exists()
        return fine()

    import_corpus(of(("a", fine), ("b", look)), tmp_path, tmp_path / "new" / "out")
    assert len(list((tmp_path / "new" / "out").iterdir())) == 7


def test_an_empty_folder_may_be_the_output(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert import_corpus(of(("a", fine)), tmp_path, tmp_path / "out").documents == 1


def test_a_folder_with_files_is_not_touched(tmp_path: Path) -> None:
    lay(tmp_path, {"out/mine.txt": b"mine"})
    with pytest.raises(OutputError, match="out: exists and is not an empty folder"):
        import_corpus(of(("a", fine)), tmp_path, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_a_file_in_the_way_is_reported(tmp_path: Path) -> None:
    lay(tmp_path, {"file": b"mine"})
    with pytest.raises(OutputError, match="file/out: "):
        import_corpus(of(("a", fine)), tmp_path, tmp_path / "file" / "out")


def test_new_folders_have_the_usual_rights(tmp_path: Path) -> None:
    import_corpus(of(("a", fine)), tmp_path, tmp_path / "out")
    (tmp_path / "other").mkdir()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_halves_of_characters_do_not_stop_an_import(tmp_path: Path) -> None:
    import_corpus(of(("a", lambda: Record(b"", "x\ud800y", {"title": "\udfff"}))), tmp_path, tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_text("utf-8") == "x?y"


def test_progress_is_reported_document_by_document(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int | None]] = []
    corpus = lay(tmp_path / "in", SMALL["cetd"]())
    import_corpus(CORPORA["cetd"], corpus, tmp_path / "out", progress=lambda *told: seen.append(told))
    assert seen == [("importing", 0, 3), ("importing", 1, 3), ("importing", 2, 3)]
