"""Pages for a viewer: each text with its place in the source."""

from __future__ import annotations

from html import unescape

import pytest
from hypothesis import given
from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.reference import names_in, names_of_page
from mainspan import Page
from mainspan.page.kinds import RAW
from mainspan.render.whole import render_located
from tests.attacks import each_attack
from tests.dangers import what_runs
from tests.soup import soups, soups_to_render

OURS = '<style data-mainspan="head">mainspan-text{}</style>'
SCRIPT = '<script data-mainspan="head" nonce="n">paint()</script>'


def texts(html: str) -> list[LexborNode]:
    return LexborHTMLParser(html).css("[data-mainspan=text]")


def test_each_text_names_its_place() -> None:
    page = Page("<p>one &amp; <b>two</b></p><p>three</p>")
    found = [(node.attributes, node.text()) for node in texts(render_located(page))]
    assert found == [
        ({"data-mainspan": "text", "data-start": str(page.source.index(word))}, text)
        for word, text in [("one", "one & "), ("two", "two"), ("three", "three")]
    ]


@pytest.mark.parametrize("name", ["svg><text", "math><mrow"])
def test_texts_of_other_namespaces_stay_in_them(name: str) -> None:
    (found,) = texts(render_located(Page(f"<{name}>one")))
    assert found.tag in ("tspan", "mtext")


def test_unescaped_text_says_so() -> None:
    (found,) = texts(render_located(Page("<xmp>a<b</xmp>")))
    assert "data-raw" in found.attributes
    assert found.text() == "a<b"


def test_the_page_cannot_pretend_to_be_the_viewer() -> None:
    html = render_located(Page('<p data-mainspan="text" data-start="7">one</p><script>1</script>'))
    (found,) = texts(html)
    assert found.attributes["data-start"] != "7"
    assert "<script" not in html
    assert "script-src 'none'" in html


def test_the_viewers_own_elements_come_first_and_set_the_policy() -> None:
    html = render_located(Page("<head><style>p{}</style></head><p>one", url="https://a.org/"), own=SCRIPT)
    assert html.index("<base") < html.index(SCRIPT) < html.index("p{}")
    assert "Content-Security-Policy" not in html


def test_no_attack_runs() -> None:
    for attack, named in each_attack():
        with named:
            page = Page(attack)
            html = render_located(page, own=OURS)
            assert what_runs(html) == []
            assert names_in(html) == names_of_page(page)


@given(soups | soups_to_render("form tbody ul li"))
def test_places_lead_to_the_same_text_in_the_source(html: str) -> None:
    page = Page(html)
    tokens = page.tokens
    ends = dict(zip(tokens.start.tolist(), tokens.end.tolist(), strict=True))
    raw = dict(zip(tokens.start.tolist(), (tokens.marks & RAW).tolist(), strict=True))
    located = render_located(page, own=OURS)
    found = texts(located)
    assert names_in(located) == names_of_page(page)
    assert len(found) == int((tokens.words > 0).sum())
    for node in found:
        start = int(node.attributes["data-start"] or "")
        written = page.source[start : ends[start]]
        assert node.text() == (written if raw[start] else unescape(written))
