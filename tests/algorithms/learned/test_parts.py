"""Byline, captions and comments, kept where they are requested."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mainspan import Extraction, extract
from mainspan.algorithms.learned import Learned, LearnedJudgement
from mainspan.algorithms.learned.parts import (
    are_comments_text,
    doubt_comments,
    doubt_menus,
    favour_comments,
    find_byline,
    find_captions,
    find_comments,
    find_menus,
)
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.page import Page
from mainspan.render.text import block_texts
from tests.algorithms.paper import CORPUS

OURS = sorted(CORPUS.rglob("*.html"))[::9]

TEXT = (
    "<p>After two years in dry dock, the old boat left the quay on Friday night with ninety on board.</p>" * 2
)
HTML = (
    "<title>Night ferry runs again</title><body><nav><a href=/>Home</a></nav>"
    "<article><h1>Night ferry runs again</h1>"
    "<div class=byline>By Ada Lund</div><time class=date>12 May 2025</time>"
    f"{TEXT}<figure><img src=a.jpg><figcaption>The boat at dawn</figcaption></figure>"
    f"{TEXT.replace('boat', 'ship')}"
    "</article><figure><figcaption>An advertisement</figcaption></figure>"
)


def test_a_requested_byline_is_kept() -> None:
    assert "By Ada Lund" not in extract(HTML, algorithm="mainspan").text
    found = extract(HTML, algorithm="mainspan:byline=true").text
    assert "By Ada Lund" in found
    assert "12 May 2025" in found


def test_requested_captions_inside_the_text_are_kept() -> None:
    assert "The boat at dawn" not in extract(HTML, algorithm="mainspan").text
    found = extract(HTML, algorithm="mainspan:captions=true")
    assert "The boat at dawn" in found.text
    assert "An advertisement" not in found.text
    (reason,) = (block.reason for block in found.blocks if block.text == "The boat at dawn")
    assert reason.startswith("captions, as requested")


def test_a_requested_byline_without_names_is_found() -> None:
    html = HTML.replace(" class=byline", "").replace(" class=date", "")
    assert "By Ada Lund" in extract(html, algorithm="mainspan:byline=true").text
    both = extract(html, algorithm="mainspan:byline=true,headline=false").text
    assert not both.startswith("Night ferry"), "the headline is no byline"


def test_a_requested_byline_after_the_lead_is_found() -> None:
    lead = "<p>After two years in dry dock the old boat is back, and people on both banks are glad of it.</p>"
    html = HTML.replace("<div class=byline>", f"{lead}<div class=byline>")
    assert "By Ada Lund" in extract(html, algorithm="mainspan:byline=true").text


def test_the_title_of_a_table_is_no_caption_of_a_picture() -> None:
    table = "<table><caption>Fares</caption><tr><td>one<td>two<tr><td>three<td>four</table>"
    sheet = sheet_of(Page(f"{TEXT}{table}<figure><figcaption>Boat</figcaption></figure>{TEXT}"))
    assert find_captions(sheet, np.ones(len(sheet), dtype=np.bool_)) == [7]


@pytest.mark.parametrize(
    ("part", "requests", "is_one"),
    [
        ("<figure><img src=a><figcaption>Boat</figcaption></figure>", (True, False), True),
        ("<figure><blockquote>Boat</blockquote><figcaption>Ada</figcaption></figure>", (True, False), False),
        ("<figure><figcaption>boat.py</figcaption><pre>boat = 1</pre></figure>", (True, False), False),
        ("<img src=a><p class=caption>Boat</p>", (True, False), True),
        ("<img src=a><button>Enlarge</button><p class=caption>Boat</p>", (True, False), True),
        ("<p class=caption>Boat</p>", (False,), False),
        ("<p class=caption>Boat</p>", (True,), True),
        ("<img src=a><h3 id=tax-credit>Tax credit</h3>", (True, False), False),
    ],
    ids=["figure", "quotation", "listing", "name", "button", "no picture", "requested", "heading"],
)
def test_captions_are_those_of_pictures(part: str, requests: tuple[bool, ...], is_one: bool) -> None:
    sheet = sheet_of(Page(f"{TEXT}{part}{TEXT}"))
    kept = np.ones(len(sheet), dtype=np.bool_)
    for requested in requests:
        assert (len(find_captions(sheet, kept, requested)) > 0) == is_one


def test_a_headline_with_a_name_of_authors_is_the_headline() -> None:
    html = HTML.replace("<h1>", "<h1 class=author-post-date>")
    assert extract(html).text.startswith("Night ferry")
    both = extract(html, algorithm="mainspan:headline=false,byline=true").text
    assert "Night ferry" not in both
    assert "By Ada Lund" in both


def test_headings_menus_and_comments_are_no_byline() -> None:
    parts = "<nav><p>Home</nav>{}<h2>Two comments</h2><p class=comment>Glad to hear it</p>"
    html = parts.format(TEXT.replace("<p>", "<p>Boats: "))
    with_byline, without = (extract(html, algorithm=f"mainspan:byline={on}").text for on in ("true", "false"))
    assert not {"Home", "Two comments", "Glad to hear it"} & (
        set(with_byline.splitlines()) - set(without.splitlines())
    )


def test_a_lead_is_no_byline() -> None:
    lead = "After two years the old boat is back, and both banks are glad."
    sheet = sheet_of(Page(f"<h1>Ferry</h1><div class=meta><p>{lead}<p>By Ada Lund</div>{TEXT}"))
    assert find_byline(sheet, np.ones(len(sheet), dtype=np.bool_)) == [2]


@pytest.mark.parametrize("option", ["headline", "byline", "captions", "comments"])
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_an_option_changes_only_its_own_part(path: Path, option: str) -> None:
    page, changed = path.read_bytes(), with_option(path.read_bytes(), option)
    assert isinstance(changed.judgement, LearnedJudgement)
    part = changed.judgement.parts.get(option, [])
    for block, (before, after) in enumerate(zip(extract(page).blocks, changed.blocks, strict=True)):
        if after.verdict != before.verdict and block not in part:
            # What is between two comments without being named so is kept with them.
            also = "kept with the blocks around it" if option == "comments" else "nothing else"
            expected = f"{option}, (as requested|not requested)|^{also}"
            assert re.search(expected, before.reason) or re.search(expected, after.reason)


def with_option(page: bytes, option: str) -> Extraction:
    """What is found with another value than the default."""
    return extract(page, algorithm=f"mainspan:{option}={'false' if option == 'headline' else 'true'}")


def test_a_page_without_them_is_none_the_worse() -> None:
    for html in ("", "<p>one</p>", TEXT):
        plain = extract(html, algorithm="mainspan").text
        assert extract(html, algorithm="mainspan:byline=true,captions=true,comments=true").text == plain


REMARK = "<p>I was on the very first of these boats as a child, and cannot wait to be on board again.</p>"
COMMENTS = f"<div id=comments><h3>Two comments</h3><div class=comment>{REMARK * 2}</div></div>"


def test_comments_are_known_by_their_names() -> None:
    sheet = sheet_of(Page(f"<p>An article</p>{COMMENTS}<p>The end</p>"))
    assert find_comments(sheet) == [1, 2, 3]
    assert not len(find_comments(sheet_of(Page(HTML))))


def test_a_page_with_a_name_of_comments_is_no_comment() -> None:
    sheet = sheet_of(Page(f"<body class=comments-open><div>{TEXT}</div></body>"))
    assert not len(find_comments(sheet))


@pytest.mark.parametrize(("others", "found"), [(6, [1]), (4, [])])
def test_an_element_with_nearly_all_words_holds_no_comments(others: int, found: list[int]) -> None:
    page = Page(f"<p>{'word ' * others}</p><div class=comments><p>{'word ' * 95}</p></div>")
    assert find_comments(sheet_of(page)) == found


def test_comments_in_code_are_none_of_readers() -> None:
    code = "<pre><code><span class=comment># One</span>\nx = 1</code></pre>"
    page = Page(f"<p>Text</p>{code}<div class=comments><p>Two</p>{code}</div><p>{'word ' * 9}</p>")
    assert find_comments(sheet_of(page)) == [2, 3]


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("<h1>The boat left harbour</h1>", []),
        ("<h1>The boat</h1>", [1, 2]),
        ("<h2>The boat left harbour</h2>", [1, 2]),
        ("<h1>Nobody knows it yet</h1>", [1, 2]),
    ],
)
def test_an_element_with_the_title_of_the_page_holds_no_comments(heading: str, found: list[int]) -> None:
    title = "<title>The boat left harbour late</title>"
    page = Page(f"{title}<p>Menu</p><div class=comments>{heading}<p>Text</p></div><p>{'word ' * 9}</p>")
    assert find_comments(sheet_of(page)) == found


def test_in_an_article_comments_are_left_out_if_there_is_an_article() -> None:
    page = sheet_of(Page(f"<p>An article of some words</p>{COMMENTS}"))
    raw_scores, comments = np.full(len(page), 0.9), find_comments(page)
    few = replace(page, words=np.array([55, 4, 20, 20], dtype=np.int32))
    many = replace(page, words=np.array([56, 4, 20, 20], dtype=np.int32))
    assert doubt_comments(raw_scores, few, comments, "article").tolist() == raw_scores.tolist()
    assert doubt_comments(raw_scores, many, comments, "article").tolist() == [0.9, 0, 0, 0]


@pytest.mark.parametrize(("comment", "is_text"), [(0.93, True), (0.91, False)])
def test_comments_are_the_text_if_nothing_else_is_as_likely(comment: float, is_text: bool) -> None:
    assert are_comments_text(np.array([0.9, 0.5, comment]), [1, 2]) == is_text
    assert are_comments_text(np.array([0.5, comment]), [0, 1]), "there is nothing else"


def test_where_a_page_may_be_a_forum_comments_are_doubted_alone() -> None:
    page = sheet_of(Page(f"<p>An article of some words</p>{COMMENTS}"))
    raw_scores, comments = np.array([0.9, 0.5, 0.0, 1.0]), find_comments(page)
    doubted = doubt_comments(raw_scores, page, comments, "auto")
    assert doubted[[0, 2, 3]].tolist() == [0.9, 0, 1]
    assert doubted[1] == pytest.approx(0.2)
    assert favour_comments(raw_scores, comments)[1] == pytest.approx(0.8)
    assert doubt_comments(raw_scores, page, comments, "page").tolist() == raw_scores.tolist()


def test_requested_comments_are_kept() -> None:
    html = HTML.replace("</article>", f"</article>{COMMENTS}")
    without = extract(html, algorithm="mainspan:scope=article")
    assert "cannot wait" not in without.text
    assert "cannot wait" in extract(html, algorithm="mainspan:scope=article,comments=true").text


def test_menus_are_left_out_if_anything_else_is_likelier() -> None:
    sheet = sheet_of(Page(f"<nav><a href=/>Home</a></nav>{TEXT}<nav>More</nav>"))
    assert find_menus(sheet) == [0, 3]
    assert doubt_menus(np.array([0.4, 0.6, 0.2, 0.5]), sheet).tolist() == [0, 0.6, 0.2, 0]
    assert doubt_menus(np.array([0.6, 0.6, 0.2, 0.5]), sheet).tolist() == [0.6, 0.6, 0.2, 0.5]


def test_a_small_page_is_read_without_its_menu() -> None:
    found = extract(f"<nav><a href=/>Home</a> <a href=/x>More</a></nav>{TEXT}")
    assert found.text.startswith("After two years")


def everything(html: str) -> tuple[Sheet, NDArray[np.bool_]]:
    """A page, and all its blocks as kept ones."""
    sheet = sheet_of(Page(html))
    return sheet, np.ones(len(sheet), dtype=np.bool_)


@pytest.mark.parametrize(("words", "found"), [(55, True), (65, False)])
def test_a_caption_by_its_name_has_sixty_words_at_most(words: int, found: bool) -> None:
    sheet, kept = everything(f"{TEXT}<img src=a><p class=caption>{'word ' * words}</p>{TEXT}")
    assert bool(find_captions(sheet, kept)) == found


@pytest.mark.parametrize(("words", "found"), [(24, True), (27, False)])
def test_a_byline_has_twenty_five_words_at_most(words: int, found: bool) -> None:
    sheet, kept = everything(f"<p class=byline>{'word ' * words}</p>{TEXT}")
    kept[0] = False
    assert bool(find_byline(sheet, kept)) == found


@pytest.mark.parametrize(("between", "found"), [(5, True), (6, False)])
def test_a_byline_is_six_blocks_before_the_text_at_most(between: int, found: bool) -> None:
    sheet, kept = everything(f"<p class=byline>By Ada Lund</p>{'<p>x' * between}{TEXT}")
    assert bool(find_byline(sheet, kept)) == found


def test_a_short_byline_may_end_like_a_sentence() -> None:
    sheet, kept = everything(f"<p class=byline>By Ada Lund, The Post.</p>{TEXT}")
    assert find_byline(sheet, kept) == [0]


@pytest.mark.parametrize(("between", "found"), [(2, True), (3, False)])
def test_a_requested_byline_is_three_blocks_after_the_lead_at_most(between: int, found: bool) -> None:
    lead = "<p>After two years in dry dock the old boat is back, and people on both banks are glad of it.</p>"
    byline = "<div class=byline>By Ada Lund</div>"
    html = HTML.replace(byline, f"{lead}{'<p>Boats' * between}{byline}")
    judgement = Learned(byline=True).judge(Page(html, hidden=True))
    texts = block_texts(judgement.page)
    assert ("By Ada Lund" in [texts[block] for block in judgement.parts["byline"]]) == found
