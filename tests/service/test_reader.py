"""GET /read/ADDRESS: the address as it was written, and the form that Accept asks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from mainspan import extract
from mainspan.service.errors import ApiError
from mainspan.service.reader import address_in, choose
from tests.fetch.site import Answer, Site
from tests.service.running import BEARER, Running, running

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.fixture(scope="module")
def site(corpus: Path) -> Iterator[Site]:
    """A site on this machine."""
    with Site() as site:
        page = Answer((corpus / "styles" / "en-news-ferry.html").read_bytes())
        site.answers = {"/a": page, "/a?b=c&d=%20e": page, "/empty": Answer(b"<p></p>")}
        thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield site
        site.over.set()
        site.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that may fetch from this machine."""
    with running(tmp_path_factory.mktemp("reader"), workers=1, allow_private=True) as found:
        yield found


def read(reader: Running, address: str, **headers: str) -> httpx.Response:
    return reader.get(f"/read/{address}", headers=BEARER | headers)


# --- the address ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "query", "address"),
    [
        ("/read/https://a.example/b", "", "https://a.example/b"),
        ("/read/https:/a.example/b", "", "https://a.example/b"),
        ("/read/HTTP:///a.example", "", "HTTP://a.example"),
        ("/read/a.example/b/c", "", "https://a.example/b/c"),
        ("/read/a.example:8080/b", "x", "https://a.example:8080/b?x"),
        ("/read/https://a.example/?", "a=1&b=%2F&a=2&&c", "https://a.example/?a=1&b=%2F&a=2&&c"),
        ("/read/https://a.example/%7Eb/%2e%2e//c", "q=a+b%20c", "https://a.example/%7Eb/%2e%2e//c?q=a+b%20c"),
        ("/read/https://a.example/read/https://b.example/", "", "https://a.example/read/https://b.example/"),
        ("/read/https%3A%2F%2Fa.example%2Fb%3Fc%3Dd", "", "https://a.example/b?c=d"),
        ("/read/https%3a//a.example/", "ignored=1", "https://a.example/"),
    ],
)
def test_the_address_stays_as_it_was_written(path: str, query: str, address: str) -> None:
    scope = {"raw_path": path.encode(), "path": path, "query_string": query.encode()}
    assert address_in(scope) == address


@pytest.mark.parametrize(
    "path",
    [
        "",
        "file:///etc/passwd",
        "ftp://a.example/",
        "https://",
        "nothing",
        "page:0",
        "sample:article",
        "..",
        "%00",
    ],
)
def test_what_is_no_address(path: str) -> None:
    with pytest.raises(ApiError) as caught:
        address_in({"raw_path": f"/read/{path}".encode(), "path": "", "query_string": b""})
    assert caught.value.code == "invalid_request"


def test_the_query_is_that_of_the_page(reader: Running, site: Site) -> None:
    asked = httpx.URL(f"{reader.url}/read/{site.url('/a')}", query=b"b=c&d=%20e")
    assert reader.client.get(asked, headers=BEARER).status_code == 200
    assert site.asked[-1] == "/a?b=c&d=%20e"


def test_a_slash_that_was_lost_on_the_way(reader: Running, site: Site) -> None:
    assert read(reader, site.url("/a").replace("//", "/")).status_code == 200


# --- the form ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "text/markdown"),
        ("", "text/markdown"),
        (" , ", "text/markdown"),
        ("text/*", "text/markdown"),
        ("text/markdown", "text/markdown"),
        ("TEXT/HTML", "text/html"),
        (BROWSER, "text/html"),
        ("application/json", "application/json"),
        ("application/json;q=0.5, text/plain;q=0.6", "text/plain"),
        ("text/plain;charset=utf-8", "text/plain"),
        ("*/*;q=0.1, text/markdown;q=0", "text/html"),
        ("image/png, */*;q=0.01", "text/markdown"),
        ("application/*", "application/json"),
        ("text/plain;q=x, application/json;q=0.1", "application/json"),
    ],
)
def test_the_form_that_is_wanted_most(accept: str, media_type: str) -> None:
    assert choose(accept) == media_type


@pytest.mark.parametrize("accept", ["image/png", "text/markdown;q=0", "application/xml", "*/*;q=0"])
def test_a_form_that_there_is_not(accept: str) -> None:
    with pytest.raises(ApiError) as caught:
        choose(accept)
    assert (caught.value.status, caught.value.headers) == (406, {"Vary": "Accept"})


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_the_content_alone(reader: Running, site: Site, form: str) -> None:
    media_type = {"text": "text/plain"}.get(form, f"text/{form}")
    answer = read(reader, site.url("/a"), Accept=media_type)
    assert answer.headers["content-type"] == f"{media_type}; charset=utf-8"
    assert answer.headers["vary"] == "Accept"
    assert answer.text == extract(site.answers["/a"].body, url=site.url("/a")).render(form)


def test_a_page_for_browsers_cannot_do_anything(reader: Running, site: Site) -> None:
    answer = read(reader, site.url("/a"), Accept=BROWSER)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; sandbox;")
    assert "<title>Last diesel ferry leaves" in answer.text
    assert extract(site.answers["/a"].body, url=site.url("/a")).html in answer.text


def test_as_json(reader: Running, site: Site) -> None:
    answer = read(reader, site.url("/a"), Accept="application/json")
    record: dict[str, Any] = answer.json()
    assert (answer.headers["vary"], record["format"]) == ("Accept", "markdown")
    assert (record["author"], record["url"]) == ("Rosalind Kemp", site.url("/a"))


def test_nothing_to_read_has_a_reason(reader: Running, site: Site) -> None:
    answer = read(reader, site.url("/empty"))
    assert reader.error(answer) == (422, "nothing_found")
    record = read(reader, site.url("/empty"), Accept="application/json").json()
    assert (record["content"], bool(record["reason"])) == ("", True)


def test_reading_needs_the_token_and_no_foreign_page(reader: Running, site: Site) -> None:
    seen = len(site.asked)
    assert reader.error(reader.get(f"/read/{site.url('/a')}")) == (401, "token_missing")
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"}):
        answer = read(reader, site.url("/a"), **headers)
        assert reader.error(answer) == (403, "foreign_origin")
    assert len(site.asked) == seen
