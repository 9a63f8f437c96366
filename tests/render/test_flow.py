"""The flow of what was kept keeps to its contract for any page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, Spans, extract
from mainspan.page import unescape_source
from mainspan.page.kinds import RAW
from mainspan.render.events import BEGIN, END, FORMULA, TEXT, VOID, Event, Flow
from mainspan.render.flow import RenderOptions, make_flow
from mainspan.render.pieces import without_controls
from tests.render.contract import check
from tests.soup import soups, soups_to_render

MORE = (
    "ul ol li dir figure figcaption details summary article thead tbody tfoot h1 sup em code time font form"
)
URL = "https://example.org/a/"
TABLE = "<table><tbody><tr><th>b</th><td>c</td></tr></tbody></table>"


def flow_of(html: str, options: RenderOptions | None = None) -> Flow:
    found = extract(html, algorithm="plain", url=URL)
    return make_flow(found.page, found.spans, options)


def sketch(html: str, options: RenderOptions | None = None) -> str:
    """The flow in short: names in brackets, texts as they are, attributes left out."""
    return "".join(map(_sketch, flow_of(html, options)))


def _sketch(event: Event) -> str:
    kind, value, _ = event
    return {BEGIN: f"<{value}>", END: f"</{value}>", VOID: f"<{value}/>", FORMULA: f"${value}$"}.get(
        kind, value
    )


def attributes_of(html: str, name: str) -> list[dict[str, str]]:
    """The attributes of all elements of this name."""
    return [dict(found) for kind, value, found in flow_of(html) if kind in (BEGIN, VOID) and value == name]


def characters_of(flow: Flow) -> str:
    return "".join("".join(value.split()) for kind, value, _ in flow if kind == TEXT)


def characters_in(page: Page, spans: Spans) -> str:
    """The characters of the spans, decoded, without whitespace and controls."""
    parts = []
    for start, end in spans:
        token = int(page.tokens.end.searchsorted(start, side="right"))
        text = page.source[start:end]
        parts.append(text if page.tokens.marks[token] & RAW else unescape_source(text))
    return without_controls("".join("".join(parts).split()))


# --- any page -------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=300)
@given(soups_to_render(MORE) | soups)
def test_any_page_keeps_to_the_contract(html: str) -> None:
    check(flow_of(html))


@settings(deadline=None, max_examples=300)
@given(soups_to_render(MORE), st.data())
def test_any_words_of_a_page_are_written_once_and_in_order(html: str, data: st.DataObject) -> None:
    page = Page(html)
    count = len(page.words)
    chosen = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    spans = Spans.of_words(page, np.array(chosen, dtype=np.bool_))
    flow = make_flow(page, spans)
    check(flow)
    if all(kind != FORMULA for kind, _, _ in flow):
        assert characters_of(flow) == characters_in(page, spans)


@settings(deadline=None, max_examples=100)
@given(soups_to_render(MORE))
def test_options_change_nothing_of_the_text(html: str) -> None:
    bare = flow_of(html, RenderOptions(links=False, images=False, tables=False))
    check(bare)
    assert characters_of(bare) == characters_of(flow_of(html))


@pytest.mark.parametrize(
    "tag", ["div", "ul><li", "blockquote", "b><i", "table><tr><td", "dl><dd", "section", "sup"]
)
def test_deep_pages_stay_flat(tag: str) -> None:
    check(flow_of(f"<p>a</p><{tag}>x<p>y" * 300))


# --- blocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "flow"),
    [
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        ("<div>one<p>two</p>three</div><p>four", "<div>one<p>two</p>three</div><p>four</p>"),
        ("<main><p>one</p><p>two</p></main>", "<p>one</p><p>two</p>"),
        ("<div><p>one</p></div><div><p>two</p></div>", "<p>one</p><p>two</p>"),
        ("<x-card>one</x-card><x-card>two</x-card>", "<div>one</div><div>two</div>"),
        ("a<div></div>b", "a<p>b</p>"),
        ("<h2>a<div>b</div>c</h2>", "<h2>a<br/>b<br/>c</h2>"),
        ("<p>a<br>b<br><br>c<br></p>", "<p>a<br/>b<br/><br/>c</p>"),
        ("<p>a</p><hr><p>b</p><hr>", "<p>a</p><hr/><p>b</p>"),
        ("<p>a</p><ul><li>b<hr>c</ul>", "<p>a</p><ul><li>b<hr/>c</li></ul>"),
        ("<figcaption>a</figcaption><p>b", "<div>a</div><p>b</p>"),
        ("<summary>a</summary><p>b", "<p>a</p><p>b</p>"),
        ("<p>a<table><tr><th>b<td>c</table>d<p>e", f"<div>a{TABLE}d</div><p>e</p>"),
    ],
)
def test_blocks(html: str, flow: str) -> None:
    assert sketch(html) == flow


@pytest.mark.parametrize(
    ("html", "flow"),
    [
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<ul><div><li>a</div><li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<ul>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<li>a<li>b<p>c", "<ul><li>a</li><li>b<p>c</p></li></ul>"),
        ("<menu><li>a</menu>", "<ul><li>a</li></ul>"),
        (
            "<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>",
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>",
        ),
        ("<dt>a<dd>b", "<dl><dt>a</dt><dd>b</dd></dl>"),
    ],
)
def test_lists(html: str, flow: str) -> None:
    assert sketch(html) == flow


# --- inside a line --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "flow"),
    [
        ("<b>one<p>two</b>", "<b>one</b><p><b>two</b></p>"),
        ("<a href=x><h3>T</h3><p>t</p></a>", "<h3><a>T</a></h3><p><a>t</a></p>"),
        ("<p>a<b>b</b><b>c</b>d", "<p>a<b>bc</b>d</p>"),
        ("<p>a<b>b</b> <b>c</b>", "<p>a<b>b</b> <b>c</b></p>"),
        ("<p>a <b>b </b>c", "<p>a <b>b</b> c</p>"),
        ("<p><b><b>a</b></b>", "<p><b>a</b></p>"),
        ("<p><a>a</a> <a href=x></a>b", "<p>a b</p>"),
        ("<p><span>a</span><font>b</font>", "<p>ab</p>"),
        ("<p><tt>a</tt> <strike>b</strike>", "<p><code>a</code> <s>b</s></p>"),
        ("<p>a<img src=x>b", "<p>a <img/> b</p>"),
        ("<p>a <img src=x>, b", "<p>a <img/>, b</p>"),
    ],
)
def test_lines(html: str, flow: str) -> None:
    assert sketch(html) == flow


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>\n\n  a\n    b\n</pre>", "\n  a\n    b\n"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
        ("<pre><div>a\n</div><div>b</div></pre>", "a\nb"),
        ("<pre>&lt;b&gt; &amp;amp;</pre>", "<b> &amp;"),
        ("<xmp>&lt;<b></xmp>", "&lt;<b>"),
        ("<pre> <i>a</i>  <i>b</i> </pre>", " a  b "),
        ("<pre>a<i>\n&nbsp;\nb</i>\n&nbsp;\n</pre>", "a\n\xa0\nb\n\xa0\n"),
    ],
)
def test_preformatted_text_is_exact(html: str, text: str) -> None:
    assert "".join(value for kind, value, _ in flow_of(html) if kind == TEXT) == text


# --- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "is_table"),
    [
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", True),
        ("<table><tr><td>a<td>b</table>", False),
        ("<table><tr><td>a<tr><td>b</table>", False),
        ("<table><tr><th>a<tr><td>b</table>", True),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", False),
        ("<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>", False),
        ("<table><tr><td><pre>a\nb</pre><td>b<tr><td>c<td>d</table>", False),
        ("<table><tr><td><pre>a</pre><td>b<tr><td>c<td>d</table>", True),
        (f"<table><tr><td>{'w ' * 60}<td>b<tr><td>c<td>d</table>", True),
        (f"<table><tr><td>{'w ' * 61}<td>b<tr><td>c<td>d</table>", False),
    ],
)
def test_tables_of_data_and_others(html: str, is_table: bool) -> None:
    assert ("<table>" in sketch(html)) == is_table


def test_a_table_around_a_table_lays_out_the_page() -> None:
    inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert sketch(f"<table><tr><td>x<td>y<tr><td>z<td>{inner}</table>").count("<table>") == 1


def test_empty_cells_keep_their_place() -> None:
    html = "<table><tr><td>a<td><td>b<tr><td><td>c<td>d</table>"
    assert "<td>a</td><td></td><td>b</td></tr><tr><td></td><td>c</td>" in sketch(html)


# --- attributes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "name", "attributes"),
    [
        ("<p dir=rtl lang=ar class=x>a", "p", {"dir": "rtl", "lang": "ar"}),
        ("<p dir=up lang='x y'>a", "p", {}),
        ("<ol start=5><li value=7>a", "ol", {"start": "5"}),
        ("<ol start=x><li>a", "ol", {}),
        ("<blockquote cite=/s>a</blockquote><p>b", "blockquote", {"cite": "https://example.org/s"}),
        ("<p><a href='b?c=1&amp;d' title=' t  u '>a</a>", "a", {"href": f"{URL}b?c=1&d", "title": "t u"}),
        ("<p><time datetime=2024-01-02>a</time>", "time", {"datetime": "2024-01-02"}),
        ("<p><abbr title=World>a</abbr>", "abbr", {"title": "World"}),
    ],
)
def test_attributes(html: str, name: str, attributes: dict[str, str]) -> None:
    assert attributes_of(html, name) == [attributes]


# --- footnotes ------------------------------------------------------------------------------------

NOTES = '<p>a<sup><a href="#n1">1</a></sup> b<sup><a href="#n2">2</a></sup></p><ol>{}</ol>'


def test_footnotes_have_the_labels_of_their_references() -> None:
    html = NOTES.format('<li id=n1>x <a href="#r1">↩</a><li id=n2>y')
    assert attributes_of(html, "a") == [{"note": "1"}, {"note": "2"}]
    assert attributes_of(html, "li") == [{"note": "1"}, {"note": "2"}]


def test_a_reference_without_its_note_is_a_link() -> None:
    assert attributes_of(NOTES.format("<li id=n1>x"), "a") == [{"note": "1"}, {"href": f"{URL}#n2"}]


def test_a_link_inside_the_page_is_no_reference() -> None:
    assert attributes_of('<p>See <a href="#n1">chapter one</a>.</p><p id=n1>x', "a") == [
        {"href": f"{URL}#n1"}
    ]


# --- tasks and signposts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "task"),
    [
        ("<ul><li><input type=checkbox checked> a</ul>", {"task": "done"}),
        ("<ul><li><label><input type=checkbox> a</label></ul>", {"task": "open"}),
        ("<ul><li>a <input type=checkbox></ul>", {}),
        ("<ul><li><input type=radio> a</ul>", {}),
    ],
)
def test_items_that_begin_with_a_box_are_tasks(html: str, task: dict[str, str]) -> None:
    assert attributes_of(html, "li") == [task]


@pytest.mark.parametrize(
    ("html", "flow"),
    [
        ('<h2>a<a href="#a">¶</a></h2><p>b', "<h2>a</h2><p>b</p>"),
        ('<h2><a href="#a"><span>#</span></a> a</h2><p>b', "<h2>a</h2><p>b</p>"),
        ('<h2><a href="#a">a</a></h2>', "<h2>a</h2>"),
        (f'<h2><a href="{URL}#a">a</a></h2>', "<h2>a</h2>"),
        (f'<h2><a href="{URL}b#a">a</a></h2>', "<h2><a>a</a></h2>"),
        ('<h2>a<a href="/a">¶</a></h2>', "<h2>a<a>¶</a></h2>"),
        ('<p>a<a href="#a">¶</a>', "<p>a<a>¶</a></p>"),
    ],
)
def test_what_links_to_its_own_heading_is_no_link_and_signs_for_that_are_no_part_of_it(
    html: str, flow: str
) -> None:
    assert sketch(html) == flow
