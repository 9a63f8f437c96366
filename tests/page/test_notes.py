"""Footnotes: what refers to them, what they are, and what leads back."""

from __future__ import annotations

import re

import numpy as np
import pytest

from mainspan import Page, extract
from mainspan.page.notes import find_notes
from tests.clock import FACTOR, grows_linearly


@pytest.mark.parametrize(("text", "is_kept"), [("back", False), ("go back up", True)])
def test_a_link_back_is_no_more_than_a_mark(text: str, is_kept: bool) -> None:
    html = (
        "<p>One<sup><a href=#n1 id=r1>1</a></sup> two</p>"
        f"<ol><li id=n1>A note. <a href=#r1>{text}</a></li></ol>"
    )
    markdown = extract(html, algorithm="plain").markdown
    assert "[^1]: A note." in markdown
    assert (text in markdown) is is_kept


def labels(html: str) -> str:
    """The labels of the references and of the notes of a page, in order."""
    return " ".join(re.findall(r"\[\^[^\]]+\]:?", extract(html, algorithm="plain").markdown))


PAIR = "<p>One{0} two</p><p>Three{1} four</p><p>{2} note</p><p>{3} note</p>"


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (("<sup>1</sup>", "<sup>2</sup>", "<sup>1</sup>", "<sup>2</sup>"), "[^1] [^2] [^1]: [^2]:"),
        (("<sup>1</sup>", "<sup>2</sup>", "<b>1</b>", "<strong>2</strong>"), "[^1] [^2] [^1]: [^2]:"),
        (("<sup>1</sup>", "<sup>3</sup>", "<sup>1</sup>", "<sup>3</sup>"), ""),
        (("<sup>1</sup>", "", "<sup>1</sup>", ""), ""),
        (("<sup>1</sup>", "<b>2</b>", "<sup>1</sup>", "<sup>2</sup>"), ""),
        (("<sup>a</sup>", "<sup>b</sup>", "<sup>a</sup>", "<sup>b</sup>"), ""),
        (("<sup>1</sup>", "<sup>2</sup>", "<i>1</i>", "<i>2</i>"), ""),
    ],
)
def test_numbers_that_are_no_links_refer_to_notes(marks: tuple[str, ...], expected: str) -> None:
    assert labels(PAIR.format(*marks)) == expected


def test_notes_come_after_their_references() -> None:
    assert (
        labels("<p><sup>1</sup> note</p><p><sup>2</sup> note</p><p>One<sup>1</sup> two<sup>2</sup>.</p>")
        == ""
    )


@pytest.mark.parametrize(
    ("before", "is_reference"),
    [
        ("word", True),
        ("abc", True),
        ("km", False),
        ("10", False),
        ("x10", False),
        ("km ", True),
        ("end.", True),
    ],
)
def test_exponents_refer_to_nothing(before: str, is_reference: bool) -> None:
    html = f"<p>One<sup>1</sup> and {before}<sup>2</sup></p><p><sup>1</sup> note</p><p><sup>2</sup> note</p>"
    assert (labels(html) != "") == is_reference


@pytest.mark.parametrize(("notes", "are_notes"), [(99, True), (100, False)])
def test_numbers_have_at_most_two_digits(notes: int, are_notes: bool) -> None:
    text = "".join(f"<p>Word<sup>{number}</sup>.</p>" for number in range(1, notes + 1))
    below = "".join(f"<p><sup>{number}</sup> note</p>" for number in range(1, notes + 1))
    assert labels(text + below).endswith(f"[^{notes}]:") == are_notes


@pytest.mark.parametrize(
    ("href", "text", "expected"),
    [
        ("#fn:a", "1", "[^1] [^1]:"),
        ("#Footnote_1", "1", "[^1] [^1]:"),
        ("#ftn1", "1", "[^1] [^1]:"),
        ("#endnote-1", "1", "[^1] [^1]:"),
        ("#fnord", "1", ""),
        ("#page1", "1", ""),
        ("#fn:a", "a", ""),
        ("#page1", "[1]", "[^1] [^1]:"),
        ("#page1", "[a]", ""),
    ],
)
def test_names_and_brackets_make_a_reference(href: str, text: str, expected: str) -> None:
    html = f"<p>One <a href='{href}'>{text}</a></p><p id='{href[1:]}'>A note.</p>"
    assert labels(html) == expected


@pytest.mark.parametrize(
    ("back", "is_note"), [("_ftnref1", True), ("_FtnRef1", True), ("_ftnref2", False), ("top", False)]
)
def test_a_note_without_id_is_where_its_link_back_is(back: str, is_note: bool) -> None:
    html = f"<p>One<sup><a href=#_ftn1>1</a></sup></p><p><a href='#{back}'>[1]</a> A note.</p>"
    assert (labels(html) != "") == is_note


@pytest.mark.parametrize(
    ("between", "is_note"), [("", True), ("<h6>x</h6>", False), ("</section><section>", False)]
)
def test_a_number_in_a_heading_is_that_of_the_next_element(between: str, is_note: bool) -> None:
    note = f"<section><h5><a id=f1>1</a></h5>{between}<p>A note.</p></section>"
    assert (labels(f"<p>One<sup><a href=#f1>1</a></sup></p>{note}") != "") == is_note


@pytest.mark.parametrize(("levels", "is_note"), [(2, True), (3, False)])
def test_a_note_is_near_its_id(levels: int, is_note: bool) -> None:
    mark = f"{'<i>' * levels}<a id=f1></a>{'</i>' * levels}"
    assert (labels(f"<p>One<sup><a href=#f1>1</a></sup></p><p>{mark}A note.</p>") != "") == is_note


@pytest.mark.parametrize(
    ("own", "is_left_out"),
    [
        ("<a id=x>1.</a>", True),
        ("<sup>[1]</sup>", True),
        ("<b>1</b>", True),
        ("<b>First</b>", False),
        ("<i>1</i>", False),
        ("<a href=/x>1</a>", False),
        ("<b>1234567</b>", False),
        ("a <b>1</b>", False),
        ("<i></i><i></i><i></i><b>1</b>", True),
        ("<i></i><i></i><i></i><i></i><b>1</b>", False),
    ],
)
def test_a_notes_own_number_is_left_out(own: str, is_left_out: bool) -> None:
    html = f"<p>One<sup><a href=#f1>1</a></sup></p><p id=f1>{own} note</p>"
    markdown = extract(html, algorithm="plain").markdown
    assert markdown.endswith("[^1]: note\n") == is_left_out


def test_a_raised_number_is_raised_in_html() -> None:
    html = PAIR.format("<sup>1</sup>", "<sup>2</sup>", "<sup>1</sup>", "<sup>2</sup>")
    written = extract(html, algorithm="plain").html
    assert 'One<sup><a id="fnref-1" href="#fn-1" role="doc-noteref">1</a></sup> two' in written
    assert '<p id="fn-1"><sup><a href="#fnref-1" role="doc-backlink">1</a></sup> note</p>' in written


def test_time_grows_linearly() -> None:
    shape = "<p>One<sup>1</sup> <a href=#fn1>1</a></p><p><b>1</b> note</p>"
    small, large = (Page(shape * count) for count in (300, 300 * FACTOR))

    def find(page: Page) -> None:
        find_notes(page, np.append(0, (page.tokens.words > 0).cumsum()))

    assert grows_linearly(lambda: find(small), lambda: find(large))


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("<dl><dt id=n>1</dt><dd><p>A note</p></dd></dl>", "[^1] [^1]:"),
        ("<dl><dt><a id=n>1</a></dt><dd><div>A note</div></dd></dl>", "[^1] [^1]:"),
        ("<dl><dt id=n>1</dt><dd>A note</dd></dl>", ""),  # no element to be the note
        ("<dl><dt id=n>1</dt><dt>2</dt><dd><p>A note</p></dd></dl>", ""),
        ("<dl><dt id=n>1</dt></dl><dl><dd><p>A note</p></dd></dl>", ""),
        ("<dl><dt id=n>1</dt></dl>", ""),
    ],
)
def test_a_note_of_a_term_is_in_its_description(note: str, expected: str) -> None:
    assert labels(f"<p>One<sup><a href=#n>1</a></sup> two</p>{note}") == expected
