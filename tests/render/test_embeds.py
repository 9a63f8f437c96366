"""Embeds: a link with a title for each, and nothing for what nobody looks at."""

from __future__ import annotations

import pytest

from mainspan import extract

URL = "https://example.org/a/"


def links(html: str) -> list[str]:
    page = f"<p>One two three.</p>{html}<p>Four five six.</p>"
    found = extract(page, algorithm="plain", url=URL).markdown
    return [line for line in found.split("\n\n") if line.startswith("[")]


@pytest.mark.parametrize(
    ("html", "link"),
    [
        (
            "<iframe src=//www.youtube.com/embed/abcdef1 title=Film></iframe>",
            "[Film](https://www.youtube.com/watch?v=abcdef1)",
        ),
        ("<iframe data-src=https://vimeo.com/7></iframe>", "[vimeo.com](https://vimeo.com/7)"),
        ("<iframe src=/own allowfullscreen title=Map></iframe>", "[Map](https://example.org/own)"),
        ("<video src=a.mp4 aria-label='The tide'></video>", f"[The tide]({URL}a.mp4)"),
        ("<audio><source src=a.mp3></audio>", f"[a.mp3]({URL}a.mp3)"),
        ("<object data=https://www.ted.com/7></object>", "[ted.com](https://www.ted.com/7)"),
        (
            "<iframe src='https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Ffacebook.com%2Fp'></iframe>",
            "[facebook.com](https://facebook.com/p)",
        ),
        ("<lite-vimeo videoid=1234567></lite-vimeo>", "[vimeo.com](https://vimeo.com/1234567)"),
    ],
)
def test_an_embed_leaves_a_link(html: str, link: str) -> None:
    assert links(html) == [link]


@pytest.mark.parametrize(
    "html",
    [
        "<iframe src=https://ads.example/x></iframe>",
        "<iframe src=javascript:x allowfullscreen></iframe>",
        "<iframe hidden src=https://vimeo.com/7></iframe>",
        "<video></video>",
        "<lite-youtube videoid='x y'></lite-youtube>",
        "<aside><p>a</p><p>b</p></aside>",
    ],
)
def test_what_nobody_looks_at_leaves_none(html: str) -> None:
    assert links(html) == []


def test_an_embed_goes_with_the_text_around_it() -> None:
    html = "<p>One</p><aside><p>a b</p><iframe src=https://vimeo.com/7></iframe></aside><p>Two</p>"
    assert "vimeo" in extract(html, algorithm="plain").markdown
    assert "vimeo" not in extract(html, algorithm="plain", drop="aside").markdown


def test_without_links_or_pictures_there_are_none() -> None:
    found = extract("<p>One</p><iframe src=https://vimeo.com/7></iframe><p>Two</p>", algorithm="plain")
    assert "vimeo" not in found.render("markdown", links=False)
    assert "vimeo" not in found.render("html", images=False)


@pytest.mark.parametrize(("tokens", "count"), [(200, 1), (400, 0)])
@pytest.mark.parametrize(
    "html",
    [
        "<iframe src=https://vimeo.com/7></iframe>{}<p>One two",
        "<p>One two</p>{}<iframe src=https://vimeo.com/7></iframe>",
    ],
)
def test_embeds_of_the_content_are_near_its_text(html: str, tokens: int, count: int) -> None:
    page = f"<div>{html.format('<br>' * tokens)}</div>"
    assert extract(page, algorithm="plain").markdown.count("https://vimeo.com/7") == count


@pytest.mark.parametrize(("length", "shown"), [(200, 200), (300, 200)])
def test_long_titles_are_cut(length: int, shown: int) -> None:
    html = f"<iframe src=https://vimeo.com/7 title={'x' * length}></iframe>"
    assert links(html) == [f"[{'x' * shown}](https://vimeo.com/7)"]
