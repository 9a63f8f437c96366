"""Blocks of the page as items."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.measures import base as limits
from mainspan.evaluation.measures import blocks as module
from mainspan.evaluation.records import Score

PAGE = b"""<body><ul><li>Home<li>News</ul><h1>A title</h1><p>One <b>bold</b> text.</p><p>Two more words.</p>
<div>Copyright</div></body>"""


def score(found: str, gold: str | None, page: bytes = PAGE) -> Score | str:
    return measure("blocks")(Case(found, gold, page))


def test_blocks_that_both_texts_hold_are_common() -> None:
    # found: Home, title, one bold text; wanted: title, one bold text, two more words
    found, gold = "Home. A title. One bold text!", "A TITLE\n\nOne bold text. Two more words."
    assert score(found, gold) == (2 / 3, 2 / 3, 4 / 6)


def test_a_long_block_counts_as_much_as_a_short_one() -> None:
    page = b"<p>" + b"many words " * 500 + b"</p><p>end</p>"
    assert score("end", "many words " * 500 + "end", page) == (1, 1 / 2, 2 / 3)


def test_half_a_block_and_parts_of_words_are_not_held() -> None:
    assert score("One bold", "One bold text") == (0, 0, 0)
    assert score("homes", "home") == (0, 0, 0)


def test_a_block_is_held_as_often_as_it_stands_in_the_text() -> None:
    page = b"<p>Reply</p><p>So it is</p><p>Reply</p><p>Reply</p>"
    # wanted: one reply and the sentence; found: two replies
    assert score("reply reply", "So it is. Reply", page) == (1 / 2, 1 / 2, 2 / 4)


def test_blocks_without_words_are_no_items() -> None:
    assert score("a", "a", b"<p>***</p><p>a</p><p>--</p>") == (1, 1, 1)


def test_texts_that_hold_no_block_are_empty() -> None:
    assert score("", "") == (1, 1, 1)
    assert score("from elsewhere", "something else") == (1, 1, 1)
    assert score("", "home") == score("home", "") == (0, 0, 0)


def test_what_is_missing_is_said() -> None:
    assert score("a", None) == "no gold"
    assert score("a", "a", b"") == "no page"


def test_a_page_of_too_many_blocks_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PRODUCT_LIMIT", 10)
    page = b"<p>a</p><p>b</p><p>b</p>"
    assert score("a b", "b ad", page) == (1 / 2, 1, 2 / 3)
    assert score("a b", "b add", page) == "too large"


blocks = st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map(tuple)


@given(st.lists(st.sampled_from("abc"), max_size=30), blocks, st.sampled_from([0, 100]))
def test_blocks_are_counted_from_the_left_without_overlap(
    words: list[str], block: tuple[str], many: int
) -> None:
    count = place = 0
    while place <= len(words) - len(block):
        fits = tuple(words[place : place + len(block)]) == block
        count, place = count + fits, place + (len(block) if fits else 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MIN_SEARCHED_STARTS", many)
        assert module._Starts(words, {block[:2]}).count(block) == count
