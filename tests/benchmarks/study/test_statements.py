"""The statements: each verdict on results made by hand, and none without its contestants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.study import arias_2009, gottron_2007, gottron_2008, insa_2013, mohammadzadeh_2011
from benchmarks.study.contestants import RELEVANCES, methods
from benchmarks.study.density_ends import Ends
from benchmarks.study.document import PAPERS
from benchmarks.study.figures import Figures
from benchmarks.study.speeds import Speeds, Timing
from benchmarks.study.statements import Finding, Statement, explain, find
from mainspan.evaluation.results import Results
from tests.study_results import Values, make_package, make_results

ALL = [(paper, statement) for paper in PAPERS for statement in paper.STATEMENTS]
NAMES = [f"{paper.__name__.rpartition('.')[2]}: {statement.text}" for paper, statement in ALL]
# F1 of two kinds of pages, so that a figure has some spread.
SPREAD = [0.0, 0.02] * 6


def around(value: float) -> list[float]:
    return [value + each for each in SPREAD]


def results(folder: Path, given: Mapping[str, Values]) -> Results:
    """All methods have 0.5 on all packages, but for what is given."""
    even: dict[str, float | Sequence[float]] = dict.fromkeys(methods(), 0.5)
    packages = {
        each: even | dict(given.get(each, {})) for each in ("news", "blogs", "wiki", "arabic-script-news")
    }
    make_package(folder, "wiki", ["ar", "fa"] + ["en"] * 10)
    make_package(folder, "arabic-script-news", ["ar"] * 12)
    return make_results(folder, packages)


def findings(folder: Path, module: object, text: str, **given: Values) -> dict[str, Finding]:
    """What is found for the statement that begins so; packages are given with _ for -."""
    statements: tuple[Statement, ...] = module.STATEMENTS  # type: ignore[attr-defined]
    (statement,) = [each for each in statements if each.text.startswith(text)]
    figures = Figures(results(folder, {name.replace("_", "-"): values for name, values in given.items()}))
    return {label: find(weigh, figures) for label, weigh in statement.readings.items()}


def verdicts(folder: Path, module: object, text: str, **given: Values) -> list[str]:
    return [each.verdict for each in findings(folder, module, text, **given).values()]


def _folders(folder: Path) -> tuple[Path, Path]:
    one, two = folder / "one", folder / "two"
    one.mkdir()
    two.mkdir()
    return one, two


@pytest.mark.parametrize(("paper", "statement"), ALL, ids=NAMES)
def test_without_results_nothing_is_refuted(tmp_path: Path, paper: object, statement: Statement) -> None:
    figures = Figures(make_results(tmp_path, {"empty": {"nobody": 0.5}}))
    for weigh in statement.readings.values():
        found = find(weigh, figures)
        assert found.verdict == "not measured"
        assert not found.checks
        assert len(found.lines) == 1
    assert explain(statement, "not measured", figures) == ""


def test_a_missing_contestant_is_named(tmp_path: Path) -> None:
    packages = {"news": {"accb": 0.5, "accb:epsilon=0.01": 0.5}}
    figures = Figures(make_results(tmp_path, packages))
    (statement,) = [
        each for each in gottron_2008.STATEMENTS if each.text == "In general accb is better than dsc."
    ]
    found = [find(weigh, figures) for weigh in statement.readings.values()]
    assert [(each.verdict, each.lines) for each in found] == [
        ("not measured", ["dsc was not run on news"])
    ] * 2


@pytest.mark.parametrize(
    ("news", "blogs", "expected"),
    [(0.6, 0.6, "confirmed"), (0.5, 0.5, "undecided"), (0.4, 0.4, "refuted"), (0.7, 0.4, "confirmed")],
)
def test_better_on_the_mean_of_the_packages(tmp_path: Path, news: float, blogs: float, expected: str) -> None:
    found = verdicts(
        *(tmp_path, gottron_2008, "In general accb is better"),
        news={"accb": around(news - 0.01)},
        blogs={"accb": around(blogs - 0.01)},
    )
    # The other reading has the values of dsc.
    assert found == [expected, "undecided"]


@pytest.mark.parametrize(
    ("value", "everywhere", "mean"),
    [
        (0.5, "confirmed", "confirmed"),
        (0.485, "confirmed", "confirmed"),
        (0.475, "undecided", "confirmed"),
        (0.46, "refuted", "confirmed"),
        (0.3, "refuted", "refuted"),
    ],
)
def test_no_harm_on_average_is_not_no_harm_everywhere(
    tmp_path: Path, value: float, everywhere: str, mean: str
) -> None:
    """As on real pages: accb is level on average, and worse on one package."""
    given = {"news": {"accb": around(value - 0.01)}, "blogs": {"accb": around(0.5)}}
    one, two = _folders(tmp_path)
    assert verdicts(one, gottron_2008, "Leaving anchor tags out", **given)[0] == everywhere
    assert verdicts(two, gottron_2008, "On average accb is not worse", **given)[0] == mean


@pytest.mark.parametrize(
    ("plain", "expected"),
    [(0.3, "confirmed"), (0.4, "confirmed"), (0.5, "undecided"), (0.6, "refuted")],
)
def test_all_must_beat_plain_on_all_packages(tmp_path: Path, plain: float, expected: str) -> None:
    found = verdicts(
        *(tmp_path, gottron_2008, "Except on wiki pages"),
        news={"plain": 0.3},
        blogs={"plain": around(plain - 0.01)},
        wiki={"plain": 0.9},
    )
    assert found == [expected] * 2


@pytest.mark.parametrize(
    ("dsc", "crunch", "best", "second"),
    [
        (0.8, 0.7, "confirmed", "confirmed"),
        (0.8, 0.5, "confirmed", "undecided"),
        (0.8, 0.4, "confirmed", "refuted"),
        (0.4, 0.7, "refuted", "confirmed"),
    ],
)
def test_best_and_second(tmp_path: Path, dsc: float, crunch: float, best: str, second: str) -> None:
    values = {"dsc": around(dsc), "crunch": around(crunch - 0.01)}
    one, two = _folders(tmp_path)
    assert verdicts(one, gottron_2007, "dsc scores highest", news=values, blogs=values) == [best]
    assert verdicts(two, gottron_2007, "crunch comes second", news=values, blogs=values) == [second]


@pytest.mark.parametrize(("value", "expected"), [(0.51, "confirmed"), (0.519, "undecided"), (0.6, "refuted")])
def test_comparable(tmp_path: Path, value: float, expected: str) -> None:
    values = {"lqf25": around(value - 0.01)}
    assert verdicts(tmp_path, gottron_2007, "The results of lqf", news=values, blogs=values) == [expected]


def test_a_verdict_on_our_own_pages_says_so(tmp_path: Path) -> None:
    values = {"accb": around(0.7), "accb:epsilon=0.01": around(0.7)}
    found = findings(tmp_path, gottron_2008, "On wiki pages accb is better than ccb", wiki=values)
    assert [(each.verdict, each.own) for each in found.values()] == [("confirmed", True)] * 2


def test_figures_of_published_pages_are_not_our_own(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, gottron_2007, "lqf and bte are comparable").values()
    assert not found.own


@pytest.mark.parametrize(("value", "expected"), [(0.96, "confirmed"), (0.925, "undecided"), (0.8, "refuted")])
def test_dana_is_above_a_level(tmp_path: Path, value: float, expected: str) -> None:
    (found,) = findings(
        *(tmp_path, mohammadzadeh_2011, "On news in Arabic script its F1"),
        arabic_script_news={"dana": around(value)},
    ).values()
    assert (found.verdict, found.own) == (expected, True)


def test_two_wiki_pages_in_arabic_script_decide_nothing(tmp_path: Path) -> None:
    (found,) = findings(
        *(tmp_path, mohammadzadeh_2011, "On wiki pages in Arabic script a gap"),
        wiki={"dana:gap=160": 0.9},
    ).values()
    assert found.verdict == "undecided"
    assert found.checks[0].estimate.value == pytest.approx(0.4)
    assert "2 pages; the smallest p that 2 pages can reach is 0.500" in found.lines


@pytest.mark.parametrize(("value", "expected"), [(0.1, "confirmed"), (0.2, "undecided"), (0.4, "refuted")])
def test_leaves_and_nodes_in_each_reading(tmp_path: Path, value: float, expected: str) -> None:
    values = {name: around(value - 0.01) for name in ("wnr", "cnr")}
    found = verdicts(tmp_path, insa_2013, "Leaves instead of nodes", news=values, blogs=values)
    # In the other readings all four are level.
    assert found == [expected, *["refuted"] * (len(RELEVANCES) - 1)]


def timings(**seconds: float) -> Speeds:
    """Twelve pages; the time of the method alone is a tenth of the whole."""
    return Speeds(
        Timing("arabic-script-news", f"d{i:02}", f"{i}.example", name, 1000, each, each / 10, True)
        for name, each in seconds.items()
        for i in range(12)
    )


@pytest.mark.parametrize(
    ("dana", "expected"), [(0.5, "confirmed"), (1.0, "undecided"), (2.0, "refuted"), (None, "not measured")]
)
def test_the_fastest_method(tmp_path: Path, dana: float | None, expected: str) -> None:
    (statement,) = [each for each in mohammadzadeh_2011.STATEMENTS if "the fastest" in each.text]
    seconds = dict.fromkeys(methods(), 1.0) | ({} if dana is None else {"dana": dana})
    if dana is None:
        del seconds["dana"]
    figures = Figures(results(tmp_path, {}), timings(**seconds))
    found = {label: find(weigh, figures).verdict for label, weigh in statement.readings.items()}
    assert found == {"from bytes to text": expected, "the method alone": expected}


def test_the_ends_of_regions_explain_density(tmp_path: Path) -> None:
    statement = next(each for _, each in ALL if each.text.startswith("On average density is better"))
    made = results(tmp_path, {})
    ends = {"news": Ends(10, 1, 2, 3, 9, 4), "blogs": Ends(9, 0, 3, 2, 3, 10)}
    text = explain(statement, "refuted", Figures(made, ends=ends))
    assert "| news | 10 | 1 | 2 | 3 | 9 | 4 |" in text
    assert "more end for short strings on news, and more\nfor tags on blogs." in text
    # Without the counts there is no explanation.
    assert explain(statement, "refuted", Figures(made)) == ""


@pytest.mark.parametrize(
    ("value", "fails", "over_plain"), [(0.7, "confirmed", "confirmed"), (0.9, "refuted", "confirmed")]
)
def test_discussions_are_judged_by_characters_and_by_words(
    tmp_path: Path, value: float, fails: str, over_plain: str
) -> None:
    """Six pages have long comments. The paper's own figures are over characters."""
    make_package(tmp_path, "news", ["en"] * 12)
    for i in range(6):
        path = tmp_path / "news" / f"d{i:02}.json"
        about = json.loads(path.read_text("utf-8")) | {"gold_comments": "five words are too many"}
        path.write_text(json.dumps(about), "utf-8")
    made = results(tmp_path, {"news": {"density": [*around(value)[:6], *around(0.8)[6:]]}})
    for text, expected in (("density fails where", fails), ("Even there it is better", over_plain)):
        (statement,) = [each for each in arias_2009.STATEMENTS if each.text.startswith(text)]
        found = {label: find(weigh, Figures(made)) for label, weigh in statement.readings.items()}
        assert list(found) == ["characters in sequence", "words in sequence"]
        assert [each.verdict for each in found.values()] == [expected] * 2
        assert found["characters in sequence"].lines[0].startswith("F1 by subsequence")


def test_methods_that_take_the_whole_page_are_named(tmp_path: Path) -> None:
    statement = next(each for each in insa_2013.STATEMENTS if each.text == "Precision stays similar.")
    values = dict.fromkeys(methods(), 0.7) | {"plain": 0.5, "wlr:relevance=printed": 0.5}
    one, two = _folders(tmp_path)
    figures = Figures(results(one, {"news": values, "blogs": values}))
    assert "have the F1 of plain: wlr:relevance=printed. They" in explain(statement, "confirmed", figures)
    # Equal on one package only is not the whole page.
    figures = Figures(results(two, {"news": values, "blogs": dict.fromkeys(methods(), 0.7) | {"plain": 0.6}}))
    assert explain(statement, "confirmed", figures) == ""
