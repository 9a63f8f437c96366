"""Feeds and sitemaps as lists of pages: every kind of them, broken ones and hostile ones."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.fetch import Fetched
from mainspan.sources import Listing, read_listing
from tests.clock import grows_linearly

HERE = "https://example.org/news/feed.xml"
A, B, C = (f"https://example.org/{name}" for name in "abc")

RSS = f"""<?xml version="1.0"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>News</title><link>https://example.org/</link><atom:link rel="self" href="{HERE}"/>
<image><url>https://example.org/logo.png</url><link>https://example.org/</link></image>
<item><title>A</title><link>{A}</link><guid isPermaLink="false">17</guid>
<media:content url="https://example.org/a.jpg"/><source url="https://other.example/">Other</source></item>
<item><image><url>https://example.org/i.png</url></image><link><![CDATA[{B}]]></link></item>
<item><guid>{C}</guid><enclosure url="https://example.org/c.mp3"/></item>
</channel></rss>"""

OLD_RSS = f"""<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://x/rss-0.91.dtd">
<rss version="0.91"><channel><link>https://example.org/</link>
<item><title>A &nbsp; B</title><link>{A}</link></item>
<item><link>{B}</link></item></channel></rss>"""

RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://example.org/"><link>https://example.org/</link>
<items><rdf:Seq><rdf:li rdf:resource="{A}"/></rdf:Seq></items></channel>
<item rdf:about="{A}"><title>A</title><link>{A}</link></item>
<item rdf:about="{B}"><title>B</title></item></rdf:RDF>"""

ATOM = f"""<?xml version='1.0' encoding='utf-8'?><feed xmlns="http://www.w3.org/2005/Atom">
<link href="https://example.org/"/><link rel="self" href="{HERE}"/><id>urn:feed</id>
<entry><id>urn:1</id><link rel="edit" href="https://example.org/edit"/>
<link rel="alternate" type="application/json" href="{A}.json"/>
<link rel='alternate' type='text/html' href='{A}'/></entry>
<entry><link href="{B}"/>
<source><link href="https://other.example/"/><id>https://other.example/</id></source></entry>
<entry><id>{C}</id><content type="xhtml"><div><a href="https://example.org/x">x</a></div></content></entry></feed>"""

SITEMAP = f"""<?xml version="1.0" encoding="UTF-8"?><!-- made today -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://x/image">
<url><image:image><image:loc>https://example.org/a.jpg</image:loc></image:image><loc> {A}
</loc><lastmod>2024-01-01</lastmod></url><url><loc>{B}</loc></url></urlset>"""

INDEX = f"<sm:sitemapindex xmlns:sm='x'><sm:sitemap><sm:loc>{A}</sm:loc></sm:sitemap></sm:sitemapindex>"

FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "items": [{"id": "1", "url": A}, {"external_url": B}, {"id": C}, 7],
}


def listing(text: str | bytes, url: str = HERE) -> Listing | None:
    return read_listing(Fetched(text.encode() if isinstance(text, str) else text, url, None))


def addresses(text: str | bytes, url: str = HERE) -> list[str]:
    found = listing(text, url)
    assert found is not None
    return found.addresses


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        (RSS, "a feed", [A, B, C]),
        (OLD_RSS, "a feed", [A, B]),
        (RDF, "a feed", [A, B]),
        (ATOM, "a feed", [A, B, C]),
        (json.dumps(FEED), "a feed", [A, B, C]),
        (SITEMAP, "a sitemap", [A, B]),
        (INDEX, "the index of a sitemap", [A]),
        (f"{A}\r\n\n {B}\n", "a list of addresses", [A, B]),
    ],
    ids=["RSS 2.0", "RSS 0.91", "RSS 1.0", "Atom", "JSON Feed", "sitemap", "index", "text"],
)
def test_each_kind_is_known_by_its_content(text: str, kind: str, expected: list[str]) -> None:
    assert listing(text) == Listing(kind, expected, of_lists=kind.startswith("the index"))


@pytest.mark.parametrize("text", [RSS, ATOM, SITEMAP, INDEX, f"{A}\n"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encoding_and_byte_order_marks_do_not_matter(text: str, encoding: str) -> None:
    assert addresses(text.replace(" encoding", " x").encode(encoding)) == addresses(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!DOCTYPE html><html><body><rss><item><link>https://x.example/</link>",
        "<p>about rss feeds",
        "<svg><item/></svg>",
        "https://example.org/ is a nice place",
        '{"items": [{"url": "https://example.org/"}]}',
        '{"version": "https://jsonfeed.org/version/1", "items": ',
        '{"version": "https://jsonfeed.org/version/1", "items": 7}',
        '["https://jsonfeed.org/version/1"]',
        "<rdf:RDF><rdf:Description rdf:about='https://example.org/'/></rdf:RDF>",
        "</rss>",
        "\0\xff\xfe",
    ],
)
def test_anything_but_a_list_is_a_page(text: str) -> None:
    assert listing(text) is None


def test_relative_addresses_are_resolved_by_the_address_of_the_list() -> None:
    item = "<rss><channel><item><link>{}</link></item></channel></rss>"
    assert addresses(item.format("../b")) == [B]
    assert addresses(item.format("//example.org/c")) == [C]
    assert addresses(item.format("../b"), url="") == []


def test_relative_addresses_of_a_file_are_resolved_by_what_the_list_is_about() -> None:
    feed = (
        "<rss><channel><link>https://example.org/home/</link><item><link>../b</link></item></channel></rss>"
    )
    assert addresses(feed, url="") == [B]


def test_addresses_that_are_relative_to_nothing_known_are_counted() -> None:
    items = "".join(f"<item><link>{link}</link></item>" for link in ("/b", "c", A, "urn:1", "http://["))
    found = listing(f"<rss>{items}</rss>", url="")
    assert found == Listing("a feed", [A], relative=2)


def test_bases_of_the_whole_and_of_an_entry_hold() -> None:
    entries = "<entry xml:base='y/'><link href='z'/></entry><entry><link href='/c'/></entry>"
    assert addresses(f"<feed xml:base='/x/'>{entries}</feed>") == ["https://example.org/x/y/z", C]


@pytest.mark.parametrize(
    "bad", ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example", "http://[", "http:///x", ""]
)
def test_addresses_that_are_not_http_are_left_out(bad: str) -> None:
    assert addresses(f"<rss><item><link>{bad}</link></item><item><link>{A}</link></item></rss>", url="") == [
        A
    ]


def test_each_page_comes_once_in_the_order_of_the_list() -> None:
    assert addresses("\n".join([B, A, B, f"{A}#part", C])) == [B, A, C]


def test_escapes_are_undone_but_not_in_raw_text() -> None:
    feed = (
        "<rss><item><link>/?a&amp;b&#61;1</link></item><item><link><![CDATA[/?a&amp;b]]></link></item></rss>"
    )
    assert addresses(feed) == ["https://example.org/?a&b=1", "https://example.org/?a&amp;b"]


@pytest.mark.parametrize(
    "text",
    [
        f"<rss><channel><item><link>{A}</link><item><link>{B}</link>",
        f"<rss><item><title>a < b & c</title><link>{A}</link></item><item><link>{B}</link></rss",
        f'<rss><item><title x="1>A</title><link>{A}</link></item>\0<item><link>{B}</link></item></rss>',
        f"<rss><item><link>{A}</link></channel></rss><item><link>{B}</link></item>",
        f"<rss><!-- never closed <item></item> --><item><link/>{A}</item><item><link>{B}</link></item><!-- x",
    ],
)
def test_readable_entries_of_broken_lists_are_taken(text: str) -> None:
    assert addresses(text) == [A, B]


def test_a_truncated_address_is_not_taken() -> None:
    assert addresses(f"<rss><item><link>{A}</link></item><item><link>{B}") == [A]


def test_entities_are_not_expanded() -> None:
    bomb = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 30))
    text = f'<!DOCTYPE rss [<!ENTITY e0 "x">{bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><item><link>{A}?&e29;&f;</link>'
    assert addresses(text) == [f"{A}?&e29;&f;"]


def test_depth_costs_nothing() -> None:
    assert addresses("<rss>" + "<x>" * 100_000 + f"<item><link>{A}</link></item>") == [A]
    assert listing('{"version": "https://jsonfeed.org/version/1", "items": ' + "[" * 100_000) is None


HOSTILE: list[Callable[[int], str]] = [
    lambda n: "<rss>" + "<item><link>" * n,
    lambda n: "<rss>" + "<![CDATA[" * n,
    lambda n: "<rss>" + "<!--" * n,
    lambda n: "<rss>" + "<a b='" * n,
    lambda n: "<rss>" + '<a "' * n,
    lambda n: "<rss><item><link " + "a" * 10 * n + ">",
    lambda n: "<rss><item><link " + "a:" * 10 * n,
    lambda n: "<rss>" + "<" * 10 * n,
    lambda n: "<rss><item><link>" + "&amp" * 10 * n,
    lambda n: "<rss><item><link href='" + " =" * 10 * n + "'/>",
    lambda n: "<rss>" + "<item><link>/x</link>" * n,
    lambda n: "http://x\n" * n,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_time_grows_with_the_size_alone(text: Callable[[int], str]) -> None:
    small, large = text(1000), text(10_000)
    assert grows_linearly(lambda: listing(small), lambda: listing(large))


@given(
    st.lists(
        st.sampled_from(
            ["<item>", "<link>", "</", "<entry ", "href='/a'", "<![CDATA[", ">", "&#0;", "http://[", "x"]
        )
    )
)
def test_any_pieces_of_a_list_can_be_read(pieces: list[str]) -> None:
    assert listing("<rss>" + "".join(pieces)) is not None


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"<rss", b"<feed>", b"http://", b'{"jsonfeed.org/version', b"\xff\xfe<"]),
)
def test_any_bytes_can_be_read(rest: bytes, beginning: bytes) -> None:
    found = listing(beginning + rest)
    assert found is None or all(each.startswith(("http://", "https://")) for each in found.addresses)
