"""Labels: the list, and what the compiled loop finds of it."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page
from mainspan.algorithms.learned import labels, shapes
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.table import N_LABELS
from mainspan.page.classes import CLASS, SPACE
from mainspan.render.text import block_texts
from tests.soup import soups

REACH = 48
KNOWN: defaultdict[str, int] = defaultdict(int)
for _stem, _mask in labels.stems():
    KNOWN[_stem] |= _mask


def transcribed(text: str) -> int:
    """The labels at the beginning of a block's text, slowly."""
    wide = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    text = text.translate(wide).translate(dict(enumerate(labels.folded().tolist())))
    text = re.sub("".join(["[", *map(chr, SPACES), "]+"]), " ", text).lstrip(" ")[:REACH]
    found = 0
    for i in range(len(text)):
        before = _place(text[i - 1]) if i else ""
        if _place(text[i]) == "word" or (_place(text[i]) == "in word" and before != "in word"):
            for j in range(i + 1, len(text) + 1):
                found |= KNOWN.get(text[i:j], 0)
                if j == len(text) or not _place(text[j]):
                    found |= KNOWN.get(text[i:j] + "|", 0)
    return found


SPACES = [code for code in range(len(CLASS)) if CLASS[code] == SPACE]


def _place(character: str) -> str:
    shape = shapes.shapes()[min(ord(character), len(CLASS) - 1)]
    if CLASS[min(ord(character), len(CLASS) - 1)] == SPACE:
        return ""
    if shape == shapes.IDEOGRAPH:
        return "word"
    return "in word" if shape in (shapes.LETTER, shapes.CAPITAL, shapes.DIGIT) else ""


def found_in(html: str) -> list[set[str]]:
    """The labels of each block of a page."""
    masks = sheet_of(Page(html, hidden=True)).labels.tolist()
    return [{name for bit, name in enumerate(labels.LABELS) if mask >> bit & 1} for mask in masks]


def raw_texts(page: Page) -> list[str]:
    """The characters of each block, as they are in the source."""
    blocks, words = page.blocks, page.tokens.words
    ranges = zip(blocks.first.tolist(), blocks.last.tolist(), strict=True)
    return ["".join(page.text_of(t) for t in range(a, b + 1) if words[t]) for a, b in ranges]


_STEMS = st.sampled_from([stem.rstrip("|") for stem, _ in labels.stems()][::37])
_PHRASES = st.lists(
    st.one_of(
        _STEMS, _STEMS.map(str.upper), st.sampled_from(["", " ", "-x", "é", "&amp;", "字", "&nbsp;\n"])
    ),
    max_size=8,
).map("".join)


@given(soups | st.lists(_PHRASES.map("<p>{}</p>".format), max_size=5).map("".join))
@settings(max_examples=200, deadline=None)
def test_labels_of_random_pages(html: str) -> None:
    page = Page(html, hidden=True)
    assert sheet_of(page).labels.tolist() == [transcribed(text) for text in raw_texts(page)]


def test_labels_in_many_languages() -> None:
    texts = (
        "Shipping & returns|Das könnte Ihnen auch gefallen|Descripción|ΠΕΡΙΓΡΑΦΗ|商品详情|İletişim|Ｂｕｙ now"
    )
    wanted = "policy related description description description contact buy"
    found = found_in("".join(f"<p>{text}</p>" for text in texts.split("|")))
    assert all(label in each for label, each in zip(wanted.split(), found, strict=True)), found


@pytest.mark.parametrize(
    ("text", "is_there"), [("Buy", True), ("Buy now", True), ("Buyers", False), ("Rebuy", False)]
)
def test_words_that_end_with_the_stem(text: str, is_there: bool) -> None:
    assert ("buy" in found_in(f"<p>{text}")[0]) == is_there


def test_tags_and_spaces_between_words() -> None:
    assert "related" in found_in("<p>You&nbsp; may <b>also</b>\n like")[0]


@pytest.mark.parametrize(("before", "is_there"), [(REACH - 8, True), (REACH - 7, False)])
def test_labels_are_at_the_beginning_of_a_text(before: int, is_there: bool) -> None:
    assert ("policy" in found_in(f"<p>{'.' * before}shipping and more")[0]) == is_there


def test_the_list_is_clean() -> None:
    assert len(labels.LABELS) == N_LABELS
    for stem, mask in labels.stems():
        text = stem.removesuffix("|")
        assert text == text.strip() == " ".join(text.split()), stem
        assert not {"|", "\t", ";"} & set(text), stem
        assert _place(text[0]), f"no word begins like {stem}"
        assert unicodedata.is_normalized("NFC", text), stem
        assert len(text) <= REACH, stem
        assert mask.bit_count() == 1


def test_the_slow_texts_are_those_of_the_page() -> None:
    page = Page("<p>a <b>b</b></p><p>c", hidden=True)
    assert raw_texts(page) == ["a b", "c"] == block_texts(page)
