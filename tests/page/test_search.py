"""The kernels that search many parts of a source at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.page import tags as tag_names
from mainspan.page.attributes import ATTRIBUTE
from mainspan.page.kinds import OPEN
from mainspan.page.search import (
    find_attributes,
    find_kept,
    find_keys,
    find_named,
    find_value,
    find_values,
    hold_characters,
    hold_words,
    may_be_numbers,
)
from tests.soup import soups

Tokens = list[str]
# Letters of words, of other words, and from each plane of Unicode.
texts = st.lists(st.text("<aAbBsSiIgG-=  é\ue000中𝒜"), max_size=8)
words = st.lists(st.text("absig-=", min_size=2, max_size=6), max_size=4).map(tuple)
tags = st.lists(st.sampled_from([*'<a=" /é中𝒜', ' a="', '"'])).map("".join)


def columns(tokens: Tokens) -> tuple[str, np.ndarray, np.ndarray]:
    ends = np.cumsum([len(token) for token in tokens], dtype=np.int32)
    return "".join(tokens), np.append(0, ends[:-1]).astype(np.int32)[: len(tokens)], ends.astype(np.int32)


def slowly_hold_words(tokens: Tokens, wanted: tuple[str, ...]) -> list[bool]:
    lower = ["".join(letter.lower() if letter.isascii() else letter for letter in token) for token in tokens]
    return [any(word in token for word in wanted) for token in lower]


@given(texts, words)
@example(["<a sIG=x>", "sig", "s", "ig", "SI", "G"], ("sig",))
@example(["\u0173i\u0167", "ſig"], ("sig",))  # the same lower five bits
@example(["-" + "ab" * 300, "ab" * 200], ("ab" * 300, "ba" * 290))
@example(["b", "a", "ba"], ("ba",))
def test_tokens_that_hold_words(tokens: Tokens, wanted: tuple[str, ...]) -> None:
    given_words = tuple(word.encode() for word in wanted)
    found = hold_words(*columns(tokens), np.arange(len(tokens)), given_words)
    assert found.tolist() == slowly_hold_words(tokens, wanted)


@given(texts, st.sampled_from([("\x80", "\U0010ffff"), ("\ue000", "\uf8ff"), ("a", "a")]))
def test_tokens_that_hold_characters(tokens: Tokens, ends: tuple[str, str]) -> None:
    low, high = ends
    found = hold_characters(*columns(tokens), np.arange(len(tokens)), ord(low), ord(high))
    assert found.tolist() == [any(low <= character <= high for character in token) for token in tokens]


@given(st.lists(st.text(" 1９\u0663\xa0\u2003a&;中𝒜", max_size=4), max_size=8))
@example(["12", " 1 ", "1 2", "", " ", "&", "1&amp;", "²"])
def test_tokens_that_may_be_numbers(tokens: Tokens) -> None:
    found = may_be_numbers(*columns(tokens), np.arange(len(tokens)))
    assert found.tolist() == [token.strip().isdecimal() or "&" in token for token in tokens]


@given(tags)
@example('<a b="1" c="2" b="3">')
@example('<a b=1 c="2" =="3" d="4')
def test_attributes_of_a_tag(tag: str) -> None:
    expected: dict[str, str] = {}
    for name, value in ATTRIBUTE.findall(tag):
        expected.setdefault(name, value)
    assert list(find_attributes(tag).items()) == list(expected.items())


@given(st.lists(tags, max_size=3), st.sampled_from(["a", "b", "a="]))
@example(['<a b="1" a="2" b="3">', '<a ab="1" a="">', "<a>"], "b")
def test_one_attribute_of_tags(some: Tokens, name: str) -> None:
    source, start, end = columns(some)
    expected = [find_attributes(tag).get(name) for tag in some]
    places = np.arange(len(some), dtype=np.int32)
    assert find_values(source, start, end, places, name) == expected
    assert [find_value(source, start[i], end[i], name) for i in places] == expected


def test_only_the_chosen_tokens_are_searched_in_their_order() -> None:
    tokens = columns(["sig", "-", "é", "SIG"])
    assert hold_words(*tokens, np.array([3, 1]), (b"sig",)).tolist() == [True, False]
    assert hold_characters(*tokens, np.array([2, 0]), 0x80, 0xFF).tolist() == [True, False]


def test_words_that_the_kernel_cannot_search_for() -> None:
    tokens = columns(["a"])
    with pytest.raises(ValueError, match="two characters at least, not b'a'"):
        hold_words(*tokens, np.array([0]), (b"a",))
    assert not hold_words(*tokens, np.array([0]), (b"ab",) * 16).any()
    with pytest.raises(ValueError, match="17 words, but there is room for 16"):
        hold_words(*tokens, np.array([0]), (b"ab",) * 17)


@given(soups)
@example("<p id=a>x</p><br id=b><b name=b id=a>y</b>")
@example("<p name=a id=b>x</p>id=\"c\"<b title=' id=c' id='&amp;'>中</b>")
def test_tags_with_ids(html: str) -> None:
    page = Page(html)
    names = {"a", "c", "x", "&amp;"}
    expected: dict[str, int] = {}
    for token in np.flatnonzero(page.tokens.kind == OPEN).tolist():
        attributes = find_attributes(page.source[page.tokens.start[token] : page.tokens.end[token]])
        for name in names & {attributes.get("id"), attributes.get("name")}:
            expected.setdefault(name, token)
    assert find_named(page.source, page.tokens, names) == expected


@given(soups, st.integers(0, 5))
@example("<p class='a xb'>ab<b class=b id=x>c</b>中", 2)
@example("<p id=b class=B>a</p><p class='' title=b>b</p>", 1)
def test_elements_with_classes(html: str, least: int) -> None:
    page = Page(html)
    names, elements = tag_names.table("p b div a i"), page.elements
    chosen = np.flatnonzero(names[elements.tag] & (elements.characters >= least)).tolist()
    classes = [page.attribute(int(elements.open[element]), "class") or "" for element in chosen]
    expected = [
        element
        for element, name in zip(chosen, classes, strict=True)
        if "a b" in name.lower() or "xb" in name.lower()
    ]
    assert page.find_classed(names, (b"a b", b"xb"), least) == expected


_SCRIPT_TAGS = ["<script>", "<script type=x/ld+json>", "<script ld+jso>", "</script>", "<b ld+json>"]
_SCRIPTS = st.lists(st.sampled_from([*_SCRIPT_TAGS, '"@k"', "@k", '"é', "中"]), max_size=20).map("".join)


@given(_SCRIPTS, st.integers(0, 12))
@example('<script type=ld+json>"@k""@k"</script>a<script ld+json>"@k"', 6)
def test_keys_in_scripts(html: str, most: int) -> None:
    page = Page(html)
    source, tokens, elements = page.source, page.tokens, page.elements
    script = tag_names.NUMBERS["script"]
    expected = []
    for element in np.flatnonzero(elements.tag == script).tolist():
        opened, closed = elements.open[element], elements.close[element]
        if "ld+json" in source[tokens.start[opened] : tokens.end[opened]]:
            first, last = int(tokens.end[opened]), int(tokens.start[closed])
            last = min(last, first + most)
            places = [place for place in range(first, last) if source.startswith('"@k"', place, last)]
            expected += [(place, last) for place in places]
    assert find_keys(source, tokens, elements, script, b"ld+json", b'"@k"', most) == expected


@given(soups, st.integers(0, 3))
@example("<p class=#><b>x</b></p><b id=b></b><i>b</i><b>\u4e2dy<br id=ab></b>", 0)
def test_open_tags_around_kept_pieces(html: str, seed: int) -> None:
    page = Page(html)
    tokens, names = page.tokens, tag_names.table("p b div a br")
    kept = np.append(0, ((tokens.words > 0) & (np.arange(len(tokens)) % 4 != seed)).cumsum())
    tags_of = [page.source[start:end] for start, end in zip(tokens.start, tokens.end, strict=True)]
    held = [
        token
        for token in np.flatnonzero((tokens.kind == OPEN) & names[tokens.tag]).tolist()
        if kept[tokens.partner[token]] > kept[token]
    ]
    for words, sign in (((b"ab", b"<b"), "#"), ((), "#"), ((), "b")):
        wanted = [word.decode() for word in words]
        expected = [
            token
            for token in held
            if any(each in tags_of[token].lower() for each in wanted)
            or (not words and sign in tags_of[token])
        ]
        assert find_kept(page.source, tokens, names, kept, words, ord(sign)) == expected
