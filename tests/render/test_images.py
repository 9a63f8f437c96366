"""Pictures: those of the content, from where they can be fetched."""

from __future__ import annotations

import pytest

from mainspan import Page, Spans, extract
from mainspan.render.events import VOID
from mainspan.render.flow import make_flow
from tests.clock import FACTOR, grows_linearly

URL = "https://example.org/a/"


def sources(html: str) -> list[str]:
    """The addresses of the pictures in a page whose whole text is kept."""
    found = extract(html, algorithm="plain", url=URL)
    flow = make_flow(found.page, found.spans)
    return [attributes["src"] for kind, value, attributes in flow if (kind, value) == (VOID, "img")]


@pytest.mark.parametrize(
    ("tag", "address"),
    [
        ("<img src=x.png>", f"{URL}x.png"),
        ("<img src=/x.png>", "https://example.org/x.png"),
        ("<img src=data:image/gif;base64,R0 data-src=x.png>", f"{URL}x.png"),
        ("<img src=small.png data-original=x.png>", f"{URL}x.png"),
        ("<img data-lazy-src=x.png src=blank.gif>", f"{URL}x.png"),
        ("<img src=spacer.gif srcset='a.png 300w, b.png 900w, c.png 600w'>", f"{URL}b.png"),
        ("<img src=data:, data-srcset='a.png 1x, b.png 2x'>", f"{URL}b.png"),
        ("<img srcset='a.png, b.png 1.5x'>", f"{URL}b.png"),
        ("<picture><source srcset='a.webp 1x, b.webp 2x'><img></picture>", f"{URL}b.webp"),
        ("<picture><source srcset=a.webp><img src=x.png></picture>", f"{URL}x.png"),
        ("<img src='a b.png'>", f"{URL}a%20b.png"),
        ("<noscript><img src=x.png></noscript>", f"{URL}x.png"),
    ],
)
def test_addresses(tag: str, address: str) -> None:
    assert sources(f"<p>One {tag} two three four.</p>") == [address]


@pytest.mark.parametrize(
    "tag",
    [
        "<img>",
        "<img src=''>",
        "<img src=data:image/png;base64,AAAA>",
        "<img src=javascript:x>",
        "<img src=x.png width=1 height=1>",
        "<img src=x.png width=0>",
        "<img src=x.png hidden>",
        "<img src=x.png style='display:none'>",
        "<img src=/img/blank.gif>",
        "<img src=/img/1x1.png?u=2>",
    ],
)
def test_placeholders_and_trackers_are_left_out(tag: str) -> None:
    assert sources(f"<p>One {tag} two three four.</p>") == []


def test_the_copy_for_browsers_without_scripts_is_left_out() -> None:
    html = "<p>One</p><img data-src=a.png><noscript><img src=a-600.png></noscript><p>two</p>"
    assert sources(html) == [f"{URL}a.png"]


def test_a_title_that_only_repeats_the_text_instead_is_left_out() -> None:
    found = extract('<p>One <img src=x.png alt="a b" title=" a  b"> two', algorithm="plain", url=URL)
    assert found.markdown == f"One ![a b]({URL}x.png) two\n"


PAGE = """<article><img src=hero.png><p>One two three.</p><figure><img src=in.png><figcaption>A caption
    </figcaption></figure><p>Four.</p></article><aside><img src=ad.png><p>Buy this.</p></aside>"""


def test_pictures_go_with_the_text_around_them() -> None:
    page = Page(PAGE, url=URL)
    spans = Spans.of_elements(page, page.select("article > p"))
    flow = make_flow(page, spans)
    assert [attributes["src"] for kind, _, attributes in flow if kind == VOID] == [
        f"{URL}hero.png",
        f"{URL}in.png",
    ]


@pytest.mark.parametrize("part", ["<img src=x.png>", "<div><img src=x.png>", "<img srcset='a 1w, b 2w'>"])
def test_many_pictures_take_linear_time(part: str) -> None:
    small, large = (f"<p>text</p>{part * count}" for count in (100, 100 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").html, lambda: extract(large, algorithm="plain").html
    )


@pytest.mark.parametrize(("tokens", "count"), [(200, 1), (400, 0)])
@pytest.mark.parametrize("html", ["<img src=x.png>{}<p>One two", "<p>One two</p>{}<img src=x.png>"])
def test_pictures_of_the_content_are_near_its_text(html: str, tokens: int, count: int) -> None:
    assert len(sources(f"<div>{html.format('<br>' * tokens)}</div>")) == count


@pytest.mark.parametrize(("tokens", "count"), [(20, 1), (60, 0)])
def test_the_source_of_a_picture_is_near_it(tokens: int, count: int) -> None:
    html = f"<picture><source srcset=x.webp>{'<source>' * tokens}<img></picture>"
    assert len(sources(f"<p>One {html} two")) == count


@pytest.mark.parametrize(("tokens", "count"), [(20, 1), (60, 2)])
def test_the_copy_of_a_picture_is_near_it(tokens: int, count: int) -> None:
    html = f"<img src=a.png>{'<br>' * tokens}<noscript><img src=b.png></noscript>"
    assert len(sources(f"<div><p>One</p>{html}</div>")) == count
