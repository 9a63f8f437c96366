"""The plain fields."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page
from mainspan.metadata import Fact, fields
from mainspan.metadata.evidence import Evidence

DATA = '<script type="application/ld+json">{}</script>'
URL = "https://www.cook.example/soup"


def read(html: str) -> Evidence:
    return Evidence(Page(html, url=URL), datetime(2024, 6, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<meta property=og:site_name content=Cook>", Fact("Cook", "open graph")),
        (DATA.format('{"@type": "WebSite", "name": "Cook"}'), Fact("Cook", "json-ld")),
        (DATA.format('{"@type": "Article", "publisher": {"name": "Cook"}}'), Fact("Cook", "json-ld")),
        (DATA.format('{"@type": "Article", "publisher": "Cook"}'), Fact("Cook", "json-ld")),
        ("<meta name=application-name content=Cook>", Fact("Cook", "meta")),
        ("<title>Soup | Cook</title>", Fact("Cook", "html")),
        ("<title>Soup | Bread</title>", None),
    ],
)
def test_the_site_s_name(html: str, expected: Fact | None) -> None:
    assert fields.find_site_name(read(html)) == expected


def test_descriptions_in_their_order() -> None:
    html = "<meta name=twitter:description content=3><meta name=description content=2>"
    assert fields.find_description(read(html)) == Fact("2", "meta")
    assert fields.find_description(read(html + "<meta property=og:description content=1>")) == Fact(
        "1", "open graph"
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<html lang=de>", Fact("de", "html")),
        ("<html lang=EN_us>", Fact("en-US", "html")),
        ("<html lang=zh-hans>", Fact("zh-Hans", "html")),
        ("<meta http-equiv=content-language content='fr, en'>", Fact("fr", "meta")),
        ("<meta property=og:locale content=pt_BR>", Fact("pt-BR", "open graph")),
        ("<html lang='not a language'>", None),
        ("<html lang=x>", None),
        ("<html lang=utf-8><meta http-equiv=content-language content=zh>", Fact("zh", "meta")),
        ("<html lang=und>", None),
        ("<meta name=dc.language content=ger>", Fact("de", "dublin core")),
    ],
)
def test_the_declared_language(html: str, expected: Fact | None) -> None:
    assert fields.find_declared_language(read(html)) == expected


def test_addresses_in_their_order() -> None:
    assert fields.find_url(read("")) == Fact(URL, "url")
    assert fields.find_url(read("<meta property=og:url content=/a>")) == Fact(
        "https://www.cook.example/a", "open graph"
    )
    assert fields.find_url(
        read("<link rel=canonical href='javascript:x'><link rel=canonical href=/b>")
    ) == Fact("https://www.cook.example/b", "link")


@pytest.mark.parametrize(
    "image", ['"/i.png"', '{"url": "/i.png"}', '["", {"url": "/i.png"}]', '[null, 3, "/i.png"]']
)
def test_images_of_any_shape(image: str) -> None:
    html = DATA.format(f'{{"@type": "Article", "image": {image}}}')
    assert fields.find_image(read(html)) == Fact("https://www.cook.example/i.png", "json-ld")


def test_images_of_tags_are_relative_to_the_base() -> None:
    html = "<base href=https://b.example/c/><meta property=og:image content=i.png>"
    assert fields.find_image(read(html)) == Fact("https://b.example/c/i.png", "open graph")


def test_keywords_are_split_and_listed_once() -> None:
    html = "<meta name=keywords content='Soup, bread; soup,, Salt.'>"
    assert [each.value for each in fields.find_keywords(read(html))] == ["Soup", "bread", "Salt"]


def test_keywords_are_of_one_place() -> None:
    tags = "<meta property=article:tag content=b><meta property=article:tag content=c>"
    html = f"<meta name=keywords content=a>{tags}"
    assert fields.find_keywords(read(html)) == (Fact("b", "open graph"), Fact("c", "open graph"))


def test_keywords_are_bounded_in_number_and_length() -> None:
    html = f"<meta name=keywords content='{','.join(f'soup{number}' for number in range(60))}'>"
    assert len(fields.find_keywords(read(html))) == 40
    for length, expected in ((80, "x" * 80), (81, "x" * 79 + "…")):
        (found,) = fields.find_keywords(read(f"<meta name=keywords content={'x' * length}>"))
        assert found.value == expected


def test_descriptions_may_be_longer_than_titles() -> None:
    for length, expected in ((2_000, "x" * 2_000), (2_001, "x" * 1_999 + "…")):
        found = fields.find_description(read(f"<meta name=description content={'x' * length}>"))
        assert found == Fact(expected, "meta")
