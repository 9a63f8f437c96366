"""The queue: what an annotator has to do, and how far everybody is."""

from __future__ import annotations

from pathlib import Path

from mainspan.annotation import add_without_gold, find_document, merge, read_answers, read_queue, save_answer
from mainspan.annotation.store import answer_path
from mainspan.page import Page
from tests.annotation.answers import FIRST, HTML, TITLE, answer, document, package


def states(folder: Path, annotator: str) -> list[str]:
    return [each.state for each in read_queue(folder, annotator).entries]


def test_states_are_those_of_the_annotator(tmp_path: Path) -> None:
    folder = package(tmp_path / "p", "a", "b", "c")
    save_answer(document(folder, "a"), answer("anna", TITLE, name="a"))
    save_answer(document(folder, "b"), answer("anna", TITLE, name="b", finished=False))
    save_answer(document(folder, "a"), answer("ben", TITLE, name="a"))
    assert states(folder, "Anna") == ["finished", "begun", "open"]
    assert states(folder, "ben") == ["finished", "open", "open"]
    assert [each.finished_by for each in read_queue(folder, "ben").entries] == [2, 0, 0]
    assert read_queue(folder, "anna").progress == {"finished": 1, "begun": 1, "open": 1}


def test_what_was_begun_comes_before_what_is_open(tmp_path: Path) -> None:
    folder = package(tmp_path / "p", "a", "b")
    assert read_queue(folder, "anna").next == document(folder, "a")
    save_answer(document(folder, "b"), answer("anna", TITLE, name="b", finished=False))
    assert read_queue(folder, "anna").next == document(folder, "b")
    for name in "ab":
        save_answer(document(folder, name), answer("cleo", TITLE, name=name))
    assert read_queue(folder, "cleo").next is None


def test_pages_without_gold_are_in_the_queue(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    add_without_gold(folder, "new", HTML, {"url": "https://a.example/new"})
    assert find_document(folder, "new").url == "https://a.example/new"
    assert [each.has_gold for each in read_queue(folder, "anna").entries] == [True, False]


def test_merged_documents_are_named(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    for name in ("anna", "ben"):
        save_answer(document(folder), answer(name, TITLE, FIRST))
    assert [each.is_merged for each in read_queue(folder, "anna").entries] == [False]
    save_answer(document(folder), merge(Page(HTML), read_answers(document(folder)), [], by="anna"))
    assert [each.is_merged for each in read_queue(folder, "anna").entries] == [True]


def test_a_damaged_answer_does_not_stop_the_queue(tmp_path: Path) -> None:
    folder = package(tmp_path / "p")
    save_answer(document(folder), answer("anna", TITLE))
    answer_path(document(folder), "anna").write_text("{")
    [own], [other] = (read_queue(folder, name).entries for name in ("anna", "ben"))
    assert (own.state, other.state, own.finished_by) == ("damaged", "open", 0)
    assert "anna.json: is not JSON" in own.problem
