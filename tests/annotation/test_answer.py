"""Answers: their text, their record, and the names of annotators."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.annotation import AnnotationError, Answer, Decision, annotator_name
from mainspan.page import Page
from tests.annotation.answers import FIRST, HTML, MENU, SECOND, TITLE, answer, spans


def test_the_text_is_made_from_the_marks() -> None:
    found = answer("anna", TITLE, SECOND)
    assert (found.text, found.edited) == ("The ferry\n\nBring a warm coat.\n", False)
    assert found.locate(Page(HTML)) == (spans(TITLE, SECOND), "")


def test_other_marks_make_another_text() -> None:
    found = answer("anna", TITLE).with_text("Mine\r\nand yours\n\n\n")
    assert (found.text, found.edited) == ("Mine\nand yours\n", True)
    assert found.with_spans(Page(HTML), spans(SECOND)).text == "Bring a warm coat.\n"


def test_the_same_text_is_not_edited() -> None:
    assert not answer("anna", TITLE).with_text("The ferry").edited


def test_a_text_can_always_be_written() -> None:
    assert answer("anna").with_text("a\udc80b").text == "a?b\n"


def test_an_answer_becomes_a_record_and_back() -> None:
    found = replace(
        answer("anna", TITLE, FIRST),
        flags={"fragmented": True},
        sources={"ben": 3},
        decisions=(Decision(1, 2, True, "ben"),),
    )
    assert Answer.from_record(json.loads(json.dumps(found.to_record()))) == found
    assert found.to_record()["state"] == "finished"


@given(
    st.dictionaries(
        st.sampled_from([*answer("anna", TITLE).to_record(), "other"]),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=4),
    )
)
def test_a_damaged_record_is_an_error_of_ours(damage: dict[str, Any]) -> None:
    record = answer("anna", TITLE).to_record() | damage
    with suppress(AnnotationError):
        Answer.from_record(record).check()


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 2},
        {"version": "1"},
        {"edited": 1},
        {"marks": [3]},
        {"marks": [{"start": 1, "end": 2, "first": ["x"], "last": ["x", 1]}]},
        {"marks": [{"start": 1, "end": 2, "first": [1, 1], "last": ["x", 1]}]},
        {"marks": [{"start": True, "end": 2, "first": ["x", 1], "last": ["x", 1]}]},
        {"flags": {"fragmented": "yes"}},
        {"sources": []},
        {"decisions": [{"start": 1, "end": 2, "keep": 1, "by": "x"}]},
    ],
)
def test_each_damage_is_noticed(damage: dict[str, Any]) -> None:
    with pytest.raises(AnnotationError):
        Answer.from_record(answer("anna", TITLE).to_record() | damage)


def test_language_and_flags_are_checked() -> None:
    with pytest.raises(AnnotationError, match="language is not a language code: 'English'; write a code"):
        replace(answer("anna"), language="English").check()
    with pytest.raises(
        AnnotationError, match="no flag is called 'url': there are fragmented, multiple_articles"
    ):
        replace(answer("anna"), flags={"url": True}).check()
    replace(answer("anna"), language="en", flags={"fragmented": True}).check()


def test_what_was_finished_stays_at_its_time() -> None:
    found = replace(answer("anna", MENU), finished="then")
    assert found.finish().finished == "then"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("anna", "anna"),
        (" Anna  Müller ", "anna-müller"),
        ("ＡＮＮＡ", "anna"),
        ("अनिता", "अनिता"),
        ("a.b_c-1", "a.b_c-1"),
    ],
)
def test_names_have_one_form(name: str, found: str) -> None:
    assert annotator_name(name) == annotator_name(found) == found


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        ".",
        "..",
        "../a",
        "a/b",
        "a\\b",
        "/etc",
        "a\0b",
        "c:",
        "-a",
        ".a",
        "a.",
        "a\nb/",
        "a%2fb",
        "~",
        "😀",
        "*",
    ],
)
def test_names_that_could_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(AnnotationError, match="is no name for an annotator: use letters and digits"):
        annotator_name(name)


@pytest.mark.parametrize("name", ["gold", "Merged", " GOLD"])
def test_names_of_files_of_ours_are_refused(name: str) -> None:
    with pytest.raises(AnnotationError, match="choose another name"):
        annotator_name(name)


def test_names_are_at_most_forty_characters_long() -> None:
    assert annotator_name("a" * 40) == "a" * 40
    with pytest.raises(AnnotationError):
        annotator_name("a" * 41)


@given(st.text(max_size=12))
def test_a_name_has_no_second_form(name: str) -> None:
    try:
        found = annotator_name(name)
    except AnnotationError:
        return
    assert annotator_name(found) == found
    assert "/" not in found
