"""Whether gold texts occur in their pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.build import select_text
from mainspan.evaluation.check import check_package
from mainspan.evaluation.gold_in_page import VisibleWords
from mainspan.evaluation.measures import sequences
from mainspan.page import Page
from tests.evaluation.packaged import describe, lay

PAGE = "<nav>Home News</nav><p>One <b>two</b> three.</p><ol><li>Four five<li>six</ol><script>seven</script>"
VISIBLE = VisibleWords(Page(PAGE))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 1.0),
        ("one two THREE", 1.0),
        ("one three six", 1.0),
        ("three one", 0.5),
        ("one two eight nine", 0.5),
        ("seven", 0.0),
        ("1. Four five 2. six", 1.0),
    ],
)
def test_the_share_of_words_in_sequence(text: str, share: float) -> None:
    assert VISIBLE.share_of(text) == share


def test_a_word_is_not_found_inside_another() -> None:
    assert VisibleWords(Page("<p>fairness")).share_of("air") == 0


def test_texts_too_large_for_the_measure_are_compared_by_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences.Words, "compare", lambda *texts: "too large")
    visible = VisibleWords(Page("<p>a b c d e f"))
    assert visible.share_of("a b c x") == 0.5
    assert visible.share_of("b c d e") == 1.0


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        (["One two three", "", "six"], None),
        (["One two three", "", "eight"], (3, "eight")),
        (["two three 1 four x y"], None),
        ([" two three 1 x y z "], (1, "two three 1 x y z")),
    ],
)
def test_the_first_line_of_which_most_is_missing(lines: list[str], missing: tuple[int, str] | None) -> None:
    assert VISIBLE.first_missing(lines) == missing


@pytest.mark.parametrize(("text", "found"), [("NEWS one", True), ("ews one tw", True), ("one three", False)])
def test_segments_occur_in_one_piece(text: str, found: bool) -> None:
    assert VISIBLE.has_segment(text) is found


def test_hidden_segments_are_somewhere() -> None:
    assert VISIBLE.hides_segment("Seven")
    assert not VISIBLE.hides_segment("eight")


PARTS = ["<p>", "</p>", "<ol><li>", "</ol>", "<div class=x>", "</div>", "a ", "b&nbsp;c", "日本", "<br>"]


@given(st.lists(st.sampled_from(PARTS)).map("".join))
def test_selected_text_occurs_in_the_page(html: str) -> None:
    page = Page(f"<body><h1 class=x>d</h1>{html}")
    assert VisibleWords(page).share_of(select_text(page, [".x"])) == 1


@pytest.mark.parametrize(("kept", "defects"), [(90, []), (89, ["gold not in page"])])
def test_nine_tenths_of_the_gold_must_be_in_the_page(tmp_path: Path, kept: int, defects: list[str]) -> None:
    words = [f"w{number}" for number in range(100)]
    gold = words[:kept] + [f"x{number}" for number in range(100 - kept)]
    describe(tmp_path)
    lay(tmp_path, "a", " ".join(words), gold=" ".join(gold))
    assert [each.kind for each in check_package(tmp_path)] == defects
