"""HTML of the kept text: clean, well-formed, safe to show."""

from __future__ import annotations

from html import escape

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mainspan import Page, Spans, extract
from mainspan.render.flow import make_flow
from mainspan.render.html import _PLAIN_HTML, _PRE, _cleaner, write_html
from tests.attacks import each_attack
from tests.render.compact import compact, render_html
from tests.soup import soups_to_render

URL = "https://example.org/news/today.html"


def plain(html: str, url: str | None = None) -> str:
    return compact(extract(html, algorithm="plain", url=url).html)


def nodes(html: str, selector: str = "body *") -> list[LexborNode]:
    return LexborHTMLParser(html).css(selector)


def names(html: str) -> list[str]:
    return [node.tag or "" for node in nodes(html)]


def read_text(html: str) -> str:
    body = LexborHTMLParser(html).body
    return body.text() if body else ""


def bare(text: str) -> str:
    return "".join(text.split())


def link_of(html: str, url: str | None = None) -> str | None:
    """The address of the only link in the rendering; None if it has none."""
    links = nodes(plain(html, url), "a")
    return links[0].attributes.get("href") if links else None


# --- structure ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Title</h1><p>Text <b>and</b> <i>more</i>.</p>",
        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>",
        "<dl><dt>T</dt><dd>D</dd></dl>",
        "<table><caption>T</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
        "<pre><code>if x:\n    y</code></pre>",
        "<blockquote><p>said <cite>who</cite></p></blockquote>",
        "<figure><figcaption>caption</figcaption></figure>",
        "<p>H<sub>2</sub>O<br>x<sup>2</sup></p><hr><p><mark>m</mark> <small>s</small></p>",
        "<details><summary>sum</summary>all</details>",
        "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>",
        '<p><time datetime="2024-01-02">yesterday</time></p>',
    ],
)
def test_clean_content_stays_as_it_is(html: str) -> None:
    assert plain(html) == f"{html}\n"


@pytest.mark.parametrize(
    ("html", "rendered"),
    [
        ("<p>one<p>two", "<p>one</p><p>two</p>\n"),
        ("<ul><li>a<li>b", "<ul><li>a</li><li>b</li></ul>\n"),
        ("<table><tr><th>a<td>b", "<table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>\n"),
        ("<b>one<p>two</b>", "<b>one</b><p><b>two</b></p>\n"),
        ("<P>One<BR>Two", "<p>One<br>Two</p>\n"),
    ],
)
def test_open_ends_are_closed(html: str, rendered: str) -> None:
    assert plain(html) == rendered


@pytest.mark.parametrize(
    ("html", "rendered"),
    [
        ("<p><font color=red>a</font> <span class=x>b</span></p>", "<p>a b</p>\n"),
        ("<p>a<font>b</font>c</p>", "<p>abc</p>\n"),
        ("<p>so<wbr>lid</p>", "<p>solid</p>\n"),
        ("<listing>a</listing>", "<pre>a</pre>\n"),
    ],
)
def test_elements_of_mere_style_give_way_to_their_text(html: str, rendered: str) -> None:
    assert plain(html) == rendered


@pytest.mark.parametrize(
    ("html", "rendered"),
    [
        ("<p>a</p><p> </p><p>b</p>", "<p>a</p><p>b</p>\n"),
        ("<div><div></div><p>a</p><ul><li></li></ul></div>", "<p>a</p>\n"),
        ("<p>a <b></b><i>b</i></p>", "<p>a <i>b</i></p>\n"),
        ("<ul><li><a href=x></a></li><li>b</li></ul>", "<ul><li>b</li></ul>\n"),
        ("<figure><img></figure><p>a</p>", "<p>a</p>\n"),
        ("<div><p hidden>x</p></div><p>a</p>", "<p>a</p>\n"),
        ("<br><hr><p>a</p><hr><br>", "<p>a</p>\n"),
    ],
)
def test_elements_without_kept_text_vanish(html: str, rendered: str) -> None:
    assert plain(html) == rendered


@pytest.mark.parametrize(
    ("chosen", "rendered"),
    [
        ([0], "<p>one</p>\n"),
        ([2, 3], "<p><b>three</b> four</p>\n"),
        ([1, 4], "<p>two</p><p>five</p>\n"),
        ([1, 2, 4], "<div><p>two</p><p><b>three</b></p></div><p>five</p>\n"),
        ([4], "<p>five</p>\n"),
        ([], ""),
    ],
)
def test_only_elements_around_kept_words_are_written(chosen: list[int], rendered: str) -> None:
    page = Page("<div><p>one two</p><p><b>three</b> four</p></div><p>five</p>")
    assert compact(render_html(page, Spans.of_words(page, np.array(chosen)))) == rendered


def test_white_space_at_the_edges_of_a_text_keeps_its_words_apart() -> None:
    page = Page("<p>one <b>two</b> three <i>four</i></p>")
    chosen = np.ones(4, dtype=np.bool_)
    assert render_html(page, Spans.of_words(page, chosen)) == "<p>one <b>two</b> three <i>four</i></p>\n"


def test_words_left_out_of_a_text_leave_a_space() -> None:
    page = Page("<p>one two three</p>")
    assert render_html(page, Spans.of_words(page, np.array([0, 2]))) == "<p>one three</p>\n"


def test_the_ends_are_trimmed_to_one_line_break() -> None:
    assert plain("<span> \n one</span> <b>two</b> \n three \n") == "one <b>two</b> three\n"


def test_no_spans_give_no_html() -> None:
    assert render_html(Page("<p>one"), Spans()) == ""


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("<td colspan=2 rowspan='3' width=9>", {"colspan": "2", "rowspan": "3"}),
        ("<th rowspan=2 scope=row>", {"rowspan": "2", "scope": "row"}),
        ("<td COLSPAN=2>", {"colspan": "2"}),
    ],
)
def test_cells_keep_how_far_they_reach(cell: str, kept: dict[str, str]) -> None:
    node, *_ = nodes(plain(f"<table><tr>{cell}a<th>b</table>"), "td, th")
    assert node.attributes == kept


def test_ordered_lists_keep_their_start() -> None:
    assert plain("<ol start=5 type=x><li>a</ol>") == '<ol start="5"><li>a</li></ol>\n'


# --- nothing that runs ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<style>p{color:red}</style>",
        "<template><p>x</p></template>",
        "<noscript>x</noscript>",
        "<iframe src=x>x</iframe>",
        "<object data=x>x</object>",
        "<embed src=x>",
        "<img onerror=alert(1)>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        "<math><annotation-xml encoding=text/html><script>alert(1)</script></annotation-xml></math>",
        "<form action=x><input name=y></form>",
        "<link rel=stylesheet href=x><meta http-equiv=refresh content=0><base href=x>",
        "<!-- comment --><![CDATA[x]]><?php x ?>",
    ],
)
def test_nothing_that_runs_or_loads_is_written(html: str) -> None:
    assert names(plain(f"<p>one</p>{html}<p>two</p>")) == ["p", "p"]


@pytest.mark.parametrize(
    "attribute",
    [
        "onclick=alert(1)",
        "ONMOUSEOVER='alert(1)'",
        "style=color:red",
        "class=x",
        "id=x",
        "data-x=1",
        "srcdoc=x",
        "formaction=javascript:alert(1)",
        "xlink:href=javascript:alert(1)",
        "x'onclick=alert(1)",
        '"onclick=alert(1)',
        "/onclick=alert(1)",
        "title='\" onclick=\"alert(1)'",
        "title='><script>alert(1)</script>'",
        "title=' href=\"https://example.com/\"'",
    ],
)
@pytest.mark.parametrize("tag", ["p", "a", "td", "ol", "time"])
def test_attributes_that_are_not_needed_are_left_out(tag: str, attribute: str) -> None:
    html = f"<{tag} {attribute}>text</{tag}>"
    rendered = plain(f"<table><tr><th>head</th>{html}</table>" if tag == "td" else html)
    inside = {"a": "text\n", "ol": "<ol><li>text</li></ol>\n"}
    assert inside.get(tag, f"<{tag}>text</{tag}>") in rendered


DANGEROUS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "  javascript:alert(1)",
    "javascript :alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "java\r\nscript:alert(1)",
    "j&#9;a&#10;v&#13;a&Tab;s&NewLine;cript:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;&#x61vascript:alert(1)",
    "javascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "javascript&#0000058alert(1)",
    "&#1;javascript:alert(1)",
    "\x01\x1fjavascript:alert(1)",
    "&#14;javascript:alert(1)",
    "&nbsp;javascript:alert(1)",
    "javascript&Tab;:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "javascript:",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    "da&Tab;ta:text/html,x",
    "vbscript:msgbox(1)",
    "VBSCRIPT:x",
    "&#118;bscript:x",
    "livescript:x",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "view-source:javascript:alert(1)",
]


@pytest.mark.parametrize("url", [None, URL], ids=["address unknown", "address known"])
@pytest.mark.parametrize("address", DANGEROUS)
def test_dangerous_links_lose_their_address(address: str, url: str | None) -> None:
    assert link_of(f'<p><a href="{address}">link</a></p>', url) is None


def test_links_inside_svg_lose_dangerous_addresses_too() -> None:
    assert (
        link_of("<svg><a href='javascript:x' xlink:href='javascript:y'><text>link</text></a></svg>") is None
    )


ignored_by_browsers = st.text(alphabet="\t\n\r", max_size=2)
before_an_address = st.text(alphabet="".join(map(chr, range(1, 33))), max_size=3)


@settings(deadline=None)
@given(st.sampled_from(["javascript:", "data:", "vbscript:"]), before_an_address, st.data())
def test_what_browsers_ignore_in_an_address_does_not_hide_its_scheme(
    scheme: str, before: str, data: st.DataObject
) -> None:
    letters = [data.draw(st.sampled_from([letter, letter.upper()])) for letter in scheme]
    address = before + "".join(letter + data.draw(ignored_by_browsers) for letter in letters) + "x"
    assert link_of(f'<p><a href="{escape(address)}">link</a></p>', URL) is None


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("more.html", "https://example.org/news/more.html"),
        ("/", "https://example.org/"),
        ("../about", "https://example.org/about"),
        ("//cdn.example.com/x", "https://cdn.example.com/x"),
        ("?page=2&amp;all=1", "https://example.org/news/today.html?page=2&all=1"),
        ("#top", "https://example.org/news/today.html#top"),
        ("  more.html\n", "https://example.org/news/more.html"),
        ("http://example.com/a?b#c", "http://example.com/a?b#c"),
        ("HTTPS://example.com/", "https://example.com/"),
        ("mailto:me@example.org", "mailto:me@example.org"),
        ("عن.html", "https://example.org/news/عن.html"),
    ],
)
def test_links_are_absolute_when_the_address_of_the_page_is_known(address: str, absolute: str) -> None:
    assert link_of(f'<a href="{address}">link</a>', URL) == absolute


@pytest.mark.parametrize("address", ["more.html", "/a?b=1&c=2", "#top", "https://example.com/?q='x'"])
def test_links_stay_as_they_are_when_the_address_of_the_page_is_unknown(address: str) -> None:
    assert link_of(f'<a href="{escape(address)}">link</a>') == address


@pytest.mark.parametrize("address", ["", "   ", "http://[broken"])
def test_links_to_nowhere_lose_their_address(address: str) -> None:
    assert link_of(f'<a href="{address}">link</a>') is None


def test_an_address_cannot_leave_its_attribute() -> None:
    rendered = plain("<a href='x\"><b onclick=\"alert(1)'>link</a>")
    assert names(rendered) == ["a"]
    assert nodes(rendered, "a")[0].attributes == {"href": 'x"><b%20onclick="alert(1)'}


# --- text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "rendered"),
    [
        ("<p>&lt;script&gt;alert(1)&lt;/script&gt;", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("<p>&amp;lt;b&amp;gt;", "<p>&amp;lt;b&amp;gt;</p>\n"),
        ("<p>&#60;b&#62;", "<p>&lt;b&gt;</p>\n"),
        ("<p>1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>\n"),
        ("<p>a&nbsp;b", "<p>a b</p>\n"),
        ("<xmp><script>alert(1)</script></xmp>", "<pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>\n"),
        ("<xmp>&lt;b&gt;</xmp>", "<pre>&amp;lt;b&amp;gt;</pre>\n"),
    ],
)
def test_escaped_text_stays_escaped(html: str, rendered: str) -> None:
    assert plain(html) == rendered


def test_plaintext_never_comes_alive() -> None:
    assert "script" not in names(plain("<plaintext><script>alert(1)</script>"))


@pytest.mark.parametrize("root", ["svg", "math"])
def test_raw_text_inside_svg_and_math_never_comes_alive(root: str) -> None:
    hostile = f"<p>a<{root}><xmp>&lt;script&gt;x&lt;/script&gt;</xmp></{root}>b"
    assert set(names(plain(hostile))) <= {"p", "br", "math", "mrow", "mtext"}


hostile_text = st.text(alphabet="<>&;/!-'\"= acript\u00a0", max_size=40)


@settings(deadline=None)
@given(hostile_text)
def test_no_text_comes_alive(text: str) -> None:
    rendered = plain(f"<p>x{escape(text)}x</p>")
    assert names(rendered) == ["p"]
    assert bare(read_text(rendered)) == bare(f"x{text}x")


@settings(deadline=None)
@given(hostile_text)
def test_no_raw_text_comes_alive(text: str) -> None:
    rendered = plain(f"<xmp>x{text}x</xmp>")
    assert names(rendered) == ["pre"]
    assert bare(read_text(rendered)) == bare(f"x{text}x")


# Formulas have a form of their own.
tag_soup = soups_to_render("ul li").filter(lambda soup: "math" not in soup)


@settings(deadline=None, max_examples=200)
@given(tag_soup)
def test_any_page_gives_all_characters_of_its_text_and_no_others(soup: str) -> None:
    page = Page(soup)
    texts = [page.text_of(int(token)) for token in np.flatnonzero(page.tokens.is_text)]
    assert bare(read_text(extract(page, algorithm="plain").html)) == bare("".join(texts))


SAFE = set("""p h2 div blockquote b a table caption tbody tr th td dl dt dd br hr pre code ul li""".split())


@settings(deadline=None, max_examples=200)
@given(tag_soup)
def test_any_page_gives_known_elements_alone(soup: str) -> None:
    assert set(names(plain(soup))) <= SAFE


# Each block has words: nothing vanishes, so that the words of both renderings must agree.
BLOCKS = "p h2 div blockquote pre li td dd figcaption".split()
BROKEN_WORDS = [
    "one",
    "tw<b>o</b>",
    "<i>a</i> b",
    "x<br>y",
    "<a href=u>li</a>nk",
    "c <code>d</code>",
    "漢<b>字</b>",
]
blocks = st.lists(st.tuples(st.sampled_from(BLOCKS), st.sampled_from(BROKEN_WORDS)), min_size=1, max_size=8)


@settings(deadline=None)
@given(blocks)
def test_read_again_the_rendering_has_the_words_of_the_text(chosen: list[tuple[str, str]]) -> None:
    first = extract("".join(f"<{tag}>{words}</{tag}>" for tag, words in chosen), algorithm="plain")
    again = extract(first.html, algorithm="plain")
    assert again.text.split() == first.text.split()


@pytest.mark.parametrize("algorithm", ["plain", "density", "accb:range=5"])
def test_read_by_another_parser_the_rendering_has_the_words_of_the_text(algorithm: str) -> None:
    body = "".join(
        f"<h2>Part {n}</h2><p>Here stand <b>some</b> words, {'and more ' * n}.</p>\n" for n in range(9)
    )
    found = extract(f"<div><a href=x>Home</a> <a href=y>News</a></div>{body}", algorithm=algorithm)
    assert bare(read_text(found.html)) == bare(found.text) != ""


@given(soups_to_render("ul ol li details summary figure figcaption ruby rt"))
def test_the_sanitiser_leaves_as_it_is_what_is_not_given_to_it(soup: str) -> None:
    html = write_html(make_flow(page := Page(soup), Spans.of_tokens(page, page.tokens.words > 0)))
    if _PLAIN_HTML.fullmatch(html):
        assert _cleaner().clean(_PRE.sub(r"\1\n", html)) == html


def test_the_sanitiser_leaves_attacks_as_they_are_that_are_not_given_to_it() -> None:
    for attack, named in each_attack():
        with named:
            page = Page(attack)
            html = write_html(make_flow(page, Spans.of_tokens(page, page.tokens.words > 0)))
            if _PLAIN_HTML.fullmatch(html):
                assert _cleaner().clean(_PRE.sub(r"\1\n", html)) == html


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>",
        "<p onclick=x>x</p>",
        '<p onclick="x">x</p>',
        '<a href="javascript:x">x</a>',
        '<a href="http://a b/">x</a>',
        '<a href="https://xn--a/">x</a>',
        '<a href="https://1.2.3/">x</a>',
        '<img src="data:image/png,x">',
        "<table></table>",
        "<math></math>",
        "<p>a & b</p>",
        "<p>a\xa0b</p>",
        "<p title='x'>x</p>",
        "<!-- x -->",
    ],
)
def test_all_but_plain_html_is_given_to_the_sanitiser(html: str) -> None:
    assert not _PLAIN_HTML.fullmatch(html)
