"""The type of a page, as the network sees it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mainspan import Page, extract
from mainspan.algorithms.learned import Learned, types
from mainspan.algorithms.learned.network import shipped
from mainspan.algorithms.learned.types import (
    TYPES,
    even_out,
    guess_type,
    is_documentation,
    is_forum,
    is_no_article,
    is_taken_for_forum,
    may_be_forum,
    may_be_list,
    seems_article,
    weigh_types,
)
from training.settings import KINDS


def test_the_types_are_those_that_the_network_was_trained_with() -> None:
    assert TYPES == KINDS


def test_a_page_without_text_has_no_type() -> None:
    assert guess_type(Page("")) is None


def test_an_article_is_one() -> None:
    text = "<p>" + "The soup was warm, and everyone at the table was glad of it. " * 12 + "</p>"
    guess = guess_type(Page(f"<title>Soup for all</title><article><h1>Soup for all</h1>{text * 6}</article>"))
    assert guess is not None
    assert guess.name == "article"
    assert 1 / len(TYPES) < guess.probability <= 1


@pytest.mark.parametrize(("likely", "name"), [(0.4, "other"), (0.6, "service")])
def test_a_page_of_no_likely_type_is_of_another(
    monkeypatch: pytest.MonkeyPatch, likely: float, name: str
) -> None:
    monkeypatch.setattr(types, "even_out", lambda _: {"service": likely, "article": (1 - likely) / 2})
    guess = guess_type(Page("<p>The soup was warm. " * 50))
    assert guess is not None
    assert (guess.name, guess.probability) == (name, 0.6)


def test_hidden_text_is_read_as_the_default_reads_it() -> None:
    page = Page("<p hidden>" + "The soup was warm. " * 50)
    assert guess_type(page) == guess_type(page.with_hidden)


def test_short_pages_and_other_formats_have_no_type() -> None:
    assert guess_type(Page("<p>" + "word " * 49)) is None
    assert guess_type(Page("<p>" + "word " * 50)) is not None
    assert guess_type(Page(b"%PDF-1.7 " + b"word " * 99)) is None
    assert Learned().judge(Page("<p>" + "word " * 49)).types == {}


def test_probabilities_of_types_do_not_favour_articles() -> None:
    likely = [0.7, *[0.05] * 6]
    told = even_out(likely)
    assert list(told) == list(TYPES)
    assert sum(told.values()) == pytest.approx(1)
    assert told["article"] < 0.7
    assert all(told[name] > 0.05 for name in TYPES[1:])
    # The seldom one gains most.
    assert max(TYPES[1:], key=told.__getitem__) == "documentation"
    assert even_out([]) == {}


def test_a_page_of_which_nothing_is_known_may_be_anything() -> None:
    assert is_taken_for_forum(Page(""))
    text = "<p>" + "The soup was warm, and everyone at the table was glad of it. " * 12 + "</p>"
    assert not is_taken_for_forum(Page(f"<title>Soup</title><article><h1>Soup</h1>{text * 6}</article>"))


def test_types_share_one_certainty() -> None:
    likely = weigh_types(shipped(), np.ones(32, dtype=np.float32))
    assert len(likely) == len(TYPES)
    assert sum(likely) == pytest.approx(1)


@pytest.mark.parametrize(("share", "listed"), [(0.35, True), (0.25, False)])
def test_a_list_is_the_sum_of_all_kinds_of_lists(share: float, listed: bool) -> None:
    likely = [1 - share, *[0.0] * 6]
    likely[TYPES.index("listing")] = likely[TYPES.index("product")] = share / 2
    assert may_be_list(likely) == listed


@pytest.mark.parametrize(
    ("share", "forum", "article", "other"),
    [(0.85, 0, 1, 0), (0.75, 0, 0, 0), (0.25, 0, 0, 0), (0.22, 0, 0, 0), (0.19, 1, 0, 1)],
)
def test_forums_and_articles_are_recognised_by_their_probability(
    share: float, forum: bool, article: bool, other: bool
) -> None:
    likely = [share, 1 - share, *[0.0] * 5]
    assert (may_be_forum(likely), seems_article(likely), is_no_article(likely)) == (forum, article, other)


@pytest.mark.parametrize(("share", "found"), [(0.51, True), (0.49, False)])
def test_documentation_is_recognised_by_its_probability(share: float, found: bool) -> None:
    likely = [share if name == "documentation" else 0.0 for name in TYPES]
    assert is_documentation(likely) == found
    assert not is_documentation([])


def test_who_has_learned_no_types_names_none_and_denies_none() -> None:
    weights = {name: value for name, value in shipped().weights.items() if not name.startswith("type")}
    without = replace(shipped(), weights=weights)
    page = Page("<p>" + "The soup was warm. " * 50)
    assert guess_type(page, without) is None
    assert weigh_types(without, np.ones(32, dtype=np.float32)) == []
    assert may_be_forum([])
    assert may_be_list([])
    assert not seems_article([])


TEXT = "<p>The soup was warm, and everyone at the table was glad of it, since it had rained since noon.</p>"
COMMENTS = "".join(f"<div class=comment><b>reader{i}</b>{TEXT}</div>" for i in range(9))


@pytest.mark.parametrize(("odds", "kept"), [(9.0, True), (-9.0, False)])
def test_comments_are_left_out_unless_the_page_may_be_a_forum(
    monkeypatch: pytest.MonkeyPatch, odds: float, kept: bool
) -> None:
    def types(*_: object) -> np.ndarray:
        return np.where(np.arange(len(TYPES)) == TYPES.index("forum"), odds, 0).astype(np.float32)

    monkeypatch.setattr(type(shipped()), "types", types)
    article = TEXT.replace("soup", "tea") * 4
    page = f"<title>Tea</title><article><h1>Tea</h1>{article}</article><section>{COMMENTS}</section>"
    assert ("soup" in extract(page, algorithm="mainspan:focus=recall").text) == kept


def test_posts_of_what_is_surely_a_forum_are_not_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"<title>Soup</title><h1>Soup</h1>{COMMENTS}"

    def doubted(odds: float) -> bool:
        logits = np.where(np.arange(len(TYPES)) == TYPES.index("forum"), odds, 0).astype(np.float32)
        monkeypatch.setattr(type(shipped()), "types", lambda *_: logits)
        return Learned().judge(Page(page, hidden=True))._doubts_comments

    assert (doubted(1.0), doubted(9.0)) == (True, False)
    assert is_forum([0.02, 0.98, *[0.0] * 5])
    assert not is_forum([0.04, 0.96, *[0.0] * 5])
    assert not is_forum([])
