"""Footnotes: references and notes that have each other."""

from __future__ import annotations

import pytest

from mainspan.render.markdown.footnotes import find_labels
from tests.render.markdown.simple import flow_of, markdown

REFERENCE = '<p>a<sup><a href="#n" note="1">[1]</a></sup></p>'


def test_a_note_is_where_it_is_in_the_page() -> None:
    html = f'{REFERENCE}<ol><li note="1"><p>b</p><p>c</p></li></ol><p>d</p>'
    assert markdown(html) == "a[^1]\n\n[^1]: b\n\n    c\n\nd"


def test_items_that_are_notes_leave_their_list() -> None:
    html = f'{REFERENCE}<ol><li>a</li><li note="1">b</li><li>c</li></ol>'
    assert markdown(html) == "a[^1]\n\n1. a\n\n[^1]: b\n\n2. c"


@pytest.mark.parametrize("name", ["p", "div"])
def test_other_elements_are_notes_too(name: str) -> None:
    assert markdown(f'{REFERENCE}<{name} note="1">b</{name}>') == "a[^1]\n\n[^1]: b"


@pytest.mark.parametrize(
    "html",
    [
        REFERENCE,
        f'{REFERENCE}<p note="2">b</p>',
        f'{REFERENCE}<table><tr><td><p note="1">b</p></td></tr></table>',
        '<pre><a note="1">a</a></pre><p note="1">b</p>',
        '<p note="1">b</p>',
    ],
)
def test_without_its_other_half_a_footnote_is_text(html: str) -> None:
    assert find_labels(flow_of(html)) == {}
    assert "[^" not in markdown(html)


@pytest.mark.parametrize(
    ("text", "written"), [("(b)", "[^1]\\(b)"), (": b", "[^1]\\: b"), ("!b", "[^1]!b"), ("[b]", "[^1][b]")]
)
def test_text_after_a_reference_is_not_a_part_of_it(text: str, written: str) -> None:
    html = f'<p><a note="1">1</a>{text}</p><p note="1">x</p>'
    assert markdown(html) == f"{written}\n\n[^1]: x"


def test_labels_are_safe_and_differ() -> None:
    notes = ["a b", "a-b", "A B", "]: x", "Ä", "ß"]
    html = "".join(f'<a note="{note}">1</a><p note="{note}">x</p>' for note in notes)
    assert find_labels(flow_of(html)) == dict(zip(notes, ["a-b", "a-b2", "A-B3", "x", "5", "6"], strict=True))


def test_a_note_may_begin_with_any_block() -> None:
    html = '<p>a<a note="1">1</a></p><div note="1"><pre>b</pre><ul><li>c</li></ul></div>'
    assert markdown(html) == "a[^1]\n\n[^1]:\n    ```\n    b\n    ```\n\n    - c"


def test_the_mark_that_leads_back_is_left_to_the_renderer() -> None:
    html = f'{REFERENCE}<p note="1"><a back="1">[1]</a> b</p>'
    assert markdown(html) == "a[^1]\n\n[^1]: b"


@pytest.mark.parametrize(("size", "written"), [(40, 40), (100, 60)])
def test_labels_are_short(size: int, written: int) -> None:
    note = "x" * size
    assert find_labels(flow_of(f'<a note="{note}">1</a><p note="{note}">x</p>')) == {note: "x" * written}
