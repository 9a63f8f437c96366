"""Pages of all kinds: what is text, what is code, what is unseen."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from mainspan import Page
from mainspan.page import tags
from mainspan.page.kinds import CODE, HIDDEN, INVISIBLE, TEXT, UNSEEN
from mainspan.page.tokenise import tokenise
from tests.soup import soups


def texts(html: str | bytes, kind: int = TEXT, *, hidden: bool = False) -> list[str]:
    """The texts of one kind that are not blank."""
    page = Page(html, hidden=hidden)
    found = (page.text_of(i) for i in np.flatnonzero(page.tokens.kind == kind).tolist())
    return [text for text in found if text.strip()]


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<script>a</script><style>b</style><template>c</template>d<!--e-->", ["d"]),
        ("<!doctype html><?pi x?><title>a</title>b", ["b"]),
        ("<body><noscript>a</noscript><iframe>b</iframe><noembed>c</noembed>d", ["d"]),
        ("<object>a</object><canvas>b</canvas><audio>c</audio><video>d</video>e", ["e"]),
        ("<textarea>a</textarea><select><option>b</select><datalist><option>c</datalist>d", ["d"]),
        ("<svg><title>a</title><desc>b</desc><metadata>c</metadata><text>d</text></svg>e", ["d", "e"]),
        ("<math><mi>a</mi><annotation>b</annotation></math>c", ["a", "c"]),
        ("<math><annotation-xml encoding=text/html><p>a</p></annotation-xml></math>c", ["c"]),
        ("<svg><foreignObject><p>a</p></foreignObject><style>b</style><script>c</script></svg>", ["a"]),
        ("<details>a</details><xmp>b <i></xmp>", ["a", "b <i>"]),
        ("<template><p>a<template>b</template></template>c", ["c"]),
    ],
)
def test_visible_text_is_text(html: str, seen: list[str]) -> None:
    assert texts(html) == seen


@pytest.mark.parametrize(
    "attribute",
    [
        "hidden",
        "hidden=until-found",
        'style="display:none"',
        'style=" DISPLAY : None ; color:red"',
        'style="color:red;display:none !important"',
        'style="visibility:hidden"',
        'style="visibility: collapse;"',
    ],
)
def test_hidden_elements_are_known_and_unseen(attribute: str) -> None:
    html = f"<p {attribute}>a <b>b</b></p><p>c</p>"
    page = Page(html)
    assert texts(html) == ["c"]
    assert texts(html, UNSEEN) == ["a ", "b"]
    assert [tags.NAMES[tag] for tag in page.elements.tag[page.elements.is_hidden]] == ["p"]


@pytest.mark.parametrize(
    "attribute",
    [
        "class=hidden",
        'title="hidden"',
        'data-style="display:none"',
        'style="display:none;display:block"',
        'style="displays:none"',
        'style="background:url(display:none)"',
        'style="visibility:visible"',
        "aria-hidden=false",
    ],
)
def test_names_that_only_sound_hidden_hide_nothing(attribute: str) -> None:
    page = Page(f"<p {attribute}>a</p>")
    assert len(page.words) == 1
    assert not page.elements.is_hidden.any()
    assert not page.elements.is_aria_hidden.any()


def test_aria_hidden_is_a_mark_of_its_own() -> None:
    page = Page('<p aria-hidden="true">a</p>')
    assert texts('<p aria-hidden="true">a</p>') == ["a"]
    assert page.elements.is_aria_hidden.sum() == 1
    assert not page.elements.is_hidden.any()


def test_an_element_can_be_visible_inside_an_invisible_one() -> None:
    html = '<div style="visibility:hidden">a<p style="visibility:visible">b</p>c</div>d'
    assert texts(html) == ["b", "d"]
    assert texts('<div hidden>a<p style="visibility:visible">b</p></div>') == []


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<script>if (a<b) x('</p>')</script>", ["if (a<b) x('</p>')"]),
        ("<script><!--<script></script>--></script>x", ["<!--<script></script>-->"]),
        ("<script><!--<script>x</script>--></script>y", ["<!--<script>x</script>-->"]),
        ("<script><!--x</script>y", ["<!--x"]),
        ("<style>a > b {}</style>", ["a > b {}"]),
        ("<!-- a > b --><p>x", ["<!-- a > b -->"]),
    ],
)
def test_scripts_styles_and_comments_are_code(html: str, code: list[str]) -> None:
    assert texts(html, CODE) == code


def test_raw_text_ends_where_the_parser_ends_it() -> None:
    assert texts("<xmp>a <b>&amp;</xmp>c") == ["a <b>&amp;", "c"]
    assert texts("<plaintext>a</plaintext>b<p>") == ["a</plaintext>b<p>"]
    assert texts("<iframe><p>a</iframe>b", UNSEEN) == ["<p>a"]
    assert texts("<noframes><p>a</noframes>b") == ["b"]


def test_tags_end_at_the_first_angle_bracket_even_within_quotes() -> None:
    page = Page('<p title=\'a > b\' c"d=1 ="e>f">text</p>')
    assert texts('<p title=\'a > b\' c"d=1 ="e>f">text</p>') == ['f">text']
    assert page.source.count("<p ") == 1


def test_raw_names_inside_svg_and_math_do_not_break_the_cut() -> None:
    html = "<svg><style>&lt;/style>&lt;b></style></svg><math><xmp>&lt;i></xmp></math>seen"
    page = Page(html)
    assert not page.salvaged
    assert texts(html) == ["seen"]


def test_void_names_inside_svg_are_ordinary_elements() -> None:
    page = Page("<svg><link>a</link><source/></svg>b")
    assert not page.salvaged
    assert texts("<svg><link>a</link><source/></svg>b") == ["a", "b"]


def test_a_frameset_has_no_text_but_elements() -> None:
    page = Page("<frameset><frame src=a><noframes><p>old browser</p></noframes></frameset>")
    assert len(page.words) == 0
    assert "frameset" in [tags.NAMES[tag] for tag in page.elements.tag]


@pytest.mark.parametrize(
    "html",
    [
        "<li>a</li>",
        "a",
        "<td>a",
        "</p>a",
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p></body></html>',
        "<!DOCTYPE html><html><body><p>a",
    ],
)
def test_fragments_text_and_xhtml_are_pages(html: str) -> None:
    assert texts(html) == ["a"]


def test_pure_text_keeps_its_lines() -> None:
    page = Page("first line\nsecond & third < fourth\n\nlast")
    assert page.source.startswith("<html><head></head><body><pre>")
    assert texts("first line\nsecond & third < fourth\n\nlast") == [
        "first line\nsecond & third < fourth\n\nlast"
    ]


def test_self_closing_tags_of_xhtml_follow_html() -> None:
    assert texts("<p>a<br/>b<div/>c</p>") == ["a", "b", "c"]


@pytest.mark.parametrize(
    "html", ["", b"", "\x00", "\ud800", b"\xff\xfe", "<", "&", "<!--", "<p a='", b"\x80" * 9]
)
def test_anything_is_a_page(html: str | bytes) -> None:
    page = Page(html)
    assert page.tokens.end[-1] == len(page.source)
    assert len(page.blocks) <= 1


def test_the_same_bytes_give_the_same_page_in_any_thread(corpus: Path) -> None:
    data = [path.read_bytes() for path in sorted(corpus.rglob("*.html"))[:12]] * 4

    def columns(html: bytes) -> tuple[str, bytes, bytes, bytes]:
        page = Page(html)
        return page.source, page.tokens.start.tobytes(), page.words.end.tobytes(), page.blocks.words.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(columns, data)) == [columns(html) for html in data]


def test_columns_are_made_once() -> None:
    page = Page("<p>a")
    assert page.tokens is page.tokens
    assert page.blocks is page.blocks


def test_a_page_is_made_from_text_or_bytes_alone() -> None:
    with pytest.raises(TypeError, match="str or bytes"):
        Page(None)  # type: ignore[arg-type]


def test_selectors_find_elements() -> None:
    page = Page('<p class=x>a</p><p>b</p><svg><g class="x"/></svg>')
    assert [tags.NAMES[tag] for tag in page.elements.tag[page.select(".x")]] == ["p", "g"]


HIDDEN_TEXTS = """
    <title>title</title><p hidden>a <b>b</b></p><p style="display:none">c</p><p style="visibility:hidden">d
    <i style="visibility:visible">e</i></p><noscript>f<i hidden>g</i></noscript><p>h</p>
    <div hidden><textarea>i</textarea><script>j</script><template>k</template></div><iframe>l</iframe>
"""


def test_hidden_text_can_be_included() -> None:
    assert texts(HIDDEN_TEXTS) == ["e", "h"]
    found = texts(HIDDEN_TEXTS, hidden=True)
    assert [text.strip() for text in found] == list("abcdefgh")


def test_included_hidden_texts_record_what_hides_them() -> None:
    page = Page(HIDDEN_TEXTS).with_hidden
    places = np.flatnonzero(page.tokens.words).tolist()
    marks = {page.text_of(i).strip(): int(page.tokens.marks[i]) & (HIDDEN | INVISIBLE) for i in places}
    assert marks == {
        **dict.fromkeys("abcd", HIDDEN),
        **dict.fromkeys("eh", 0),
        "f": INVISIBLE,
        "g": HIDDEN | INVISIBLE,
    }


def test_the_head_stays_unseen_when_hidden_text_is_included() -> None:
    source = '<html><head hidden=""><noscript>a</noscript></head><body><noscript>b</noscript></body></html>'
    kind = tokenise(source, True).tokens.kind
    assert kind[(kind == TEXT) | (kind == UNSEEN)].tolist() == [UNSEEN, TEXT]


def columns(page: Page) -> dict[str, bytes]:
    """All columns of a page."""
    return {
        f"{part}.{name}": getattr(getattr(page, part), name).tobytes()
        for part in ("tokens", "elements", "words", "blocks")
        for name in getattr(page, part).__slots__
    }


@given(soups)
def test_hidden_text_is_the_same_if_included_before_or_after_parsing(html: str) -> None:
    page, other = Page(html), Page(html)
    before = columns(page)
    with_hidden = columns(Page(html, hidden=True))
    assert columns(page.with_hidden) == columns(other.with_hidden) == with_hidden
    assert columns(page) == columns(other) == before
    assert page.with_hidden.source == page.source == other.source
    assert page.with_hidden.salvaged == page.salvaged


@pytest.mark.parametrize("html", [HIDDEN_TEXTS, "<p>a</p>", "<div>" * 600 + "<p hidden>a"])
def test_including_hidden_text_adds_text_and_changes_no_tag(html: str) -> None:
    page = Page(html)
    whole = page.with_hidden.tokens
    for name in ("start", "end", "tag", "partner", "depth"):
        assert np.array_equal(getattr(page.tokens, name), getattr(whole, name))
    assert np.all(whole.kind[page.tokens.is_text] == TEXT)
    assert np.all(page.tokens.kind[page.tokens.kind != whole.kind] == UNSEEN)


def test_a_page_with_hidden_text_is_the_same_page() -> None:
    page = Page("<p hidden>é".encode("latin-1"), url="https://example.org/", encoding="latin1")
    whole = page.with_hidden
    assert (page.hidden, whole.hidden) == (False, True)
    assert page.with_hidden is whole is whole.with_hidden
    for name in ("url", "encoding", "encoding_because", "size", "source"):
        assert getattr(whole, name) == getattr(page, name)
    assert (len(page.words), len(whole.words)) == (0, 1)
    assert whole.select("p").sum() == 1


def test_an_unclosed_frame_in_noscript_hides_no_text_after_it() -> None:
    page = Page("<noscript><iframe src=x></noscript><p>one</p><p id=a>two</p>")
    assert [page.text_of(int(token)) for token in page.words.token] == ["one", "two"]
    assert page.name_of(int(np.flatnonzero(page.select("#a"))[0])) == "p"


def test_a_page_knows_the_names_of_its_tags() -> None:
    page = Page("<p>one<br>two <x-y>three</x-y></p>")
    assert [page.has(tags.NUMBERS[name]) for name in ("p", "br", "head", "table")] == [
        True,
        True,
        True,
        False,
    ]


def test_a_page_is_gone_with_its_last_user() -> None:
    page = Page("<p hidden>one</p>", hidden=True)
    assert page.with_hidden is page
    other = Page("<p hidden>one</p>")
    assert other.with_hidden is other.with_hidden
    gone = weakref.ref(page), weakref.ref(other)
    gc.disable()
    try:
        del page, other
        assert [ref() for ref in gone] == [None, None]
    finally:
        gc.enable()
