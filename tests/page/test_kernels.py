"""The kernels give on any page what their transcriptions say."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.blocks import find_around, find_blocks, find_elements, find_parents, find_texts
from mainspan.page.columns import Elements
from mainspan.page.decode import decode
from mainspan.page.kinds import Scan
from mainspan.page.parse import parse
from mainspan.page.salvage import salvage
from mainspan.page.survey import is_utf8, survey
from mainspan.page.tokenise import tokenise
from mainspan.page.words import find_words
from tests.algorithms.learned.described import pages_to_describe
from tests.page.transcribed import columns, texts
from tests.page.transcribed.survey import survey as transcribed_survey
from tests.page.transcribed.tokens import NotNormalisedError, Token, Tokeniser
from tests.soup import soups


def assert_as_transcribed(source: str, include_hidden: bool = False) -> None:
    scan = tokenise(source, include_hidden)
    expected = Tokeniser(source, include_hidden)
    expected.run()
    for column in fields(Token):
        found = getattr(scan.tokens, column.name).tolist()
        assert found == [getattr(token, column.name) for token in expected.tokens], column.name
    assert scan.balanced
    assert (scan.foreign_raw, scan.full_frame) == (expected.foreign_raw, expected.full_frame)
    names = {name if name in tags.NUMBERS else "" for name in expected.names}
    assert {tags.NAMES[number] for number in np.flatnonzero(scan.names).tolist()} == names
    assert_columns_as_transcribed(source, scan)


def assert_columns_as_transcribed(source: str, scan: Scan) -> None:
    tokens = scan.tokens
    places = np.arange(0, len(tokens), 1 + len(source) % 3, dtype=np.int32)
    parents = find_parents(tokens.kind, tokens.depth, places).tolist()
    assert parents == columns.find_parents(tokens, places.tolist())
    around = find_around(Elements.of(tokens), places, 3).tolist()
    assert around == columns.find_around(tokens, places.tolist(), 3)
    words = find_words(source, tokens.start, tokens.end, tokens.words, tokens.marks)
    assert rows(words) == columns.find_words(source, tokens)
    assert rows(find_elements(tokens)) == columns.find_elements(tokens)
    blocks = find_blocks(tokens)
    assert rows(blocks) == columns.find_blocks(tokens)
    chosen = blocks[0] % 3 != len(source) % 3
    found = find_texts(tokens, *blocks[:2], chosen).tolist()
    assert found == columns.find_texts(tokens, rows(blocks), chosen.tolist())


def rows(found: tuple[NDArray[Any], ...]) -> list[list[int]]:
    return [list(row) for row in zip(*(column.tolist() for column in found), strict=True)]


@given(st.one_of(soups, pages_to_describe), st.booleans())
@example("<script><!--<script></script>--></script>x", False)
@example("<script><!--<script>", False)
@example("<svg><style>&lt;/style>&lt;b></style><link>a</link></svg>", False)
@example("<template><svg><style><g>x</g></style></svg></template>", False)
@example("<math><plaintext><b>x<plaintext>y", False)
@example("<plaintext>a</plaintext>b", False)
@example("<math><annotation-xml><svg><title>a<link>b", False)
@example("<math><annotation-xml encoding=text/html><svg><title>a<link>b", False)
@example("<noscript hidden>a<p hidden>b</p></noscript><head><noscript>c</noscript>", True)
@example("<div hidden><textarea>a</textarea><xmp>b</xmp><svg hidden><text>d</text></svg></div>", True)
@example("<div style=visibility:hidden>a<p style=visibility:visible>b<i hidden>c", True)
@example("中文字<b>ไทยภาษา</b> 𠀀𠀀𠀀", False)
def test_any_page_gives_the_transcribed_columns(html: str, include_hidden: bool) -> None:
    assert_as_transcribed(parse(html.encode("utf-8", "replace")).source, include_hidden)


@given(soups)
def test_a_salvaged_page_gives_the_transcribed_columns(html: str) -> None:
    assert_as_transcribed(salvage(html.encode("utf-8", "replace").decode()))


def test_our_own_pages_give_the_transcribed_columns(corpus: Path) -> None:
    for number, path in enumerate(sorted(corpus.rglob("*.html"))):
        utf8 = decode(path.read_bytes()).utf8
        assert survey(utf8) == transcribed_survey(utf8) == ""
        assert_as_transcribed(parse(utf8).source, include_hidden=number % 2 == 1)


_scraps = st.lists(
    st.sampled_from(
        "<p> </p> <b> </b> <!-- --> <br> < > </ / <p x <script> </script> <x-y> </x-y> a".split(" ")
    ),
    max_size=6,
).map("".join)


@given(_scraps)
@example("")
@example("<>")
@example("<p></b>")
@example("<a></a >x<b>")
@example("<!--")
@example("</p>")
def test_a_document_that_is_not_normalised_is_refused(source: str) -> None:
    try:
        Tokeniser(source, include_hidden=False).run()
    except NotNormalisedError:
        assert not tokenise(source).balanced
    else:
        assert tokenise(source).balanced


# Pieces of tags, comments and raw text that are easily read wrongly.
_PIECES = """
    <div> </div> <p> </p> <b> </b> <i> <a> </a> <nobr> <span> </span> <h1> </h2> <button> </button> <li>
    <ul> </ul> <dd> <dt> <svg> </svg> <g/> <svg/> <math> <style> </style> <script> </script> </SCRIPT
    <title> </title> <table> <tr> <td> </td> </table> <object> </object> <template> </template> <select>
    <option> </select> <html> <body/> <br> <x-y> </x-y> <averylongname> </averylongname> <blockquote>
    </blockquote> <TEXTAREA> </textarea> <noscript> <!-- --> --!> <!--> <!x <?y <p" <p="x> <p/= <a="'>
    '> "> " ' = > < </ / a= ='b' ="c" b=" c=' <P\tQ="R" <H1 é \0 <a\0> <a\v> <h\x11> <font\fc=1>
    </font/> <em\r>
"""
_pieces = st.sampled_from([*re.split(r"[ \n]+", _PIECES), " ", "x", "\n"])
_pages_to_survey = st.one_of(
    soups,
    st.lists(_pieces, max_size=40).map("".join),
    st.lists(_pieces, min_size=1, max_size=6).flatmap(
        lambda few: st.lists(st.sampled_from(few), max_size=60).map("".join)
    ),
)


@given(_pages_to_survey, st.sampled_from([1, 1, 2, 30, 260, 600]))
@example('<p a=b="x" c="y>z"><div>', 1)
@example('<p a="b"="c" d="e>f"><div>', 1)
@example('<p ="b" c="d>e"><div>', 1)
@example("<p a=='b' c='d>e'><div>", 1)
@example("<b c=%d>", 600)
@example("<a><a>", 600)
@example("<p><b>x</p>", 600)
@example("<svg><style><div></style></svg>", 600)
def test_the_survey_answers_as_transcribed(piece: str, times: int) -> None:
    data = "".join(piece.replace("%d", str(i)) for i in range(times)).encode("utf-8", "replace")
    assert survey(data) == transcribed_survey(data)


@given(st.binary(max_size=200), st.integers(1, 400))
def test_the_survey_answers_as_transcribed_on_bytes(data: bytes, times: int) -> None:
    assert survey(data * times) == transcribed_survey(data * times)


@given(
    st.one_of(st.binary(max_size=40), st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")))
)
@example(b"\xed\xa0\x80")
@example(b"\xf4\x90\x80\x80")
@example(b"\xe0\x9f\xbf")
@example(b"aaaaaaaaaaaaaaa\xc3")
@example("aaaaaaaé𝄞􏿿".encode())
def test_valid_utf8_is_known(data: bytes) -> None:
    assert is_utf8(data) == texts.is_utf8(data)


def test_flags_for_other_blocks_are_refused() -> None:
    tokens = tokenise("<p>a</p>").tokens
    first, last = find_blocks(tokens)[:2]
    with pytest.raises(IndexError, match="2 flags for 1 blocks"):
        find_texts(tokens, first, last, np.ones(2, dtype=np.bool_))
