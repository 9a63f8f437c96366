"""Quotations of a page's own text."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mainspan import Page
from mainspan.algorithms.learned.pull_quotes import find_pull_quotes
from tests.clock import FACTOR, grows_linearly

SENTENCE = "The harbour master counts the boats twice a day"
TEXT = f"<p>In Ely {SENTENCE}, and nobody knows why.</p>"


def found(html: str, left_out: tuple[int, ...] = ()) -> list[int]:
    page = Page(html)
    kept = np.ones(len(page.blocks), dtype=np.bool_)
    kept[[*left_out]] = False
    return find_pull_quotes(page, kept)


@pytest.mark.parametrize(
    ("html", "blocks"),
    [
        (f"{TEXT}<blockquote>{SENTENCE}.</blockquote>", [1]),
        (f"<blockquote>„{SENTENCE}“</blockquote>{TEXT}", [0]),
        (f"{TEXT}<blockquote><p>The harbour  <b>master</b> {SENTENCE[19:]}</p></blockquote>", [1]),
        # With the name of who says it.
        (f"{TEXT}<blockquote><p>{SENTENCE}</p><footer>A. Ant</footer></blockquote>", [1, 2]),
        # Another text, or another one beside it.
        (f"{TEXT}<blockquote>{SENTENCE} at night.</blockquote>", []),
        (f"{TEXT}<blockquote><p>{SENTENCE}</p><p>{SENTENCE[::-1]}</p></blockquote>", []),
        # In quotations alone.
        (f"<blockquote>{TEXT}</blockquote><blockquote>{SENTENCE}</blockquote>", []),
        # No quotation.
        (f"{TEXT}<div>{SENTENCE}</div>", []),
        # Announced.
        (f"{TEXT}<p>He says:</p><blockquote>{SENTENCE}</blockquote>", []),
        (f"{TEXT}<p>他说：</p><blockquote>{SENTENCE}</blockquote>", []),
    ],
)
def test_a_quotation_of_the_page_itself_is_found(html: str, blocks: list[int]) -> None:
    assert found(html) == blocks


def test_only_kept_texts_count() -> None:
    html = f"{TEXT}<p>He says:</p><blockquote>{SENTENCE}</blockquote>"
    assert found(html, (1,)) == [2]
    assert found(html, (0, 1)) == []
    assert found(html, (1, 2)) == []


@pytest.mark.parametrize(("characters", "blocks"), [(39, []), (40, [1])])
def test_short_texts_may_be_the_same_by_chance(characters: int, blocks: list[int]) -> None:
    assert found(f"{TEXT}<blockquote>{SENTENCE[:characters]}</blockquote>") == blocks


@pytest.mark.parametrize(("lines", "blocks"), [(2, [1, 2, 3]), (3, [])])
def test_a_pull_quote_has_few_blocks(lines: int, blocks: list[int]) -> None:
    assert found(f"{TEXT}<blockquote><p>{SENTENCE}</p>{'<p>Ann</p>' * lines}</blockquote>") == blocks


def test_time_grows_linearly() -> None:
    def of(size: int) -> tuple[Page, NDArray[np.bool_]]:
        page = Page(
            f"{TEXT}<blockquote>{SENTENCE}!</blockquote><blockquote>{SENTENCE} or not</blockquote>" * size
        )
        return page, np.ones(len(page.blocks), dtype=np.bool_)

    small, large = of(300), of(300 * FACTOR)
    assert grows_linearly(lambda: find_pull_quotes(*small), lambda: find_pull_quotes(*large))
