"""Collapse: what is not kept takes no place, and containers keep no room for it."""

from __future__ import annotations

import pytest

from benchmarks.reference import words_shown
from mainspan import ALGORITHMS, Page, Spans, extract
from mainspan.render.whole import render_collapse
from tests.article import PAGE as ARTICLE
from tests.render.whole.reading import body_of, words

COLLAPSED = 'data-mainspan="hidden" hidden=""'


@pytest.mark.parametrize(
    ("chosen", "body"),
    [
        ([0, 1, 2], f'<div data-mainspan="around"><p>one two <b>three</b></p></div><p {COLLAPSED}>five</p> '),
        (
            [0],
            ('<div data-mainspan="around"><p>one <span data-mainspan="rest" hidden="">two</span> '
            f"<b {COLLAPSED}>three</b> </p></div><p {COLLAPSED}>five</p> "),
        ),
        ([], f"<div {COLLAPSED}><p>one two <b>three</b></p></div> <p {COLLAPSED}>five</p> "),
    ],
)  # fmt: skip
def test_elements_without_kept_text_take_no_place(chosen: list[int], body: str) -> None:
    page = Page("<div><p>one two <b>three</b></p></div><p>five</p>")
    assert body_of(render_collapse(page, words(page, *chosen))) == body


def test_the_style_closes_gaps_before_all_that_the_page_says() -> None:
    html = render_collapse(Page("<head><style>p{}</style></head>"), Spans())
    assert 0 < html.index("display:none!important") < html.index("min-height:0!important") < html.index("p{}")


@pytest.mark.parametrize(
    ("html", "chosen", "around"),
    [
        ("<main><div><p>one</p></div></main><div><p>two</p></div>", [0, 1], ["body", "main", "div"]),
        ("<main>one</main><section><p>two</p><p>three</p></section>", [0, 1], ["body", "main", "section"]),
        ("<ul><li>one</li><li>two</li></ul>", [0], ["body"]),
        ("<table><tr><td>one</td><td>two</td></tr></table>", [1], ["body"]),
    ],
    ids=["of the first text", "that lost something", "lists stay lists", "tables stay tables"],
)  # fmt: skip
def test_containers_that_may_keep_room_become_plain_blocks(
    html: str, chosen: list[int], around: list[str]
) -> None:
    page = Page(html)
    text = render_collapse(page, words(page, *chosen))
    names = [part.rpartition("<")[2].split()[0] for part in text.split('data-mainspan="around"')[:-1]]
    assert names == around


@pytest.mark.parametrize("between", ["<b>x</b>", "x", "<button>x</button>", "<div>x</div>"])
def test_words_around_what_is_gone_stay_apart(between: str) -> None:
    page = Page(f"<section><i>two</i>{between}<i>three</i></section>")
    assert words_shown(render_collapse(page, words(page, 0, 2))) == ["two", "three"]


def test_kept_text_that_the_page_hides_is_shown() -> None:
    page = Page("<p hidden>one</p><p>two</p>", hidden=True)
    body = body_of(render_collapse(page, words(page, 0)))
    assert '<p style=";display:revert!important;visibility:visible!important">one</p>' in body


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_method_has_the_form(name: str) -> None:
    found = extract(ARTICLE, algorithm=name)
    shown = "".join(words_shown(found.render("collapse")))
    assert shown == "".join(words_shown(found.render("hide")))
