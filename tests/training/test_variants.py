"""Pages that could have been, made of pages that are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.page import Page
from training.rows import Row
from training.variants import find_part, keep_blocks, plant, prune, rename, retag, shrink, variant_of, vary

SEEDS = st.integers(0, 10_000)
ITEMS = "".join(f"<li class=item><a href=/{i}>Story {i}</a></li>" for i in range(6))
TEXT = "".join(f"<p>Paragraph {i} of the story, which is long enough to be read.</p>" for i in range(8))
HTML = (
    "<title>The story</title><body class=page><nav class=menu><ul>" + ITEMS + "</ul></nav>"
    "<main><div class=content><h1>The story</h1>" + TEXT + "</div><aside class=related><h3>More</h3><ul>"
    + ITEMS.replace("Story", "Other") + "</ul></aside></main><footer>All rights</footer>"
)  # fmt: skip


def make_row(html: str = HTML, **about: object) -> Row:
    sheet = sheet_of(Page(html))
    count = sheet.words.astype(np.int32)
    held = np.where(count >= 8, count, 0)
    known = {"package": "one", "fold": 0, "language": "en"} | about
    headline = int(np.flatnonzero(sheet.group == 6)[0])
    return Row(known, sheet, count, held, held, int(held.sum()), -1, headline)


def assert_sound(row: Row) -> None:
    """Each block is inside all of its elements, and these are nested; the headline is the headline."""
    sheet = row.sheet
    place, low, high = np.arange(len(sheet))[:, None], sheet.ranges[:, :, 0], sheet.ranges[:, :, 1]
    assert ((low <= place) & (place < high) & (high <= len(sheet))).all()
    assert (low[:, 1:] <= low[:, :-1]).all()
    assert (high[:, 1:] >= high[:, :-1]).all()
    assert len(row.count) == len(row.held) == len(row.held_comments) == len(sheet)
    assert row.headline == -1 or sheet.group[row.headline] == 6
    assert row.gold == row.held.sum()


@given(SEEDS)
def test_a_variant_of_a_page_is_a_page(seed: int) -> None:
    row = make_row()
    changed = vary(row, [row], np.random.default_rng(seed))
    assert_sound(changed)
    # A page may be made small, and pruned then.
    assert row.gold * 0.1 * 0.4 <= changed.gold <= row.gold


@given(SEEDS)
def test_a_part_that_is_planted_holds_no_content(seed: int) -> None:
    row, rng = make_row(), np.random.default_rng(seed)
    part = find_part(row, rng)
    if part is None:
        return
    grown = plant(row, part, rng)
    assert_sound(grown)
    assert len(grown.sheet) == len(row.sheet) + len(part.sheet)
    assert grown.gold == row.gold


@given(SEEDS)
def test_pruning_leaves_headline_and_content(seed: int) -> None:
    row = make_row()
    pruned = prune(row, np.random.default_rng(seed))
    assert_sound(pruned)
    assert pruned.headline >= 0
    assert row.gold * 0.4 <= pruned.gold <= row.gold
    assert len(pruned.sheet) <= len(row.sheet)


def test_pages_are_pruned_at_all() -> None:
    row = make_row()
    sizes = {len(prune(row, np.random.default_rng(seed)).sheet) for seed in range(20)}
    assert len(sizes) > 2


def count_boxes(row: Row) -> int:
    """The number of a hundred variants with a part of another page between two blocks of the content."""
    boxes = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        part = find_part(row, rng)
        content = np.flatnonzero(plant(row, part, rng).held if part else row.held)
        boxes += bool((np.diff(content) > 1).any())
    return boxes


def test_parts_are_planted_among_the_content_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_row()
    boxes = count_boxes(row)
    monkeypatch.setattr("training.variants._AMONG_CONTENT", 0)
    assert boxes > 2 * count_boxes(row)


@given(SEEDS)
def test_a_small_page_has_its_headline_and_some_content(seed: int) -> None:
    row = make_row()
    small = shrink(row, np.random.default_rng(seed))
    assert_sound(small)
    assert small.headline >= 0
    assert small.gold >= row.gold * 0.1
    assert len(small.sheet) >= 2


def test_most_of_a_page_goes_where_it_is_made_small() -> None:
    row = make_row()
    sizes = [len(shrink(row, np.random.default_rng(seed)).sheet) for seed in range(40)]
    assert np.mean(sizes) < len(row.sheet) / 2


def test_kept_blocks_keep_their_numbers() -> None:
    row = make_row()
    kept = np.arange(len(row.sheet)) != 0
    fewer = keep_blocks(row, kept)
    assert fewer.sheet.words.tolist() == row.sheet.words[1:].tolist()
    assert fewer.headline == row.headline - 1
    assert keep_blocks(row, np.arange(len(row.sheet)) != row.headline).headline == -1


def test_comments_that_are_lost_are_lost_to_their_gold() -> None:
    row = replace(make_row(), gold_comments=100)
    last = np.flatnonzero(row.held)[-1]
    fewer = keep_blocks(row, np.arange(len(row.sheet)) != last)
    assert fewer.gold_comments == 100 - row.held_comments[last]


@pytest.mark.parametrize("change", [rename, retag])
def test_names_and_tags_go_but_none_comes(change: object) -> None:
    row = make_row()
    assert callable(change)
    changed = [change(row, np.random.default_rng(seed)).sheet for seed in range(9)]
    assert all(((sheet.masks & ~row.sheet.masks) == 0).all() for sheet in changed)
    assert any((sheet.masks != row.sheet.masks).any() for sheet in changed)
    assert all(sheet.group[row.headline] == 6 for sheet in changed)


def test_a_seed_gives_the_same_pages_each_time() -> None:
    rows = [make_row(), make_row(HTML.replace("Other", "Next"))]
    one, same, other = (variant_of(rows, seed) for seed in (1, 1, 2))
    assert [len(row.sheet) for row in one] == [len(row.sheet) for row in same]
    assert any((a.sheet.masks.tolist() != b.sheet.masks.tolist()) for a, b in zip(one, other, strict=True))


def test_parts_come_from_pages_of_the_same_kind_alone() -> None:
    row = make_row()
    empty = "<h1>Title</h1>" + "<p>one two three four five six seven eight nine ten</p>" * 3
    others = [make_row(empty, fold=1), make_row(empty, package="two"), make_row(empty, language="el")]
    for seed in range(12):
        grown = variant_of([row, *others], seed)[1:]
        assert max(len(each.sheet) for each in grown) <= 4
