"""Pages in order, and lists that are opened on the way, up to a number of pages and a depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

import pytest

from mainspan.batch.pages import Outcome
from mainspan.batch.pipeline import Pipeline
from mainspan.batch.pools import Pool
from mainspan.sources import Keys, Listing, Source

SITE = "https://example.org/"


class Recorder(Pool):
    """Works on a number of pages ahead, and records which."""

    def __init__(self, lists: Mapping[str, Listing], ahead: int = 1) -> None:
        super().__init__(lambda source: self.look(source, lists))
        self.ahead = ahead
        self.asked: list[str] = []

    def look(self, source: Source, lists: Mapping[str, Listing]) -> Outcome | Listing:
        name = source.name.removeprefix(SITE)
        self.asked.append(name)
        return lists[name] if name in lists and source.may_list else Outcome(f"text of {name}")


def feed(*names: str) -> Listing:
    return Listing("a feed", [SITE + name for name in names])


def index(*names: str) -> Listing:
    return Listing("the index of a sitemap", [SITE + name for name in names], of_lists=True)


Listed = list[tuple[str, int]]


def go(
    pool: Recorder,
    *names: str,
    most: int = 100,
    done: Counter[str] | None = None,
    listed: Listed | None = None,
) -> list[str]:
    """What comes of these names, as their texts or errors."""
    notes = [] if listed is None else listed
    pipeline = Pipeline(
        pool, Keys(), most, done or Counter(), lambda source, _, taken: notes.append((source.name, taken))
    )
    sources = [Source(name, PurePosixPath(name)) for name in names]
    return [
        outcome.text.removeprefix("text of ") or outcome.error for _, outcome in pipeline.outcomes(sources)
    ]


@pytest.mark.parametrize("ahead", [1, 2, 50])
def test_pages_of_lists_come_where_the_list_stands(ahead: int) -> None:
    pool = Recorder(
        {"list": feed("1", "2"), "map": index("map1", "map2"), "map1": feed("3"), "map2": feed("4")}, ahead
    )
    listed: Listed = []
    assert go(pool, "a", "list", "b", "map", "c", listed=listed) == ["a", "1", "2", "b", "3", "4", "c"]
    assert listed == [("list", 2), ("map", 2), (f"{SITE}map1", 1), (f"{SITE}map2", 1)]


@pytest.mark.parametrize("ahead", [1, 50])
@pytest.mark.parametrize(("most", "expected"), [(2, "12"), (3, "123"), (4, "1234"), (9, "1234")])
def test_most_pages_of_a_list_count_over_all_its_parts(ahead: int, most: int, expected: str) -> None:
    pool = Recorder({"map": index("map1", "map2"), "map1": feed("1", "2"), "map2": feed("3", "4")}, ahead)
    assert go(pool, "map", most=most) == list(expected)


def test_parts_of_which_nothing_would_be_taken_are_not_read() -> None:
    pool = Recorder({"map": index("map1", "map2"), "map1": feed("1", "2")})
    go(pool, "map", most=2)
    assert pool.asked == ["map", "map1", "1", "2"]


def test_each_list_has_its_own_most() -> None:
    pool = Recorder({"x": feed("1", "2"), "y": feed("3", "4")})
    assert go(pool, "x", "y", most=1) == ["1", "3"]


def test_entries_of_a_feed_are_always_pages() -> None:
    assert go(Recorder({"x": feed("x")}), "x") == ["x"]


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"x": feed()}, "a feed without any pages"),
        ({"x": index("y")}, "is not a sitemap, but a sitemap index names it"),
        ({"x": index("x")}, "the index of a sitemap in another, and so on: too deep"),
    ],
)
def test_lists_that_lead_nowhere_have_failed(lists: dict[str, Listing], message: str) -> None:
    assert go(Recorder(lists), "x") == [message]


def test_done_pages_are_skipped_as_often_as_they_were_done() -> None:
    pool = Recorder({"list": feed("1", "2")})
    done = Counter({"a": 2, f"{SITE}1": 1})
    assert go(pool, "a", "b", "a", "list", "a", done=done) == ["b", "2", "a"]
    assert pool.asked == ["b", "list", "2", "a"]


def test_no_more_than_agreed_is_asked_ahead() -> None:
    waiting = 0

    class Counting(Recorder):
        def submit(self, source: Source) -> Callable[[], Outcome | Listing]:
            nonlocal waiting
            waiting += 1
            assert waiting <= 3
            return lambda: self.finish(source)

        def finish(self, source: Source) -> Outcome:
            nonlocal waiting
            waiting -= 1
            return Outcome(source.name)

    assert go(Counting({}, 3), *"abcdefgh") == list("abcdefgh")


@pytest.mark.parametrize(("depth", "is_read"), [(2, True), (3, False)])
def test_sitemap_indexes_may_be_in_others_but_not_too_deep(depth: int, is_read: bool) -> None:
    lists = {f"i{n}": index(f"i{n + 1}") for n in range(depth)} | {f"i{depth}": feed("page")}
    assert ("page" in go(Recorder(lists), "i0")) is is_read
