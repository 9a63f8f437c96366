"""Where most of a series of posts is kept, all of it is."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page
from mainspan.algorithms.learned.posts import make_series_whole
from mainspan.algorithms.learned.sheet import sheet_of


def whole(html: str, kept: list[bool], score: float = 0.9) -> list[bool]:
    page = Page(html)
    scores = np.full(len(kept), score)
    found: list[bool] = make_series_whole(np.array(kept), scores, sheet_of(page), page).tolist()
    return found


def posts(*texts: str) -> str:
    """Replies, each of which answers the one before."""
    opened = "".join(f"<div class=reply><div class=body>{text}</div>" for text in texts)
    return f"<p>Question</p>{opened}{'</div>' * len(texts)}"


def test_a_series_of_nested_replies_is_kept() -> None:
    assert whole(posts("one", "two", "three"), [True, True, True, False]) == [True] * 4


@pytest.mark.parametrize(("count", "added"), [(3, True), (2, False)])
def test_a_series_has_several_blocks(count: int, added: bool) -> None:
    kept = [True] * count + [False]
    assert whole(posts(*["one"] * count), kept)[-1] == added


@pytest.mark.parametrize(("left_out", "added"), [(2, True), (3, False)])
def test_most_of_a_series_is_kept(left_out: int, added: bool) -> None:
    kept = [True, True, True] + [False] * left_out
    assert whole(posts(*["one"] * (2 + left_out)), kept)[-1] == added


@pytest.mark.parametrize(("score", "added"), [(0.1, True), (0.09, False)])
def test_a_hopeless_post_is_not_added(score: float, added: bool) -> None:
    assert whole(posts("one", "two", "three"), [True, True, True, False], score)[-1] == added


@pytest.mark.parametrize(
    ("text", "added"),
    [("<a href=/x>half</a> half", True), ("<a href=/x>nearly all</a> of it", False)],
    ids=["half", "more"],
)
def test_a_post_is_not_mostly_links(text: str, added: bool) -> None:
    assert whole(posts("one of it", "two of it", text), [True, True, True, False])[-1] == added


def test_other_names_are_another_series() -> None:
    html = posts("one", "two", "three") + "<div class=reply><div class=buttons>Reply</div></div>"
    assert whole(html, [True, True, True, True, False])[-1] is False


def test_nothing_is_added_to_nothing() -> None:
    assert whole(posts("one", "two", "three"), [False] * 4) == [False] * 4
