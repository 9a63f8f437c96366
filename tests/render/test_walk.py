"""The kernels agree with their slow transcription, on generated pages and on those of our corpus."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.page.kinds import OPEN, RAW
from mainspan.render import texts, walk
from mainspan.render.formulas import find_formulas
from mainspan.render.formulas.places import WORDS_OF_MARKS
from mainspan.render.layout import PREFORMATTED, Places
from mainspan.render.literal import find_literal
from mainspan.render.media import count_pieces
from mainspan.render.pieces import Pieces
from mainspan.render.tables import find_tables
from mainspan.render.text import _write_at_once, _write_by_pieces
from mainspan.spans import Spans
from tests.render import slow_walk
from tests.soup import soups, soups_to_render

CORPUS = sorted((Path(__file__).parents[2] / "corpus").glob("*/*.html"))

_PARTED = (
    "<ul><li>a<ol><li>b</ol>c<li><p>d</ul><table><tr><td>e<td><td>f<div>g</div></table>"
    "h<br><br>i<br><img><br>j<p>k<x-y>l</x-y></p><x-y>m</x-y><pre>n <b>o</b></pre>p<div hidden><p>q</div>r"
    "<select><p><option>s</select>t<noscript><p>u</noscript>v <i> w</i>x<div> </div>y<li>z"
)


_LETTERS = st.sampled_from(
    (
        *"ab &;<>\t\n\x0b\x1c\x85\xa0\xad\x00\x7f\x9f\u1680\u200a\u200b\u2028\u3000\u3042\U0001f600",
        *("&amp;", "&nbsp;", "&lt;", "&gt;", "&amp", "amp;"),
    )
)


def rows(*columns: np.ndarray) -> list[tuple[int, ...]]:
    """Columns as rows."""
    return list(zip(*(column.tolist() for column in columns), strict=True))


def some(count: int, seed: int) -> np.random.Generator:
    """Chance, the same for the same page."""
    return np.random.default_rng([count, seed])


@given(soups, st.integers(0, 9))
def test_both_find_the_same_pieces(soup: str, seed: int) -> None:
    page = Page(soup)
    size = len(page.source)
    # They may begin and end anywhere, before and after the page as well.
    borders = np.unique(some(size, seed).integers(-2, size + 3, 2 * seed))
    pairs = Spans(borders[: len(borders) // 2 * 2].reshape(-1, 2)).pairs
    columns = (page.tokens, pairs, size)
    assert rows(*walk.find_pieces(*columns)) == slow_walk.find_pieces(*columns)


def ranges(page: Page, is_first: np.ndarray, chance: np.random.Generator) -> Places:
    """The open tags of some elements that do not overlap."""
    found: list[int] = []
    for token in np.flatnonzero((page.tokens.kind == OPEN) & is_first).tolist():
        if chance.random() < 0.3 and (not found or token > page.tokens.partner[found[-1]]):
            found.append(token)
    return np.array(found, dtype=np.intp)


def look_around_both(page: Page, seed: int) -> None:
    """Look around some of the pieces, some formulas and some tables, by both."""
    tokens, chance = page.tokens, some(len(page.source), seed)
    chosen = (tokens.words > 0) & (chance.random(len(tokens)) < 1 - seed / 10)
    token, start, end = walk.find_pieces(tokens, Spans.of_tokens(page, chosen).pairs, len(page.source))
    first = ranges(page, tokens.tag >= 0, chance) if seed > 5 else token[:0]
    tables = ranges(page, tokens.tag > 0, chance) if seed > 2 else token[:0]
    columns = (tokens, page.hidden, token, start, end, first, tokens.partner[first].astype(np.intp), tables)
    found = walk.look_around(*columns)
    assert (rows(*found[:5]), found[5]) == slow_walk.look_around(*columns)


@given(soups, st.integers(0, 9), st.booleans())
@example(_PARTED, 0, False)
@example(_PARTED, 0, True)
@example(_PARTED, 3, False)
def test_both_see_the_same_around_each_piece(soup: str, seed: int, hidden: bool) -> None:
    look_around_both(Page(soup, hidden=hidden), seed)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_both_see_the_same_on_real_pages(path: Path) -> None:
    page = Page(path.read_bytes(), hidden=len(path.stem) % 2 == 0)
    look_around_both(page, len(path.stem) % 10)
    pieces = Pieces.of(page, Spans.of_tokens(page, page.tokens.words > 0))
    columns = (page.source, pieces.start, pieces.end, pieces.is_raw)
    assert texts.read_texts(*columns) == slow_walk.read_texts(*columns)


@given(st.lists(_LETTERS), st.lists(st.integers(0, 40)), st.lists(st.integers(0, 40)), st.integers(0, 9))
@example([*"ab&amp;cd  ", "&nbsp;", "e"], [0, 2, 4, 4, 11, 12], [0, 5, 7, 10], 4)
def test_both_read_the_same_between_texts(
    letters: list[str], borders: list[int], others: list[int], seed: int
) -> None:
    source = "".join(letters)
    ends = np.minimum(sorted(borders), len(source)).astype(np.int32)[: len(borders) // 3 * 3]
    begin, start, end = ends.reshape(-1, 3).T.copy()
    between = np.minimum(sorted(others), len(source)).astype(np.int32)[: len(others) // 2 * 2]
    first, last = between.reshape(-1, 2).T.copy()
    # A break is not shorter than what is written for it.
    is_break = (last > first) & (first % 3 == seed % 3)
    raw = np.where(start % 4 == seed % 4, RAW, 0).astype(np.uint8)
    columns = (source, begin, start, end, raw, first, last, is_break)
    assert texts.read_exactly(*columns) == slow_walk.read_exactly(*columns)


@given(st.one_of(soups, soups_to_render()), st.integers(0, 9))
@example(_PARTED, 0)
@example("<ol><li>a<li>b<br>\U0001f600</ol>", 3)
def test_both_write_the_same_text(soup: str, seed: int) -> None:
    page = Page(soup)
    pieces = Pieces.of(page, Spans.of_tokens(page, page.tokens.words > 0))
    around = pieces.around
    items = sorted({item for item in around.item.tolist() if item >= 0})
    marks = {item: b"%d. " % item**seed for item in items[::2]}
    tabs = around.cells if seed % 2 else around.cells[:0]
    columns = (pieces.start, pieces.end, pieces.is_raw, around.separator, around.item, around.level, tabs)
    if not around.groups & PREFORMATTED:
        found = texts.write_texts(page.source, page.tokens, pieces, tabs, marks, frozenset())
        assert found == slow_walk.write_texts(page.source, *columns, marks)


_CODE_TAGS = (
    "<pre> <pre> </pre> <ul> <li> </ul> <b> </b> <br> <p> <div> </div> <xmp> </xmp> <td> <table>".split()
)
_CODE_TEXTS = ["1", "22\n", "a", "b\n", "\n", " c", "\n  ", "&amp;d ", "&nbsp;", "中", "\x7f"]
_CODE = st.lists(st.sampled_from([*_CODE_TAGS, *_CODE_TEXTS, "<i class=lineno>", "</i>"]), max_size=30).map(
    "".join
)


@given(st.one_of(soups, soups_to_render(), _CODE), st.integers(0, 9))
@example(_PARTED, 0)
@example("<p>a<table><tr><td>b<th>c<tr><td><ul><li>d<li>e</ul><td>f<tr><td colspan=70>g<td>h</table>i", 0)
@example("<ol><li><input type=checkbox checked>a<li>b<ul><li><input type=checkbox>c</ul>d</ol>e\x01", 0)
@example("<ul><li>a<pre>  b\n c<br>d\n\n</pre>e</ul><pre>f<p>g</p>\n\n</pre>h", 0)
@example("<pre>\n a<i class=lineno>1</i> b\n<i class=lineno>2</i>c<b>d</b> <b>e\n</b>f</pre>", 3)
def test_what_is_written_at_once_is_what_is_written_by_pieces(soup: str, seed: int) -> None:
    page = Page(soup)
    spans = Spans.of_tokens(page, page.tokens.words > 0)
    if seed:
        borders = np.unique(some(len(page.source), seed).integers(0, len(page.source) + 1, 3 * seed))
        spans = spans - Spans(borders[: len(borders) // 2 * 2].reshape(-1, 2))
    pieces = Pieces.of(page, spans)
    pieces.tables = sorted(find_tables(page, count_pieces(page, pieces))) if len(pieces) else []
    if len(pieces) and not find_literal(page, pieces.texts()[0], pieces.token.tolist()):
        assert _write_at_once(page, pieces) == _write_by_pieces(page, pieces, [])


_PICTURES = st.lists(
    st.sampled_from(
        [*"<p> </p> <b> </b> a\\ 中 <img> <img/src=a.png> <img/alt=Smile> <i/class=math> </i>".split()]
        + [f"<img alt={sign}>" for sign in "é‼😀"]
    ),
    max_size=20,
).map("".join)


@given(st.one_of(soups, _PICTURES), st.integers(-5, 40), st.integers(-5, 40))
@example("<p>a\\b", 0, 40)
@example("<p class=math>a\\b</p><i class=tex>a<b></b>\\b</i>", 0, 40)
@example("<p class=math>a<b>c\\</b></p><i data-tex='\\b'></i>", 0, 40)
@example("<script>a\\b</script><i title='\\'>中</i><img alt='\\(a\\)'>", 0, 40)
@example('<script type="math/tex">x</script>', 0, 40)
@example("<p><math><mi>x</math>", 0, 40)
@example("<tex-math>x</tex-math>", 0, 40)
@example("<rect>\u5c41\U0001005c</rect>", 0, 40)
@example("<p>a<img alt=smile>b<img alt=smile>", 0, 6)
def test_both_see_the_same_signs_of_formulas_and_pictures(soup: str, first: int, stop: int) -> None:
    page = Page(soup)
    words = ((b"smil", b'"b"'), 0x203C, WORDS_OF_MARKS)
    columns = (page.source, page.tokens, first, stop, *words)
    assert walk.find_signs(*columns) == slow_walk.find_signs(*columns)
    if not walk.find_signs(page.source, page.tokens, 0, len(page.tokens), *words)[0]:
        assert not find_formulas(page)


_TOUCHING = st.lists(st.sampled_from([*"aé中😀1-. ", "<b>", "</b>", "<i></i>"]), max_size=20).map("".join)


@given(st.one_of(soups, _TOUCHING), st.integers(0, 20))
@example("<b>a</b>1<b>-</b>a<i>b</i>c", 2)
@example("<b>a</b>1<b>-</b>a<i>b</i>c", 9)
def test_both_see_the_same_texts_that_touch(soup: str, most: int) -> None:
    page = Page(soup)
    pieces = Pieces.of(page, Spans.of_tokens(page, page.tokens.words > 0))
    separator = walk.look_around(
        *(page.tokens, page.hidden, pieces.token, pieces.start, pieces.end),
        *(np.zeros(0, dtype=np.intp) for _ in range(3)),
    )[0]
    columns = (page.source, page.tokens, pieces.token, separator, most)
    assert walk.find_touching(*columns) == slow_walk.find_touching(*columns)


@given(st.lists(_LETTERS), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.booleans())))
def test_both_read_the_same_texts(letters: list[str], pairs: list[tuple[int, int, bool]]) -> None:
    source = "".join(letters)
    ends = np.array([sorted(row[:2]) for row in pairs], dtype=np.int32).reshape(-1, 2)
    start, end = np.minimum(ends, len(source)).T.copy()
    raw = np.array([RAW * row[2] for row in pairs], dtype=np.uint8)
    columns = (source, start, end, raw)
    assert texts.read_texts(*columns) == slow_walk.read_texts(*columns)
