"""Each limit from both sides: a page at the limit is parsed, one beyond it is salvaged."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.page.survey import survey


def attributes(count: int) -> str:
    return " ".join(f"a{i}=1" for i in range(count))


AT_THE_LIMIT = {
    "depth": ("<div>" * 512, "<div>"),
    "attributes": (f"<p {attributes(512)}", " b>"),
    "attributes of html": ("".join(f"<html a{i}=1>" for i in range(512)), "<html b>"),
    "attributes of body": ("".join(f"<body a{i}=1>" for i in range(512)), "<body b>"),
    "formatting": ("".join(f"<b c={i}>" for i in range(256)), "<b>"),
}


@pytest.mark.parametrize("case", AT_THE_LIMIT)
def test_a_page_at_the_limit_passes_and_one_step_further_does_not(case: str) -> None:
    page, more = AT_THE_LIMIT[case]
    assert survey(f"{page}>".encode()) == ""
    assert survey((page + more).encode()) == case.split()[0]


def repeated(letters: int, times: int) -> bytes:
    """A formatting tag that is opened again in each later paragraph."""
    return (f"<p><b t='{'y' * letters}'>x</p>" + "<p>x</p>" * times).encode()


def test_formatting_is_repeated_at_most_four_times_the_size_of_the_page() -> None:
    # A paragraph has 8 bytes; the tag and its end take 27 and 36.
    assert survey(repeated(letters=14, times=5000)) == ""
    assert survey(repeated(letters=23, times=5000)) == "formatting"


def test_a_small_page_may_repeat_some_more() -> None:
    assert survey(repeated(letters=1000, times=8)) == ""
    assert survey(repeated(letters=1000, times=9)) == "formatting"


def quoted(quotes: int, paragraphs: int) -> Page:
    """A page with a short tag that is long once it is serialised, and is repeated in each paragraph."""
    return Page(f"<p><b a='{chr(34) * quotes}'>x</p>" + "<p>x</p>" * paragraphs)


def test_a_page_that_grows_more_than_eightfold_is_salvaged() -> None:
    assert quoted(quotes=7, paragraphs=1000).salvaged == ""
    assert quoted(quotes=8, paragraphs=1000).salvaged == "growth"


def test_the_frame_of_a_document_is_no_growth() -> None:
    assert Page("<p>").salvaged == ""
    # 35 and 155 characters more than eight times the page
    assert quoted(quotes=8, paragraphs=30).salvaged == ""
    assert quoted(quotes=8, paragraphs=60).salvaged == "growth"
