"""Reasons: what each signal contributes, and what is said of it."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings

from mainspan import Page
from mainspan.algorithms.learned import Learned, Reading, steps
from mainspan.algorithms.learned.features import Floats, Sheet, features
from mainspan.algorithms.learned.network import LEVELS, Network, shipped
from mainspan.algorithms.learned.phrases import SIGNALS
from mainspan.algorithms.learned.reasons import Fate, contributions, explain
from mainspan.algorithms.learned.sheet import sheet_of
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

SENTENCE: Final = "Hens lay eggs in the morning, and most of them sing about it. "
PAGE: Final = (
    "<title>Hens and eggs</title><ul class=menu><li><a href=x>Home</a><li><a href=y>News</a></ul>"
    f"<h1>Hens</h1><div class=content><p>{SENTENCE * 4}<p>{SENTENCE * 2}</div><p hidden>Imprint"
)


def page_of(network: Network) -> Floats:
    """What is asked for, and what the page is called, as the network reads it."""
    return np.ones(len(network.weights["page_w"]), dtype=np.float32)


def literally(sheet: Sheet, network: Network, page: Floats) -> Floats:
    """The definition: the network asked again, with the columns of each signal at their means."""
    x, mean = features(sheet), network.weights["mean"]
    ranges = sheet.ranges[:, LEVELS]
    around = (page, sheet.words, ranges[:, :, 0].T, ranges[:, :, 1].T)
    shares = []
    for columns, _ in SIGNALS:
        without = x.copy()
        without[:, list(columns)] = mean[list(columns)]
        shares.append(network(x, *around)[0] - network(without, *around)[0])
    return np.array(shares)


def check_contributions(sheet: Sheet) -> None:
    network, page = shipped(), page_of(shipped())
    found = contributions(sheet, steps.dense(sheet), network, page)
    np.testing.assert_allclose(found, literally(sheet, network, page), rtol=1e-3, atol=1e-2)


@given(soups | pages_to_describe)
@settings(max_examples=50, deadline=None)
def test_contributions_are_what_would_be_missing(page: str) -> None:
    if len(sheet := sheet_of(Page(page, hidden=True))):
        check_contributions(sheet)


def test_contributions_of_more_blocks_than_are_multiplied_at_once() -> None:
    check_contributions(sheet_of(Page("".join(f"<p class=item>number {i}" for i in range(5000)))))


def test_every_feature_belongs_to_one_signal() -> None:
    columns = [column for signal, _ in SIGNALS for column in signal]
    width = features(sheet_of(Page(PAGE))).shape[1]
    assert sorted(columns) == list(range(width))


# --- in words -----------------------------------------------------------------------------------------


@given(soups | pages_to_describe)
@settings(max_examples=50, deadline=None)
def test_every_block_of_any_page_has_a_reason_in_a_line(page: str) -> None:
    reading = Reading(Page(page, hidden=True), Learned())
    reasons = [reading.reason(i) for i in range(len(reading.sheet))]
    assert all(reason and reason.isprintable() for reason in reasons)


def test_signals_have_a_sign_and_stand_on_their_side_the_strongest_first() -> None:
    reading = Reading(Page(PAGE, hidden=True), Learned())
    for i in range(len(reading.sheet)):
        sides = dict(part.split(": ", 1) for part in reading.reason(i).split("; ") if ": " in part)
        assert set(sides) <= {"for", "against"}
        for side, told in sides.items():
            shares = [float(share) for share in re.findall(r" ([+-][0-9]+\.[0-9])(?=,|$)", told)]
            assert 1 <= len(shares) <= 3
            assert all((share > 0) == (side == "for") for share in shares)
            assert sorted(shares, key=abs, reverse=True) == shares


def reasons_of(html: str, fate: Fate) -> list[str]:
    """The reasons of blocks with such a fate, but what spoke for them and against them."""
    sheet = sheet_of(Page(html, hidden=True))
    told = explain(sheet, shipped(), page_of(shipped()), fate)
    return [re.split("(?:; )?(?:for|against): |nothing speaks", reason)[0] for reason in told]


def fate(probability: list[float], kept: list[bool], cut: float, headline: int = -1) -> Fate:
    wishes = {"headline": np.array([headline] if headline >= 0 else [], dtype=np.intp)}
    return Fate(np.array(probability), np.array(kept), cut, wishes)


def test_a_clear_case_needs_no_further_reason() -> None:
    assert reasons_of("<p>one<p>two", fate([0.9, 0.1], [True, False], 0.9)) == ["", ""]


def test_where_the_cut_decided_it_is_told() -> None:
    assert reasons_of("<p>one<p>two", fate([0.3, 0.1], [True, False], 0.3)) == [
        "above this page's cut (30%)",
        "",
    ]
    assert reasons_of("<p>one<p>two", fate([0.9, 0.6], [True, False], 0.9)) == [
        "",
        "below this page's cut (90%)",
    ]


@pytest.mark.parametrize(("first", "where"), [(True, "above"), (False, "below")])
def test_a_copy_says_where_the_other_one_is(first: bool, where: str) -> None:
    found = reasons_of(f"<p>{SENTENCE}<p>{SENTENCE}", fate([0.9, 0.9], [first, not first], 0.9))
    assert sorted(found) == ["", f"the same text is kept {where}"]


def test_a_block_that_was_mended_says_so() -> None:
    found = reasons_of(
        f"<p>{SENTENCE}<p>Oh.<p>{SENTENCE} So.", fate([0.9, 0.2, 0.9], [True, True, True], 0.9)
    )
    assert found == ["", "kept with what stands around it", ""]


def test_a_headline_is_called_by_its_name() -> None:
    html = f"<h1>Hens</h1><p>{SENTENCE}"
    assert reasons_of(html, fate([0.2, 0.9], [True, True], 0.9, 0)) == ["headline, as asked", ""]
    assert reasons_of(html, fate([0.95, 0.9], [False, True], 0.9, 0)) == ["headline, not asked for", ""]


def test_where_nothing_is_kept_nothing_else_decided() -> None:
    assert reasons_of("<p>one<p>two", fate([0.1, 0.05], [False, False], 0.15)) == ["", ""]


def test_a_page_without_blocks_has_no_reasons() -> None:
    assert reasons_of("", fate([], [], 0.15)) == []
