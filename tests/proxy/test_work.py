"""What a worker makes of a page: the extract in its form, or the reason for which it passes."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Any

import pytest

from mainspan import Page, extract
from mainspan.proxy import rules
from mainspan.proxy.readable import readable_page
from mainspan.proxy.work import Extract, PageJob

URL = "http://example.org/a"
FERRY = (Path(__file__).parent.parent.parent / "corpus/styles/en-news-ferry.html").read_bytes()


def do(body: bytes = FERRY, **options: Any) -> Extract:
    settings = {"codings": (), "charset": None, "algorithm": "mainspan", "format": "text", "max_bytes": 10**6}
    return PageJob(body, URL, **(settings | options))()


def test_an_extract_is_that_of_the_library() -> None:
    found, direct = do(), extract(FERRY)
    assert found.body == direct.text.encode()
    assert found.media_type == "text/plain"
    assert found.report.method == "mainspan"
    assert found.report.share == direct.words / len(direct.page.words)
    assert found.report.confidence == direct.confidence


@pytest.mark.parametrize("form", ["hide", "collapse", "mark", "markdown"])
def test_the_other_forms(form: str) -> None:
    found = do(format=form, algorithm="bte")
    assert found.media_type == ("text/markdown" if form == "markdown" else "text/html")
    assert found.body == extract(Page(FERRY, url=URL), algorithm="bte").render(form).encode()


def test_scripts_stay_if_they_are_wanted() -> None:
    body = do(
        b"<p>One two three four.</p><script>x()</script>", algorithm="plain", format="hide", scripts=True
    ).body
    assert body is not None
    assert b"x()" in body
    assert b"script-src" not in body


@pytest.mark.parametrize("codings", [("gzip",), ("deflate",), ("gzip", "deflate"), ("br",), ("identity",)])
def test_codings_are_undone(codings: tuple[str, ...]) -> None:
    brotli = pytest.importorskip("brotli")
    body = FERRY
    for coding in codings:
        pack = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli.compress, "identity": bytes}
        body = pack[coding](body)
    assert do(body, codings=codings).body == do().body


@pytest.mark.parametrize(
    ("body", "codings", "reason"),
    [
        (FERRY, ("gzip",), rules.ENCODING),
        (FERRY, ("br",), rules.ENCODING),
        (gzip.compress(FERRY)[:-20], ("gzip",), rules.ENCODING),
        (gzip.compress(b" " * 2_000_000), ("gzip",), rules.TOO_LARGE),
        (b"<p></p>", (), rules.NOTHING_FOUND),
        (b"<form><p>Name <input><p>Password <input type=password></form>", (), rules.FORM),
    ],
)
def test_why_a_page_passes(body: bytes, codings: tuple[str, ...], reason: str) -> None:
    found = do(body, codings=codings, algorithm="plain")
    assert (found.body, found.report.reason) == (None, reason)


@pytest.mark.parametrize("body", [b"<p></p>", b"<form><p>Name <input><p>Code <input type=password></form>"])
def test_for_measuring_nothing_passes(body: bytes) -> None:
    found = do(body, algorithm="plain", always=True)
    assert found.body == extract(body, algorithm="plain").text.encode()


@pytest.mark.parametrize("charset", ["koi8-r", "utf-8", None])
def test_the_charset_of_the_header_counts(charset: str | None) -> None:
    text = "<p>Паром идёт каждые двенадцать минут.</p>"
    found = do(text.encode(charset or "utf-8"), charset=charset, algorithm="plain")
    assert found.body == "Паром идёт каждые двенадцать минут.\n".encode()


# --- the readable page ----------------------------------------------------------------------------


def readable(html: str | bytes, url: str = URL) -> str:
    return readable_page(extract(html, algorithm="plain"), url)


def test_the_readable_page_has_title_source_and_a_way_to_the_original() -> None:
    text = readable("<title>A &amp; B</title><meta name=author content='Ann <b>'><p>One two three.</p>")
    assert "<title>A &amp; B</title>" in text
    assert "<h1>A &amp; B</h1>" in text
    assert 'href="http://mainspan.proxy/original/http://example.org/a"' in text
    assert "example.org · Ann" in text
    assert "@media print" in text


def test_a_title_that_the_content_has_is_not_repeated() -> None:
    assert readable("<title>Ferry</title><h1>Ferry</h1><p>One two three.</p>").count("<h1>") == 1


def test_language_and_direction() -> None:
    page = "<html lang=ar><p>" + "مرحبا بكم في هذا النص القصير. " * 9
    assert '<html lang="ar" dir="rtl">' in readable(page)


def test_nothing_of_an_address_ends_an_attribute() -> None:
    text = readable("<p>x", url='http://example.org/"><script>x</script>')
    assert "<script" not in text
