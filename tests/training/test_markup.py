"""Documentation is labelled by the markup of its generator."""

from __future__ import annotations

import pytest

from mainspan.page import Page
from training.markup import GENERATORS, generator_of, kept_by_markup

SPHINX = (
    b"<div class=related>next</div><div class=documentwrapper><div class=bodywrapper>"
    b"<div class=body role=main><h1>Setup</h1><div class='contents topic'><p>On this page</p></div>"
    b"<p>Install it.</p></div></div></div>"
    b"<div class=sphinxsidebar>Contents</div>"
)
DOCBOOK = (
    b"<meta name=generator content='DocBook XSL Stylesheets V1'><div class=navheader>Prev</div>"
    b"<div class=chapter><h1>Files</h1><div class=toc>Toc</div><p>Files are kept.</p></div>"
    b"<div class=navfooter>Next</div>"
)


@pytest.mark.parametrize(
    ("html", "name", "kept"),
    [
        (SPHINX, "Sphinx", [False, True, False, True, False]),
        (DOCBOOK, "DocBook", [False, True, False, True, False]),
    ],
)
def test_content_without_navigation_is_kept(html: bytes, name: str, kept: list[bool]) -> None:
    page = Page(html, hidden=True)
    generator = generator_of(page)
    assert generator is not None
    assert generator.name == name
    assert kept_by_markup(page, generator).tolist() == kept


def test_a_page_that_no_generator_made_has_none() -> None:
    assert generator_of(Page(b"<main><p>Hello</p></main>")) is None


def test_all_selectors_can_be_read() -> None:
    page = Page(b"<p>Hello</p>")
    for each in GENERATORS:
        for selector in (each.mark, each.content, *each.leave_out):
            assert not page.select(selector).all()
