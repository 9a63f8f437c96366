"""The headline: found before the content, kept or left out by the option."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page, extract
from mainspan.algorithms.learned import Learned, LearnedJudgement
from mainspan.algorithms.learned.choosing import Choice
from mainspan.algorithms.learned.headline import (
    find_headline,
    find_late_headline,
    find_other_articles,
    find_preface,
    is_title,
)
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.types import TYPES

RUNS = "Night ferry to the islands runs again"
TITLE = f"<title>{RUNS} - The Harbour Post</title>"
NAV = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
TEXT = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        "After two years in dry dock, the old boat left the quay on Friday night with ninety on board.",
        "The company, which had promised the line for last spring, blamed a delay of two engines.",
        "Tickets cost as much as before the repair, and the upper deck is sold out until the autumn.",
    )
)


def headline_of(before: str) -> str:
    page = Page(f"{TITLE}<body>{NAV}<main>{before}{TEXT}</main>")
    judgement = Learned().judge(page)
    place = judgement.headline
    return "" if place < 0 else page.source[page.blocks.start[place] : page.blocks.end[place]]


@pytest.mark.parametrize(
    ("before", "found"),
    [
        (f"<h1>{RUNS}</h1>", RUNS),
        ("<h1>Ferry</h1>", "Ferry"),
        (f"<h2>{RUNS}</h2>", RUNS),
        (f"<h1>The Harbour Post</h1><h2>{RUNS}</h2>", RUNS),
        (f"<div>{RUNS}</div>", RUNS),
        ("<h2>Most read this week</h2>", ""),
        ("<ul><li>Night ferry to the islands</ul>", ""),
        (f"<div>{RUNS}</div><div>Follow The Harbour Post</div>", RUNS),
        ("<div>The islands runs again</div><div>Night ferry runs again</div>", "Night ferry runs again"),
        ("", ""),
    ],
    ids=[
        "h1",
        "one word",
        "h2",
        "the site's name first",
        "no heading",
        "another heading",
        "a list",
        "no heading, and the site's name",
        "two texts with as much of the title",
        "none",
    ],
)
def test_a_headline_is_found(before: str, found: str) -> None:
    assert headline_of(before) == found


@pytest.mark.parametrize(
    ("before", "found"),
    [
        (f"<h1>{RUNS}</h1><h1>The ferry of the night</h1>", RUNS),
        ("<h1>Night ferry to Crete</h1><h1>The night ferry</h1>", "Night ferry to Crete"),
        ("<h1>The Harbour Post</h1><h1>Night ferry runs</h1>", "Night ferry runs"),
        ("<h1><a href=/>The Harbour Post</a></h1><h1>Night ferry</h1>", "Night ferry"),
        (f"<h1>{RUNS}</h1><h2>{RUNS}</h2>", RUNS),
        (f"<h1>{RUNS}</h1><h2>The ferry of the night</h2>", RUNS),
        (f"<h2>{RUNS}</h2><h1>Night ferry</h1>", "Night ferry"),
    ],
    ids=["title", "three words", "as many", "linked", "twice", "a lower rank", "no h1"],
)
def test_the_title_wins_over_sections_of_the_first_rank(before: str, found: str) -> None:
    assert headline_of(before) == found


def test_sections_of_the_first_rank_do_not_cost_the_title() -> None:
    sections = f"<h1>The ferry in summer</h1>{TEXT}<h1>The islands in winter</h1>{TEXT}"
    found = extract(f"{TITLE}<body>{NAV}<main><h1>{RUNS}</h1>{sections}</main>").markdown
    assert [line for line in found.splitlines() if line.startswith("#")] == [
        f"# {RUNS}",
        "# The ferry in summer",
        "# The islands in winter",
    ]


@pytest.mark.parametrize(
    ("again", "count"),
    [("<h2>Ferry runs in 2021</h2>", 1), ("<h2>Ferry runs in 2022</h2>", 2)],
    ids=["the same", "another year"],
)
def test_the_title_is_there_once(again: str, count: int) -> None:
    html = f"<title>Ferry runs in 2021</title>{NAV}<main><h1>Ferry runs in 2021</h1>{again}{TEXT}</main>"
    assert extract(html).text.count("Ferry runs in") == count


@pytest.mark.parametrize("scope", ["auto", "article", "page"])
def test_the_headline_is_kept_by_the_option(scope: str) -> None:
    html = f"{TITLE}<body>{NAV}<main><h1>{RUNS}</h1>{TEXT}</main>"
    with_it = extract(html, algorithm=Learned(scope=scope)).text
    without = extract(html, algorithm=Learned(scope=scope, headline=False)).text
    assert with_it.startswith(f"{RUNS}\n")
    assert "Night ferry" not in without
    assert with_it.endswith(without)


@pytest.mark.parametrize(
    ("html", "preface"),
    [
        ("<p>Breaking news</p><h1>Hens</h1>", [0]),
        ("<h1>Hens</h1>", []),
        ("<p>Breaking news</p><h2>Hens</h2>", []),
        ("<p>" + "A long text. " * 9 + "</p><h1>Hens</h1>", []),
    ],
    ids=["a ticker", "nothing before it", "no h1", "much before it"],
)
def test_little_before_the_headline_is_no_content(html: str, preface: list[int]) -> None:
    sheet = sheet_of(Page(html + "<p>" + "Hens lay eggs all day. " * 9))
    kept = np.ones(len(sheet), dtype=np.bool_)
    headline = int(np.flatnonzero(sheet.words == 1)[0])
    assert find_preface(sheet, kept, headline) == preface
    assert not len(find_preface(sheet, kept, -1))


def test_a_hopeless_text_is_no_headline() -> None:
    menu = "".join(f"<a href=/{i}>Night ferry tickets {i}</a><br>" for i in range(60))
    search = f"<footer class='footer copyright'><form class=search><button>{RUNS}</button></form></footer>"
    html = f"{TITLE}<body><nav>{menu}<label>{search}</label>{menu}</nav><main>{TEXT * 4}</main>"
    judgement = Learned().judge(Page(html, hidden=True))
    place = find_headline(judgement.sheet, judgement._likely.kept)
    assert judgement.raw_scores[place] < 0.1
    assert judgement.headline == -1
    assert RUNS not in extract(html).text


@pytest.mark.parametrize(
    ("heading", "title", "found"),
    [
        ("<h1>Night ferry runs</h1>", "Night ferry runs - Post", True),
        ("<h1>Night ferry runs</h1>", "Night ferry runs - Ninety Blue Engines Today", False),
        ("<h1>Night ferry</h1>", "Night ferry", False),
        ("<h1>Night ferry runs now</h1>", "Night ferry runs", False),
        ("<h2>Night ferry runs</h2>", "Night ferry runs", False),
    ],
    ids=["most of it", "half of it", "two words", "another word", "a lower rank"],
)
def test_the_title_is_a_heading_of_the_first_rank_with_most_of_it(
    heading: str, title: str, found: bool
) -> None:
    assert is_title(sheet_of(Page(f"<title>{title}</title>{heading}{TEXT}")), 0) == found


def test_a_headline_after_a_long_ticker_is_found() -> None:
    ticker = "<p>" + "Breaking news of the night and of the day before. " * 2 + "</p>"
    sheet = sheet_of(Page(f"<title>Hens</title>{ticker}<h1>Hens</h1><p>" + "Hens lay eggs all day. " * 60))
    kept = np.ones(len(sheet), dtype=np.bool_)
    assert find_late_headline(sheet, kept) == 1
    kept[1] = False
    assert find_late_headline(sheet, kept) == -1


LONG = "Night ferry to the islands runs again " + "and again " * 9


@pytest.mark.parametrize(("words", "found"), [(28, True), (32, False)])
def test_a_headline_has_thirty_words_at_most(words: int, found: bool) -> None:
    text = " ".join((LONG + "and more " * 9).split()[:words])
    assert bool(headline_of(f"<h1>{text}</h1>")) == found


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Night ferry", False),
        ("Night ferry runs", True),
        ("Night ferry: quay, mayor, bells", False),
        ("Night ferry runs: quay, bells", True),
    ],
    ids=["two words", "three words", "two of five", "three of five"],
)
def test_a_heading_of_a_lower_rank_is_like_the_title(heading: str, found: bool) -> None:
    assert bool(headline_of(f"<h2>{heading}</h2>")) == found


@pytest.mark.parametrize(("words", "is_preface"), [(4, True), (15, False)])
def test_a_tenth_of_the_content_may_be_before_the_headline(words: int, is_preface: bool) -> None:
    sheet = sheet_of(Page(f"<p>{'word ' * words}<h1>Hens</h1><p>{'Hens lay eggs all day. ' * 9}"))
    assert bool(find_preface(sheet, np.ones(len(sheet), dtype=np.bool_), 1)) == is_preface


def other_articles(
    between: str, other: float = 0.2, later: float = 0.8, words: int = 50, after: str = "<div>{}</div>"
) -> list[int]:
    """The blocks of other articles on a page: headline, text, what is between, two other texts."""
    text = f"<p>{'word ' * words}</p>"
    page = Page(f"<body><h1>Boats</h1><div>{text}{between}{after.format(text * 2)}</div>")
    kept, scores = np.array([True, True, False, True, True]), np.array([0.9, 0.9, other, later, later])
    return find_other_articles(sheet_of(page), kept, scores, 0)


def test_what_follows_another_headline_is_another_article() -> None:
    assert other_articles("<h1>Trains</h1>") == [3, 4]
    assert other_articles("<h1>Trains</h1>", other=0.29) == [3, 4]
    assert other_articles("<h1>Trains</h1>", other=0.31) == [], "a section of the article"
    assert other_articles("<h2>Trains</h2>") == [], "not of the first rank"
    assert other_articles("<h1>Trains</h1>", words=49) == [], "hardly an article"


def test_a_box_may_have_a_headline() -> None:
    assert other_articles("<h1>Trains</h1>", later=0.89) == [3, 4]
    assert other_articles("<h1>Trains</h1>", later=0.91) == [], "the text follows"
    assert other_articles("<h1>Trains</h1>", after="{}") == [], "the text goes on"


def test_another_article_is_left_out_of_a_page_that_is_one() -> None:
    text = "<p>" + "The old boat left the quay on Friday night, and ninety were on board. " * 5
    page = Page(f"<title>Boats</title><h1>Boats</h1>{text}<div><h1>Trains</h1><div>{text}</div></div>")
    for scope, article, count in (("auto", 0.9, 1), ("auto", 0.7, 0), ("page", 0.9, 0)):
        judgement = LearnedJudgement(page, Learned(), scope=scope)
        judgement._types = [article if name == "article" else 0.0 for name in TYPES]
        judgement.raw_scores = np.array([0.9, 0.9, 0.2, 0.8])
        judgement._likely = Choice(np.array([True, True, False, True]), 0.9, 0.5)
        assert len(judgement._other_articles) == count
        assert judgement.kept.tolist() == [True, True, False, not count]


@pytest.mark.parametrize(("kind", "is_preface"), [("listing", False), ("product", True), ("article", True)])
def test_what_is_before_the_headline_of_a_list_may_be_its_first_items(kind: str, is_preface: bool) -> None:
    items = "".join(f"<h1>Item {name} of May</h1><p>{'word ' * 60}.</p>" for name in ("two", "three"))
    page = Page(f"<title>Item two of May | Site</title><h1>Item one</h1><p>Short</p>{items}")
    judgement = LearnedJudgement(page, Learned())
    flags = np.ones(len(judgement.sheet), dtype=np.bool_)
    judgement.__dict__["_likely"] = Choice(flags, 1.0, 0.5)
    judgement.__dict__["_types"] = [float(name == kind) for name in TYPES]
    judgement.__dict__["headline"] = 2
    assert judgement._preface == ([0, 1] if is_preface else [])
