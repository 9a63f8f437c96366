"""The header fields of extracts, of what passes, and of requests."""

from __future__ import annotations

import pytest

from mainspan.proxy.fields import Field, value, values
from mainspan.proxy.headers import Report, extract_fields, passed_fields, request_fields, stored_fields

REPORT = Report("", "dana", 0.91234, 12.34, 0.4567)


def extracted(*fields: Field, form: str = "hide", scripts: bool = False) -> list[Field]:
    return extract_fields(fields, REPORT, form, "text/html", 99, digest="abc", scripts=scripts)


def test_an_answer_says_what_was_done() -> None:
    fields = dict(extracted())
    assert fields["Mainspan-Result"] == "extracted"
    assert fields["Mainspan-Method"] == "dana"
    assert fields["Mainspan-Confidence"] == "0.912"
    assert fields["Mainspan-Time"] == "12.3"
    assert fields["Mainspan-Share"] == "0.457"
    assert "Mainspan-Reason" not in fields


def test_what_passes_says_why() -> None:
    assert passed_fields([("Server", "x")], Report("form"), is_html=False) == [
        ("Server", "x"),
        ("Mainspan-Result", "passed"),
        ("Mainspan-Reason", "form"),
        ("Mainspan-Method", "none"),
        ("Mainspan-Confidence", "none"),
        ("Mainspan-Time", "0.0"),
        ("Mainspan-Share", "1.000"),
    ]


def test_a_server_cannot_set_our_headers() -> None:
    fields = passed_fields([("mainspan-result", "extracted")], Report("form"), is_html=False)
    assert values(fields, "mainspan-result") == ["passed"]
    assert values(extracted(("Mainspan-Share", "1")), "mainspan-share") == ["0.457"]


@pytest.mark.parametrize(
    "name",
    [
        *("Content-Encoding", "Content-MD5", "Content-Digest", "Repr-Digest", "Digest", "Accept-Ranges"),
        *(
            "Last-Modified",
            "Expires",
            "Age",
            "Transfer-Encoding",
            "Trailer",
            "Signature",
            "Use-As-Dictionary",
        ),
        *("Pragma", "Content-Security-Policy-Report-Only"),
    ],
)
def test_what_is_about_the_original_alone_is_gone(name: str) -> None:
    assert value(extracted((name, "x")), name.lower()) == ""


@pytest.mark.parametrize(
    "name",
    [
        *("Strict-Transport-Security", "Set-Cookie", "X-Frame-Options", "Content-Language", "Server", "Date"),
        *("Cross-Origin-Opener-Policy", "Referrer-Policy", "Permissions-Policy", "X-Robots-Tag"),
    ],
)
def test_what_is_about_the_address_stays(name: str) -> None:
    assert value(extracted((name, "x")), name.lower()) == "x"


def test_type_and_length_are_those_of_the_extract() -> None:
    fields = extracted(("Content-Type", "text/html; charset=koi8-r"), ("content-length", "12345"))
    assert values(fields, "content-type") == ["text/html; charset=utf-8"]
    assert values(fields, "content-length") == ["99"]
    assert values(fields, "x-content-type-options") == ["nosniff"]


@pytest.mark.parametrize(
    ("vary", "expected"),
    [
        ("", "Sec-Fetch-Dest, X-Requested-With, Mainspan-Proxy"),
        ("Cookie, sec-fetch-dest", "Cookie, sec-fetch-dest, X-Requested-With, Mainspan-Proxy"),
        ("*", "*"),
    ],
)
def test_pages_depend_on_how_they_are_asked_for(vary: str, expected: str) -> None:
    given = [("Vary", vary)] if vary else []
    assert value(extracted(*given), "vary") == expected
    assert value(passed_fields(given, Report("form"), is_html=True), "vary") == expected
    assert value(passed_fields(given, Report("not-html"), is_html=False), "vary") == vary


@pytest.mark.parametrize(
    ("caching", "expected"),
    [("", "private, no-cache"), ("max-age=3600", "private, no-cache"), ("no-store, max-age=0", "no-store")],
)
def test_a_stored_extract_is_asked_for_again(caching: str, expected: str) -> None:
    given = [("Cache-Control", caching), ("Expires", "x")]
    assert value(extracted(*given), "cache-control") == expected
    bypassed = passed_fields(given, Report("bypass"), is_html=True, is_bypassed=True)
    assert (value(bypassed, "cache-control"), value(bypassed, "expires")) == (expected, "")
    passed = passed_fields(given, Report("form"), is_html=True)
    assert value(passed, "cache-control") == caching


LINKS = (
    '<a.css>; rel=preload; as=style, <a.js>; rel="preload"; as="script", <b.js>; rel=modulepreload, '
    '</>; rel="canonical", <c,d>; rel=next; title="x, y", <https://a.org>; rel=preconnect, '
    "<s.css>; rel=stylesheet"
)


@pytest.mark.parametrize(
    ("form", "scripts", "expected"),
    [
        ("html", False, '</>; rel="canonical", <c,d>; rel=next; title="x, y"'),
        ("text", True, '</>; rel="canonical", <c,d>; rel=next; title="x, y"'),
        (
            "hide",
            False,
            (
                '<a.css>; rel=preload; as=style, </>; rel="canonical", <c,d>; rel=next; title="x, y", '
                "<https://a.org>; rel=preconnect, <s.css>; rel=stylesheet"
            ),
        ),
        ("hide", True, LINKS),
    ],
)
def test_links_that_load_what_is_not_used_are_gone(form: str, scripts: bool, expected: str) -> None:
    assert value(extracted(("Link", LINKS), form=form, scripts=scripts), "link") == expected


def test_a_header_with_nothing_but_useless_links_is_gone() -> None:
    assert values(extracted(("Link", "<a>; rel=preload"), form="html"), "link") == []


def test_the_validator_is_of_the_extract() -> None:
    [tag] = values(extracted(("ETag", '"x"')), "etag")
    assert tag.startswith('"ms-abc-s-')
    assert values(extracted(), "etag") == []


def test_what_renews_a_stored_extract_has_the_fields_of_one() -> None:
    fields = stored_fields([("ETag", '"x"'), ("Vary", "Cookie")], "hide", digest="abc", scripts=False)
    full = extracted(("ETag", '"x"'), ("Vary", "Cookie"))
    assert [field for field in full if field in fields] == fields
    assert value(fields, "content-type") == ""


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ([("Mainspan-Proxy", "bypass"), ("Accept", "*/*")], [("Accept", "*/*")]),
        ([("Accept-Encoding", "gzip, br;q=0.5, dcb, x")], [("Accept-Encoding", "gzip, br;q=0.5")]),
        ([("Accept-Encoding", "dcz")], [("Accept-Encoding", "identity")]),
        ([("Available-Dictionary", ":x:")], []),
    ],
)
def test_requests_have_nothing_of_ours_and_codings_that_can_be_undone(
    asked: list[Field], sent: list[Field]
) -> None:
    assert request_fields(asked) == sent
