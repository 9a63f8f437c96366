from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from mainspan.evaluation.report.escape import escaped, markdown_escaped, visible


@given(st.text())
def test_escaped_text_is_the_text_again_and_no_element(text: str) -> None:
    tree = LexborHTMLParser(f'<body><p title="{escaped(text)}">{escaped(text)}</p></body>')
    assert [node.attributes["title"] for node in tree.css("p")] == [visible(text)]
    assert [node.tag for node in tree.css("body *")] == ["p"]


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\u202e", "\u2066"])
def test_characters_that_disturb_others_are_replaced(character: str) -> None:
    assert visible(f"a{character}b") == "a\ufffdb"


@pytest.mark.parametrize("character", ["\n", "\t", " ", "\u200f", "é", "中"])
def test_other_characters_stay(character: str) -> None:
    assert visible(character) == character


def test_a_cell_of_markdown_is_one_line_without_syntax() -> None:
    assert markdown_escaped("a|b\n*c* <d> \\") == r"a\|b \*c\* \<d\> \\"
