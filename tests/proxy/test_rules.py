"""What passes untouched, by the request and by the head of the answer."""

from __future__ import annotations

import pytest

from mainspan.proxy import rules
from mainspan.proxy.rules import is_always, why_answer_passes, why_request_passes

PAGE = [("Content-Type", "text/html; charset=utf-8")]


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_only_answers_to_get_are_changed(method: str) -> None:
    assert why_request_passes(method, []) == rules.METHOD


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (("Mainspan-Proxy", "bypass"), rules.BYPASS),
        (("Mainspan-Proxy", "always"), None),
        (("Range", "bytes=0-99"), rules.RANGE),
        (("Upgrade", "websocket"), rules.UPGRADE),
        (("X-Requested-With", "XMLHttpRequest"), rules.FRAGMENT),
        (("X-Requested-With", "com.example.browser"), None),
        (("HX-Request", "true"), rules.FRAGMENT),
        (("X-PJAX", "true"), rules.FRAGMENT),
        (("Turbo-Frame", "messages"), rules.FRAGMENT),
        (("Accept", "*/*"), None),
    ],
)
def test_what_the_request_decides(field: tuple[str, str], reason: str | None) -> None:
    assert why_request_passes("GET", [field]) == reason


@pytest.mark.parametrize("destination", ["document", "iframe", "frame", "Document"])
def test_documents_and_frames_are_changed(destination: str) -> None:
    assert why_request_passes("GET", [("Sec-Fetch-Dest", destination)]) is None


@pytest.mark.parametrize("destination", ["empty", "image", "script", "style", "embed", "object", "worker"])
def test_other_destinations_are_fragments(destination: str) -> None:
    assert why_request_passes("GET", [("sec-fetch-dest", destination)]) == rules.FRAGMENT


@pytest.mark.parametrize(("value", "expected"), [("always", True), ("bypass", False), ("", False)])
def test_measuring_asks_for_whatever_was_found(value: str, expected: bool) -> None:
    assert is_always([("Mainspan-Proxy", value)]) is expected


@pytest.mark.parametrize("status", [201, 203, 204, 206, 301, 302, 304, 307, 400, 401, 404, 500, 503])
def test_other_statuses_than_200_pass(status: int) -> None:
    assert why_answer_passes(status, PAGE) == rules.STATUS


@pytest.mark.parametrize(
    "kind",
    [
        *("image/png", "text/plain", "text/css", "application/json", "text/event-stream", "application/pdf"),
        *(
            "application/xml",
            "text/xml",
            "multipart/x-mixed-replace",
            "text/htmlx",
            "",
            "application/rss+xml",
        ),
    ],
)
def test_what_is_not_html_passes(kind: str) -> None:
    assert why_answer_passes(200, [("Content-Type", kind)]) == rules.NOT_HTML


def test_an_answer_without_a_type_passes() -> None:
    assert why_answer_passes(200, []) == rules.NOT_HTML


@pytest.mark.parametrize("kind", ["text/html", "TEXT/HTML ; charset=x", "application/xhtml+xml"])
def test_html_may_be_changed(kind: str) -> None:
    assert why_answer_passes(200, [("content-type", kind)]) is None


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (("Content-Disposition", "attachment; filename=a.html"), rules.DOWNLOAD),
        (("Content-Disposition", "inline"), None),
        (("Content-Disposition", "inline; filename=a.html"), None),
        (("Content-Encoding", "gzip"), None),
        (("Content-Encoding", "gzip, br"), None),
        (("Content-Encoding", "ZSTD"), None),
        (("Content-Encoding", "dcb"), rules.ENCODING),
        (("Content-Encoding", "compress"), rules.ENCODING),
        (("Content-Length", "0"), rules.EMPTY),
        (("Content-Length", "10"), None),
    ],
)
def test_what_the_head_of_the_answer_decides(field: tuple[str, str], reason: str | None) -> None:
    assert why_answer_passes(200, [*PAGE, field]) == reason
