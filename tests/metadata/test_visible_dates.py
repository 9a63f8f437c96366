"""What visible dates cost, and which of them are believed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.visible_dates import VisibleDates

NOW = datetime(2024, 6, 1, tzinfo=UTC)
HEAD = "<title>Soup of the day</title><h1>Soup of the day</h1>"
DATE = "<p>3 March 2024</p>"
LINKED = "<p><a href=/x>3 March 2024</a></p>"
CHANGE = "<p>Updated 4 March 2024</p>"


def visible(html: str) -> VisibleDates:
    return VisibleDates(Evidence(Page(html), NOW))


def fill(blocks: int) -> str:
    return "<p>x</p>" * blocks


@pytest.mark.parametrize(
    ("html", "cost"),
    [
        # One block from the headline, half a point for each of three words, and nothing announces it.
        (DATE, 1 + 1.5 + 10),
        (fill(4) + DATE, 5 + 1.5 + 10),
        (fill(80) + DATE, 60 + 1.5 + 10),
        ("<p class=date>3 March 2024</p>", 1 + 1.5 + 10 - 12),
        ("<p class=comment>3 March 2024</p>", 1 + 1.5 + 10 + 25),
        ("<p data-kind=teaser>3 March 2024</p>", 1 + 1.5 + 10 + 12),
        (LINKED, 1 + 1.5 + 10 + 10),
        ("<p>Written 3 March 2024</p>", 1 + 2 + 8 / 20),
        ("<p>Updated 3 March 2024</p>", 1 + 2 + 8 / 20 + 10 + 12),
        ("<p>© Ann, 3 March 2024</p>", 1 + 2.5 + 7 / 20 + 10 + 25),
        ("<time datetime=2024-03-03>x</time>", 0 + 1 - 10),
        ("<time datetime=2024-03-03 pubdate>x</time>", 0 + 1 - 10 - 8),
        ("<p>Updated <time datetime=2024-03-03>x</time>", 1 + 0 - 10 + 12),
        (f"<p>3 March 2024 {'word ' * 38}", 1 + 41 / 2 + 10),
        (f"<p>{'x' * 28} 3 March 2024 {'word ' * 38}", 1 + 42 / 2 + 29 / 20 + 10),
        (f"<p>{'x' * 30} 3 March 2024 {'word ' * 38}", 1 + 42 / 2 + 31 / 20 + 10 + 20),
    ],
)
def test_costs(html: str, cost: float) -> None:
    (found,) = visible(HEAD + html).dates
    assert found.cost == pytest.approx(cost)


def test_a_date_before_the_headline_counts_twice_its_distance() -> None:
    (found,) = visible(DATE + fill(2) + HEAD).dates
    assert found.cost == pytest.approx(6 + 1.5 + 10)


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [(59, 0, 1), (60, 0, 0), (0, 239, 1), (0, 240, 0)],
)
def test_blocks_around_the_headline_are_searched(before: int, after: int, count: int) -> None:
    page = (
        f"{DATE + fill(before) if before else ''}{HEAD}{fill(after - 1) + DATE if after else ''}{fill(300)}"
    )
    assert len(visible(page).dates) == count


@pytest.mark.parametrize(("after", "count"), [(59, 1), (60, 0)])
def test_blocks_at_the_end_are_searched(after: int, count: int) -> None:
    assert len(visible(HEAD + fill(400) + DATE + fill(after)).dates) == count


def test_the_nearest_time_elements_are_read() -> None:
    times = "<time datetime=2024-03-03>x</time> " * 50
    assert len(visible(HEAD + times).dates) == 40


@pytest.mark.parametrize(("blocks", "is_clear"), [(7, True), (8, False)])
def test_clear_dates(blocks: int, is_clear: bool) -> None:
    assert bool(list(visible(HEAD + fill(blocks) + DATE).clear)) is is_clear


@pytest.mark.parametrize(("date", "is_believed"), [(DATE, True), (LINKED, False)])
def test_a_date_has_a_maximum_cost(date: str, is_believed: bool) -> None:
    assert bool(list(visible(HEAD + fill(80) + date).published)) is is_believed


def test_a_date_of_a_change_may_cost_more() -> None:
    far = HEAD + fill(80)
    assert list(visible(far + CHANGE).modified) == [("2024-03-04", "text")]
    assert list(visible(far + CHANGE.replace("Updated", "<a href=/x>Updated")).modified) == []


@pytest.mark.parametrize(("blocks", "is_believed"), [(21, True), (22, False)])
def test_a_date_costs_little_more_than_that_of_a_change(blocks: int, is_believed: bool) -> None:
    found = visible(HEAD + CHANGE + fill(blocks) + DATE)
    assert bool(list(found.published)) is is_believed


@pytest.mark.parametrize(("words", "count"), [(33, 2), (35, 1)])
def test_of_prose_the_first_date_counts(words: int, count: int) -> None:
    text = f"<p>3 March 2024 4 March 2024 {'w ' * words}</p>"
    assert len(visible(HEAD + text).dates) == count


@pytest.mark.parametrize(("piece", "count"), [("3 Mar", 2), ("on 3 Mar", 0)])
def test_pieces_of_a_date_have_one_or_two_words(piece: str, count: int) -> None:
    # The day and the year each find the whole date; only blocks with something like a year are read.
    found = visible(f"{HEAD}<ul><li>{piece}<li>2024</ul><p>And this is the text.</p>").dates
    assert len(found) == min(count, 1)


@pytest.mark.parametrize(("length", "cost"), [(360, 0.5), (420, 12.5)])
def test_tags_are_read_a_little_before_a_date(length: int, cost: float) -> None:
    (found,) = visible(f"{HEAD}<p class=date title={'x' * length}>3 March 2024</p>").dates
    assert found.cost == pytest.approx(cost)


@pytest.mark.parametrize(("letters", "block"), [(9, 3), (8, 0)])
def test_without_a_headline_a_block_looks_like_the_title(letters: int, block: int) -> None:
    text = "Soup " + "a" * (letters - 4)
    page = f"<title>{text} of the day</title>{fill(3)}<p>{text}</p>"
    assert visible(page)._anchor == block


@pytest.mark.parametrize(("words", "block"), [(30, 3), (31, 0)])
def test_a_block_like_the_title_is_short(words: int, block: int) -> None:
    text = "soup " * words
    assert visible(f"<title>{text}</title>{fill(3)}<p>{text}</p>")._anchor == block


@pytest.mark.parametrize(("others", "block"), [(499, 499), (500, 0)])
def test_blocks_are_compared_with_the_title_up_to_a_number(others: int, block: int) -> None:
    page = f"<title>Soup of the day</title>{'<p>bread butter</p>' * others}<p>Soup of the day</p>"
    assert visible(page)._anchor == block


def test_dates_in_code_do_not_count() -> None:
    assert not visible("<h1>Boats</h1><pre><code>start: <b>2024-01-15</b></code></pre>").dates
    assert visible("<h1>Boats</h1><p><b>2024-01-15</b></p>").dates


def test_the_day_on_which_something_else_ends_is_not_the_page_s() -> None:
    near = visible("<h1>Boats</h1><p>From 1 March 2024</p>").dates[0].cost
    assert visible("<h1>Boats</h1><p>Deadline: 1 March 2024</p>").dates[0].cost == near + 60 + 0.25


@pytest.mark.parametrize(
    "date",
    [
        "<p>Joined: 3 March 2024</p>",
        "<dl><dt>Join Date<dd>3 March 2024</dl>",
        "<dl><dd class=registered>3 March 2024</dl>",
        "<dl><dt>注册时间<dd>2024-03-03</dl>",
    ],
)
def test_the_day_of_joining_costs_more(date: str) -> None:
    plain = "<p>Today: 3 March 2024</p>"
    assert visible(HEAD + date).dates[0].cost >= visible(HEAD + plain).dates[0].cost + 40


@pytest.mark.parametrize(
    ("label", "is_label"), [("Joined us in May", True), ("Joined us in early May", False)]
)
def test_the_label_of_a_date_has_a_few_words(label: str, is_label: bool) -> None:
    (found,) = visible(f"{HEAD}<dl><dt>{label}<dd>on the 3 March 2024</dl>").dates
    (begins,) = visible(f"{HEAD}<dl><dt>{label}<dd>3 March 2024 or later</dl>").dates
    assert found.cost < 50
    assert (begins.cost > 50) is is_label
