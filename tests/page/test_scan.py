"""The compiled scanner and its specification in Python agree on any input."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.algorithms.learned import describe as kernels
from mainspan.page.blocks import find_blocks, find_elements, find_parents, find_texts
from mainspan.page.decode import decode
from mainspan.page.parse import parse
from mainspan.page.survey import is_utf8, survey
from mainspan.page.tokenise import tokenise
from mainspan.page.words import find_words
from tests.algorithms.learned.described import describe, pages_to_describe
from tests.page import scan_fallback
from tests.soup import soups

scan = SimpleNamespace(
    cut=tokenise,
    find_words=find_words,
    find_elements=find_elements,
    find_blocks=find_blocks,
    find_texts=find_texts,
    find_parents=find_parents,
    is_utf8=is_utf8,
    survey=survey,
)


def assert_equal_columns(source: str, reveal: bool = False) -> None:
    ours, theirs = scan.cut(source, reveal), scan_fallback.cut(source, reveal)
    assert ours[1:4] == theirs[1:4]
    assert np.array_equal(ours.names, theirs.names)
    tokens = ours.tokens
    for name in tokens.__slots__:
        one, other = getattr(tokens, name), getattr(theirs.tokens, name)
        assert np.array_equal(one, other), name
        assert one.dtype == other.dtype, name
    if not ours.balanced:
        return
    places = np.arange(0, len(tokens), 1 + len(source) % 3, dtype=np.int32)
    parents = scan.find_parents(tokens.kind, tokens.depth, places)
    assert np.array_equal(parents, scan_fallback.find_parents(tokens.kind, tokens.depth, places))
    columns = (tokens.start, tokens.end, tokens.words, tokens.marks)
    for one, other in zip(
        scan.find_words(source, *columns), scan_fallback.find_words(source, *columns), strict=True
    ):
        assert np.array_equal(one, other)
    for function in ("find_elements", "find_blocks"):
        found = getattr(scan, function)(tokens), getattr(scan_fallback, function)(tokens)
        for one, other in zip(*found, strict=True):
            assert np.array_equal(one, other), function
            assert one.dtype == other.dtype, function
    first, last = scan.find_blocks(tokens)[:2]
    chosen = first % 3 != len(source) % 3
    texts, same = (each.find_texts(tokens, first, last, chosen) for each in (scan, scan_fallback))
    assert np.array_equal(texts, same)
    assert texts.dtype == same.dtype


@given(soups)
@example("<script><!--<script></script>--></script>x")
@example("<script><!--<script>")
@example("<svg><style>&lt;/style>&lt;b></style><link>a</link></svg>")
@example("<template><svg><style><g>x</g></style></svg></template>")
@example("<math><plaintext><b>x<plaintext>y")
def test_both_scanners_cut_any_page_alike(page: str) -> None:
    assert_equal_columns(parse(page.encode("utf-8", "replace")).source)


@given(st.one_of(soups, pages_to_describe))
@example("<noscript hidden>a<p hidden>b</p></noscript><head><noscript>c</noscript>")
@example("<div hidden><textarea>a</textarea><xmp>b</xmp><script>c</script><svg hidden><text>d</text></svg>")
@example("<div style=visibility:hidden>a<p style=visibility:visible>b<i hidden>c")
def test_both_scanners_reveal_any_page_alike(page: str) -> None:
    assert_equal_columns(parse(page.encode("utf-8", "replace")).source, reveal=True)


def assert_equal_descriptions(page: Page) -> None:
    ours, theirs = describe(page, kernels), describe(page, scan_fallback)
    for name in ours._fields:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert type(one) is type(other), name
        assert np.array_equal(one, other), name
        if isinstance(one, np.ndarray):
            assert one.dtype == other.dtype, name


@given(st.one_of(soups, pages_to_describe))
@example("<title>A &amp; b</title><xmp>&amp; &nbsp;</xmp>&nbsp;&amp;&lt;")
@example("<title>中 Ab𠀀</title><plaintext>Ab &amp;</plaintext>𠀀9é")
@example("<title>Ab</title>" + "<div class=menu>" * 600 + "deep<p>x</p>")
@example("<p>\x01<p>x")
def test_both_scanners_describe_any_page_alike(html: str) -> None:
    page = Page(html)
    assert_equal_descriptions(page)
    assert_equal_descriptions(page.with_hidden)


@given(pages_to_describe, st.sampled_from(["", "é", "中", "😀"]))
def test_both_scanners_describe_strings_of_any_width_alike(html: str, letter: str) -> None:
    assert_equal_descriptions(Page(html.encode("ascii", "ignore").decode() + letter))


def test_both_describe_texts_alike_that_are_too_long_to_read_at_once() -> None:
    assert_equal_descriptions(Page("<p>" + "Word, <b>2</b> " * 120_000 + "<p>" + "a" * 1_100_000 + "<p>b."))


def test_both_scanners_describe_and_reveal_our_own_pages_alike(corpus: Path) -> None:
    for path in sorted(corpus.rglob("*.html")):
        page = Page(path.read_bytes())
        assert_equal_columns(page.source, reveal=True)
        assert_equal_descriptions(page)
        assert_equal_descriptions(page.with_hidden)


@given(soups)
def test_both_surveys_agree(page: str) -> None:
    data = page.encode("utf-8", "replace")
    assert scan.survey(data) == scan_fallback.survey(data)


@given(st.binary(max_size=200), st.integers(1, 400))
def test_both_surveys_agree_on_bytes(data: bytes, times: int) -> None:
    assert scan.survey(data * times) == scan_fallback.survey(data * times)


def test_both_scanners_cut_our_own_pages_alike(corpus: Path) -> None:
    for path in sorted(corpus.rglob("*.html")):
        utf8 = decode(path.read_bytes()).utf8
        assert scan.survey(utf8) == scan_fallback.survey(utf8) == ""
        assert_equal_columns(parse(utf8).source)


@pytest.mark.parametrize("source", ["", "text", "<p>", "</p>", "<p></b>", "<>", "<p", "<!--", "<a></a >x<b>"])
def test_what_is_no_normalised_document_is_refused_alike(source: str) -> None:
    assert scan.cut(source).balanced == scan_fallback.cut(source).balanced


@given(
    st.one_of(st.binary(max_size=40), st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")))
)
@example(b"\xed\xa0\x80")
@example(b"\xf4\x90\x80\x80")
@example(b"\xe0\x9f\xbf")
@example(b"aaaaaaaaaaaaaaa\xc3")
@example("aaaaaaaé𝄞􏿿".encode())
def test_both_know_valid_utf8(data: bytes) -> None:
    assert scan.is_utf8(data) == scan_fallback.is_utf8(data)
