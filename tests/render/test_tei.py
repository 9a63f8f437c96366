from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.render.events import BEGIN, END, FORMULA, NONE, TEXT, VOID, Event, Flow
from mainspan.render.tei import write_tei
from mainspan.render.tei.survey import read_span
from tests.render.tei_model import NAMESPACE, faults

KNOWN: dict[str, Any] = {
    "title": {"value": "Ferries & <boats>", "origin": "json-ld"},
    "authors": [{"value": "Ada Ro", "origin": "meta"}, {"value": "Bo", "origin": "meta"}],
    "published": {"value": "2024-03-03", "origin": "json-ld"},
    "modified": {"value": "3 March", "origin": "text"},
    "site_name": {"value": "The Port", "origin": "open graph"},
    "description": {"value": "How ferries run.", "origin": "meta"},
    "language": {"value": "en", "origin": "text"},
    "url": {"value": "https://example.org/a b", "origin": "link"},
    "image": {"value": "https://example.org/i.png", "origin": "open graph"},
    "keywords": [{"value": "sea", "origin": "meta"}],
    "page_type": {"value": "article", "origin": "method"},
    "licence": {"value": "https://creativecommons.org/licenses/by/4.0/", "origin": "link"},
}


def element(name: str, *inside: Flow | str, **attributes: str) -> Flow:
    """An element of a flow, with text or other elements inside."""
    events: Flow = [(BEGIN, name, attributes)]
    for each in inside:
        events += [(TEXT, each, NONE)] if isinstance(each, str) else each
    return [*events, (END, name, NONE)]


def void(name: str, **attributes: str) -> Flow:
    return [(VOID, name, attributes)]


def body_of(*flows: Flow) -> str:
    """The body without its frame, on one line."""
    document = write_tei([event for flow in flows for event in flow], {})
    inside = document.partition('<div type="entry">')[2].rpartition("</div>")[0]
    return inside.replace("\n", "")


def test_document_of_nothing_is_valid() -> None:
    root = fromstring(write_tei([], {}))
    assert faults(root) == []


def test_header_has_all_that_is_known() -> None:
    document = write_tei([], KNOWN, algorithm="mainspan:byline=true")
    assert faults(fromstring(document)) == []
    for text in (
        '<title type="main">Ferries &amp; &lt;boats&gt;</title>',
        "<author>Bo</author>",
        '<date type="published" when="2024-03-03">2024-03-03</date>',
        '<date type="modified">3 March</date>',
        '<licence target="https://creativecommons.org/licenses/by/4.0/">',
        '<ptr type="url" target="https://example.org/a%20b"/>',
        '<language ident="en">en</language>',
        '<term type="keyword">sea</term>',
        "<desc>mainspan:byline=true</desc>",
    ):
        assert text in document


@pytest.mark.parametrize("wrong", [None, 3, [], {"value": None}, {"value": 7}, [None, {"value": []}]])
def test_header_of_wrong_facts_is_valid(wrong: object) -> None:
    assert faults(fromstring(write_tei([], dict.fromkeys(KNOWN, wrong)))) == []


def test_headings_make_sections_by_their_level() -> None:
    found = body_of(
        element("h2", "A"), element("p", "a"), element("h3", "B"), element("h2", "C"), element("p", "c")
    )
    assert found == (
        '<div type="section"><head rend="h2">A</head><p>a</p>'
        '<div type="section"><head rend="h3">B</head></div></div>'
        '<div type="section"><head rend="h2">C</head><p>c</p></div>'
    )


def test_heading_in_a_quotation_is_a_block() -> None:
    assert body_of(element("blockquote", element("h3", "A"), "b")) == (
        '<quote><ab type="header" rend="h3">A</ab>b</quote>'
    )


@pytest.mark.parametrize(
    ("flow", "expected"),
    [
        (element("div", "a", element("p", "b"), "c"), "<p>a</p><p>b</p><p>c</p>"),
        (element("li", element("div", "a"), element("div", "b")), "<item><p>a</p><p>b</p></item>"),
        (element("p", "a", void("br"), "b"), "<p>a<lb/>b</p>"),
        (
            element("p", element("b", "a", element("i", "b"))),
            '<p><hi rend="#b">a<hi rend="#i">b</hi></hi></p>',
        ),
        (element("p", element("a", "x", href="/a b")), '<p><ref target="/a%20b">x</ref></p>'),
        (element("p", element("a", "x", href="javascript:y")), "<p>x</p>"),
        (element("p", element("small", "x")), "<p>x</p>"),
        (element("p", element("code", "a", element("b", "b"))), "<p><code>ab</code></p>"),
        (element("p", element("time", "May", datetime="2024-05")), '<p><date when="2024-05">May</date></p>'),
        (element("p", element("time", "May", datetime="soon")), "<p>May</p>"),
        (element("dt", element("q", "a")), "<label>a</label>"),
        (element("p", "a", lang="de"), '<p xml:lang="de">a</p>'),
        (element("p", "a", lang="no language"), "<p>a</p>"),
        (void("hr"), '<milestone unit="section" rend="rule"/>'),
        (element("blockquote", "a", cite="https://e.org"), '<quote source="https://e.org">a</quote>'),
        (element("details", element("summary", "a"), "b"), '<p rend="summary">a</p><p>b</p>'),
    ],
)
def test_element_becomes(flow: Flow, expected: str) -> None:
    assert body_of(flow) == expected


def test_code_keeps_its_lines() -> None:
    flow = element("pre", "if a < b:\n", element("b", "    c()"), language="python")
    assert '<p><code lang="python" xml:space="preserve">if a &lt; b:\n    c()</code></p>' in write_tei(
        flow, {}
    )


def test_list_keeps_numbers() -> None:
    found = body_of(element("ol", element("li", "a"), element("li", "b", value="7"), start="3"))
    assert found == '<list rend="ol" n="3"><item>a</item><item n="7">b</item></list>'


def test_terms_and_descriptions_come_in_turn() -> None:
    found = body_of(
        element("dl", element("dt", "a"), element("dt", "b"), element("dd", "c"), element("dd", "d"))
    )
    assert found == (
        '<list type="gloss"><label>a</label><item/><label>b</label><item>c</item>'
        "<label/><item>d</item></list>"
    )


def test_last_term_has_an_empty_description() -> None:
    assert body_of(element("dl", element("dt", "a"))) == ('<list type="gloss"><label>a</label><item/></list>')


def test_table_has_its_shape() -> None:
    head = element("thead", element("tr", element("th", "A"), element("th", "B")))
    row = element("tr", element("td", "c", colspan="2"))
    found = body_of(element("table", element("caption", "T"), head, element("tbody", row)))
    assert found == (
        '<table rows="2" cols="2"><head>T</head><row role="label"><cell role="label">A</cell>'
        '<cell role="label">B</cell></row><row><cell cols="2">c</cell></row></table>'
    )


def test_late_caption_is_a_note() -> None:
    found = body_of(element("table", element("tr", element("td", "a")), element("caption", "T")))
    assert found == '<table rows="1" cols="1"><row><cell>a</cell></row><note>T</note></table>'


def test_table_without_rows_is_a_paragraph() -> None:
    assert body_of(element("table", element("caption", "T"))) == "<p>T</p>"


def test_figure_has_graphic_description_and_head() -> None:
    found = body_of(element("figure", void("img", src="/a.png", alt="A & B"), element("figcaption", "C")))
    assert found == '<figure><graphic url="/a.png"/><figDesc>A &amp; B</figDesc><head>C</head></figure>'


def test_long_caption_becomes_paragraphs() -> None:
    found = body_of(element("figure", element("figcaption", element("p", "a"), "b")))
    assert found == "<figure><p>a</p><p>b</p></figure>"


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ({"src": "/a", "width": "40"}, '<p><graphic url="/a" width="40px"/></p>'),
        ({"src": "/a", "width": "40%", "alt": "x"}, '<p><graphic url="/a"><desc>x</desc></graphic></p>'),
        ({"alt": "x"}, "<p><figure><figDesc>x</figDesc></figure></p>"),
        ({}, "<p/>"),
    ],
)
def test_loose_image(image: dict[str, str], expected: str) -> None:
    assert body_of(void("img", **image)) == expected


def test_reference_points_at_its_footnote() -> None:
    found = body_of(
        element("p", "a", element("a", "1", href="#x", note="n 1")),
        element("ol", element("li", "b", note="n 1")),
    )
    assert found == (
        '<p>a<ref type="note" target="#note-1">1</ref></p><note xml:id="note-1" n="n 1">b</note>'
    )


def test_footnote_among_items_keeps_the_list() -> None:
    found = body_of(element("ul", element("li", "a"), element("li", "b", note="1")))
    assert found == ('<list rend="ul"><item>a</item><item><note xml:id="note-1" n="1">b</note></item></list>')


def test_second_footnote_of_a_label_has_no_id() -> None:
    found = body_of(element("p", "a", note="1"), element("p", "b", note="1"))
    assert found == '<note xml:id="note-1" n="1">a</note><note n="1">b</note>'


def test_formulas_are_tex_or_mathml() -> None:
    found = body_of([(FORMULA, "a<b", {"display": "block"}), (FORMULA, "", {"mathml": "<math/>"})])
    assert found == (
        '<p><formula notation="tex" rend="block">a&lt;b</formula>'
        '<formula notation="mathml" rend="inline">&lt;math/&gt;</formula></p>'
    )


def test_forbidden_characters_are_gone() -> None:
    document = write_tei(
        element("p", "a\x00b\ud800c\ufffe\x1bd\re", lang='x"y'), {"title": {"value": "\x01t"}}
    )
    assert "".join(fromstring(document).find(f".//{NAMESPACE}div").itertext()).strip() == "abcd\re"  # type: ignore[union-attr]


# Flows as the contract has them, with nasty texts.
WORD = st.text(st.sampled_from("abé漢&<>\"'\x00\x0b\ufffe]-"), min_size=1, max_size=6).map(
    lambda word: f"x{word}"
)
LINE = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
NOTES = st.sampled_from(("1", "2", "a b"))


def nest(name: str, inside: list[Flow], attributes: dict[str, str]) -> Flow:
    return element(name, *inside, **attributes)


def texts() -> st.SearchStrategy[Flow]:
    text = LINE.map(lambda words: [(TEXT, words, NONE)])
    formula: st.SearchStrategy[Event] = st.builds(
        lambda tex, display: (FORMULA, tex, display),
        LINE,
        st.sampled_from(({"mathml": "<math>"}, {"display": "block"})),
    )
    image = st.fixed_dictionaries({}, optional={"src": WORD, "alt": LINE}).map(lambda a: void("img", **a))
    return text | formula.map(lambda event: [event]) | image | st.just(void("br"))


def phrases(depth: int = 2) -> st.SearchStrategy[Flow]:
    if not depth:
        return texts()
    names = st.sampled_from("b em code q abbr time small ruby rt sub del".split())
    given = st.fixed_dictionaries({}, optional={"lang": WORD, "datetime": st.just("2024-01-02")})
    inside = st.lists(phrases(depth - 1), min_size=1, max_size=3)
    link = st.builds(
        nest,
        st.just("a"),
        st.lists(texts(), min_size=1, max_size=2),
        st.fixed_dictionaries({}, optional={"href": WORD, "note": NOTES}),
    )
    return texts() | link | st.builds(nest, names, inside, given)


LINES = st.lists(phrases(), min_size=1, max_size=3)


def blocks(depth: int = 3) -> st.SearchStrategy[Flow]:
    note = st.fixed_dictionaries({}, optional={"note": NOTES})
    simple = st.builds(nest, st.sampled_from("h1 h2 h4 pre summary".split()), LINES, st.just({}))
    simple |= st.builds(nest, st.just("p"), LINES, note) | st.just(void("hr"))
    if not depth:
        return simple
    mixed = st.lists(blocks(depth - 1) | phrases(), min_size=1, max_size=3)
    names = st.sampled_from("section article blockquote figure details".split())
    holder = st.builds(nest, names, mixed, st.just({})) | st.builds(nest, st.just("div"), mixed, note)
    caption = st.builds(nest, st.just("figcaption"), mixed, st.just({})).map(lambda c: element("figure", c))
    items = st.lists(st.builds(nest, st.just("li"), mixed, note), min_size=1, max_size=3)
    lists = st.builds(nest, st.sampled_from(("ul", "ol")), items, st.just({}))
    return simple | holder | caption | lists | terms(mixed) | tables(depth)


def terms(mixed: st.SearchStrategy[list[Flow]]) -> st.SearchStrategy[Flow]:
    term = st.builds(nest, st.just("dt"), LINES, st.just({}))
    described = st.builds(nest, st.just("dd"), mixed, st.just({}))
    return st.lists(term | described, min_size=1, max_size=4).map(lambda pairs: element("dl", *pairs))


def tables(depth: int) -> st.SearchStrategy[Flow]:
    spans = st.fixed_dictionaries({}, optional={"colspan": st.sampled_from(("2", "0", "x", "99999999"))})
    simple = st.builds(nest, st.just("p"), LINES, st.just({}))
    inside = st.lists(simple | phrases(), max_size=2)
    cells = st.lists(st.builds(nest, st.sampled_from(("td", "th")), inside, spans), min_size=1, max_size=3)
    row = st.builds(nest, st.just("tr"), cells, st.just({}))
    part = st.builds(nest, st.just("thead"), st.lists(row, min_size=1, max_size=2), st.just({}))
    caption = st.builds(nest, st.just("caption"), LINES, st.just({}))
    parts = st.lists(row | part | caption, min_size=1, max_size=3)
    return st.builds(nest, st.just("table"), parts, st.just({}))


FLOWS = st.lists(blocks() | phrases(), max_size=4).map(
    lambda flows: [event for flow in flows for event in flow]
)


def words_of(flow: Flow) -> str:
    """The characters of a flow's text and formulas, without whitespace and what XML forbids."""
    found = "".join(value for kind, value, _ in flow if kind in (TEXT, FORMULA))
    return "".join(found.translate(dict.fromkeys((0, 0xB, 0xFFFE))).split())


def words_written(root: Element) -> str:
    """The characters of a document's text, without descriptions of images."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{NAMESPACE}desc", f"{NAMESPACE}figDesc"):
                child.text = ""
    body = root.find(f".//{NAMESPACE}body")
    assert body is not None
    return "".join("".join(body.itertext()).split())


@given(FLOWS)
def test_any_flow_is_valid_and_keeps_its_words(flow: Flow) -> None:
    root = fromstring(write_tei(flow, {}))
    assert faults(root) == []
    assert words_written(root) == words_of(flow)


def test_time_is_linear_in_the_flow() -> None:
    flow = element("table", *(element("tr", element("td", "a")) for _ in range(20_000)))
    assert write_tei(flow, {}).count("<cell>") == 20_000


@pytest.mark.parametrize(("written", "read"), [("600", 600), ("2000", 0), ("two", 0)])
def test_cells_span_a_sensible_number_of_columns(written: str, read: int) -> None:
    assert read_span({"colspan": written}, "colspan") == read
