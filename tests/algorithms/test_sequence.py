"""The sequence of tags and words that token methods read."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from mainspan import Page
from mainspan.algorithms.sequence import Sequence
from mainspan.page.kinds import CLOSE, OPEN, VOID
from tests.soup import soups

SHELL = "<html><head></head><body>{}</body></html>"


def letters(html: str) -> str:
    """The sequence as letters, without the page's shell: t for a tag, w for a word."""
    found = "".join("w" if word else "t" for word in Sequence.of(Page(SHELL.format(html))).is_word)
    assert found.startswith("tttt")
    assert found.endswith("tt")
    return found[4:-2]


def test_tags_and_words_are_its_tokens() -> None:
    assert letters("<p>two words<br><b>more</b></p>") == "twwttwtt"


def test_comments_code_and_unseen_text_are_not_but_their_tags_are() -> None:
    assert letters("<!-- no word --><script>var x = 1</script><noscript>not seen</noscript>") == "tttt"


def test_starts_of_items_are_known() -> None:
    page = Page("<p>two words</p>")
    sequence = Sequence.of(page)
    starts = sequence.starts(page).astype(int)
    first = int(np.flatnonzero(sequence.is_word)[0])
    assert page.source[starts[first - 1] :].startswith("<p>two")
    assert page.source[starts[first + 1] :].startswith("words</p>")


@given(soups)
def test_its_words_are_the_pages_words_in_order(html: str) -> None:
    page = Page(html)
    sequence = Sequence.of(page)
    assert sequence.token[sequence.is_word].tolist() == page.words.token.tolist()
    assert (~sequence.is_word).sum() == np.isin(page.tokens.kind, [OPEN, CLOSE, VOID]).sum()
