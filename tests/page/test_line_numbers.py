"""Numbers of lines, told from the code that they stand in."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page
from mainspan.page.line_numbers import find_line_numbers, is_line_number

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
