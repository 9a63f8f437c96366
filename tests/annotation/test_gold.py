"""Gold as an answer: begun from, seen by those who may, saved with its marks."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.annotation import (
    GOLD,
    AnnotationError,
    ConflictError,
    begin,
    gold_spans,
    merge,
    read_answer,
    read_gold,
    save_answer,
    save_gold,
    visible_gold,
)
from mainspan.annotation.marks import tidy
from mainspan.errors import PackageError
from mainspan.evaluation.build import add_without_gold
from mainspan.evaluation.check import check_package
from mainspan.evaluation.packages import Package
from mainspan.output import locked
from mainspan.page import Page
from tests.annotation.answers import FIRST, HTML, SECOND, TITLE, answer, document, package, spans

PAGE = Page(HTML)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return package(tmp_path / "p")


def finished(folder: Path, name: str = "anna", *blocks: int):  # type: ignore[no-untyped-def]
    return save_answer(document(folder), answer(name, *(blocks or (TITLE, SECOND))))


def test_an_answer_begins_from_nothing_from_the_default_or_from_the_gold(folder: Path) -> None:
    empty, default, gold = (
        begin(document(folder), "Anna", PAGE, start) for start in ("nothing", "default", "gold")
    )
    assert (empty.text, empty.marks) == ("", ())
    assert default.text
    assert gold.text == document(folder).read_gold()
    assert gold.locate(PAGE).spans == tidy(PAGE, spans(TITLE, FIRST, SECOND))
    assert {each.annotator for each in (empty, default, gold)} == {"anna"}
    assert [each.began_from for each in (empty, default, gold)] == ["nothing", "default", "gold"]


def test_language_type_and_flags_are_what_is_known(folder: Path) -> None:
    document(folder).meta.write_text('{"language": "de", "fragmented": true, "page_type": null}')
    found = begin(document(folder), "anna", PAGE, "nothing")
    assert (found.language, found.flags) == ("de", {"fragmented": True})
    document(folder).meta.unlink()
    assert begin(document(folder), "anna", PAGE, "nothing").language == "en"


def test_to_begin_again_saves_over_the_own_answer(folder: Path) -> None:
    saved = save_answer(document(folder), answer("anna", TITLE, finished=False))
    again = begin(document(folder), "anna", PAGE, "nothing")
    assert save_answer(document(folder), again).version == 2
    assert again.begun == saved.begun


def test_a_page_whose_text_is_in_its_data_begins_from_nothing(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    body = " ".join(["The ferry leaves at noon and comes back at night."] * 30)
    data = json.dumps({"@type": "NewsArticle", "headline": "Ferry", "articleBody": body})
    html = f"<html><body><script type='application/ld+json'>{data}</script><p>Loading</p>".encode()
    new = add_without_gold(folder, "new", html, {})
    assert begin(new, "anna", Page(html)).marks == ()


def test_unknown_beginnings_are_refused(folder: Path) -> None:
    with pytest.raises(AnnotationError, match="begins from default, nothing, gold, not from 'x'"):
        begin(document(folder), "anna", PAGE, "x")


def test_gold_of_a_package_has_no_version_and_no_marks(folder: Path) -> None:
    gold = read_gold(document(folder))
    assert gold is not None
    assert (gold.version, gold.marks, gold.language, gold.edited) == (0, (), "en", True)
    assert gold_spans(gold, PAGE) == tidy(PAGE, spans(TITLE, FIRST, SECOND))


def test_an_answer_becomes_the_gold(folder: Path) -> None:
    own = replace(
        answer("anna", TITLE, SECOND), page_type="article", language="en-GB", flags={"fragmented": True}
    )
    own = save_answer(document(folder), own)
    saved = save_gold(document(folder), own, by="Anna", over=0)
    assert (saved.version, saved.by, saved.sources) == (1, "anna", {"anna": 1})
    assert document(folder).read_gold() == "The ferry\n\nBring a warm coat.\n"
    assert document(folder).about == {
        "url": "https://a.example/a",
        "language": "en-GB",
        "page_type": "article",
        "fragmented": True,
    }
    assert read_gold(document(folder)) == saved
    assert saved.locate(PAGE) == (tidy(PAGE, spans(TITLE, SECOND)), "")
    assert check_package(folder) == []
    assert read_answer(document(folder), "anna") == own


def test_a_page_without_gold_becomes_a_document(folder: Path) -> None:
    new = add_without_gold(folder, "new", HTML.replace(b"coat", b"hat"), {})
    assert read_gold(new) is None
    assert len(Package.read(folder)) == 1
    page = Page(new.read_page())
    own = save_answer(new, begin(new, "anna", page, "default").with_spans(page, spans(TITLE)).finish())
    save_gold(new, own, by="anna", over=0)
    assert len(Package.read(folder)) == 2


def test_edited_gold_keeps_its_marks(folder: Path) -> None:
    first = save_gold(document(folder), finished(folder), by="anna", over=0)
    second = save_gold(document(folder), first.with_text("The ferry. Bring a coat."), by="ben", over=1)
    assert (second.version, second.by, second.sources) == (2, "ben", {"anna": 1})
    assert (second.edited, second.marks) == (True, first.marks)
    assert document(folder).read_gold() == "The ferry. Bring a coat.\n"


def test_gold_of_any_package_can_be_edited(folder: Path) -> None:
    gold = read_gold(document(folder))
    assert gold is not None
    saved = save_gold(document(folder), gold.with_text("The ferry"), by="ben", over=0)
    assert (saved.version, document(folder).read_gold()) == (1, "The ferry\n")


def test_newer_gold_is_a_conflict_that_has_both(folder: Path) -> None:
    first = save_gold(document(folder), finished(folder), by="anna", over=0)
    with pytest.raises(ConflictError, match="a: the gold has version 1 now") as caught:
        save_gold(document(folder), finished(folder, "ben", TITLE), by="ben", over=0)
    assert caught.value.theirs == first
    assert caught.value.mine.text == "The ferry\n"
    assert document(folder).read_gold() == first.text


def test_to_save_the_same_gold_twice_does_nothing(folder: Path) -> None:
    own = finished(folder)
    saved = save_gold(document(folder), own, by="anna", over=0)
    assert save_gold(document(folder), own, by="anna", over=0) == saved


def test_gold_that_was_edited_outside_is_newer(folder: Path) -> None:
    save_gold(document(folder), finished(folder), by="anna", over=0)
    document(folder).gold.write_text("The ferry leaves")
    gold = read_gold(document(folder))
    assert gold is not None
    assert (gold.version, gold.text, gold.marks) == (2, "The ferry leaves\n", ())
    with pytest.raises(ConflictError):
        save_gold(document(folder), finished(folder, "ben"), by="ben", over=1)
    assert save_gold(document(folder), finished(folder, "ben"), by="ben", over=2).version == 3


def test_gold_needs_a_finished_answer_with_words_of_the_page(folder: Path) -> None:
    with pytest.raises(AnnotationError, match="a: the answer of anna is not finished yet"):
        save_gold(document(folder), answer("anna", TITLE, finished=False), by="anna", over=0)
    with pytest.raises(PackageError, match="a: the gold text has no words"):
        save_gold(document(folder), answer("anna"), by="anna", over=0)
    foreign = answer("anna", TITLE).with_text("Quite another story than that of the page")
    with pytest.raises(PackageError, match="of the gold text's words are in the page"):
        save_gold(document(folder), foreign, by="anna", over=0)
    assert save_gold(document(folder), foreign, by="anna", over=0, force=True).version == 1


def test_broken_metadata_is_not_overwritten(folder: Path) -> None:
    document(folder).meta.write_text("{oops")
    with pytest.raises(PackageError, match=r"a.json: is not JSON.*; correct it first"):
        save_gold(document(folder), finished(folder), by="anna", over=0)
    assert document(folder).meta.read_text() == "{oops"
    assert "noon" in (document(folder).read_gold() or "")


def test_gold_of_others_is_seen_after_finishing(folder: Path) -> None:
    assert visible_gold(document(folder), "ben") is not None
    save_gold(document(folder), finished(folder), by="anna", over=0)
    assert visible_gold(document(folder), "Anna") is not None
    assert visible_gold(document(folder), "ben") is None
    with pytest.raises(AnnotationError, match="there is no gold that ben may see before finishing"):
        begin(document(folder), "ben", PAGE, "gold")
    document(folder).gold.write_text("The ferry, edited outside")
    assert visible_gold(document(folder), "ben") is None
    finished(folder, "ben", TITLE)
    assert visible_gold(document(folder), "ben") is not None


def test_flags_of_others_are_not_suggested(folder: Path) -> None:
    own = save_answer(document(folder), replace(answer("anna", TITLE), flags={"fragmented": True}))
    save_gold(document(folder), own, by="anna", over=0)
    assert begin(document(folder), "ben", PAGE, "nothing").flags == {}
    assert begin(document(folder), "anna", PAGE, "nothing").flags == {"fragmented": True}


def test_a_merged_answer_names_who_it_is_from(folder: Path) -> None:
    both = [finished(folder), finished(folder, "ben")]
    merged = save_answer(document(folder), merge(PAGE, both, [], by="cleo"))
    saved = save_gold(document(folder), merged, by="cleo", over=0)
    assert saved.sources == {"anna": 1, "ben": 1}
    assert visible_gold(document(folder), "dora") is None


@pytest.mark.parametrize("written", [0, 1, 2])
def test_a_process_that_is_killed_between_files_leaves_a_package(folder: Path, written: int) -> None:
    finished(folder)
    old = document(folder).read_gold()
    code = (
        "import os, sys; from pathlib import Path; replace, done = os.replace, []\n"
        "def once_too_often(*paths):\n"
        f"    if len(done) == {written}: os._exit(9)\n"
        "    done.append(replace(*paths))\n"
        "os.replace = once_too_often\n"
        "from mainspan.annotation import *\n"
        "where = find_document(Path(sys.argv[1]), 'a')\n"
        "save_gold(where, read_answer(where, 'anna'), by='anna', over=0)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(folder)], check=False).returncode == 9
    gold = read_gold(document(folder))
    assert gold is not None
    assert gold.text == (old if written < 2 else "The ferry\n\nBring a warm coat.\n")
    assert check_package(folder) == []
    own = read_answer(document(folder), "anna")
    assert own is not None
    saved = save_gold(document(folder), own, by="anna", over=gold.version)
    assert read_gold(document(folder)) == saved
    assert saved.annotator == GOLD


def test_gold_waits_for_whoever_works_in_the_package(folder: Path) -> None:
    own = finished(folder)
    with ThreadPoolExecutor(1) as pool, locked(folder):
        saving = pool.submit(save_gold, document(folder), own, by="anna", over=0, force=True)
        with pytest.raises(TimeoutError):
            saving.result(timeout=0.5)
    assert saving.result().version == 1
