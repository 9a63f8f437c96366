"""The figures of an evaluation: which pages they are of, and what is not measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.study.figures import Figures, optional
from benchmarks.study.pages import whole
from benchmarks.study.verdicts import NotMeasuredError
from tests.study_results import Values, make_package, make_results


def test_a_contestant_that_was_not_run_is_not_measured(tmp_path: Path) -> None:
    figures = Figures(make_results(tmp_path, {"news": {"accb": 0.8}, "blogs": {"accb": 0.6, "dsc": 0.5}}))
    assert figures.mean("accb", figures.library.published) == pytest.approx(0.7)
    with pytest.raises(NotMeasuredError, match="dsc was not run on news"):
        figures.gain("accb", "dsc", figures.library.published)
    with pytest.raises(NotMeasuredError, match="has no shingles on news"):
        figures.mean("accb", whole("news"), measure="shingles")


def test_packages_that_were_not_run_are_not_measured(tmp_path: Path) -> None:
    figures = Figures(make_results(tmp_path, {"wiki": {"accb": 0.8}}))
    with pytest.raises(NotMeasuredError, match="no published package was run"):
        _ = figures.library.published
    with pytest.raises(NotMeasuredError, match="the package arabic-script-news was not run"):
        _ = figures.library.arabic_news
    with pytest.raises(NotMeasuredError, match="the speeds were not measured"):
        _ = figures.speeds
    with pytest.raises(NotMeasuredError, match="were not counted"):
        _ = figures.ends
    assert optional(lambda: str(figures.speeds)) == "not measured: the speeds were not measured"
    assert optional(lambda: "a line") == "a line"


def test_published_packages_are_neither_ours_nor_unchecked(tmp_path: Path) -> None:
    values = {each: {"plain": 0.5} for each in ("news", "wiki", "kinds", "silver-scripts")}
    published = Figures(make_results(tmp_path, values)).library.published
    assert list(published.documents) == ["news"]
    assert not published.are_own


def test_a_script_is_that_of_the_pages_and_not_of_the_package(tmp_path: Path) -> None:
    make_package(tmp_path, "wiki", ["ar", "en", "fa", "de", "ps-AF", "ur"])
    figures = Figures(make_results(tmp_path, {"wiki": {"dana": [0.9, 0.0, 0.8, 0.0, 0.7, 0.6]}}))
    pages = figures.library.arabic_wiki
    assert figures.mean("dana", pages) == pytest.approx(0.75)
    assert figures.mean("dana", figures.library.wiki) == pytest.approx(0.5)
    assert pages.are_own
    assert figures.listed(["dana"], pages) == "F1 by words, wiki in Arabic script (4 pages): dana 0.750"


def test_pages_with_more_comments_than_text_are_apart(tmp_path: Path) -> None:
    make_package(tmp_path, "blogs", ["en"], gold_comments="one two three four five")
    make_package(tmp_path, "news", ["en"], gold_comments="one two three four")
    library = Figures(make_results(tmp_path, {"blogs": {"plain": 1.0}, "news": {"plain": 0.5}})).library
    assert library.discussed.documents == {"blogs": frozenset(["d00"])}
    assert library.undiscussed.documents == {"news": frozenset(["d00"])}


def test_the_packages_on_which_one_is_better(tmp_path: Path) -> None:
    packages: dict[str, Values] = {
        "news": {"accb": 0.8, "ccb": 0.7},
        "blogs": {"accb": 0.7, "ccb": 0.8},
        "mixed": {"accb": [0.5, 0.75] * 6, "ccb": [0.75, 0.5] * 6},
    }
    figures = Figures(make_results(tmp_path, packages))
    assert figures.tally("accb", "ccb", figures.library.published) == (
        "accb against ccb by package: better on 1 (news +0.100); worse on 1 (blogs -0.100); "
        "neither on 1 (mixed +0.000)"
    )


def test_the_share_of_documents_on_which_a_contestant_is_best(tmp_path: Path) -> None:
    values: Values = {"accb": [0.9] * 8 + [0.1] * 4, "dsc": [0.9] * 4 + [0.5] * 8, "plain": 0.2}
    figures = Figures(make_results(tmp_path, {"news": values}))
    assert figures.share(["accb"], ["dsc", "plain"], whole("news")).value == pytest.approx(8 / 12)
    assert figures.share(["dsc", "plain"], ["accb"], whole("news")).value == pytest.approx(8 / 12)
    assert figures.share(["accb", "dsc"], ["plain"], whole("news")).value == 1


def test_the_spread_within_sites_needs_large_sites(tmp_path: Path) -> None:
    results = make_results(tmp_path, {"news": {"plain": [0.4, 0.6] * 15}}, documents=30)
    with pytest.raises(NotMeasuredError, match="no site has 30 pages"):
        Figures(results).site_spread("plain", whole("news"))
    results.rows = [replace(row, site="one.example") for row in results.rows]
    found, sites = Figures(results).site_spread("plain", whole("news"))
    assert (round(found.value, 3), sites) == (0.102, 1)
    assert Figures(results).deviation("plain", "news") == pytest.approx(found.value)
