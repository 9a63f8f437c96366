"""The judgement of a page: computed once, with and without the parts that can be requested."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from mainspan import Page, algorithm, extract
from mainspan.algorithms.learned import Learned, LearnedJudgement, sheet
from mainspan.algorithms.learned.network import Answer, Network
from mainspan.algorithms.learned.types import TYPES

TEXT = "<p>The soup was warm, and everyone at the table was glad of it, since it had rained since noon.</p>"
COMMENTS = f"<div id=comments>{''.join(f'<div class=comment>{TEXT}</div>' for _ in range(3))}</div>"
ARTICLE = (
    f"<title>Soup for all</title><article><h1>Soup for all</h1>{TEXT.replace('soup', 'tea') * 9}</article>"
)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a sheet was made, and the network ran."""
    count: Counter[str] = Counter()
    make, run = sheet.make_sheet, Network.__call__

    def make_sheet(page: Page) -> sheet.Sheet:
        count["sheets"] += 1
        return make(page)

    def call(self: Network, *arguments: object) -> Answer:
        count["passes"] += 1
        return run(self, *arguments)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr(sheet, "make_sheet", make_sheet)
    monkeypatch.setattr(Network, "__call__", call)
    return count


@pytest.mark.parametrize(
    ("html", "algorithm", "passes"),
    [
        (ARTICLE, "mainspan", 1),
        (ARTICLE + COMMENTS, "mainspan", 2),
        (ARTICLE + COMMENTS, "mainspan:comments=true", 2),
        (ARTICLE, "density", 1),
    ],
    ids=["an article", "with comments", "comments requested", "another method"],
)
def test_one_sheet_and_one_pass_for_each_setting(
    work: Counter[str], html: str, algorithm: str, passes: int
) -> None:
    found = extract(html, algorithm=algorithm).to_dict()
    assert found["words"]
    # A method that does not read hidden text has a page of its own.
    pages = 2 if algorithm == "density" else 1
    assert work == {"sheets": pages, "passes": passes * pages}


def test_spans_are_those_of_the_judgement() -> None:
    page, method = Page(ARTICLE + COMMENTS, hidden=True), Learned()
    assert method(page) == method.judge(page).spans
    assert extract(page).spans == method.judge(page).spans


def doubt(words: int, code: int) -> str:
    script = f"<script>{'x' * code}</script>"
    return Learned().judge(Page(f"<p>{'word ' * words}</p>{script}", hidden=True)).doubt


@pytest.mark.parametrize(("words", "doubted"), [(59, True), (60, False)])
def test_a_page_of_fewer_words_may_be_made_by_its_scripts(words: int, doubted: bool) -> None:
    assert ("browser" in doubt(words, 9000)) == doubted


@pytest.mark.parametrize(("code", "doubted"), [(20 * 49 + 9, True), (20 * 49 - 9, False)])
def test_a_page_with_much_more_code_than_text_is_made_by_scripts(code: int, doubted: bool) -> None:
    assert ("browser" in doubt(10, code)) == doubted


@pytest.mark.parametrize(("score", "found"), [(0.11, True), (0.09, False)])
def test_an_unlikely_headline_is_none(score: float, found: bool) -> None:
    html = ARTICLE.replace("<h1>Soup for all", "<h1>Soup for you")
    judgement = LearnedJudgement(Page(html, hidden=True), Learned())
    _ = judgement._likely
    scores = judgement.raw_scores.copy()
    scores[0] = score
    judgement.raw_scores = scores
    assert (judgement.headline == 0) == found
    without = LearnedJudgement(Page(html, hidden=True), Learned(headline=False))
    without.raw_scores = np.full(len(without.sheet), 0.9)
    assert without.headline == 0


@pytest.mark.parametrize(("score", "found"), [(0.08, True), (0.06, False)])
def test_the_title_itself_may_be_less_likely(score: float, found: bool) -> None:
    title = "Night ferry runs again"
    text = "<p>" + "The old boat left the quay on Friday night, and ninety were on board. " * 4
    page = Page(f"<title>{title}</title><h1>{title}</h1>{text * 3}", hidden=True)
    judgement = LearnedJudgement(page, Learned())
    _ = judgement._likely
    scores = judgement.raw_scores.copy()
    scores[0] = score
    judgement.raw_scores = scores
    assert (judgement.headline == 0) == found


@pytest.mark.parametrize(
    ("scope", "forum", "others", "kept"),
    [
        ("auto", 0.0, 0.8, True),
        ("auto", 0.0, 0.99, False),
        ("auto", 0.99, 0.8, False),
        ("article", 0.0, 0.8, False),
    ],
    ids=["likelier than all else", "an article", "a forum", "an article is asked for"],
)
def test_likely_comments_are_the_text_of_a_page_that_is_read_as_an_article(
    scope: str, forum: float, others: float, kept: bool
) -> None:
    page = Page(TEXT * 6 + COMMENTS, hidden=True)
    judgement = LearnedJudgement(page, Learned(scope=scope), scope="article")
    judgement._types = [1 - forum if name == "article" else forum if name == "forum" else 0 for name in TYPES]
    judgement.raw_scores = np.array([others] * 6 + [0.95] * 3)
    assert judgement._with_doubted_comments(judgement.raw_scores)[-1] == (0.95 if kept else 0)


class Certain(LearnedJudgement):
    """A judgement of which it is known how good its answer is in each scope."""

    expected: ClassVar[dict[str, float]] = {}
    likely: ClassVar[list[float]] = []

    @property
    def _expected(self) -> float:
        return self.expected[self.scope]

    @property
    def _types(self) -> list[float]:
        return self.likely


def chosen_scope(
    expected: dict[str, float],
    article: float = 0.6,
    forum: float = 0.0,
    scope: str = "auto",
    html: str = ARTICLE,
    opening: int = 0,
    is_documentation: bool = False,
) -> str:
    """The scope in which a page is read.

    opening: the number of blocks of which an article has no word. is_documentation: the page is that rather
    than an article.
    """
    others = (1 - article - forum) / 4
    types = dict.fromkeys(TYPES, others) | {"article": article, "forum": forum, "documentation": 0.0}
    types |= {"article": 0.0, "documentation": article} if is_documentation else {}

    class Known(Certain):
        likely: ClassVar[list[float]] = list(types.values())

        @property
        def kept(self) -> NDArray[np.bool_]:
            kept = np.ones(len(self.sheet), dtype=np.bool_)
            kept[: opening if self.scope == "article" else 0] = False
            return kept

    Known.expected = expected
    return Known.of(Page(html, hidden=True), Learned(scope=scope)).scope


@pytest.mark.parametrize(("expected", "scope"), [(0.945, "article"), (0.955, "auto")])
def test_a_page_is_read_again_if_the_answer_is_in_doubt(expected: float, scope: str) -> None:
    assert chosen_scope({"auto": expected, "article": 0.99}) == scope


@pytest.mark.parametrize(("article", "scope"), [(0.51, "auto"), (0.49, "page")])
def test_a_page_that_is_hardly_an_article_is_read_as_another_page(article: float, scope: str) -> None:
    assert chosen_scope({"auto": 0.8, "article": 0.7, "page": 0.9}, article) == scope


@pytest.mark.parametrize("is_documentation", [False, True])
@pytest.mark.parametrize(("article", "scope"), [(0.51, "article"), (0.49, "auto")])
def test_articles_and_documentation_are_read_again_as_articles(
    article: float, scope: str, is_documentation: bool
) -> None:
    expected = {"auto": 0.8, "article": 0.9, "page": 0.7}
    assert chosen_scope(expected, article, is_documentation=is_documentation) == scope


@pytest.mark.parametrize(("forum", "scope"), [(0.79, "auto"), (0.81, "article")])
def test_what_seems_a_forum_may_be_an_article_with_comments(forum: float, scope: str) -> None:
    assert chosen_scope({"auto": 0.8, "article": 0.9, "page": 0.7}, 0.1, forum) == scope


POSTS = "<p>The mill needs a new roof, and nobody knows who is to pay for it.</p>" * 10


@pytest.mark.parametrize(("expected", "scope"), [(0.87, "article"), (0.89, "auto")])
def test_a_likely_answer_of_a_forum_is_no_article(expected: float, scope: str) -> None:
    known = {"auto": expected, "article": 0.94, "page": 0.7}
    assert chosen_scope(known, 0.1, 0.9, html=POSTS, opening=9) == scope


@pytest.mark.parametrize(("opening", "scope"), [(4, "article"), (6, "auto")])
def test_an_article_has_half_of_what_seems_a_thread(opening: int, scope: str) -> None:
    known = {"auto": 0.9, "article": 0.94, "page": 0.7}
    assert chosen_scope(known, 0.1, 0.9, html=POSTS, opening=opening) == scope


@pytest.mark.parametrize(("type_of_data", "scope"), [("DiscussionForumPosting", "auto"), ("Blog", "article")])
def test_what_declares_itself_a_thread_is_no_article(type_of_data: str, scope: str) -> None:
    data = f'<script type="application/ld+json">{{"@type": "{type_of_data}"}}</script>'
    assert chosen_scope({"auto": 0.8, "article": 0.9, "page": 0.7}, 0.1, 0.9, html=data + POSTS) == scope


def test_only_a_better_answer_counts() -> None:
    assert chosen_scope({"auto": 0.8, "article": 0.8}) == "auto"
    assert chosen_scope({"auto": 0.8, "article": 0.81}) == "article"


def test_a_scope_that_is_given_stays() -> None:
    assert chosen_scope({"page": 0.1, "article": 0.9}, scope="page") == "page"


def test_the_scope_does_not_depend_on_the_parts_that_are_requested() -> None:
    page = Page(ARTICLE + COMMENTS, hidden=True)
    options = ("headline=false", "byline=true", "captions=true", "comments=true")
    methods = [algorithm(f"mainspan:{option}") for option in ("hidden=true", *options)]
    expected = {LearnedJudgement(page, method)._expected for method in methods if isinstance(method, Learned)}
    assert len(expected) == 1
