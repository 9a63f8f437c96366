"""Marks of layout and control characters are no content, wherever they come from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import extract
from mainspan.evaluation.measures import TEXT_MEASURES, Case, measure
from mainspan.evaluation.measures.normalise import normalised
from tests.clock import grows_linearly

from .naive import unmarked
from .strategies import texts

MARKS = (
    *("-", "*", "+", "•", "‣", "◦", "▪", "●", "·", "–", "—", ">", "#", "######", "[ ]", "[x]", "[X]"),
    *("1.", "12.", "999.", "1)", "(1)", "a.", "B.", "c)", "(d)", "ii.", "XIV.", "(iii)"),
)
CONTENT = (
    *(
        "-1",
        "#5",
        "1.5",
        "2024.",
        "1000.",
        "#######",
        "(c",
        "word.",
        "Mr.",
        "vivid.",
        "Iv.",
        "ivxlcivx.",
        "$",
    ),
    *("1.Milk", "-Milk", "[y]", "a", "5", "1:", "«", "“", "..."),
)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_at_the_beginning_of_a_line_goes(mark: str) -> None:
    assert normalised(f"{mark} milk\n  {mark}\ttea\nno {mark} mark").split() == [
        "milk",
        "tea",
        "no",
        *mark.split(),
        "mark",
    ]
    assert normalised(f"{mark}\n{mark}  ") == "\n"


@pytest.mark.parametrize("content", CONTENT)
def test_all_else_is_content(content: str) -> None:
    assert normalised(f"{content} milk") == f"{content} milk"


@given(st.lists(st.sampled_from(MARKS), max_size=3), st.sampled_from([" ", "\t", " \u00a0"]), texts)
def test_as_many_marks_go_as_there_are(marks: list[str], space: str, text: str) -> None:
    before = "".join(mark + space for mark in marks)
    assert unspaced(normalised(before + text.lstrip())) == unspaced(normalised(text.lstrip()))


@given(texts)
def test_a_second_time_changes_nothing(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(texts)
def test_it_does_what_the_slow_transcription_does(text: str) -> None:
    found = [" ".join(line.split()) for line in normalised(text).split("\n")]
    assert found == unmarked(text).split("\n")


def unspaced(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("| a | b |\n|---|:-:|\n| 1. c | d|e |", "ab\ncd|e"),
        ("a\tb\n\tc", "ab\nc"),
        ("a | b", "ab"),
        ("***\n---\n ===\n* * *\n\u00a0 --\u00a0- \n| |\na - b\n-- c", "a-b\n--c"),
        ("Title\n=====\n\n> # - 1. text", "Title\ntext"),
    ],
)
def test_bars_between_cells_and_rules_go(text: str, content: str) -> None:
    lines = map(unspaced, normalised(text).split("\n"))
    assert "\n".join(filter(None, lines)) == content


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\f", "\u2028", "\u2029"])
def test_a_line_may_end_in_any_way(end: str) -> None:
    assert normalised(f"- a{end}- b") == "a\nb"


def test_control_characters_go() -> None:
    assert normalised("moon\x80\x99s\x00 \x1b[1m\x7f") == "moons [1m"


PAGE = """<h1>Tea</h1><ol><li>Boil water</li><li>Add tea<ul><li>green</li></ul></li></ol>
<ol type=I start=7><li>Wait</li></ol><table><tr><td>Time</td><td>3 min</td></tr></table>"""
WRITTEN = (
    "Tea\n1. Boil water\n2. Add tea\n  - green\nVII. Wait\nTime\t3 min",
    "# Tea\n\n* Boil water\n* Add tea\n    * green\n\n1) Wait\n\n| Time | 3 min |\n|---|---|",
    "Tea\nBoil water\nAdd tea\ngreen\nWait\nTime\n3 min",
    "Tea\n • Boil water\n • Add tea\n • green\n a. Wait\nTime  3 min",
)


@pytest.mark.parametrize("name", [each for each in TEXT_MEASURES if each != "segments"])
@pytest.mark.parametrize("gold", WRITTEN)
def test_whoever_writes_a_list_down_has_the_same_score(name: str, gold: str) -> None:
    for found in (*WRITTEN, extract(PAGE, algorithm="plain").text):
        assert measure(name)(Case(found, gold, PAGE.encode())) == (1, 1, 1)


@pytest.mark.parametrize("found", WRITTEN)
def test_segments_may_have_marks_too(found: str) -> None:
    case = Case(found, None, segments=(["1. Boil water", "- green", "Wait"], ["Menu"]))
    assert measure("segments")(case) == (1, 1, 1)


@pytest.mark.parametrize("part", ["- ", "1. ", " ", "| ", "-", "|", "- \n"])
def test_it_takes_linear_time(part: str) -> None:
    small, large = part * 40_000, part * 400_000
    assert grows_linearly(lambda: normalised(small), lambda: normalised(large))
