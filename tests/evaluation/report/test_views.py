from __future__ import annotations

import pytest

from mainspan.evaluation.report.diff import Difference, Kind, Piece, difference
from mainspan.evaluation.report.views import view


def numbered(count: int) -> str:
    return " ".join(f"w{number}" for number in range(count))


def test_each_kind_has_its_element() -> None:
    assert view(difference("one two", "one three")) == (
        '<div class="text" dir="auto">one <del>two\n</del><ins>three\n</ins></div>'
    )


def test_text_is_escaped() -> None:
    shown = view(difference("<b>one</b>", "one <script>alert(1)</script>"))
    assert "<script" not in shown
    assert "script&gt;alert(1)&lt;" in shown


@pytest.mark.parametrize(("words", "folded"), [(35, False), (36, True)])
def test_long_common_stretches_are_folded(words: int, folded: bool) -> None:
    text = f"x {numbered(words)} y"
    assert ("<details>" in view(difference(text, text.removeprefix("x ").removesuffix(" y")))) is folded


def test_words_beside_a_difference_stay_unfolded() -> None:
    shown = view(difference(f"x {numbered(50)} y", numbered(50)))
    assert "w11 <details><summary>26 words in common</summary>w12 " in shown
    assert "w37 </details>w38 " in shown


def test_at_the_ends_all_is_folded() -> None:
    shown = view(difference(numbered(50), numbered(50)))
    assert "<details><summary>50 words in common</summary>w0 w1 " in shown


@pytest.mark.parametrize(("length", "cut"), [(3_997, False), (3_998, True)])
def test_the_middle_of_a_very_long_stretch_is_left_out(length: int, cut: bool) -> None:
    gold = "a b " + "c" * (length - 2)
    assert ("not shown" in view(difference(gold, ""))) is cut


def test_omitted_words_are_counted() -> None:
    shown = view(difference("abc " * 2_000, ""))
    assert "[… 1,000 words not shown …]" in shown


def test_an_endless_word_is_cut() -> None:
    shown = view(difference("x" * 100_000, ""))
    assert "one very long word continues" in shown
    assert len(shown) < 5_000


@pytest.mark.parametrize("most", [1, 10_000])
def test_a_view_is_bounded(most: int) -> None:
    shown = view(difference("a b " * 9_000, "a c " * 9_000), most)
    assert "the rest is not shown" in shown
    assert len(shown) < most + 500


def test_texts_too_long_to_compare_are_reported() -> None:
    assert "they are too long" in view(difference("a b c", "a", most=2))


def test_a_view_has_about_20_000_characters_with_the_tags_of_its_pieces() -> None:
    pieces = tuple(Piece(Kind.missing if i % 2 else Kind.superfluous, ("x",)) for i in range(2000))
    shown = view(Difference(pieces))
    assert shown.count("<del>") + shown.count("<ins>") == 1667
