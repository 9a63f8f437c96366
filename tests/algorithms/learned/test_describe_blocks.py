"""What blocks are made of: each field on small pages."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.algorithms.learned import shapes
from tests.algorithms.learned.described import describe
from tests.algorithms.learned.transcribed import (
    BREAKS,
    CLOSES,
    CONTROLS,
    EMPHASES,
    ENDS,
    FINGERPRINT,
    FIRST,
    IMAGES,
    INITIALS,
    INLINES,
    LAST,
    LINKS,
    OPENS,
)


def rows(html: str) -> list[list[int]]:
    """The counts of each block."""
    found: list[list[int]] = describe(Page(html)).counts.tolist()
    return found


def field(html: str, number: int) -> list[int]:
    return [row[number] for row in rows(html)]


@pytest.mark.parametrize(
    ("html", "shape", "count"),
    [
        ("A small Dog, IBM", shapes.CAPITAL, 5),
        ("12 of 1٣", shapes.DIGIT, 4),
        ("a, b; c、d", shapes.COMMA, 3),
        ("One. Two! Three…", shapes.STOP, 3),
        ("(a) “b”", shapes.PUNCTUATION, 4),
        ("a | b &gt; c &amp; d", shapes.SYMBOL, 3),
        ("中文 ab 𠀀", shapes.IDEOGRAPH, 3),
        ("<xmp>&amp; a</xmp>", shapes.SYMBOL, 1),
        ("a&nbsp;b", shapes.SYMBOL, 0),
    ],
)
def test_characters_are_counted_by_their_shape(html: str, shape: int, count: int) -> None:
    assert field(f"<p>{html}</p>", shape) == [count]


def test_initials_are_capitals_that_begin_a_word() -> None:
    assert field("<p>The IBM McDonald 3D &amp;X", INITIALS) == [5]
    assert field("<p>T<b>H</b>e", INITIALS) == [2]  # tags divide words


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("A sentence.", 1),
        ("(A sentence.)", 1),
        ("“Why?” ", 1),
        ("No sentence", 0),
        ("Etc. and", 0),
        ("v 1.0", 0),
        ("a. ©", 0),
        ("“”", 0),
        ("句子。", 1),
        ("One.<b> </b>", 1),
        ("One.<b>x</b>", 0),
    ],
)
def test_a_block_ends_with_a_sentence_or_not(text: str, ends: int) -> None:
    assert field(f"<p>{text}</p>", ENDS) == [ends]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (" word. ", shapes.LETTER, shapes.STOP),
        ("“Word 3", shapes.PUNCTUATION, shapes.DIGIT),
        ("&nbsp;»&nbsp;", shapes.SYMBOL, shapes.SYMBOL),
        ("<b>A</b>, <i>b</i>", shapes.CAPITAL, shapes.LETTER),
        ("\x01", -1, shapes.LETTER),  # a word, but nothing that has a shape
    ],
)
def test_the_shapes_at_both_ends_are_kept(text: str, first: int, last: int) -> None:
    (row,) = rows(f"<p>{text}</p>")
    assert (row[FIRST], row[LAST]) == (first, last)


def test_texts_that_differ_in_case_digits_or_whitespace_share_their_fingerprint() -> None:
    fingerprints = field(
        "<p>Page 1 of 20</p><p>page  <b>2</b>\n of 31</p><p>page 3 of 4</p><p>of page 1 20</p>", FINGERPRINT
    )
    assert fingerprints[0] == fingerprints[1] != fingerprints[3]
    assert fingerprints[2] not in (fingerprints[0], fingerprints[3])


def test_a_word_and_its_parts_have_different_fingerprints() -> None:
    fingerprints = field("<p>ab</p><p>a b</p><p>a-b</p><p>a+b</p><p>ba</p><p>b a</p>", FINGERPRINT)
    assert len(set(fingerprints)) == 6


def test_tags_inside_a_block_are_counted_by_their_role() -> None:
    (row,) = rows("<p>x <a href=x>a</a> <b>b</b> <em>c</em> <span><i>d</i></span><img> y</p>")
    assert [row[LINKS], row[EMPHASES], row[INLINES]] == [1, 3, 1]


def test_tags_before_a_block_are_counted_since_the_block_before() -> None:
    _, row = rows("<p>one</p><ul><li><img><svg></svg><br><hr><input><button></button>two")
    assert row[OPENS : BREAKS + 1] == [4, 3, 2, 2, 2]
    assert (OPENS, CLOSES, IMAGES, CONTROLS, BREAKS) == (15, 16, 17, 18, 19)


def test_words_and_title_share_bits() -> None:
    found = describe(Page("<title>The Great Escape &amp; 42</title><p>great 17</p><p>unrelated</p><p>中</p>"))
    own = [int(bits) for bits in found.bits]
    assert own[0] & found.title == own[0]
    assert own[0].bit_count() == 2
    assert own[2].bit_count() == 1


@pytest.mark.parametrize("html", ["", "<title>a</title>", "<p hidden>a"])
def test_a_page_without_blocks_has_no_rows(html: str) -> None:
    found = describe(Page(html))
    assert found.counts.shape == (0, 20)
    assert (len(found.bits), found.title, found.page) == (0, 0, 0)


def test_a_page_without_a_title_has_no_bits_for_it() -> None:
    assert describe(Page("<p>a")).title == 0
    assert describe(Page("<title></title><p>a")).title == 0
