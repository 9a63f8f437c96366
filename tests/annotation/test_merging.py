"""Differences between answers, and one answer from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.annotation import (
    MERGED,
    AnnotationError,
    Answer,
    Decision,
    Difference,
    differing_fields,
    find_differences,
    is_outdated,
    merge,
)
from mainspan.annotation.marks import tidy
from mainspan.page import Page
from mainspan.spans import Spans
from tests.annotation.answers import FIRST, FOOTER, HTML, MENU, SECOND, TITLE, answer, spans
from tests.clock import FACTOR, grows_linearly
from tests.soup import soups_to_render

PAGE = Page(HTML)


def decide(difference: Difference, keep: bool, by: str = "cleo") -> Decision:
    return Decision(difference.start, difference.end, keep, by)


def test_differences_say_who_kept_what() -> None:
    found = find_differences(PAGE, [answer("anna", TITLE, FIRST), answer("ben", TITLE, SECOND, FOOTER)])
    assert [(each.text, each.block, each.kept_by, each.dropped_by) for each in found] == [
        ("It leaves at noon & comes back at night.", FIRST, ("anna",), ("ben",)),
        ("Bring a warm coat.", SECOND, ("ben",), ("anna",)),
        ("Imprint and contact", FOOTER, ("ben",), ("anna",)),
    ]
    assert [each.run for each in found] == [0, 1, 1]


def test_who_agrees_differs_nowhere() -> None:
    assert find_differences(PAGE, [answer("anna", TITLE), answer("ben", TITLE)]) == []
    assert find_differences(PAGE, [answer("anna"), answer("ben")]) == []
    assert find_differences(PAGE, [answer("anna", TITLE)]) == find_differences(PAGE, []) == []


def test_whitespace_is_no_difference() -> None:
    start = PAGE.source.index("It leaves")
    one = Answer("a", "anna").with_spans(PAGE, Spans([(start, start + 2), (start + 3, start + 9)]))
    other = Answer("a", "ben").with_spans(PAGE, Spans([(start - 5, start + 10)]))
    assert find_differences(PAGE, [one, other]) == []


def test_parts_of_blocks_and_of_words_differ() -> None:
    start, end = PAGE.source.index("leaves"), PAGE.source.index("comes") + 2
    part = Answer("a", "ben").with_spans(PAGE, Spans([(start, end)]))
    found = find_differences(PAGE, [answer("anna", FIRST), part])
    assert [(each.text, each.run) for each in found] == [("It", 0), ("mes back at night.", 1)]


def test_three_annotators_differ_in_several_ways() -> None:
    answers = [answer("anna", TITLE, FIRST), answer("ben", TITLE), answer("cleo", FIRST, SECOND)]
    found = find_differences(PAGE, answers)
    assert [each.kept_by for each in found] == [("anna", "ben"), ("anna", "cleo"), ("cleo",)]


def test_an_undecided_difference_is_for_the_majority() -> None:
    answers = [answer("anna", TITLE, FIRST), answer("ben", TITLE), answer("cleo", TITLE, FIRST, SECOND)]
    merged = merge(PAGE, answers, [], by="Dora")
    assert merged.locate(PAGE).spans == tidy(PAGE, spans(TITLE, FIRST))
    assert (merged.state, merged.annotator, merged.by, merged.began_from) == (
        "begun",
        MERGED,
        "dora",
        "answers",
    )
    tied = merge(PAGE, answers[:2], [], by="dora")
    assert tied.locate(PAGE).spans == tidy(PAGE, spans(TITLE))


def test_decisions_are_recorded_and_finish_the_answer() -> None:
    answers = [answer("anna", TITLE, FIRST), answer("ben", TITLE, SECOND)]
    first, second = find_differences(PAGE, answers)
    merged = merge(PAGE, answers, [decide(first, True)], by="cleo")
    assert (merged.state, merged.decisions) == ("begun", (decide(first, True),))
    merged = merge(PAGE, answers, [*merged.decisions, decide(second, False, "dora")], by="dora", version=1)
    assert merged.state == "finished"
    assert merged.decisions == (decide(first, True), decide(second, False, "dora"))
    assert merged.locate(PAGE).spans == tidy(PAGE, spans(TITLE, FIRST))
    assert (merged.version, merged.sources) == (1, {"anna": 0, "ben": 0})


def test_decisions_on_what_no_longer_differs_are_dropped() -> None:
    answers = [answer("anna", TITLE), answer("ben", TITLE)]
    merged = merge(PAGE, answers, [Decision(1, 2, True, "cleo")], by="cleo")
    assert (merged.decisions, merged.state) == ((), "finished")


@given(soups_to_render(), st.data())
def test_to_decide_for_one_gives_their_answer(html: str, data: st.DataObject) -> None:
    page = Page(html)

    def draw(name: str) -> Answer:
        flags = data.draw(st.lists(st.booleans(), min_size=len(page.words), max_size=len(page.words)))
        return Answer("a", name).with_spans(page, Spans.of_words(page, np.array(flags, dtype=bool))).finish()

    answers = [draw(name) for name in ("anna", "ben", "cleo")]
    differences = find_differences(page, answers)
    for one in answers:
        decisions = [decide(each, one.annotator in each.kept_by) for each in differences]
        merged = merge(page, answers, decisions, by="dora")
        assert merged.locate(page) == one.locate(page)
        assert merged.text == one.text
        assert merged.state == "finished"


def test_differences_and_merging_take_linear_time() -> None:
    def work(blocks: int) -> object:
        page = Page("<p>one <b>two</b> three</p>" * blocks)
        flags = np.arange(blocks) % 2 > 0
        answers = [
            Answer("a", name).with_spans(page, Spans.of_blocks(page, kept)).finish()
            for name, kept in (("anna", flags), ("ben", ~flags))
        ]
        return merge(
            page, answers, [decide(each, True) for each in find_differences(page, answers)], by="cleo"
        )

    assert grows_linearly(lambda: work(300), lambda: work(300 * FACTOR))


def test_fields_that_differ_are_named() -> None:
    anna = replace(answer("anna"), language="en", page_type="article", flags={"fragmented": True})
    ben = replace(answer("ben"), language="en", page_type="forum")
    assert differing_fields([anna, ben]) == {
        "page_type": {"anna": "article", "ben": "forum"},
        "flags": {"anna": {"fragmented": True}, "ben": {}},
    }


def test_fields_are_those_of_most_or_given() -> None:
    answers = [
        replace(answer(name), page_type=kind) for name, kind in zip("abc", ("x", "y", "y"), strict=True)
    ]
    assert merge(PAGE, answers, [], by="dora").page_type == "y"
    assert merge(PAGE, answers[:2], [], by="dora").page_type == "x"
    assert merge(PAGE, answers, [], by="dora", page_type="z").page_type == "z"


def test_a_text_that_all_edited_alike_is_kept() -> None:
    answers = [answer(name, TITLE).with_text("The old ferry") for name in ("anna", "ben")]
    assert merge(PAGE, answers, [], by="cleo").text == "The old ferry\n"
    answers[1] = answer("ben", TITLE)
    assert merge(PAGE, answers, [], by="cleo").text == "The ferry\n"


def test_merging_needs_two_finished_answers() -> None:
    for answers in ([], [answer("anna", MENU)], [answer("anna"), answer("ben", finished=False)]):
        with pytest.raises(AnnotationError, match="finished answers of at least two annotators"):
            merge(PAGE, answers, [], by="cleo")


def test_a_merged_answer_is_outdated_when_others_are_saved() -> None:
    answers = [answer("anna", TITLE), answer("ben", TITLE)]
    merged = merge(PAGE, answers, [], by="cleo")
    assert not is_outdated(merged, answers)
    assert is_outdated(merged, [replace(answers[0], version=1), answers[1]])
    assert is_outdated(merged, [*answers, answer("dora")])
