"""Reasons: what each signal contributes, in words."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings

from mainspan import Page
from mainspan.algorithms.base import Reason
from mainspan.algorithms.learned import Learned
from mainspan.algorithms.learned.network import Floats, Network, shipped
from mainspan.algorithms.learned.phrases import SIGNALS
from mainspan.algorithms.learned.reasons import Verdict, _weigh_flags, contributions, explain
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.algorithms.learned.table import N_FEATURES
from tests.algorithms.learned import transcribed_network as transcribed
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

SENTENCE: Final = "Hens lay eggs in the morning, and most of them sing about it. "
PAGE: Final = (
    "<title>Hens and eggs</title><ul class=menu><li><a href=x>Home</a><li><a href=y>News</a></ul>"
    f"<h1>Hens</h1><div class=content><p>{SENTENCE * 4}<p>{SENTENCE * 2}</div><p hidden>Imprint"
)


def page_of(network: Network) -> Floats:
    """The annotation settings and the hints of the page, as the network reads them."""
    return np.ones(len(network.weights["page_w"]), dtype=np.float32)


def literally(sheet: Sheet, network: Network, page: Floats) -> Floats:
    """The definition: the network runs again, with the columns of each signal at their means."""
    x, mean = transcribed.features(sheet), network.weights["mean"]

    def logits(x: Floats) -> Floats:
        return transcribed.answer(network.weights, network.layers, x, sheet, page)[0]

    shares = []
    for columns, _ in SIGNALS:
        without = x.copy()
        without[:, columns] = mean[columns]
        shares.append(logits(x) - logits(without))
    return np.array(shares)


def check_contributions(sheet: Sheet) -> None:
    network, page = shipped(), page_of(shipped())
    found = contributions(sheet, network, page)
    np.testing.assert_allclose(found, literally(sheet, network, page), rtol=1e-3, atol=1e-2)


@given(soups | pages_to_describe)
@settings(max_examples=50, deadline=None)
def test_contributions_are_differences_without_a_feature(page: str) -> None:
    if len(sheet := sheet_of(Page(page, hidden=True))):
        check_contributions(sheet)


def test_contributions_of_more_blocks_than_are_weighed_at_once() -> None:
    sheet = sheet_of(Page("".join(f"<p class=item>number {i}" for i in range(200))))
    whole = contributions(sheet, shipped(), page_of(shipped()))
    ones = np.arange(60, dtype=np.uint8).reshape(20, 3) % 2
    weights = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert whole.shape == (len(SIGNALS), 200)
    assert np.array_equal(_weigh_flags(ones, weights, rows=7), ones @ weights)


def test_every_feature_belongs_to_one_signal() -> None:
    columns = [column for signal, _ in SIGNALS for column in signal]
    assert sorted(columns) == list(range(N_FEATURES))


# --- in words -----------------------------------------------------------------------------------------


@given(soups | pages_to_describe)
@settings(max_examples=50, deadline=None)
def test_every_block_of_any_page_has_a_reason_in_a_line(page: str) -> None:
    judgement = Learned().judge(Page(page, hidden=True))
    reasons = [str(judgement.reason(i)) for i in range(len(judgement.sheet))]
    assert all(reason and reason.isprintable() for reason in reasons)


def test_signals_have_a_sign_and_are_on_their_side_the_strongest_first() -> None:
    judgement = Learned().judge(Page(PAGE, hidden=True))
    for i in range(len(judgement.sheet)):
        signals = judgement.reason(i).signals
        for side in (True, False):
            shares = [share for _, share in signals if (share > 0) == side]
            assert len(shares) <= 3
            assert sorted(shares, key=abs, reverse=True) == shares


def test_in_words_the_side_of_the_verdict_comes_first() -> None:
    signals = (("in p", 1.25), ("in a", -0.5), ("long", 0.4))
    assert str(Reason(True, (), signals)) == "for: in p +1.2, long +0.4; against: in a -0.5"
    assert str(Reason(False, ("a copy",), signals)) == "a copy; against: in a -0.5; for: in p +1.2, long +0.4"
    assert str(Reason(True)) == "nothing speaks strongly for it or against it"


def reasons_of(html: str, verdict: Verdict) -> list[str]:
    """The reasons of blocks with such a verdict, but what spoke for them and against them."""
    sheet = sheet_of(Page(html, hidden=True))
    found = explain(sheet, shipped(), page_of(shipped()), verdict)
    return ["; ".join(reason.notes) for reason in found]


def verdict(scores: list[float], kept: list[bool], threshold: float, headline: int = -1) -> Verdict:
    parts = {"headline": [headline] if headline >= 0 else []}
    return Verdict(np.array(scores), np.array(kept), threshold, parts)


def test_a_clear_case_needs_no_further_reason() -> None:
    assert reasons_of("<p>one<p>two", verdict([0.9, 0.1], [True, False], 0.9)) == ["", ""]


def test_where_the_threshold_decided_it_is_named() -> None:
    assert reasons_of("<p>one<p>two", verdict([0.3, 0.1], [True, False], 0.3)) == [
        "above this page's threshold (30%)",
        "",
    ]
    assert reasons_of("<p>one<p>two", verdict([0.9, 0.6], [True, False], 0.9)) == [
        "",
        "below this page's threshold (90%)",
    ]


@pytest.mark.parametrize(("first", "where"), [(True, "above"), (False, "below")])
def test_a_copy_says_where_the_other_one_is(first: bool, where: str) -> None:
    found = reasons_of(f"<p>{SENTENCE}<p>{SENTENCE}", verdict([0.9, 0.9], [first, not first], 0.9))
    assert sorted(found) == ["", f"the same text is kept {where}"]


def test_a_block_changed_by_a_rule_has_that_reason() -> None:
    found = reasons_of(
        f"<p>{SENTENCE}<p>Oh.<p>{SENTENCE} So.", verdict([0.9, 0.2, 0.9], [True, True, True], 0.9)
    )
    assert found == ["", "kept with the blocks around it", ""]


def test_a_headline_is_called_by_its_name() -> None:
    html = f"<h1>Hens</h1><p>{SENTENCE}"
    assert reasons_of(html, verdict([0.2, 0.9], [True, True], 0.9, 0)) == ["headline, as requested", ""]
    assert reasons_of(html, verdict([0.95, 0.9], [False, True], 0.9, 0)) == ["headline, not requested", ""]


def test_where_nothing_is_kept_nothing_else_decided() -> None:
    assert reasons_of("<p>one<p>two", verdict([0.1, 0.05], [False, False], 0.15)) == ["", ""]


def test_a_page_without_blocks_has_no_reasons() -> None:
    assert reasons_of("", verdict([], [], 0.15)) == []


def test_three_signals_are_reported_for_a_side_unless_they_are_weak() -> None:
    judgement = Learned().judge(Page(PAGE, hidden=True))
    reasons = [str(judgement.reason(i)) for i in range(len(judgement.sheet))]
    shares = [abs(float(each)) for reason in reasons for each in re.findall(r" ([+-][0-9]+\.[0-9])", reason)]
    sides = [part.count(",") for reason in reasons for part in re.split("for: |against: ", reason)]
    assert max(sides) >= 2
    assert 0.3 <= min(shares) < 0.5
