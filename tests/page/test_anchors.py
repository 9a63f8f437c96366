"""Links that are signs only are no content."""

from __future__ import annotations

import pytest

from mainspan import Page, Spans
from mainspan.page.anchors import elements_around, without_anchors


def kept(html: str) -> list[str]:
    page = Page(html)
    everything = Spans.of_blocks(page, page.blocks.words > 0)
    return [page.source[start:end] for start, end in without_anchors(page, everything)]


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Title<a href=#t>#</a></h2>",
        "<h2>Title<a href=x.html#t>¶</a></h2>",
        "<h3>Title<a href=#t>🔗</a></h3>",
        "<h2>Title<a href=#t>###</a></h2>",
        "<p>Title<a href=#back>↩</a></p>",
        "<p>Title<a href=#back>↩\ufe0e</a></p>",
        "<h2>Title<a href=#t><span>#</span></a></h2>",
        "<h2>Title<a href=#t><b><i>#</i></b></a></h2>",
        "<h2>Title<a href=#t>/</a></h2>",
        "<h2><a href=#t>Title<span>#</span></a></h2>",
        "<dl><dt>Title<a href=#t>¶</a></dt></dl>",
        "<figure><figcaption>Title<a href=#t>#</a></figcaption></figure>",
        "<table><caption>Title<a href=#t>¶</a></caption></table>",
        "<p>Title<a class=headerlink href=#t>¶</a></p>",
    ],
)
def test_a_sign_that_leads_to_its_heading_or_back_is_left_out(html: str) -> None:
    assert kept(html) == ["Title"]


@pytest.mark.parametrize(
    ("html", "sign"),
    [
        ("<h2>Title<a href=#t>C</a></h2>", "C"),  # a letter may be the content
        ("<h2>Title<a href=x>#</a></h2>", "#"),  # leads elsewhere
        ("<h2>Title<a href=x title=#>#</a></h2>", "#"),
        ("<p>Title<a href=#t>#</a></p>", "#"),  # no heading
        ("<dl><dt>Title<a href=#t>+</a></dt></dl>", "+"),  # no sign of a place
        ("<h2><a href=#t>Title<span>&amp;</span></a></h2>", "&amp;"),  # the link is the text
        ("<h2>Title<a href=#t>####</a></h2>", "####"),  # too long for a sign
        ("<h2>Title<b>#</b></h2>", "#"),  # no link
        ("<h2>Title<a href=#t><b><i><u>#</u></i></b></a></h2>", "#"),  # the heading is too far up
    ],
)
def test_other_short_texts_stay(html: str, sign: str) -> None:
    assert kept(html) == ["Title", sign]


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>A note. [<a href=#back>↩</a>]</p>", ["A note. "]),
        ("<p>A note. (<a href=#back>↩</a>) And</p>", ["A note. ", " And"]),
        ("<p>A note. [<a href=#back>↩</a>)</p>", ["A note. [", ")"]),
        ("<p>A note [<a href=#back>x</a>]</p>", ["A note [", "x", "]"]),
        ("<p>A note <a href=#back>↩</a>]</p>", ["A note ", "]"]),
    ],
)
def test_brackets_around_what_is_left_out_go_too(html: str, texts: list[str]) -> None:
    assert kept(html) == texts


def test_elements_around_are_the_innermost_ones() -> None:
    page = Page("<div><p>a</p><p><b>c</b></p></div>")
    token = int(page.words.token[1])
    names = [page.name_of(element) for element in elements_around(page, token, 3)]
    assert names == ["b", "p", "div"]


@pytest.mark.parametrize(("length", "stays"), [(30, []), (31, ["x" * 31])])
def test_what_edits_a_section_is_short_unless_it_is_in_the_heading(length: int, stays: list[str]) -> None:
    edit = f"<span class=mw-editsection>{'x' * length}</span>"
    assert kept(f"<h2>Title</h2>{edit}") == ["Title", *stays]
    assert kept(f"<h2>Title{edit}</h2>") == ["Title"]
