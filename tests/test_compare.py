"""Methods side by side: what each keeps, how far they agree, how long they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import mainspan.compare
from mainspan import ALGORITHMS, Page, Spans, algorithm
from mainspan.algorithms import Algorithm
from mainspan.compare import RUNS, compare


@dataclass(frozen=True, repr=False)
class Chosen(Algorithm):
    """Keeps the words with these numbers."""

    name: ClassVar[str] = "chosen"
    first: int = 0
    last: int = 0

    def __call__(self, page: Page) -> Spans:
        numbers = np.arange(self.first, self.last)
        return Spans.of_words(page, numbers) if len(numbers) else Spans(reason="none were chosen")


PAGE = Page("<p>one two three four</p><p>five six seven eight nine ten</p>")


def agreements(*ranges: tuple[int, int]) -> list[float | None]:
    return [each.agreement for each in compare(PAGE, [Chosen(*pair) for pair in ranges])]


def test_agreement_is_the_mean_f1_with_the_others() -> None:
    # The first two share 2 of 4 and 4 words, the third is apart from both.
    assert agreements((0, 4), (2, 6), (6, 8)) == [0.25, 0.25, 0.0]


def test_the_same_words_agree_and_so_do_two_empty_answers() -> None:
    assert agreements((1, 5), (1, 5)) == [1.0, 1.0]
    assert agreements((0, 0), (0, 0)) == [1.0, 1.0]
    assert agreements((0, 0), (0, 1)) == [0.0, 0.0]


def test_a_method_alone_has_no_agreement() -> None:
    assert agreements((0, 3)) == [None]
    assert compare(PAGE, []) == []


def test_words_and_their_share_are_counted() -> None:
    [found] = compare(PAGE, [Chosen(0, 3)])
    assert (found.words, found.share) == (3, 0.3)
    assert found.milliseconds > 0


@pytest.mark.parametrize(
    ("html", "beginning"),
    [
        ("<p>one two</p>", "one two"),
        ("<p>one two three</p><p>four five six seven</p>", "one two three four five six"),
        ("<ul><li>one<li><b>t</b>wo</ul>", "one two"),
        ("<p>a &amp; b &lt;c&gt;\n  d&nbsp;e</p>", "a & b <c> d e"),
        ("<p>one\x1b two</p>", "one two"),
        (f"<p>{'x' * 60}</p>", "x" * 60),
        (f"<p>{'x' * 61}</p>", "x" * 59 + "…"),
    ],
)
def test_the_first_words_are_shown(html: str, beginning: str) -> None:
    assert compare(Page(html), [algorithm("plain")])[0].beginning == beginning


def test_first_words_are_those_that_were_kept() -> None:
    assert compare(PAGE, [Chosen(4, 9)])[0].beginning == "five six seven eight nine"


def test_nothing_found_has_a_reason_and_no_words() -> None:
    [found] = compare(PAGE, [Chosen(0, 0)])
    assert (found.words, found.beginning, found.reason) == (0, "", "none were chosen")


def test_a_page_without_words_has_a_share_of_nothing() -> None:
    assert [each.share for each in compare(Page(""), [algorithm("plain"), algorithm("accb")])] == [0.0, 0.0]


def test_the_least_of_three_runs_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.3, 1.0, 1.1, 2.0, 2.2])
    monkeypatch.setattr(mainspan.compare, "perf_counter", lambda: next(clock))
    assert RUNS == 3
    assert compare(PAGE, [Chosen(0, 1)])[0].milliseconds == pytest.approx(100)


def test_a_slow_method_is_timed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.5])
    monkeypatch.setattr(mainspan.compare, "perf_counter", lambda: next(clock))
    assert compare(PAGE, [Chosen(0, 1)])[0].milliseconds == 1500.0


def test_all_methods_can_be_compared() -> None:
    page = Page("<p>" + "Some ordinary words of an article. " * 30 + "</p>")
    found = compare(page, [algorithm(name) for name in ALGORITHMS])
    assert [each.algorithm for each in found] == list(ALGORITHMS)
    assert all(bool(each.beginning) != bool(each.reason) for each in found)
    assert all(0 <= (each.agreement or 0) <= 1 for each in found)
