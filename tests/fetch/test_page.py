"""Pages that send their readers on, and what is not a page at all."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.errors import SourceError
from mainspan.extraction import extract
from mainspan.fetch import Fetched, Politeness, fetch_page
from mainspan.fetch.page import refresh_target
from mainspan.sources.source import to_page
from tests.clock import grows_linearly
from tests.fetch.site import Answer, Site

HERE = "http://example.org/old/page"


def target(html: str) -> str | None:
    return refresh_target(html.encode(), HERE)


@pytest.mark.parametrize(
    "meta",
    [
        '<meta http-equiv="refresh" content="0; url=/new">',
        "<META HTTP-EQUIV=Refresh CONTENT='0;URL=../new'>",
        '<meta content="0;url=\'/new\'" http-equiv="refresh" />',
        '<meta http-equiv=refresh content="0, /new">',
        '<meta http-equiv="refresh" content="0.0; url=http://example.org/new">',
        '<!-- moved --><title>Moved</title><meta http-equiv="refresh" content="0;url=/new"',
    ],
)
def test_page_that_sends_its_reader_on_at_once(meta: str) -> None:
    assert target(meta + ">") == "http://example.org/new"


@pytest.mark.parametrize(
    "html",
    [
        '<meta http-equiv="refresh" content="5; url=/new">',
        '<meta http-equiv="refresh" content="5;url=/new">',
        '<meta http-equiv="refresh" content="10;url=/new">',
        '<meta http-equiv="refresh" content="0">',
        '<meta http-equiv="refresh" content="0; url=/old/page#top">',
        '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
        '<meta http-equiv="refresh" content="0; url=file:///etc/passwd">',
        '<meta http-equiv="refresh" content="0; url=http://[">',
        '<meta http-equiv="description" content="0; url=/new">',
        '<noscript><meta http-equiv="refresh" content="0; url=/new"></noscript>',
        '<!-- <meta http-equiv="refresh" content="0; url=/new"> -->',
        '<script>"<meta http-equiv=refresh content=0;url=/new>"</script>',
        " " * 20_000 + '<meta http-equiv="refresh" content="0; url=/new">',
    ],
)
def test_page_that_is_to_be_read_itself(html: str) -> None:
    assert target(html) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_looked_at(body: bytes) -> None:
    refresh_target(b"<meta http-equiv=refresh content=" + body, HERE)


def test_an_archive_of_pages_is_refused(site: Site) -> None:
    site.answers["/crawl"] = Answer(gzip.compress(b"WARC/1.0\r\n" + bytes(200)))
    with pytest.raises(SourceError, match="crawl: this is a WARC archive of many pages"):
        fetch_page(site.url("/crawl"), max_bytes=100)


@pytest.mark.parametrize(
    "piece", ["<meta ", "<!--", "<script>", "<title", "<meta content=' ", "<meta content=0; "]
)
def test_detection_takes_linear_time_on_hostile_pages(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The whole page is looked at, not only its beginning.
    monkeypatch.setattr("mainspan.fetch.page._HEAD_BYTES", 1 << 30)
    small, large = ((piece * count).encode() for count in (2_000, 20_000))
    assert grows_linearly(lambda: refresh_target(small, HERE), lambda: refresh_target(large, HERE))


def test_page_is_the_one_that_the_reader_is_sent_to(site: Site) -> None:
    site.answers["/old"] = Answer(b'<meta http-equiv=refresh content="0;url=new">')
    site.answers["/new"] = Answer(b"<p>New</p>")
    found = fetch_page(site.url("/old"))
    assert (found.body, found.url) == (b"<p>New</p>", site.url("/new"))


def test_reader_is_sent_on_once(site: Site) -> None:
    for here, there in (("/1", "/2"), ("/2", "/3"), ("/3", "/1")):
        site.answers[here] = Answer(f'<meta http-equiv=refresh content="0;url={there}">'.encode())
    assert fetch_page(site.url("/1")).url == site.url("/2")
    assert site.asked == ["/1", "/2"]


@pytest.mark.parametrize(
    ("kind", "body", "what"),
    [
        ("application/pdf", b"", "a PDF document"),
        ("text/html", b"%PDF-1.7 ...", "a PDF document"),
        ("application/octet-stream", b"%PDF-1.7 ...", "a PDF document"),
        ("image/png", b"", "an image"),
        ("image/svg+xml", b"<svg/>", "an image"),
        ("text/html", b"\xff\xd8\xff\xe0", "an image"),
        ("video/mp4", b"", "a video"),
        ("application/zip", b"", "an archive"),
        ("", b"PK\x03\x04", "an archive or an office document"),
        ("application/wasm", b"", "of the type application/wasm"),
    ],
)
def test_what_is_no_page_is_named(site: Site, kind: str, body: bytes, what: str) -> None:
    site.answers["/"] = Answer(body, headers={"Content-Type": kind} if kind else {})
    with pytest.raises(SourceError) as caught:
        fetch_page(site.url("/"))
    assert str(caught.value) == f"{site.url('/')}: this is {what}, not a page"


@pytest.mark.parametrize(
    "kind",
    [
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "text/xml",
        "application/rss+xml",
        "application/json",
        "application/feed+json",
        "application/octet-stream",
        "rubbish",
        "",
        "multipart",
    ],
)
def test_anything_that_may_be_a_page_is_read(site: Site, kind: str) -> None:
    site.answers["/"] = Answer(b"<p>Hi", headers={"Content-Type": kind} if kind else {})
    assert fetch_page(site.url("/")).body == b"<p>Hi"


def test_gzip_file_is_unpacked(site: Site) -> None:
    site.answers["/"] = Answer(gzip.compress(b"<p>Hi"), headers={"Content-Type": "application/gzip"})
    assert fetch_page(site.url("/"), politeness=Politeness(0)).body == b"<p>Hi"


@pytest.mark.parametrize("encoding", [None, "iso-8859-1"])
def test_plain_text_is_shown_as_it_is(encoding: str | None) -> None:
    found = Fetched(
        "a < b & ü\n\n  <p>c".encode("latin-1"), HERE, None if encoding else "latin1", "text/plain"
    )
    page = to_page(found, encoding)
    assert extract(page, algorithm="plain").text == "a < b & ü\n\n  <p>c\n"
    assert page.url == HERE


@pytest.mark.parametrize(
    "body", [b" <!DOCTYPE html><p>x", b"<html><p>x", b"\xef\xbb\xbf<HTML lang=en>x", b"<rss>x"]
)
def test_markup_sent_as_plain_text_stays_markup(body: bytes) -> None:
    assert extract(to_page(Fetched(body, "", None, "text/plain")), algorithm="plain").text == "x\n"
