"""Addresses as the measure of structure compares them."""

from __future__ import annotations

import pytest

from mainspan.evaluation.structure.addresses import leads_inside, link_key, page_key, picture_key

HERE = "https://a.example/way/page.html"


@pytest.mark.parametrize(
    "address",
    ["/way/to%20it/", "http://www.a.example/way/to it", "https://a.example/way/to%20it#part", "to it"],
)
def test_a_page_is_the_same_however_its_address_is_written(address: str) -> None:
    assert page_key(address, HERE) == "a.example/way/to it"


def test_queries_and_other_schemes_count() -> None:
    assert page_key("?a=1", HERE) == "a.example/way/page.html?a=1"
    assert page_key("mailto:me@a.example", HERE) == "mailto:me@a.example"
    assert page_key("http://[", HERE) == "http://["


@pytest.mark.parametrize(
    "address",
    [
        "/p/cup.jpg",
        "https://cdn.example/x/cup-1024x768.JPG?w=3",
        "cup@2x.jpg",
        "https://i.example/fetch/w_100/https%3A%2F%2Fb.example%2Fcup.jpg",
        "/_next/image?url=%2Fmedia%2Fcup.jpg&w=640",
    ],
)
def test_a_picture_is_the_same_in_all_sizes(address: str) -> None:
    assert picture_key(address, HERE) == "cup.jpg"


def test_a_name_that_many_pictures_have_is_none() -> None:
    assert picture_key("/show?id=3", HERE) == "a.example/show?id=3"
    assert picture_key("/i/abcdef123456", HERE) == "abcdef123456"
    assert picture_key("data:image/png;base64,AA", HERE) == ""
    assert picture_key("http://[/a.png", HERE) == "http://[/a.png"


@pytest.mark.parametrize("address", ["/a/b?c=1", "https://other.example/x/b/?c=1#d", "b?c=1"])
def test_a_link_leads_to_the_end_of_its_address(address: str) -> None:
    assert link_key(address, HERE) == "b?c=1"
    assert link_key("https://www.b.example/", HERE) == "b.example"
    assert link_key("mailto:a@b.example", HERE) == "mailto:a@b.example"


def test_which_links_stay_in_the_page() -> None:
    assert all(leads_inside(each, HERE) for each in ("", "#a", "javascript:void(0)", f"{HERE}#a"))
    assert not any(leads_inside(each, HERE) for each in (HERE, "/way/other.html#a"))
    assert not leads_inside("http://b.example/#a", None)
