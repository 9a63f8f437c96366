"""What is text for people, and what is code, labels or identifiers."""

from __future__ import annotations

import pytest

from mainspan.embedded.prose import as_html, count_words, is_prose, readable_words
from tests.embedded.pages import SENTENCE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SENTENCE, True),
        ("x" * 59, False),
        ("船は九時に島へ出ます。" * 6, True),
        ("one, two three four five six seven eight nine ten eleven twelve", False),
        ("a{b:c}; d{e:f}; g{h:i}. " * 5, False),
        ("https://example.org/" + "a" * 200 + " is a long word in a sentence. " + SENTENCE, False),
    ],
)
def test_prose(text: str, expected: bool) -> None:
    assert is_prose(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab cd ef gh ij kl mn op " + "x" * 35 + ".", True),
        ("ab cd ef gh ij kl mn op " + "x" * 34 + ".", False),
        ("ninechars " * 7 + "ninechars.", True),
        ("ninechars " * 6 + "ninechars.", False),
        ("word " * 38 + "ends;;;;;;", False),
        ("word " * 38 + "ends. " + ";;;;", True),
        ("word " * 37 + "ends. " + ";;;;;;;;", False),
        ("word " * 30 + "x" * 119 + ".", True),
        ("word " * 30 + "x" * 120 + ".", False),
        ("thirteenchars " * 9 + "thirteenchars.", True),
        ("thirteenchars " * 9 + "fourteen-chars.", False),
    ],
)
def test_bounds_of_prose(text: str, expected: bool) -> None:
    assert is_prose(text) is expected


@pytest.mark.parametrize(("marks", "expected"), [(6, True), (7, False)])
def test_prose_has_little_code(marks: int, expected: bool) -> None:
    text = "word " * 38 + "e." + " " * (8 - marks) + "=" * marks
    assert len(text) == 200
    assert is_prose(text) is expected


def test_lines_become_paragraphs_headings_and_items() -> None:
    assert as_html("# A\n\nb < c\n- d") == "<h1>A</h1><p>b &lt; c</p><ul><li>d</li></ul>"


def test_words_are_counted_without_spaces_too() -> None:
    assert (count_words("a b c"), count_words("船は九時に")) == (3, 3)
    assert readable_words(f"<p>{SENTENCE}</p>") == len(SENTENCE.split())
