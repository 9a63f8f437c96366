"""How far annotators agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.annotation import agree, agree_on_page, save_answer, words_f1
from mainspan.annotation.agreement import kept_blocks
from mainspan.annotation.store import answer_path
from mainspan.page import Page
from mainspan.spans import Spans
from tests.annotation.answers import (
    FIRST,
    FOOTER,
    HTML,
    MENU,
    SECOND,
    TITLE,
    answer,
    document,
    package,
    spans,
)

PAGE = Page(HTML)
blocks = st.lists(st.sampled_from(range(5)), unique=True)


@given(st.text(max_size=40), st.text(max_size=40))
def test_words_f1_is_symmetric_and_one_for_equal_texts(one: str, other: str) -> None:
    assert words_f1(one, other) == words_f1(other, one)
    assert words_f1(one, one) == 1


@given(blocks, blocks, blocks)
def test_agreement_has_no_order(one: list[int], other: list[int], third: list[int]) -> None:
    answers = [answer("anna", *one), answer("ben", *other), answer("cleo", *third)]
    there, back = agree_on_page(PAGE, answers), agree_on_page(PAGE, answers[::-1])
    assert there.f1 == pytest.approx(back.f1)
    assert there.kappa == pytest.approx(back.kappa)


@given(blocks)
def test_who_keeps_the_same_agrees(kept: list[int]) -> None:
    found = agree_on_page(PAGE, [answer(name, *kept) for name in ("anna", "ben", "cleo")])
    assert (found.f1, found.kappa) == (1, 1)


def test_words_f1_and_kappa_of_a_pair() -> None:
    found = agree_on_page(PAGE, [answer("anna", TITLE, FIRST, SECOND), answer("ben", TITLE, FIRST)])
    # Of 14 and 10 words 10 are the same; of five blocks both keep two, and one keeps a third.
    assert found.f1 == pytest.approx(20 / 24)
    assert found.kappa == pytest.approx((4 / 5 - 12 / 25) / (1 - 12 / 25))


def test_the_agreement_of_several_is_the_mean_of_pairs() -> None:
    anna, ben, cleo = answer("anna", TITLE), answer("ben", TITLE), answer("cleo", FOOTER)
    assert agree_on_page(PAGE, [anna, ben, cleo]).f1 == pytest.approx(1 / 3)
    assert agree_on_page(PAGE, [anna]).f1 is None


def test_by_chance_is_no_agreement() -> None:
    found = agree_on_page(PAGE, [answer("anna", MENU, TITLE), answer("ben", MENU, FIRST)])
    assert found.kappa == pytest.approx((3 / 5 - 13 / 25) / (1 - 13 / 25))


def test_edited_texts_are_compared() -> None:
    edited = answer("ben", TITLE).with_text("The boat")
    assert agree_on_page(PAGE, [answer("anna", TITLE), edited]).f1 == 0.5


def test_a_block_is_kept_from_half_of_its_words_on() -> None:
    page = Page("<p>one two three four</p><p>five</p>")
    for words, kept in (([0], False), ([0, 1], True)):
        assert kept_blocks(page, Spans.of_words(page, np.array(words))).tolist() == [kept, False]
    assert kept_blocks(PAGE, spans(TITLE)).tolist() == [False, True, False, False, False]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = package(tmp_path / "p", "a", "b", "c")
    kept = {"a": (TITLE, FIRST), "b": (TITLE,), "c": (TITLE,)}
    for name, own in kept.items():
        save_answer(document(folder, name), answer("anna", TITLE, name=name))
        save_answer(document(folder, name), answer("ben", *own, name=name, finished=name != "c"))
    return folder


def test_only_finished_answers_count(folder: Path) -> None:
    found = agree(folder)
    assert [each.document for each in found.pages] == ["a", "b"]
    assert [(each.annotators, each.pages) for each in found.pairs] == [(("anna", "ben"), 2)]


def test_the_whole_is_the_mean_over_pages(folder: Path) -> None:
    found = agree(folder)
    on_a = 2 * 2 / (2 + 10)
    assert found.f1 == found.pairs[0].f1 == pytest.approx((on_a + 1) / 2)
    # Of ten blocks both keep two, one keeps a third.
    assert found.kappa == found.pairs[0].kappa == pytest.approx((9 / 10 - 62 / 100) / (1 - 62 / 100))
    assert [each.document for each in found.worst] == ["a", "b"]


def test_a_third_annotator_of_one_page(folder: Path) -> None:
    save_answer(document(folder, "b"), answer("cleo", FOOTER, name="b"))
    found = agree(folder)
    assert [each.pages for each in found.pairs] == [2, 1, 1]
    assert [each.document for each in found.worst] == ["a", "b"]
    assert found.worst[0].f1 == found.worst[1].f1 == pytest.approx(1 / 3)


def test_damaged_files_and_changed_pages_are_reported(folder: Path) -> None:
    answer_path(document(folder, "a"), "anna").write_text("{")
    document(folder, "b").page.write_bytes(HTML.replace(b"ferry", b"boat"))
    found = agree(folder)
    assert [each.document for each in found.pages] == ["b"]
    assert "anna.json: is not JSON" in found.problems[0]
    assert found.problems[1:] == tuple(
        f"b, {name}: the page was changed after it was marked: check the marks" for name in ("anna", "ben")
    )


def test_a_package_without_answers_agrees_on_nothing(tmp_path: Path) -> None:
    found = agree(package(tmp_path / "p"))
    assert (found.pages, found.pairs, found.f1, found.kappa) == ((), (), None, None)


def test_progress_names_each_document(folder: Path) -> None:
    seen: list[tuple[str, int]] = []
    agree(folder, progress=lambda *told: seen.append(told))
    assert seen == [("a", 3), ("b", 3), ("c", 3)]


def test_texts_too_large_to_compare_have_no_score() -> None:
    long = " ".join(map(str, range(320_000)))
    other = replace(answer("ben", TITLE), text=long + " x")
    assert agree_on_page(PAGE, [replace(answer("anna", TITLE), text=long), other]).f1 is None
