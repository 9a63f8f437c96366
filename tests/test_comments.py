"""Comments one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from mainspan import Page, Spans, extract
from mainspan.comments import Comment, find_heads, split_comments
from mainspan.render.flow import make_flow
from mainspan.render.html import write_html
from mainspan.render.markdown import write_markdown
from mainspan.render.text import render_text

TEXT = "I like boats very much, and I have one of my own in the harbour."


def comments(html: str, select: str = "body") -> list[Comment]:
    page = Page(html)
    return split_comments(page, Spans.of_elements(page, page.select(select)))


def item(number: int, name: str, text: str, more: str = "") -> str:
    return (
        f'<li class="comment depth-1" id="comment-{number}"><article class="comment-body">'
        f'<b class="fn">{name}</b> <span class="says">says:</span>'
        f'<div><time datetime="2024-05-0{number}">May {number}</time></div><p>{text}</p></article>{more}</li>'
    )


def test_each_has_its_author_date_depth_and_text() -> None:
    answer = f"<ol>{item(2, 'Bob', 'So do I.')}</ol>"
    html = f"<ol>{item(1, 'Ann Ant', TEXT, answer)}{item(3, 'Cid', 'Thanks.')}</ol>"
    assert comments(html) == [
        Comment(f"{TEXT}\n", "Ann Ant", "2024-05-01", 0),
        Comment("So do I.\n", "Bob", "2024-05-02", 1),
        Comment("Thanks.\n", "Cid", "2024-05-03", 0),
    ]


@pytest.mark.parametrize(
    "tag",
    [
        "<div id=reply_12>",
        "<div class='comment odd'>",
        "<div itemprop=comment>",
        "<article itemscope itemtype=https://schema.org/Comment>",
        "<section id=post-3f>",
    ],
)
def test_comments_are_known_by_their_names(tag: str) -> None:
    close = f"</{tag[1:].split()[0]}>"
    html = f"<main><div class=comments>{tag}<p>One.</p>{close}{tag}<p>Two.</p>{close}</div></main>"
    assert [each.text for each in comments(html)] == ["One.\n", "Two.\n"]


def test_without_names_they_are_one() -> None:
    assert comments("<div><p>One.</p><p>Two.</p></div>") == [Comment("One.\n\nTwo.\n")]
    assert comments("<p></p>") == []


def test_names_are_found_where_the_method_left_them_out() -> None:
    html = item(1, "Ann", TEXT)
    assert comments(f"<ol>{html}</ol>", "p") == [Comment(f"{TEXT}\n", "Ann", "2024-05-01")]


@pytest.mark.parametrize(
    ("name", "author"), [("Ann wrote on May 1:", "Ann"), ("by Ann", "Ann"), ("Posted by Ann", "Ann")]
)
def test_a_name_is_without_what_is_around_it(name: str, author: str) -> None:
    html = f"<div class=comment><p class=author>{name}</p><p>{TEXT}</p></div>"
    assert [each.author for each in comments(html)] == [author]


@pytest.mark.parametrize(("words", "author"), [(12, True), (13, False)])
def test_a_long_text_is_no_name(words: int, author: bool) -> None:
    html = f"<div class=comment><p class=author>{'Ann ' * words}</p><p>{TEXT}</p></div>"
    assert bool(comments(html)[0].author) == author


def test_an_extraction_has_both_forms() -> None:
    body = "".join(
        f"<p>Paragraph {each} of a long article about boats and the harbour, which goes on for a while.</p>"
        for each in ("one", "two", "three", "four", "five", "six")
    )
    more = item(1, "Ann Ant", TEXT) + item(2, "Bob Bee", "So do I, but mine is in the water all year round.")
    listed = f"<div id=comments><h3>2 comments</h3><ol class=comment-list>{more}</ol></div>"
    found = extract(f"<title>Boats</title><article><h1>Boats</h1>{body}</article>{listed}")
    assert [(each.author, each.depth) for each in found.comments] == [("Ann Ant", 0), ("Bob Bee", 0)]
    assert TEXT in found.comments_text
    record = found.to_dict()
    assert record["comments"] == found.comments_text
    assert record["comment_list"][0] == {
        "text": f"{TEXT}\n", "author": "Ann Ant", "date": "2024-05-01", "depth": 0
    }  # fmt: skip


def post(number: int, name: str, text: str) -> str:
    head = f"<div class=username>{name}</div><div class=user-stats>Posts: 7{number}</div>"
    date = f"<time datetime=2024-05-0{number}>{number} May</time>"
    return f"<article id=post-{number}>{head}{date}<p>{text}</p></article>"


SAID = "The dunes have moved by about four metres since the last storm of the winter, says she."


def heads(html: str, select: str = "p") -> list[tuple[str, str]]:
    page = Page(html)
    return [
        (each.author, each.date) for each in find_heads(page, Spans.of_elements(page, page.select(select)))
    ]


def test_the_heads_of_posts_are_their_first_names_and_dates() -> None:
    page = Page(post(1, "Wren", SAID) + post(2, "Heron", SAID + " Indeed they have."))
    spans = Spans.of_elements(page, page.select("p"))
    found = spans.with_heads(page, find_heads(page, spans))
    assert [line for line in render_text(page, found).splitlines() if line][::2] == [
        "Wren \u00b7 1 May",
        "Heron \u00b7 2 May",
    ]
    assert write_markdown(make_flow(page, found)).startswith("**Wren** \u00b7 1 May\n\nThe dunes")
    assert write_html(make_flow(page, found)).startswith(
        "<article>\n<div><strong>Wren</strong> \u00b7 1 May</div>"
    )


def test_a_single_post_has_no_head_of_its_own() -> None:
    assert not heads(post(1, "Wren", SAID))


@pytest.mark.parametrize(
    "reply",
    [
        "<div class=comment><a class=author>Ann</a> <time>1 May</time><p>{0}</p></div>",
        "<div class=comment><time>1 May</time><b class=username>Ann</b><p>{0}</p></div>",
        "<div class=comment><a href=/user/ann>Ann</a> 3 points <i class=age>1 May</i> | next<p>{0}</p></div>",
        "<tr class=comtr><td><a class=hnuser>Ann</a> <i class=age>1 May</i><div class=comment><p>{0}</div>",
        "<x-comment><a href=/u/ann>Ann</a>\u2022<div><time>1 May</time></div><p>{0}</p></x-comment>",
        "<div class=answer><p>{0}<div>on <i class=time>1 May</i></div><b><a href=/u/ann>Ann</a> 9</b></div>",
        "<div id=p{1}><dt class=user>Ann</dt><div id=post{1}><i class=date>1 May</i><p>{0}</div></div>",
        "<div class=reply><p class=avatar>A</p><a class=user>Ann</a><i class=date>1 May</i><p>{0}</div>",
        "<div class=reply><p class=usertitle>Old<p class=user>Ann<p class=age>#7<p class=age>1 May<p>{0}",
        "<table id=post7><tr><td class=username>Ann commented<td class=date>1 May<tr><td><p>{0}</table>",
    ],
    ids=[
        "one line",
        "date first",
        "link to a member",
        "news",
        "own element",
        "after the text",
        "numbers",
        "avatar",
        "no names",
        "table",
    ],
)
def test_heads_of_many_boards(reply: str) -> None:
    body = "".join(reply.format(f"{SAID} {number}", number) for number in (10, 11))
    html = f"<table>{body}</table>" if reply.startswith("<tr") else body
    assert heads(html) == [("Ann", "1 May")] * 2


DATED = {
    "beside the name": """<div id=p{1}><dl><dt><a href=/u/ann>Ann</a><dd>Joined: May 1, 2020</dl>
        <p class=author>by <b><a href=/u/ann>Ann</a></b> » May 3, 2022 1:47 am</p><p>{0}</div>""",
    "below": """<table id=post{1}><tr><td><dl><dt class=author>Ann<dd class=registered>May 1, 2020</dl>
        <td><p>{0}</p><tr><td class=postdate><a href=#>#</a> <a class=user_jump href=/a?userid=3>?</a>
        May 3, 2022 1:47 am<td>Buy</table>""",
    "without a name": """<div id=post_{1}><a href=space-uid-7.html>Ann</a><p>Joined May 1, 2020</p>
        <p><a href='/home.php?ac=friend&op=add&uid=7'>Add</a></p>
        <p>Posted May 3, 2022 1:47 am |<a>Only the author</a></p><p>{0}</p></div>""",
    "between words": """<div class=comment><h3>Re: Dunes</h3><div class=submitted>Submitted by Ann on
        May 3, 2022 1:47 am.</div><p>{0}</div>""",
    "edited": """<div class=answer><p>{0}</p><p>edited <i class=time>May 9, 2022</i></p>
        <p><a href=/u/bob>Bob</a></p><p>answered <i class=time>May 3, 2022 1:47 am</i></p>
        <p><a href=/u/ann>Ann</a></p></div>""",
    "edited by": """<div class=answer><p>Last edited by <a href=/u/bob>Bob</a>; May 9, 2022</p>
        <p class=author>Ann</p><p>May 3, 2022 1:47 am</p><p>{0}</p></div>""",
    "joined": """<article id=post-{1}><b class=username>Ann</b><i class=date>9 posts · Joined 2020</i>
        <p><time>May 3, 2022 1:47 am</time> (Edited)</p><p>{0}</article>""",
    "in a box before": """<div id=post-{1}><i class=date>May 3, 2022 1:47 am</i></div><div
        class='post-{1} reply'><div><p class=author>Author</p><p class=author>Ann</p></div><p>{0}</div>""",
    "accepted": """<table class=answer><tr><td>9 <i class=accepted-date>accepted</i> 50<td><p>{0}</p>
        <p>answered <i class=date>May 3, 2022 1:47 am</i></p><p class=user>Ann</p></table>""",
}


@pytest.mark.parametrize("reply", DATED.values(), ids=DATED.keys())
def test_days_of_joining_and_of_changes_are_no_dates_of_posts(reply: str) -> None:
    body = "".join(reply.format(f"{SAID} {number}", number) for number in (10, 11))
    assert heads(body) == [("Ann", "May 3, 2022 1:47 am")] * 2


ROWS = """<tr><td>{4}<a name=p{0}></a>{5}<b class=author>{1}</b><td><table><tr><td><b>Subject:</b> Dunes
    <tr><td><b>Posted:</b> May {2}, 2022 1:47 am</table></td></tr><tr><td>New member<br>Joined: May 1,
    2020</td><td><p>{3}</p></td></tr><tr><td>Top</td></tr>"""


@pytest.mark.parametrize(("levels", "count"), [(2, 2), (3, 0)])
def test_posts_in_several_rows_begin_at_their_anchors(levels: int, count: int) -> None:
    around = ("<span>" * levels, "</span>" * levels)
    rows = ROWS.format(10, "Ann", 3, SAID, *around) + ROWS.format(11, "Bob", 4, SAID, *around)
    html = f"<table><tr><th>Author<th>Message</tr>{rows}</table><p>May 5, 2022 1:47 am</p>"
    assert heads(html) == [("Ann", "May 3, 2022 1:47 am"), ("Bob", "May 4, 2022 1:47 am")][:count]
    assert [each.text.strip() for each in comments(html, "td p")] == ([SAID] * 2)[:count] or not count


@pytest.mark.parametrize(("tags", "name"), [("<a name=p1></a>", "Ann"), ("<a name=p1></a><i></i>", "")])
def test_a_name_may_have_an_anchor_before_it(tags: str, name: str) -> None:
    line = f"<span class=name>{tags}<b>Ann</b></span><br>Posts: 9"
    date = "<p>Posted: May 3, 2022 1:47 am Post subject:</p>"
    post = f"<div class=comment>{line}{date}<p class=said>{SAID}</p></div>"
    assert heads(post * 2, ".said") == [(name, "May 3, 2022 1:47 am")] * 2


@pytest.mark.parametrize(("picture", "author"), [("B", "Ann"), ("Bo", "Bo"), ("王", "王")])
def test_a_letter_alone_is_no_name(picture: str, author: str) -> None:
    line = f"<p><b class=user>{picture}</b></p><p class=user>Ann</p><time>- May 3</time>"
    assert (
        heads(f"<div class=comment>{line}<p class=said>{SAID}</p></div>" * 2, ".said")
        == [(author, "May 3")] * 2
    )


def test_a_single_anchor_begins_no_post() -> None:
    assert not heads(f"<table>{ROWS.format(10, 'Ann', 3, SAID, '', '')}</table>")


SIGNED = (
    "<p>answered <i class=date>May 3, 2022 1:47 am</i></p><p><a class=user href=/users/7>Ann B.</a> 12 4</p>"
)
CONTENT = {
    "data in preformatted text": "<pre><code>2019-03-02T14:05:00;t=7\n2019-03-02T14:05:00;t=6</code></pre>",
    "preformatted text alone": "<pre>2019-03-02 14:05 4.5</pre>",
    "colours of code": "<pre><i class=date>date</i>(2019)</pre>",
    "a line of code": "<p>Use <code>2019-03-02 14:05</code> there</p>",
    "a table of data": "<table><tr><th>At<tr><td>2019-03-02 14:05<td>7<tr><td>2019-03-03 14:05<td>6</table>",
    "a quotation": "<blockquote><p><b class=author>Bob</b> on May 1, 2019 1:00 am</p></blockquote>",
    "a sentence": "<p>We left at 14:05 on May 1, 2019 from there</p>",
    "a sentence with a date at its begin": "<p>May 1, 2019 at 14:05 was warm.</p>",
    "a sentence with a name": "<p>I agree with <a href=/users/9>Bob</a> on that.</p>",
    "thanks to somebody": "<p>Thanks, <a href=/users/9>Bob</a>!</p>",
    "a marked date": "<p>The storm of <time>May 1, 2019</time> was worse.</p>",
    "a text in a box with a telling name": "<div class=user-text><p>So do I, friends.</p></div>",
}


@pytest.mark.parametrize("content", CONTENT.values(), ids=CONTENT.keys())
def test_what_is_said_in_a_post_is_no_head_and_stays(content: str) -> None:
    body = "".join(
        f"<div class=answer><div class=said><p>{SAID}</p>{content}<p>{SAID} {number}</p></div>{SIGNED}</div>"
        for number in (1, 2)
    )
    page = Page(body)
    spans = Spans.of_elements(page, page.select(".said"))
    found = find_heads(page, spans)
    assert [(each.author, each.date) for each in found] == [("Ann B.", "May 3, 2022 1:47 am")] * 2
    before, after = (render_text(page, each).split() for each in (spans, spans.with_heads(page, found)))
    assert not Counter(before) - Counter(after)


KEPT = [
    "<p>Submitted by <a class=user>Ann</a> on May 3, 2022 1:47.</p>",
    "<p>le mercredi 3 mai 2022 à 1:47 h</p><p class=user>Ann B.</p>",
    "<table><tr><td class=user>Ann<td class=date>May 3, 2022</table>",
]


@pytest.mark.parametrize("line", KEPT)
def test_a_head_that_is_kept_is_a_head(line: str) -> None:
    assert len(heads(f"<div class=answer>{line}<p>{SAID}</p></div>" * 2, ".answer")) == 2


@pytest.mark.parametrize(
    ("line", "is_date"),
    [
        ("Tue May 3, 2022 at 14:05 by my clock", True),
        ("Tue May 3, 2022 at 14:05 by my own clock", False),
        ("May 3, 2022 at 14:05 sharp.", True),
        ("May 3, 2022 at 14:05 very sharp.", False),
        ("Tue May 3, 2022 14:05", True),
        ("Again Tue May 3, 2022 14:05", False),
    ],
)
def test_a_kept_date_has_few_words(line: str, is_date: bool) -> None:
    post = f"<div class=answer><b class=user>Ann</b><p>{line}</p><p>{SAID}</p></div>"
    assert [bool(date) for _, date in heads(post * 2, ".answer")] == [is_date] * 2


@pytest.mark.parametrize(("name", "is_name"), [("Ann B.", True), ("Ann Lea B.", False)])
def test_a_kept_name_that_ends_like_a_sentence_is_short(name: str, is_name: bool) -> None:
    post = f"<div class=answer><p class=user>{name}</p><i class=date>May 3, 2022 1:47</i><p>{SAID}</p></div>"
    assert [bool(author) for author, _ in heads(post * 2, ".answer")] == [is_name] * 2


def test_the_code_in_a_comment_is_not_its_date() -> None:
    html = f"<div class=comment><pre class=date>2019-03-02</pre><i class=date>3 May</i><p>{TEXT}</p></div>"
    assert [(each.date, "2019" in each.text) for each in comments(html)] == [("3 May", True)]


def test_a_date_of_digits_alone_is_without_what_is_around_it() -> None:
    reply = "<div id=post{0}><a href=space-uid-7.html>Ann</a><p>发表于 2022-05-03 16:36:26 | 只看该作者</p>"
    body = "".join(f"{reply.format(number)}<p>{SAID}</p></div>" for number in (10, 11))
    assert heads(body) == [("Ann", "2022-05-03 16:36:26")] * 2


@pytest.mark.parametrize(("characters", "is_head"), [(60, True), (61, False)])
def test_the_label_of_a_post_may_have_many_words(characters: int, is_head: bool) -> None:
    # In Chinese each character is a word.
    label = "发表于 2022-05-03 16:36 " + "只" * (characters - 21)
    reply = f"<div id=post{{0}}><b class=user>Ann</b><p>{label}</p><p class=text>{SAID} {{0}}</p></div>"
    body = reply.format(1) + reply.format(2)
    assert heads(body, ".text") == [("Ann", "2022-05-03 16:36" if is_head else "")] * 2


def test_a_head_below_its_post_is_written_before_it() -> None:
    foot = "<p>on <i class=date>May 3</i></p><b><a href=/u/ann>Ann</a></b>"
    reply = f"<div class=answer>\n<table><tr><td>9<td><p>{{0}}</p>{foot}</table></div>"
    page = Page(reply.format(SAID) + reply.format(SAID))
    spans = Spans.of_elements(page, page.select("p:first-child"))
    found = spans.with_heads(page, find_heads(page, spans))
    assert render_text(page, found) == f"Ann \u00b7 May 3\n\n{SAID}\n\nAnn \u00b7 May 3\n\n{SAID}\n"
    assert write_markdown(make_flow(page, found)).startswith(f"**Ann** \u00b7 May 3\n\n{SAID}")


def test_without_a_place_before_its_post_a_head_stays() -> None:
    reply = "<div class=answer><p>{0}</p><p><i class=date>May 3</i></p><b><a href=/u/ann>Ann</a></b></div>"
    page = Page(reply.format(SAID) + reply.format(SAID))
    spans = Spans.of_elements(page, page.select("p:first-child"))
    found = spans.with_heads(page, find_heads(page, spans))
    assert render_text(page, found).startswith(f"{SAID}\n\nAnn \u00b7 May 3")


def test_only_what_has_both_is_written_in_one_line() -> None:
    nameless = f"<div class=comment><time>1 May</time><p>{SAID}</p></div>"
    page = Page(nameless + nameless.replace("1 May", "2 May"))
    spans = Spans.of_elements(page, page.select("p"))
    found = spans.with_heads(page, find_heads(page, spans))
    assert not found.heads
    assert render_text(page, found).startswith(f"1 May\n\n{SAID}")


def test_threads_have_a_line_with_author_and_date_for_each_post() -> None:
    words = "I have sailed with that ferry for years, and the deck was never closed in {} as it is today."
    months = ("January", "March", "May", "June", "July")
    posts = "".join(
        f"<article class='message message--post' id=post-{i}><h4><a class=username href=/m/{i}>"
        f"user{i}</a></h4><header><ul><li><time datetime=2024-05-0{i}>{i} May</time></ul></header>"
        f"<div class=message-content><p>{words.format(month)}</p></div></article>"
        for i, month in enumerate(months, 1)
    )
    html = f"<title>Ferries | Harbour Forums</title><nav><a href=/>Forums</a></nav><h1>Ferries</h1>{posts}"
    assert "user1" not in extract(html).text
    found = extract(html, algorithm="mainspan:byline=true")
    assert [line for line in found.text.splitlines() if "\u00b7" in line] == [
        f"user{i} \u00b7 {i} May" for i in range(1, 6)
    ]
    assert found.markdown.count("#### [**user") == 5


def test_what_else_is_known_of_the_first_author_is_left_out() -> None:
    words = "I have sailed with that ferry for years, and the deck was never closed in {0} as it is today."
    member = "<a href=/memberlist.php?u={1}>user{1}</a>"
    profile = f"<dl><dt>{member}<dd class=author>Founded: 1 May 2019</dl>"
    line = f"<p class=author>by {member} » Tue May {{1}}, 2022 1:47 am</p>"
    post = f"<div id=p1{{1}}>{profile}<div>{line}<div class=content><p>{words}</p></div></div></div>"
    months = ("January", "March", "May", "June", "July")
    posts = "".join(post.format(month, i) for i, month in enumerate(months, 1))
    html = f"<title>Ferries | Harbour Forums</title><nav><a href=/>Forums</a></nav><h1>Ferries</h1>{posts}"
    text = extract(html, algorithm="mainspan:byline=true").text
    assert "Founded" not in text
    assert text.count("user1") == 1
    assert (
        next(line for line in text.splitlines() if "\u00b7" in line) == "user1 \u00b7 Tue May 1, 2022 1:47 am"
    )
