from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import reading
from mainspan.algorithms.learned import Learned, types
from mainspan.algorithms.plain import Plain
from mainspan.page import Page
from mainspan.reading import (
    Flags,
    _comment_blocks,
    blocks_in,
    excerpt,
    find_comments,
    is_readable,
    shorten,
)
from mainspan.render.text import render_text
from mainspan.spans import Spans
from tests.soup import soups

SENTENCE = "The ferry to the island leaves at nine, and nobody on the quay is in a hurry to board it."
ARTICLE = "".join(f"<p>{SENTENCE} {SENTENCE} This is part {number} of it.</p>" for number in range(12))
COMMENTS = "".join(
    f'<li class="comment"><cite>Reader {number}</cite><div class="comment-body"><p>I took this boat '
    f"last year, and we waited {number} hours for it. Would not do that again!</p></div></li>"
    for number in range(2, 8)
)
PAGE = (
    "<title>Morning ferries of the bay</title><body><nav><a href=/>Home</a> <a href=/n>News</a></nav>"
    '<article class="post"><h1>Morning ferries of the bay</h1>'
    f'<div class="entry-content">{ARTICLE}</div></article>'
    f'<div id="comments" class="comments"><h3>6 comments</h3><ol class="comment-list">{COMMENTS}</ol></div>'
    "<footer>Copyright The Port</footer>"
)


def comments_in(html: str, method: Learned | Plain | None = None) -> str:
    page = Page(html).with_hidden
    return render_text(page, find_comments(page, (method or Learned())(page)))


def said_in(html: str) -> Flags:
    page = Page(html)
    return _comment_blocks(page, np.ones(len(page.blocks), dtype=np.bool_))


def test_comments_are_separate_from_the_text() -> None:
    found = comments_in(PAGE)
    assert found.count("Would not do that again!") == 6
    assert "ferry" not in found


REPLY = '<a class="x" href="/ferries?replytocom=7#respond">Antworten</a>'
FORM = "<form><h4>Write</h4><p>Your address will not be told to anybody, and all is read.</p></form>"


@pytest.mark.parametrize(
    ("part", "replaced", "dropped"),
    [
        ("</p></div></li>", f"</p></div>{REPLY}</li>", "Antworten"),
        ("</p></div></li>", "</p></div><button>Merken</button></li>", "Merken"),
        ("</ol></div>", f"</ol>{FORM}</div>", "address"),
        ("</h3>", "</h3><p>What follows is owned by whoever wrote it. We are not responsible.</p>", "owned"),
        ("<h3>", "<h3>", "6 comments"),
    ],
)
def test_text_around_comments_is_no_comment(part: str, replaced: str, dropped: str) -> None:
    found = comments_in(PAGE.replace(part, replaced))
    assert found.count("Would not do that again!") == 6
    assert dropped not in found


def test_names_and_dates_that_are_links_stay() -> None:
    name = '<cite><a href="https://ann.example/">Ann</a></cite><div><a href="#reply">1 May 2024</a></div>'
    found = comments_in(PAGE.replace("<cite>Reader 3</cite>", name))
    assert "Ann" in found
    assert "1 May 2024" in found


def test_headings_that_recur_between_comments_are_authors() -> None:
    said = "<h4>Ann</h4><p>I took this boat, and so did Bob.</p>"
    assert said_in(f"<div>{said}</div>").tolist() == [False, True]
    assert said_in(f"<div>{said}{said}</div>").tolist() == [True] * 4


@pytest.mark.parametrize(("words", "count"), [("No comments:", 0), ("Great!", 0), ("Great post, thanks!", 1)])
def test_an_empty_comment_section_has_no_comments(words: str, count: int) -> None:
    said = said_in(f"<h4>3 comments</h4><p>{words}</p><h4>Post a comment</h4>")
    assert said.sum() == count


def test_comments_that_were_kept_are_none() -> None:
    assert comments_in(PAGE, Plain()) == ""


def test_text_without_names_of_comments_has_none() -> None:
    assert comments_in(PAGE.replace("comment", "box")) == ""


def test_comments_before_the_content_are_none() -> None:
    page = Page(PAGE)
    last = int(page.source.index("Copyright"))
    assert not find_comments(page, Spans([(last, last + len("Copyright The Port"))]))


def test_posts_of_a_forum_are_no_comments() -> None:
    posts = "".join(
        f'<div class="post message thread-post comment"><div class="user">user{number}</div>'
        f'<div class="post-body"><p>{SENTENCE} Did you try it, number {number}?</p></div>'
        '<a href="/reply">Reply</a> <a href="/quote">Quote</a></div>'
        for number in range(8)
    )
    head = '<title>Ferries - Forum</title><body class="forum"><h1>Ferries?</h1>'
    html = f'{head}<div class="thread">{posts}</div>'
    assert comments_in(html) == ""


def test_page_without_text_has_no_comments() -> None:
    assert comments_in("<div class=comments></div>") == ""


@given(soups)
def test_comments_are_disjoint_from_any_spans(html: str) -> None:
    page = Page(html)
    spans = Learned()(page)
    assert not find_comments(page, spans) & spans


def test_blocks_half_of_which_is_kept() -> None:
    page = Page("<p>one two</p><p>one two three</p>")
    first = [page.source.index("one"), page.source.rindex("one")]
    spans = Spans([(start, start + 3) for start in first])
    assert blocks_in(page, spans).tolist() == [True, False]


@pytest.mark.parametrize(
    ("words", "confidence", "expected"),
    [
        (50, 1.0, True),
        (49, 1.0, False),
        (400, 0.5, True),
        (399, 0.5, False),
    ],
)
def test_less_sure_needs_more_words(words: int, confidence: float, expected: bool) -> None:
    assert is_readable(words, confidence) is expected


@pytest.mark.parametrize(
    "html",
    [
        "<title>404 Not Found</title><h1>Not Found</h1><p>The page that you look for does not exist.</p>",
        "<title>Log in</title><form><label>Name<input></label><button>Log in</button></form>",
        "<div class=consent><h2>Your privacy</h2><p>We and our partners store data on your device.</p></div>",
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
    ],
)
def test_page_with_nothing_to_read_is_not_readable(html: str) -> None:
    page = Page(html).with_hidden
    judgement = Learned().judge(page)
    words = int(page.blocks.words[judgement.kept].sum())
    assert not is_readable(words, judgement.confidence)


def test_article_is_readable() -> None:
    page = Page(PAGE).with_hidden
    judgement = Learned().judge(page)
    assert is_readable(int(page.blocks.words[judgement.kept].sum()), judgement.confidence)


@pytest.mark.parametrize(
    ("text", "description", "expected"),
    [
        (f"Title\n\n{SENTENCE}\n\nMore.", "", SENTENCE),
        (f"Title\n\n{SENTENCE}", "  What this\n page is. ", "What this page is."),
        (f"Title\n\n- {SENTENCE}", "News", SENTENCE),
        ("Only a few words\n\nhere", "", "Only a few words"),
        ("Title", "", ""),
        ("", "", ""),
    ],
)
def test_excerpt(text: str, description: str, expected: str) -> None:
    assert excerpt(text, description) == expected


def test_long_paragraph_is_cut_after_a_sentence() -> None:
    found = excerpt(f"{SENTENCE} " * 10)
    assert found == " ".join([SENTENCE] * 3)


@pytest.mark.parametrize(("length", "expected"), [(300, "x" * 300), (301, "x" * 299 + "…")])
def test_text_without_spaces_is_cut_anywhere(length: int, expected: str) -> None:
    assert shorten("x" * length) == expected


def test_long_sentence_is_cut_after_a_word() -> None:
    assert shorten("word " * 100) == "word " * 58 + "word…"


@given(st.text(), st.text())
def test_any_excerpt_is_one_short_line(text: str, description: str) -> None:
    found = excerpt(text, description)
    assert len(found) <= 300
    assert len(found.splitlines()) <= 1 or not found.isprintable()


ITEM = "<li>I took this boat and waited for it all day.</li>"


@pytest.mark.parametrize(("note", "is_kept"), [(4, False), (12, True)])
def test_nearly_all_comments_are_in_one_list(note: int, is_kept: bool) -> None:
    # Two comments of ten words each: of 24 words 83 % are in the list, of 32 only 63 %.
    kept = said_in(f"<div><p>{'note ' * note}</p><ol>{ITEM}{ITEM}</ol></div>")
    assert kept.tolist() == [is_kept, True, True]


@pytest.mark.parametrize(
    ("button", "is_kept"),
    [
        ('<a href="/reply">Reply to this one</a>', False),
        ('<a href="/reply">Reply to this one now</a>', True),
        ('abc <a href="/reply">abcd</a>', False),
        ('abcd <a href="/reply">abcd</a>', True),
        ('<a href="/reply">Reply 12</a>', False),
        ('<a href="/reply">Reply 123</a>', True),
        (f'<a href="/reply" title="{"x" * 550}">Reply</a>', False),
        (f'<a href="/reply" title="{"x" * 650}">Reply</a>', True),
    ],
)
def test_buttons(button: str, is_kept: bool) -> None:
    comment = "<p>I took this boat and waited for it all day.</p>"
    kept = said_in(f"<div>{comment}<div>{button}</div>{comment}</div>")
    assert kept.tolist() == [True, is_kept, True]


@pytest.mark.parametrize(("length", "expected"), [(119, True), (118, False)])
def test_an_excerpt_ends_with_a_sentence_that_is_long_enough(length: int, expected: bool) -> None:
    found = shorten("x" * length + ". " + "word " * 100)
    assert found.endswith("x.") is expected


def judged(monkeypatch: pytest.MonkeyPatch, scores: list[float], words: list[int]) -> list[bool]:
    """Which of the blocks are comments, given their scores and words; the first one is content."""
    monkeypatch.setattr(types, "is_taken_for_forum", lambda page, network: False)
    items = "".join(f"<li>{'word ' * count}</li>" for count in words[1:])
    page = Page(f"<p>{'word ' * words[0]}</p><ol>{items}</ol>")
    masks = np.full((len(words), 2), reading._COMMENT)
    sheet = SimpleNamespace(masks=masks, words=page.blocks.words)
    judgement: Any = SimpleNamespace(page=page, sheet=sheet, network=None, raw_scores=np.array(scores))
    content = Spans.of_blocks(page, np.arange(len(words)) == 0)
    found: list[bool] = blocks_in(page, reading.comments_of(judgement, content)).tolist()
    return found


def test_one_comment_is_certain_and_the_others_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [9, 9, 9, 9]
    assert judged(monkeypatch, [0, 0.51, 0.11, 0.1], words) == [False, True, True, False]
    assert judged(monkeypatch, [0, 0.5, 0.11, 0.11], words) == [False] * 4


@pytest.mark.parametrize(("words", "count"), [(80, 2), (81, 0)])
def test_posts_are_no_comments(monkeypatch: pytest.MonkeyPatch, words: int, count: int) -> None:
    assert sum(judged(monkeypatch, [0.9, 0.9, 0.9], [words, 10, 10])) == count
