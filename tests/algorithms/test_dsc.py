"""The document slope curve against the paper's words: windows, runs of three, and regions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm
from mainspan.algorithms.dsc import DSC
from mainspan.page.kinds import CLOSE, OPEN, VOID
from tests.algorithms.paper import kept_words, our_pages
from tests.soup import soups

FONTS = {"b", "i", "u", "s", "em", "strong", "font", "big", "small", "tt", "strike", "sub", "sup", "mark"}
FONTS |= {"code", "span", "basefont"}


def page_of(letters: str) -> Page:
    """A page whose body has these tokens: w for a word, t for a tag. Its shell adds four tags and two."""
    return Page("<html><head></head><body>" + letters.replace("t", "<br>").replace("w", " w ") + "</body>")


def kept(letters: str, **parameters: object) -> str:
    """The words of the answer as w, others as a full stop; tags stay."""
    page = page_of(letters)
    words = iter(kept_words(page, algorithm("dsc", **parameters)(page)))
    return "".join(("w" if next(words) else ".") if letter == "w" else letter for letter in letters)


def test_a_region_ends_with_the_first_token_of_the_first_of_three_high_windows() -> None:
    # Windows of 4 in steps of 2: the one that begins two words before the plateau's end holds two tags.
    assert kept("wttt" * 10 + "w" * 20 + "tttw" * 10, window=4) == ".ttt" * 10 + "w" * 18 + ".." + "ttt." * 10


def test_two_high_windows_do_not_end_it() -> None:
    assert kept("t" * 40 + "w" * 20 + "tt" + "w" * 20 + "t" * 40, window=4).count("w") == 38


@pytest.mark.parametrize(("words", "found"), [(6, 0), (7, 6)])
def test_three_low_windows_in_a_row_begin_a_region(words: int, found: int) -> None:
    # Windows of 4 in steps of 2 begin with the first, third and fifth word; one tag is allowed, not two.
    assert kept("t" * 28 + "w" * words + "t" * 28, window=4).count("w") == found


@pytest.mark.parametrize(("more", "found"), [(0, False), (1, True)])
def test_a_window_with_just_half_the_mean_slope_is_high(more: int, found: bool) -> None:
    # Half of all tokens are tags, so a window of 8 with 2 tags has exactly half of the mean slope.
    half = "wwwt" * 12
    rest = "t" * (24 - 6 + more)
    page = page_of(half + rest)
    tags = sum(letter == "t" for letter in half + rest) + 6
    assert (tags * 2 > len(half + rest) + 6) is found
    assert bool(algorithm("dsc", window=8)(page)) is found


def test_too_few_windows_give_nothing_and_the_reason() -> None:
    page = page_of("w" * 20)
    assert algorithm("dsc", window=14)(page).reason == (
        "the page is too short: a region needs 3 windows, and it has 2"
    )
    assert "even" in algorithm("dsc", window=12)(page_of("wt" * 30)).reason


def test_tags_that_change_fonts_need_not_count() -> None:
    page = Page("<br>" * 60 + "<p>" + "word <b>bold</b> " * 20 + "</p>" + "<br>" * 60)
    assert not algorithm("dsc", window=8)(page)
    assert sum(kept_words(page, algorithm("dsc", window=8, format_tags="ignore")(page))) >= 36


def literal(page: Page, method: DSC) -> list[bool]:
    """Sections 5.2 and 5.3 of the paper, token by token and window by window."""
    sequence: list[tuple[str, int]] = []
    element = -1
    for i, kind in enumerate(page.tokens.kind.tolist()):
        if kind in (OPEN, VOID, CLOSE):
            start = int(page.tokens.start[i])
            name = page.source[start : start + 40].lstrip("</").split(">")[0].split(" ")[0]
            light = method.format_tags == "ignore" and name in FONTS
            sequence.append(("tag", 0 if light else 1))
        element += kind in (OPEN, VOID)
        sequence += [("word", 0)] * int(page.tokens.words[i])
    count = len(sequence)
    tags = [weight for _, weight in sequence]
    mean = sum(tags) / max(count, 1)
    windows = []
    start = 0
    while start + method.window <= count:
        slope = sum(tags[start : start + method.window]) / method.window
        windows.append((start, slope < mean / 2 - 1e-12))
        start += method.window // 2
    kept = [False] * count
    begin = None
    for n in range(len(windows) - 2):
        three = [low for _, low in windows[n : n + 3]]
        if begin is None and all(three):
            begin = windows[n][0]
        elif begin is not None and not any(three):
            kept[begin : windows[n][0]] = [True] * (windows[n][0] - begin)
            begin = None
    if begin is not None:
        kept[begin:] = [True] * (count - begin)
    return [flag for flag, (sort, _) in zip(kept, sequence, strict=True) if sort == "word"]


token_soups = st.lists(
    st.sampled_from(["w ", "w " * 9, "<br>", "<br>" * 9, "<b>w</b> ", "<hr>"]), min_size=20, max_size=60
).map("".join)


@given(soups | token_soups, st.sampled_from([2, 3, 4, 7]), st.sampled_from(["count", "ignore"]))
def test_equals_the_paper_transcribed(html: str, window: int, format_tags: str) -> None:
    page, method = Page(html), DSC(window=window, format_tags=format_tags)
    assert kept_words(page, method(page)) == literal(page, method)


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    page = our_pages()[name]
    assert kept_words(page, DSC()(page)) == literal(page, DSC())
