"""The ways to read pages in Python that the docstrings of sources and fetch show."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan import extract
from mainspan.fetch import Politeness, fetch_page
from mainspan.sources import find_sources, read_listing, to_page
from tests.fetch.conftest import site
from tests.fetch.site import Answer, Site

__all__ = ["site"]


@pytest.mark.parametrize("charset", ["iso-8859-1", "nobody-knows-it"])
def test_a_page_is_fetched_and_extracted(site: Site, charset: str) -> None:
    kind = f"text/html; charset={charset}"
    site.answers["/"] = Answer("<p>Grüße".encode("latin-1"), headers={"Content-Type": kind})
    page = to_page(fetch_page(site.url("/")))
    assert page.url == site.url("/")
    assert extract(page, algorithm="plain").text == "Grüße\n"


def test_the_pages_of_a_folder_are_read(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text(f"<p>{name} says hello")
    texts = [extract(source.read(), algorithm="plain").text for source in find_sources([str(tmp_path)])]
    assert texts == ["a says hello\n", "b says hello\n"]


def test_the_pages_of_a_feed_are_fetched(site: Site) -> None:
    site.answers["/feed"] = Answer(b"<rss><item><link>/a</link></item><item><link>/b</link></item></rss>")
    for name in "ab":
        site.answers[f"/{name}"] = Answer(f"<p>{name} says hello".encode())
    listing, politeness = read_listing(fetch_page(site.url("/feed"))), Politeness(delay=0)
    assert listing is not None
    pages = [fetch_page(url, politeness=politeness) for url in listing.addresses]
    assert [extract(to_page(page), algorithm="plain").text for page in pages] == [
        "a says hello\n",
        "b says hello\n",
    ]
    assert read_listing(pages[0]) is None
