"""Answers in a package: versions, conflicts, who sees what, and what else reads the package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.annotation import (
    MERGED,
    AnnotationError,
    ConflictError,
    find_document,
    merge,
    read_answer,
    read_answers,
    save_answer,
    visible_answers,
)
from mainspan.annotation.store import annotators, answer_path
from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.check import check_package
from mainspan.evaluation.overview import overview_of
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.run import evaluate
from mainspan.output import locked
from mainspan.page import Page
from tests.annotation.answers import FIRST, HTML, SECOND, TITLE, answer, document, package
from tests.evaluation.packaged import TEXT, lay


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return package(tmp_path / "p")


def test_an_answer_is_saved_and_read(folder: Path) -> None:
    assert read_answer(document(folder), "anna") is None
    saved = save_answer(document(folder), answer("anna", TITLE, finished=False))
    assert (saved.version, saved.state) == (1, "begun")
    assert saved.begun == saved.saved != ""
    assert read_answer(document(folder), "Anna") == saved
    assert (folder / "annotations/a/anna.json").is_file()


def test_versions_count_up_and_keep_when_it_was_begun(folder: Path) -> None:
    first = save_answer(document(folder), replace(answer("anna", TITLE), begun="then"))
    second = save_answer(document(folder), replace(first, note="better"))
    assert (second.version, second.begun) == (2, "then")


def test_a_newer_version_is_a_conflict_that_has_both(folder: Path) -> None:
    first = save_answer(document(folder), answer("anna", TITLE))
    theirs = save_answer(document(folder), replace(first, note="theirs"))
    mine = replace(first, note="mine")
    with pytest.raises(ConflictError, match="a: the answer of anna has version 2 now") as caught:
        save_answer(document(folder), mine)
    assert (caught.value.mine, caught.value.theirs) == (mine, theirs)
    assert read_answer(document(folder), "anna") == theirs
    assert save_answer(document(folder), replace(mine, version=theirs.version)).version == 3


def test_to_save_over_a_deleted_answer_is_a_conflict(folder: Path) -> None:
    saved = save_answer(document(folder), answer("anna", TITLE))
    answer_path(document(folder), "anna").unlink()
    with pytest.raises(ConflictError) as caught:
        save_answer(document(folder), replace(saved, note="mine"))
    assert caught.value.theirs is None


def test_to_save_the_same_twice_does_nothing(folder: Path) -> None:
    given = answer("anna", TITLE)
    saved = save_answer(document(folder), given)
    assert save_answer(document(folder), given) == saved
    assert save_answer(document(folder), replace(saved, version=7)) == saved


def test_of_many_at_once_one_is_saved(folder: Path) -> None:
    def save(number: int) -> bool:
        try:
            save_answer(document(folder), replace(answer("anna", TITLE), note=str(number)))
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(save, range(32))) == 1


def test_a_save_waits_for_another(folder: Path) -> None:
    with ThreadPoolExecutor(1) as pool, locked(folder / "annotations/a"):
        saving = pool.submit(save_answer, document(folder), answer("anna", TITLE))
        with pytest.raises(TimeoutError):
            saving.result(timeout=0.5)
        assert read_answer(document(folder), "anna") is None
    assert saving.result().version == 1


def test_a_finished_answer_stays_finished(folder: Path) -> None:
    saved = save_answer(document(folder), answer("anna", TITLE))
    with pytest.raises(AnnotationError, match="a: the answer is finished, and can only be saved as finished"):
        save_answer(document(folder), replace(saved, finished="", note="again"))
    assert save_answer(document(folder), replace(saved, note="mended")).version == 2


def test_a_wrong_answer_is_not_saved(folder: Path) -> None:
    with pytest.raises(AnnotationError, match="language"):
        save_answer(document(folder), replace(answer("anna", TITLE), language="English"))
    assert not (folder / "annotations").exists()


def test_an_answer_goes_to_its_own_document(folder: Path) -> None:
    for wrong in (answer("anna", TITLE, name="b"), replace(answer("anna", TITLE), annotator="gold")):
        with pytest.raises(AnnotationError, match="a: this is no answer for it"):
            save_answer(document(folder), wrong)


def test_others_are_seen_when_the_own_answer_is_finished(folder: Path) -> None:
    save_answer(document(folder), answer("anna", TITLE))
    save_answer(document(folder), answer("cleo", TITLE, finished=False))
    assert visible_answers(document(folder), "ben") == []
    own = save_answer(document(folder), answer("ben", TITLE, FIRST, finished=False))
    assert visible_answers(document(folder), "Ben") == [own]
    save_answer(document(folder), own.finish())
    assert [each.annotator for each in visible_answers(document(folder), "ben")] == ["ben", "anna"]
    both = read_answers(document(folder))[:2]
    save_answer(document(folder), merge(Page(HTML), both, [], by="dora"))
    assert [each.annotator for each in visible_answers(document(folder), "ben")] == ["ben", "anna", MERGED]
    assert [each.annotator for each in visible_answers(document(folder), "cleo")] == ["cleo"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"\xff", "is not UTF-8"),
        (b"[]", "is a JSON list, not an object"),
        (b"[" * 99_999, "too deep"),
        (b'{"version": ' + b"9" * 9999 + b"}", "a number is too long"),
        (b"{}", "is no answer of an annotator"),
        (b'{"format": 1}', "flags is missing or of the wrong kind"),
    ],
)
def test_a_damaged_file_is_named(folder: Path, content: bytes, message: str) -> None:
    save_answer(document(folder), answer("anna", TITLE))
    path = answer_path(document(folder), "anna")
    path.write_bytes(content)
    with pytest.raises(AnnotationError, match=message) as caught:
        read_answer(document(folder), "anna")
    assert str(path) in str(caught.value)
    assert str(caught.value).endswith("; restore the file, or delete it")
    with pytest.raises(AnnotationError, match=message):
        save_answer(document(folder), answer("anna", FIRST))
    assert path.read_bytes() == content


def test_a_file_of_another_document_is_refused(folder: Path) -> None:
    save_answer(document(folder), answer("anna", TITLE))
    path = answer_path(document(folder), "anna")
    path.rename(path.with_name("ben.json"))
    with pytest.raises(AnnotationError, match="is the answer of 'anna' for 'a'; move it there"):
        read_answer(document(folder), "ben")


def test_what_is_no_answer_is_ignored(folder: Path) -> None:
    save_answer(document(folder), answer("anna", TITLE))
    inside = folder / "annotations/a"
    for name in (".anna.json.x1", ".ben.json", "Ben.json", "notes.txt", "gold.json"):
        (inside / name).write_text("{")
    assert annotators(document(folder)) == ["anna"]


@pytest.mark.parametrize("name", ["..", ".", "../p", "a/b", "a\\b", ".hidden"])
def test_names_of_documents_lead_nowhere_else(folder: Path, name: str) -> None:
    with pytest.raises(SourceError, match="has no document"):
        find_document(folder, name)
    with pytest.raises(AnnotationError, match="is no name of a document"):
        answer_path(Document(folder, name), "anna")


def test_a_folder_that_cannot_be_written_is_reported(folder: Path) -> None:
    (folder / "annotations").write_text("a file")
    with pytest.raises(OutputError, match="annotations"):
        save_answer(document(folder), answer("anna", TITLE))


def test_a_process_that_is_killed_while_it_saves_loses_nothing(folder: Path) -> None:
    saved = save_answer(document(folder), answer("anna", TITLE))
    code = (
        "import os, sys; from pathlib import Path; from dataclasses import replace\n"
        "os.replace = lambda *paths: os._exit(9)\n"
        "from mainspan.annotation import *\n"
        "where = find_document(Path(sys.argv[1]), 'a')\n"
        "save_answer(where, replace(read_answer(where, 'anna'), note='lost'))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert done.returncode == 9
    assert len(os.listdir(folder / "annotations/a")) == 2
    assert read_answers(document(folder)) == [saved]
    assert save_answer(document(folder), replace(saved, note="found")).version == 2


def test_whoever_reads_the_package_ignores_answers(folder: Path) -> None:
    lay(folder, "b", TEXT)
    before = check_package(folder), overview_of(folder), Package.read(folder).documents
    scores = evaluate([folder], ["plain"], measures=["words"]).summaries[0].means
    for name in ("anna", "ben"):
        save_answer(document(folder), answer(name, TITLE, SECOND))
    assert (check_package(folder), overview_of(folder), Package.read(folder).documents) == before
    assert before[0] == []
    assert evaluate([folder], ["plain"], measures=["words"]).summaries[0].means == scores


def test_the_file_can_be_read_by_people(folder: Path) -> None:
    save_answer(document(folder), answer("anna", TITLE))
    record = json.loads((folder / "annotations/a/anna.json").read_text("utf-8"))
    path = "/html[1]/body[1]/article[1]/h1[1]/text()[normalize-space()][1]"
    [mark] = record["marks"]
    assert (mark["first"], mark["last"]) == ([path, 0], [path, 9])
    assert record["text"] == "The ferry\n"
