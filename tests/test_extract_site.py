"""Pages of one site together: `extract_site`, templates for single pages, and hosts."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mainspan
from mainspan import Page, extract, extract_site
from mainspan.errors import SelectorError, SiteError, UnknownAlgorithmError
from mainspan.site import host_of, learn_template

ARTICLES = {
    "soup": "The kitchen of the old harbour cooks a soup of seven fishes, and on Fridays the street comes.",
    "train": "A train without a driver crossed the valley last night while its crew looked for a signal.",
    "choir": "Forty singers who had never met before filled the market hall with a piece of unknown origin.",
    "bees": "Since the town planted lime trees, bees have come back to the roofs, and honey is cheap.",
}


def page_of(name: str) -> str:
    """A page with a menu, an article, the other articles as related links, and a footer."""
    related = "".join(f"<li><a href={other}>About {other}</a>" for other in ARTICLES if other != name)
    return (
        f"<ul id=menu><li>Home<li>News</ul><h1>About {name}</h1><p class=date>{name} day, 12 May</p>"
        f"<article><p>{ARTICLES[name] * 3}</p></article><ul class=more>{related}</ul>"
        "<footer>All rights reserved by the town's newspaper and its printers since 1871.</footer>"
    )


PAGES = [page_of(name) for name in ARTICLES]


def test_text_that_pages_share_is_not_content() -> None:
    for name, found in zip(ARTICLES, extract_site(PAGES, algorithm="plain"), strict=True):
        assert found.text == f"About {name}\n\n{name} day, 12 May\n\n{ARTICLES[name] * 3}\n"


def test_a_headline_stays_although_other_pages_link_to_it() -> None:
    assert all(found.text.startswith("About ") for found in extract_site(PAGES, algorithm="plain"))


@pytest.mark.parametrize("method", ["plain", "accb", "density"])
def test_the_rest_is_as_the_method_finds_it(method: str) -> None:
    for page, found in zip(PAGES, extract_site(PAGES, algorithm=method), strict=True):
        alone = extract(page, algorithm=method)
        assert not found.spans - alone.spans
        assert set(found.text.split()) <= set(alone.text.split())


def test_pages_may_be_of_any_kind_and_come_one_by_one() -> None:
    kinds: list[Any] = [PAGES[0], PAGES[1].encode(), bytearray(PAGES[2].encode()), Page(PAGES[3])]
    texts = [found.text for found in extract_site(iter(kinds))]
    assert texts == [found.text for found in extract_site(PAGES)]


def test_results_keep_the_order_and_the_pages() -> None:
    pages = [Page(html, url=f"https://example.org/{i}") for i, html in enumerate(PAGES)]
    assert [found.page for found in extract_site(pages, algorithm="plain")] == pages


def test_every_drop_has_a_reason() -> None:
    blocks = extract_site(PAGES, algorithm="plain")[0].blocks
    reasons = {block.text: block.reason for block in blocks}
    assert reasons["Home"] == "recurs on 4 of 4 pages of the site"
    assert reasons["About train"] == "recurs on 3 of 4 pages of the site"
    assert reasons["About soup"] == "plain kept 2 of 2 words"


def test_a_block_dropped_for_its_place_says_so() -> None:
    pages = [page.replace("Home", "Home<li>Here" if i == 2 else "Home") for i, page in enumerate(PAGES)]
    reasons = [block.reason for block in extract_site(pages)[2].blocks if block.text == "Here"]
    assert reasons == ["is where 89% of the words recur on other pages of the site"]


def test_keep_and_drop_have_the_last_word() -> None:
    found = extract_site(PAGES, algorithm="plain", keep="#menu", drop=["article", "li:first-child"])[0]
    assert found.text == "- News\n\nAbout soup\n\nsoup day, 12 May\n"


def test_a_block_kept_by_hand_is_not_reported_as_dropped() -> None:
    blocks = extract_site(PAGES, algorithm="plain", keep="#menu")[0].blocks
    assert [block.reason for block in blocks if block.text == "Home"] == ["plain kept 1 of 1 words"]


def test_a_page_of_nothing_but_template_says_why_nothing_is_left() -> None:
    found = extract_site([*PAGES, "<ul id=menu><li>Home<li>News</ul>"], algorithm="plain")[-1]
    assert (found.text, found.reason) == ("", "all that was found recurs on other pages of the site")


def test_a_page_without_text_keeps_its_reason() -> None:
    found = extract_site([*PAGES, "<p></p>"])[-1]
    assert (found.text, found.reason) == ("", "the page has no text")


def test_copies_keep_their_article() -> None:
    found = extract_site([PAGES[0], PAGES[0], PAGES[0], *PAGES], algorithm="plain")
    assert all(ARTICLES["soup"] in each.text for each in found[:4])


def test_to_dict_has_the_number_of_compared_pages() -> None:
    data = extract_site(PAGES)[0].to_dict()
    assert data["site_pages"] == 4
    assert json.loads(json.dumps(data)) == data
    assert "site_pages" not in extract(PAGES[0]).to_dict()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_pages_are_refused(count: int) -> None:
    with pytest.raises(SiteError, match=f"at least 3 pages that differ, and here are {count}: extract"):
        extract_site(PAGES[:count])


def test_wrong_use_is_refused_as_by_extract() -> None:
    with pytest.raises(UnknownAlgorithmError):
        extract_site(PAGES, algorithm="densty")
    with pytest.raises(SelectorError):
        extract_site(PAGES, keep="p[")


def test_a_template_serves_pages_that_it_was_not_learned_from() -> None:
    template = learn_template(Page(html) for html in PAGES[:3])
    text = extract(PAGES[3], algorithm="plain", template=template).text
    assert text.startswith("About bees\n")
    assert "Home" not in text
    assert "All rights" not in text


def test_the_pages_that_are_given_are_left_alone() -> None:
    pages = [Page(html) for html in PAGES]
    before = [extract(page).text for page in pages]
    extract_site(pages)
    assert [extract(page).text for page in pages] == before


def test_the_name_is_public() -> None:
    assert mainspan.extract_site is extract_site


# --- hosts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://example.org/a?b#c", "example.org"),
        ("http://WWW.Example.org:80/", "example.org"),
        ("http://example.org:8080/", "example.org:8080"),
        ("https://user:word@news.example.org/", "news.example.org"),
        ("https://[::1]:99/", "::1:99"),
        ("/only/a/path", ""),
        ("http://[", ""),
        ("http://example.org:99999/", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_the_host_of_an_address(url: str | None, host: str) -> None:
    assert host_of(url) == host
