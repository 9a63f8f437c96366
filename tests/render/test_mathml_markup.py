"""MathML made new: nothing in it but formulas, for any page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.page import tags
from mainspan.render.mathml import read_tree, to_markup
from tests.soup import soups


def markup(inside: str, *, tex: str = "", is_display: bool = False) -> str:
    page = Page(inside)
    return to_markup(read_tree(page, 0, len(page.tokens) - 1), tex=tex, is_display=is_display)


def formula(inside: str) -> str:
    """What is written for the inside of a math element."""
    found = ElementTree.fromstring(markup(f"<math>{inside}</math>")).find(".//mrow[@dir='ltr']")
    return "" if found is None else ElementTree.tostring(found, encoding="unicode")


def test_elements_and_harmless_attributes_stay() -> None:
    row = '<mrow dir="ltr"><mi mathvariant="bold">x</mi><mo fence="true" stretchy="false">(</mo></mrow>'
    assert formula(row) == row


@pytest.mark.parametrize(
    "attribute",
    ['onclick="x()"', 'style="color:red"', 'href="javascript:x"', 'xlink:href="x"', 'id="a"', 'class="a"',
     'mathvariant="url(x)"', 'width="expression(1)"', "actiontype='statusline'"],
)  # fmt: skip
def test_all_other_attributes_go(attribute: str) -> None:
    assert formula(f'<mrow dir="ltr"><mi {attribute}>x</mi></mrow>') == '<mrow dir="ltr"><mi>x</mi></mrow>'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<annotation encoding='TeX'>x</annotation>", ""),
        ("<annotation-xml encoding='text/html'><img src=x onerror=x></annotation-xml>", ""),
        ("<mtext><img src=x onerror=x>a<script>x()</script><style>b</style></mtext>", "<mtext>a</mtext>"),
        ("<mtext><a href=x>a</a></mtext>", "<mtext>a</mtext>"),
        ("<mglyph src=x></mglyph>", "<mrow />"),
        ("<maction><mi>a</mi></maction>", "<mrow><mi>a</mi></mrow>"),
        ("<mi>&lt;b&gt;</mi>", "<mi>&lt;b&gt;</mi>"),
        ("<mlabeledtr><mtd>a</mtd></mlabeledtr>", "<mtr><mtd><mtext>a</mtext></mtd></mtr>"),
        ("<mfenced open='['><mi>a</mi></mfenced>", "<mrow><mo>[</mo><mi>a</mi><mo>)</mo></mrow>"),
    ],
)
def test_what_is_no_formula_is_left_out(inside: str, expected: str) -> None:
    assert formula(f'<mrow dir="ltr">{inside}</mrow>') == f'<mrow dir="ltr">{expected}</mrow>'.replace(
        '"></mrow>', '" />'
    )


def test_the_tex_is_the_alternative_text() -> None:
    found = ElementTree.fromstring(markup("<math><mi>x</mi></math>", tex='a<b\n"\x07&', is_display=True))
    assert found.attrib == {"display": "block", "alttext": 'a<b "&'}


def test_nothing_is_written_for_nothing() -> None:
    page = Page("<math></math>")
    first = int((page.tokens.tag == tags.NUMBERS["math"]).argmax())
    assert to_markup(read_tree(page, first + 1, first), tex="x") == ""


@given(soups, st.text(max_size=20))
def test_the_markup_is_well_formed_for_any_page(page: str, tex: str) -> None:
    found = markup(page, tex=tex)
    assert not found or ElementTree.fromstring(found).tag == "math"
