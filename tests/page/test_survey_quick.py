"""The quick survey and the careful one agree on any page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan.page.decode import decode
from tests.page.scan_fallback import survey, survey_carefully
from tests.soup import soups

# Pieces at which reading tags quickly, or leaving the state alone, could go wrong.
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
pages = st.one_of(
    soups,
    st.lists(_pieces, max_size=40).map("".join),
    st.lists(_pieces, min_size=1, max_size=6).flatmap(
        lambda few: st.lists(st.sampled_from(few), max_size=60).map("".join)
    ),
)


@given(pages)
@example('<p a=b="x" c="y>z"><div>')
@example('<p a="b"="c" d="e>f"><div>')
@example('<p ="b" c="d>e"><div>')
@example("<p a=='b' c='d>e'><div>")
@example("<svg><style><g></style></svg><g>")
def test_both_answer_alike(page: str) -> None:
    data = page.encode("utf-8", "replace")
    assert survey(data) == survey_carefully(data)


@given(pages, st.sampled_from([2, 30, 260, 600]))
@example("<b c=%d>", 600)
@example("<a><a>", 600)
@example("<p><b>x</p>", 600)
@example("<svg><style><div></style></svg>", 600)
def test_both_answer_alike_on_repeated_pieces(piece: str, times: int) -> None:
    data = "".join(piece.replace("%d", str(i)) for i in range(times)).encode("utf-8", "replace")
    assert survey(data) == survey_carefully(data)


@pytest.mark.parametrize("package", ["styles", "europe", "asia", "wiki"])
def test_both_answer_alike_on_our_own_pages(corpus: Path, package: str) -> None:
    for path in sorted((corpus / package).rglob("*.html")):
        utf8 = decode(path.read_bytes()).utf8
        assert survey(utf8) == survey_carefully(utf8)
