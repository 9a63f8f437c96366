"""Spans: pairs of offsets that behave as a set of positions, and the ways to make them from a page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mainspan import Extraction, Page, Spans, algorithm

PAGE = (
    "<p>one two <b>three</b></p><script>var code</script><!-- note -->"
    "<div hidden>unseen</div><div><p>four</p><p>five six</p></div>"
)

Maker = Callable[[Page, NDArray[Any]], Spans]
MAKERS: list[tuple[Maker, str]] = [
    (Spans.of_tokens, "tokens"),
    (Spans.of_words, "words"),
    (Spans.of_elements, "elements"),
    (Spans.of_blocks, "blocks"),
]
each_maker = pytest.mark.parametrize(("make", "column"), MAKERS, ids=[column for _, column in MAKERS])

pairs_in_any_order = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12)
tag_soup = st.lists(
    st.sampled_from(
        "<p> </p> <b> </b> <div> </div> <div\thidden> <li> <td> <table> </table> <script> </script> <style> "
        "</style> <pre> <xmp> </xmp> <title> <textarea> </textarea> <!-- --> <br> <svg> </svg> "
        "word 漢字仮名 ไทย &amp; &nbsp; &lt;p&gt;".split(" ")
    )
    | st.just(" "),
    max_size=25,
).map("".join)


def positions(spans: Spans) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def texts(page: Page, spans: Spans) -> list[str]:
    return [page.source[start:end] for start, end in spans]


def everything(page: Page, column: str) -> NDArray[np.bool_]:
    return np.ones(len(getattr(page, column)), dtype=np.bool_)


# --- pairs ----------------------------------------------------------------------------------------


@settings(deadline=None)
@given(pairs_in_any_order)
def test_the_constructor_keeps_exactly_the_positions_of_its_pairs(pairs: list[tuple[int, int]]) -> None:
    wanted = {place for start, end in pairs for place in range(start, end)}
    assert positions(Spans(pairs)) == wanted


@settings(deadline=None)
@given(pairs_in_any_order)
def test_pairs_are_sorted_and_none_touches_the_next(pairs: list[tuple[int, int]]) -> None:
    borders = Spans(pairs).pairs.ravel().tolist()
    assert all(here < there for here, there in pairwise(borders))


@pytest.mark.parametrize(
    ("given_pairs", "merged"),
    [
        ([(5, 7), (1, 3)], [(1, 3), (5, 7)]),
        ([(1, 3), (3, 5)], [(1, 5)]),
        ([(1, 4), (2, 6)], [(1, 6)]),
        ([(1, 9), (2, 3)], [(1, 9)]),
        ([(1, 9), (2, 3), (5, 12)], [(1, 12)]),
        ([(1, 3), (1, 3)], [(1, 3)]),
        ([(4, 4), (6, 5)], []),
    ],
    ids=["sorted", "touching", "overlapping", "inside", "reach of an earlier one", "twice", "empty ones"],
)
def test_pairs_that_touch_or_overlap_become_one(
    given_pairs: list[tuple[int, int]], merged: list[tuple[int, int]]
) -> None:
    assert list(Spans(given_pairs)) == merged


@settings(deadline=None)
@given(pairs_in_any_order, pairs_in_any_order)
def test_or_is_the_union_of_positions(ours: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> None:
    assert positions(Spans(ours) | Spans(theirs)) == positions(Spans(ours)) | positions(Spans(theirs))


@settings(deadline=None)
@given(pairs_in_any_order, pairs_in_any_order)
def test_and_is_the_intersection_of_positions(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> None:
    assert positions(Spans(ours) & Spans(theirs)) == positions(Spans(ours)) & positions(Spans(theirs))


@settings(deadline=None)
@given(pairs_in_any_order, pairs_in_any_order)
def test_minus_is_the_difference_of_positions(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> None:
    assert positions(Spans(ours) - Spans(theirs)) == positions(Spans(ours)) - positions(Spans(theirs))


def test_operations_leave_their_operands_alone() -> None:
    ours, theirs = Spans([(0, 5)]), Spans([(3, 9)])
    _ = ours | theirs, ours & theirs, ours - theirs
    assert (list(ours), list(theirs)) == ([(0, 5)], [(3, 9)])


def test_spans_with_equal_pairs_are_equal_for_any_reason() -> None:
    assert Spans([(3, 5), (1, 3)], reason="one") == Spans([(1, 5)], reason="other")
    assert Spans([(1, 5)]) != Spans([(1, 6)])


def test_spans_do_not_equal_their_bare_pairs() -> None:
    assert Spans([(1, 5)]) != [(1, 5)]


def test_spans_cannot_be_hashed() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Spans([(1, 5)]))


def test_empty_spans_are_false_and_cover_nothing() -> None:
    assert not Spans()
    assert (len(Spans()), list(Spans()), Spans().characters) == (0, [], 0)


def test_spans_count_pairs_and_characters() -> None:
    spans = Spans([(1, 4), (6, 8)])
    assert (len(spans), spans.characters) == (2, 5)


def test_iteration_gives_plain_integers() -> None:
    ((start, end),) = Spans([(1, 4)])
    assert (type(start), type(end)) == (int, int)


def test_the_reason_is_kept_and_shown() -> None:
    spans = Spans(reason="the page has no text")
    assert spans.reason == "the page has no text"
    assert repr(spans) == "<Spans 0 pairs, 0 characters, the page has no text>"


def test_without_a_reason_there_is_none() -> None:
    assert Spans([(1, 4)]).reason == ""
    assert repr(Spans([(1, 4)])) == "<Spans 1 pairs, 3 characters>"


@pytest.mark.parametrize("pairs", [[(1, 4)], []], ids=["some", "none"])
def test_pairs_are_read_only(pairs: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        Spans(pairs).pairs[:] = 0


def test_pairs_are_a_copy() -> None:
    given_pairs = np.array([[1, 4]], dtype=np.int64)
    spans = Spans(given_pairs)
    given_pairs[0] = (7, 9)
    assert list(spans) == [(1, 4)]


def test_pairs_may_lie_in_memory_column_by_column() -> None:
    page = Page(PAGE)
    words = np.array([page.words.start, page.words.end]).T
    assert not words.flags.c_contiguous
    assert Extraction(page, Spans(words), algorithm("plain")).text == "one two three\n\nfour\n\nfive six\n"


def test_blocks_are_chosen_with_one_flag_each() -> None:
    page = Page(PAGE)
    for count in (len(page.blocks) - 1, len(page.blocks) + 1):
        with pytest.raises(IndexError):
            Spans.of_blocks(page, np.ones(count, dtype=np.bool_))


def test_without_leaves_the_other_pairs_and_the_reason() -> None:
    spans = Spans([(0, 2), (4, 6)], reason="why")
    left = spans.without(np.array([True, False]))
    assert (list(left), left.reason) == ([(4, 6)], "why")
    assert spans.without(np.array([False, False])) is spans


def test_an_odd_number_of_offsets_is_refused() -> None:
    with pytest.raises(ValueError, match="reshape"):
        Spans([1, 2, 3])


# --- from a page ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ([0, 1], ["one two"]),
        ([1, 2], ["two", "three"]),
        ([0, 2, 4], ["one", "three", "five"]),
        ([5, 4], ["five six"]),
        ([], []),
    ],
    ids=["with the whitespace between", "divided at tags", "apart", "in any order", "none"],
)
def test_of_words_covers_these_words(chosen: list[int], found: list[str]) -> None:
    page = Page(PAGE)
    assert texts(page, Spans.of_words(page, np.array(chosen))) == found


def test_a_word_left_out_parts_the_words_around_it() -> None:
    page = Page("<p>one two three")
    assert texts(page, Spans.of_words(page, np.array([True, False, True]))) == ["one", "three"]


def test_words_of_a_script_without_spaces_join_to_one_pair() -> None:
    page = Page("<p>漢字仮名")
    assert len(page.words) == 2
    assert texts(page, Spans.of_words(page, everything(page, "words"))) == ["漢字仮名"]


def test_of_tokens_covers_whole_texts() -> None:
    page = Page(PAGE)
    found = texts(page, Spans.of_tokens(page, everything(page, "tokens")))
    assert found == ["one two ", "three", "four", "five six"]


def test_of_tokens_leaves_out_texts_of_white_space_alone() -> None:
    page = Page("<p>a</p> \n <p>b</p>&nbsp;")
    assert texts(page, Spans.of_tokens(page, everything(page, "tokens"))) == ["a", "b"]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("b", ["three"]),
        ("p:first-child", ["one two ", "three", "four"]),
        ("div", ["four", "five six"]),
        ("div, div p", ["four", "five six"]),
        ("script", []),
        ("[hidden]", []),
        ("h1", []),
    ],
)
def test_of_elements_covers_all_seen_text_below_them(selector: str, found: list[str]) -> None:
    page = Page(PAGE)
    assert texts(page, Spans.of_elements(page, page.select(selector))) == found


@pytest.mark.parametrize(
    ("chosen", "found"), [([0], ["one two ", "three"]), ([2, 1], ["four", "five six"]), ([], [])]
)
def test_of_blocks_covers_the_texts_of_these_blocks(chosen: list[int], found: list[str]) -> None:
    page = Page(PAGE)
    assert texts(page, Spans.of_blocks(page, np.array(chosen))) == found


@each_maker
def test_flags_and_numbers_choose_the_same(make: Maker, column: str) -> None:
    page = Page(PAGE)
    flags = everything(page, column)
    flags[: len(flags) * 3 // 4] = False
    assert make(page, flags) == make(page, np.flatnonzero(flags))
    assert 0 < len(make(page, flags)) < 4


@each_maker
def test_choosing_all_of_any_column_covers_all_words(make: Maker, column: str) -> None:
    page = Page(PAGE)
    words = " ".join(texts(page, make(page, everything(page, column)))).split()
    assert words == "one two three four five six".split()


@each_maker
def test_an_empty_page_gives_no_spans(make: Maker, column: str) -> None:
    page = Page("")
    assert not make(page, everything(page, column))


@settings(deadline=None, max_examples=50)
@given(tag_soup, st.data())
@each_maker
def test_each_pair_lies_inside_one_text_token(
    make: Maker, column: str, soup: str, data: st.DataObject
) -> None:
    page = Page(soup)
    count = len(getattr(page, column))
    chosen = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    for start, end in make(page, np.array(chosen, dtype=np.bool_)):
        token = int(np.searchsorted(page.tokens.start, start, side="right")) - 1
        assert page.tokens.is_text[token]
        assert end <= page.tokens.end[token]


@settings(deadline=None, max_examples=50)
@given(tag_soup)
def test_blocks_elements_and_tokens_agree_on_the_text(soup: str) -> None:
    page = Page(soup)
    tokens = Spans.of_tokens(page, everything(page, "tokens"))
    assert Spans.of_blocks(page, everything(page, "blocks")) == tokens
    assert Spans.of_elements(page, everything(page, "elements")) == tokens


@settings(deadline=None, max_examples=50)
@given(tag_soup)
def test_all_words_cover_all_but_white_space_of_the_text(soup: str) -> None:
    page = Page(soup)
    words = Spans.of_words(page, everything(page, "words"))
    rest = Spans.of_tokens(page, everything(page, "tokens")) - words
    assert "".join(texts(page, rest)).replace("&nbsp;", " ").strip() == ""


@settings(deadline=None, max_examples=50)
@given(tag_soup, st.integers(0, 9), st.lists(st.integers(-2, 60)))
@each_maker
def test_words_are_counted_as_they_are_kept(
    make: Maker, column: str, soup: str, seed: int, borders: list[int]
) -> None:
    page = Page(soup)
    chosen = np.arange(len(getattr(page, column))) % 10 >= seed
    ends = sorted(set(borders))
    parts = Spans(np.array(ends[: len(ends) // 2 * 2]).reshape(-1, 2))
    for spans in (make(page, chosen), parts, make(page, chosen) - parts):
        assert spans.count_words(page) == spans.kept_words(page).sum()
