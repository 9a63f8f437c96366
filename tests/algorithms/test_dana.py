"""DANA against the paper: T1 and T2, formula 1, regions and how they are joined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.dana import DANA, DANAG, natural_gap
from mainspan.page.kinds import TEXT
from tests.algorithms.paper import kept_words, our_pages
from tests.soup import soups

LINE = 10


def page_of(lines: str) -> Page:
    """A page with a line of 10 characters for each letter: a line of text, or one of tags for a full stop.

    The shell in front is a whole number of lines; each line of text has a word of its own letter.
    """
    shell = "<html><head></head><body><!-- -->   "
    shell += " " * (-len(shell) % LINE)
    body = "".join("<hr><br>  " if letter == "." else chr(ord(letter) + 0x400) * 9 + " " for letter in lines)
    page = Page(shell + body)
    assert page.source.startswith(shell + body)
    return page


def lines_of(lines: str, name: str = "dana", **parameters: object) -> str:
    """The letters of the lines in the answer."""
    page = page_of(lines)
    found = algorithm(name, line=LINE, **parameters)(page)
    return "".join(
        chr(ord(page.source[start]) - 0x400) for start, _ in zip_words(page, kept_words(page, found))
    )


def zip_words(page: Page, kept: list[bool]) -> list[tuple[int, bool]]:
    return [(int(start), flag) for start, flag in zip(page.words.start, kept, strict=True) if flag]


def signals(html: str, name: str = "dana", **parameters: object) -> dict[str, list[float]]:
    return {key: curve.tolist() for key, curve in algorithm(name, **parameters).signals(Page(html)).items()}


def test_t1_and_t2_count_the_characters_outside_and_inside_ascii() -> None:
    curves = signals("<p>имя x</p>", line=1000)
    source = Page("<p>имя x</p>").source
    assert curves["t1"] == [3]
    assert curves["t2"] == [len(source) - 3]


def test_the_generalisation_counts_text_and_markup() -> None:
    html = "<p>name <b>x</b></p>  <script>code</script>"
    source = Page(html).source
    curves = signals(html, "danag", line=1000)
    assert curves["t1"] == [len("name x")]
    assert curves["t2"] == [len(source) - len("name x") - len("  ")]


def test_bytes_weigh_more_than_characters() -> None:
    assert signals("<p>имя中😀x</p>", line=1000)["t1"] == [5]
    assert signals("<p>имя中😀x</p>", line=1000, unit="bytes")["t1"] == [3 * 2 + 3 + 4]
    assert signals("<p>имя中😀x</p>", "danag", line=1000, unit="bytes")["t1"] == [3 * 2 + 3 + 4 + 1]


def test_formula_1_adds_up_a_line_and_its_neighbours() -> None:
    curves = algorithm("dana", line=LINE).signals(page_of("..a.."))
    step = curves["t1"] - curves["t2"]
    for i in range(1, len(step) - 1):
        assert curves["diff"][i] == step[i - 1] + step[i] + step[i + 1]
    assert curves["diff"][0] == step[0] + step[1]
    assert curves["diff"][-1] == step[-2] + step[-1]


def test_a_line_is_smoothed_away_between_markup_and_kept_beside_text() -> None:
    assert lines_of("...a...bbb...") == "bbb"
    assert lines_of("...aaa.....") == "aaa"


@pytest.mark.parametrize(("gap", "expected"), [(3, "aaaabbb"), (2, "aaaa")])
def test_regions_are_joined_on_both_sides_of_the_gap(gap: int, expected: str) -> None:
    # Between the regions lie as many lines as there are full stops.
    assert lines_of("......aaaa...bbb......", gap=gap) == expected
    assert lines_of("......bbb...aaaa......", gap=gap) == expected[::-1]


def test_joining_stops_at_the_first_gap_that_is_too_wide() -> None:
    assert lines_of("bbb" + "." * 9 + "ccc..." + "aaaa" + "...ddd" + "." * 9 + "eee", gap=5) == "cccaaaaddd"


def test_it_begins_with_the_region_of_the_most_characters() -> None:
    assert lines_of("aaa" + "." * 30 + "bbbb" + "." * 30 + "ccc") == "bbbb"
    assert lines_of("aaa" + "." * 30 + "bbb") == "aaa"


def test_lines_between_joined_regions_are_content_only_if_wanted() -> None:
    # A line of text with markup on both sides is below the axis.
    text = "......aaaa..b..cccc......"
    assert lines_of(text) == "aaaacccc"
    assert lines_of(text, between=True) == "aaaabcccc"


def test_the_gap_is_computed_from_the_page() -> None:
    assert natural_gap(np.array([30, 300, 40, 35])) == 40
    assert natural_gap(np.array([3, 300, 4])) == 20
    assert natural_gap(np.array([300])) == 20
    assert natural_gap(np.array([30, 30])) == 30


def test_a_gap_from_the_page_helps_on_a_wiki_page() -> None:
    # Sections of a wiki page lie 30 to 60 lines of tables and link lists apart, its footer much further.
    wiki = "aaaa" + "." * 30 + "bbbb" + "." * 60 + "ccccc" + "." * 45 + "dddd" + "." * 500 + "eee"
    assert lines_of(wiki) == "ccccc"
    assert lines_of(wiki, gap=160) == "aaaabbbbcccccdddd"
    assert lines_of(wiki, gap="auto") == "aaaabbbbcccccdddd"


def test_it_finds_nothing_on_a_page_in_ascii_and_says_so() -> None:
    found = extract("<p>" + "plain words " * 100, algorithm="dana")
    assert not found
    assert "ASCII" in found.reason
    assert extract("<p>" + "plain words " * 100, algorithm="danag")


def literal(page: Page, method: DANA) -> list[bool]:
    """Section IV of the paper, character by character, line by line and region by region."""
    is_text = [False] * len(page.source)
    is_markup = [True] * len(page.source)
    for i, kind in enumerate(page.tokens.kind.tolist()):
        for place in range(int(page.tokens.start[i]), int(page.tokens.end[i])):
            is_text[place] = bool(page.tokens.words[i])
            is_markup[place] = kind != TEXT
    t1 = [0] * math.ceil(len(page.source) / method.line)
    t2 = [0] * len(t1)
    for place, character in enumerate(page.source):
        size = len(character.encode("utf-8")) if method.unit == "bytes" else 1
        if isinstance(method, DANAG):
            t1[place // method.line] += size * is_text[place]
            t2[place // method.line] += size * is_markup[place]
        elif ord(character) > 127:
            t1[place // method.line] += size
        else:
            t2[place // method.line] += 1
    step = [0, *(a - b for a, b in zip(t1, t2, strict=True)), 0]
    above = [step[i] + step[i + 1] + step[i + 2] > 0 for i in range(len(t1))]
    regions: list[list[int]] = []
    for i, flag in enumerate(above):
        if flag and i and above[i - 1]:
            regions[-1].append(i)
        elif flag:
            regions.append([i])
    if not regions:
        return [False] * len(page.words)
    size_of = [sum(t1[i] + t2[i] for i in region) for region in regions]
    m = size_of.index(max(size_of))
    chosen = [regions[m]]
    for i in range(m, 0, -1):
        if regions[i][0] - regions[i - 1][-1] - 1 > method.gap:  # type: ignore[operator]
            break
        chosen.append(regions[i - 1])
    for i in range(m, len(regions) - 1):
        if regions[i + 1][0] - regions[i][-1] - 1 > method.gap:  # type: ignore[operator]
            break
        chosen.append(regions[i + 1])
    lines = {i for region in chosen for i in region}
    return [int(start) // method.line in lines for start in page.words.start]


foreign_soups = st.lists(
    st.sampled_from(
        ["<br>" * 5, "<p>", "</p>", "слово ", "слова и слова ", "文字", "word ", "é", "<hr>" * 40]
    ),
    max_size=40,
).map("".join)


@settings(max_examples=150)
@given(
    soups | foreign_soups,
    st.sampled_from([DANA, DANAG]),
    st.sampled_from([1, 3, 20]),
    st.sampled_from([1, 7, 80]),
    st.sampled_from(["characters", "bytes"]),
)
def test_equals_the_paper_transcribed(html: str, kind: type[DANA], gap: int, line: int, unit: str) -> None:
    page, method = Page(html), kind(gap=gap, line=line, unit=unit)
    expected = literal(page, method)
    if kind is DANA and page.source.isascii():
        assert not any(expected)
    assert kept_words(page, method(page)) == expected


@pytest.mark.parametrize("kind", [DANA, DANAG])
@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str, kind: type[DANA]) -> None:
    page = our_pages()[name]
    assert kept_words(page, kind()(page)) == literal(page, kind())


@given(st.lists(st.integers(1, 400), min_size=2, max_size=12))
def test_the_natural_gap_is_the_best_of_all_cuts(distances: list[int]) -> None:
    steps = sorted(distances)

    def squares(side: list[int]) -> float:
        mean = sum(side) / len(side)
        return sum((each - mean) ** 2 for each in side)

    costs = {cut: squares(steps[:cut]) + squares(steps[cut:]) for cut in range(1, len(steps))}
    best = min(costs.values())
    assert natural_gap(np.array(distances)) in {
        max(steps[cut - 1], 20) for cut, cost in costs.items() if cost <= best + 1e-6
    }
