"""Byline and captions, kept where they are asked for."""

from __future__ import annotations

from mainspan import extract

TEXT = (
    "<p>After two years in dry dock, the old boat left the quay on Friday night with ninety on board.</p>" * 2
)
HTML = (
    "<title>Night ferry runs again</title><body><nav><a href=/>Home</a></nav>"
    "<article><h1>Night ferry runs again</h1>"
    "<div class=byline>By Ada Lund</div><time class=date>12 May 2025</time>"
    f"{TEXT}<figure><img src=a.jpg><figcaption>The boat at dawn</figcaption></figure>"
    f"{TEXT.replace('boat', 'ship')}"
    "</article><figure><figcaption>An advertisement</figcaption></figure>"
)


def test_a_byline_is_kept_if_asked_for() -> None:
    assert "By Ada Lund" not in extract(HTML, algorithm="mainspan").text
    found = extract(HTML, algorithm="mainspan:byline=true").text
    assert "By Ada Lund" in found
    assert "12 May 2025" in found


def test_captions_inside_the_text_are_kept_if_asked_for() -> None:
    assert "The boat at dawn" not in extract(HTML, algorithm="mainspan").text
    found = extract(HTML, algorithm="mainspan:captions=true")
    assert "The boat at dawn" in found.text
    assert "An advertisement" not in found.text
    (reason,) = (block.reason for block in found.blocks if block.text == "The boat at dawn")
    assert reason.startswith("captions, as asked")


def test_a_page_without_them_is_none_the_worse() -> None:
    for html in ("", "<p>one</p>", TEXT):
        plain = extract(html, algorithm="mainspan").text
        assert extract(html, algorithm="mainspan:byline=true,captions=true").text == plain
