"""The claims: figures made by hand on both sides of each verdict."""

from __future__ import annotations

import pytest

from benchmarks.claim_figures import Figures
from benchmarks.claims import CLAIMS
from benchmarks.reproduction import write_document
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Results, summarise

METHODS = (
    "plain bte dsc ccb accb tccb dana danag lqf lqf25 lqf50 lqf75 crunch density wlr clr wnr cnr".split()
)
PACKAGES = ["news", "blogs", "wiki", "arabic-script-news"]


def results(**f1: float) -> Results:
    """Results with .5 for all methods on all packages, but for those given: method or method_package."""
    rows = []
    for package in PACKAGES:
        for method in METHODS:
            key = f"{method}_{package.partition('-')[0]}"
            value = f1.get(key, f1.get(method, 0.5))
            seconds = f1.get(f"{method}_seconds", 1.0)
            scores: dict[str, Score | str] = {"words": Score(value, value, value)}
            rows.append(Row(package, "page", "site", method, 1_000_000, seconds, scores))
    return Results(run={"packages": [], "contestants": []}, rows=rows, summaries=summarise(rows))


def verdict(number: int, **f1: float) -> str:
    made = results(**f1)
    return CLAIMS[number - 1].judge(Figures(made, [("news", "page")])).verdict


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"accb_wiki": 0.7, "ccb_wiki": 0.4}, "confirmed"),
        ({"accb_wiki": 0.7, "ccb_wiki": 0.4, "ccb": 0.6}, "undecided"),
        ({"accb_wiki": 0.5, "ccb_wiki": 0.45}, "refuted"),
    ],
)
def test_accb_does_no_harm_and_helps_on_wiki_pages(f1: dict[str, float], expected: str) -> None:
    assert verdict(1, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"dsc_news": 0.6, "tccb_news": 0.6, "accb_blogs": 0.9, "dsc_blogs": 0.4}, "undecided"),
        ({"dsc": 0.9}, "refuted"),
        ({"accb": 0.6}, "undecided"),
    ],
)
def test_accb_and_dsc(f1: dict[str, float], expected: str) -> None:
    assert verdict(2, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"plain": 0.4}, "confirmed"),
        ({"plain": 0.4, "plain_wiki": 0.9}, "confirmed"),
        ({"plain": 0.4, "accb_news": 0.3}, "undecided"),
        ({"plain": 0.6}, "refuted"),
    ],
)
def test_content_code_methods_beat_plain(f1: dict[str, float], expected: str) -> None:
    assert verdict(3, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"dsc": 0.8, "crunch": 0.7}, "confirmed"),
        ({"dsc": 0.8, "bte": 0.7}, "undecided"),
        ({"bte": 0.8, "lqf": 0.7, "lqf25": 0.9}, "refuted"),
    ],
)
def test_dsc_is_best_and_crunch_second(f1: dict[str, float], expected: str) -> None:
    assert verdict(4, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"density": 0.8, "density_news": 0.6}, "confirmed"),
        ({"density": 0.8}, "undecided"),
        ({"density": 0.5}, "refuted"),
    ],
)
def test_density_is_better_than_accb(f1: dict[str, float], expected: str) -> None:
    assert verdict(5, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    # Precision and recall are equal here, so a gain of recall is one of precision too.
    [({"wlr": 0.9, "clr": 0.9}, "confirmed"), ({"wlr": 0.9, "clr": 0.6}, "undecided"), ({}, "refuted")],
)
def test_leaves_are_better_than_nodes(f1: dict[str, float], expected: str) -> None:
    assert verdict(6, **f1) == expected


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"dana_arabic": 0.94, "dana_seconds": 0.5}, "confirmed"),
        ({"dana_arabic": 0.94}, "undecided"),
        ({"danag_arabic": 0.94, "danag_seconds": 0.5}, "refuted"),
    ],
)
def test_dana_is_best_on_arabic_script_news(f1: dict[str, float], expected: str) -> None:
    assert verdict(7, **f1) == expected
    assert CLAIMS[6].judge(Figures(results(**f1))).own_pages_only


@pytest.mark.parametrize(
    ("f1", "expected"),
    [
        ({"tccb_seconds": 0.1, "dsc_seconds": 0.1, "bte_seconds": 9.0}, "confirmed"),
        ({"bte_seconds": 9.0}, "undecided"),
        ({"ccb_seconds": 2.0}, "refuted"),
    ],
)
def test_token_methods_are_faster(f1: dict[str, float], expected: str) -> None:
    assert verdict(8, **f1) == expected


def test_the_document_has_every_claim_and_every_contestant() -> None:
    text = write_document(results(accb=0.75), "make it")
    assert "`make it`" in text
    assert all(f"## {number}. {claim.text}" in text for number, claim in enumerate(CLAIMS, 1))
    assert "| accb | **0.750** | **0.750** | **0.750** | **0.750** | 0.750 | 1.0 |" in text
    assert all(f"\n| {name} |" in text for name in METHODS)
