"""Body text extraction against a search over all stretches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.bte import best_stretch
from mainspan.algorithms.sequence import Sequence
from tests.algorithms.paper import kept_words, our_pages
from tests.soup import soups


def value(tags: list[int], i: int, j: int) -> int:
    """T(i, j) as the paper has it: tags before i, words in i..j, tags after j; `tags` has 1 for a tag."""
    words = sum(1 - tag for tag in tags[i : j + 1])
    return sum(tags[:i]) + words + sum(tags[j + 1 :])


def best_of_all(tags: list[int]) -> tuple[int, int, int]:
    """The largest T and its stretch: the first one found, from left to right and from short to long."""
    best = (-1, 0, 0)
    for i in range(len(tags)):
        for j in range(i, len(tags)):
            if value(tags, i, j) > best[0]:
                best = (value(tags, i, j), i, j)
    return best


@given(st.lists(st.integers(0, 1), min_size=1, max_size=30).filter(lambda tags: 0 in tags))
def test_reaches_the_value_of_a_search_over_all_stretches(tags: list[int]) -> None:
    first, last = best_stretch(1 - 2 * np.array(tags, dtype=np.int64))
    assert (value(tags, first, last - 1), first, last - 1) == best_of_all(tags)


def test_the_stretch_has_most_words_inside_and_most_tags_outside() -> None:
    page = "<ul><li>menu<li>menu</ul><p>One long sentence <b>with</b> some emphasis.</p><ul><li>end</ul>"
    assert extract(page, algorithm="bte").text == "One long sentence with some emphasis.\n"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>a b</p><hr><hr><p>c d</p>", ["a", "b"]),  # equal stretches: the one that begins first
        ("<p>a</p><p>b c</p><hr>", ["b", "c"]),  # one more tag between than words before
        ("<p>a b</p><p>c</p><hr>", ["a", "b"]),
        ("<p>a b<br>c d</p>", ["a", "b", "c", "d"]),  # the words after the tag outweigh it
        ("<p>a<br>b c</p>", ["a", "b", "c"]),  # a word and a tag weigh the same: it begins first
        ("<p>a b<br>c</p>", ["a", "b"]),  # and is the shortest of those
    ],
)
def test_the_weight_of_words_and_tags(page: str, expected: list[str]) -> None:
    assert extract(page, algorithm="bte").text.split() == expected


def check_against_all_stretches(page: Page) -> None:
    """All i and j, with the sums of each row of them at once."""
    is_word = Sequence.of(page).is_word
    if not is_word.any():
        return
    tags = (~is_word).astype(np.int64)
    before = np.concatenate([[0], np.cumsum(tags)])
    best, first, last = -1, 0, 0
    for i in range(len(tags)):
        j = np.arange(i, len(tags))
        inside = before[j + 1] - before[i]
        row = before[i] + (j + 1 - i - inside) + before[-1] - before[j + 1]
        if row.max() > best:
            best, first, last = int(row.max()), i, i + int(row.argmax())
    chosen = np.zeros(len(tags), dtype=bool)
    chosen[first : last + 1] = True
    assert kept_words(page, algorithm("bte")(page)) == chosen[is_word].tolist()


@given(soups)
def test_equals_the_search_on_tag_soup(html: str) -> None:
    check_against_all_stretches(Page(html))


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_search_on_our_pages(name: str) -> None:
    check_against_all_stretches(our_pages()[name])
