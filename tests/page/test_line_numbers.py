"""Line numbers and the code that they are in."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page, Spans
from mainspan.page.line_numbers import find_line_numbers, is_line_number, without_line_numbers

CODE = (
    '<pre><span class="lineno"> 1&nbsp;</span>x = <b>22</b>\n'
    '<span class="lineno">2</span>y<span class="lineno">1234567</span><i>&amp;</i></pre>'
)


@pytest.mark.parametrize("page", [CODE, CODE.replace("x", "\u3042"), CODE.replace("x", "\U0001f600")])
def test_only_short_numbers_in_elements_of_that_name_number_lines(page: str) -> None:
    read = Page(page)
    texts = np.flatnonzero(read.tokens.words)
    found = find_line_numbers(read, texts)
    assert [read.text_of(token).strip() for token in found] == ["1", "2"]
    assert found == [token for token in texts.tolist() if is_line_number(read, token)]


def test_where_there_are_no_texts_there_are_no_numbers() -> None:
    assert find_line_numbers(Page("<pre></pre>"), np.zeros(0, dtype=np.intp)) == []


def kept(html: str) -> list[str]:
    page = Page(html)
    everything = Spans.of_blocks(page, page.blocks.words > 0)
    return [page.source[start:end] for start, end in without_line_numbers(page, everything)]


@pytest.mark.parametrize("name", ["lineno", "x line-number", "LN", "blob-num", "hljs-ln-numbers", "gutter"])
def test_numbers_of_elements_with_such_a_class_are_left_out(name: str) -> None:
    assert kept(f"<pre><i class='{name}'>1</i>code</pre>") == ["code"]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("<i data-line-number=x>1</i>", []),
        ("<i class=lineno>123456</i>", []),
        ("<i class=lineno>1234567</i>", ["1234567"]),
        ("<i class=lineno>12a</i>", ["12a"]),
        ("<i class=online>1</i>", ["1"]),
        ("<i title=lineno>1</i>", ["1"]),
        ("<i class=lineno><b>1</b></i>", []),
        ("<i class=lineno><b><u>1</u></b></i>", ["1"]),
    ],
)
def test_a_line_number_is_a_short_number_in_an_element_that_says_so(number: str, expected: list[str]) -> None:
    assert kept(f"<pre>{number}<s>code</s></pre>") == [*expected, "code"]


def test_numbers_outside_of_code_stay() -> None:
    assert kept("<p><i class=lineno>1</i>text</p>") == ["1", "text"]
    assert kept("<p><i class=lineno>1</i>text</p><pre>code</pre>") == ["1", "text", "code"]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("1\n2\n3", ["code"]), ("7\n8", ["code"]), ("1\n3", ["1\n3", "code"]), ("1\nx", ["1\nx", "code"])],
)
def test_a_cell_beside_code_that_only_counts_is_left_out(cell: str, expected: list[str]) -> None:
    assert kept(f"<table><tr><td><pre>{cell}</pre></td><td><pre>code</pre></td></tr></table>") == expected
