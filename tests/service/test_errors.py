"""Structured errors: every failure says what is wrong and what to do, and its id is in the log."""

from __future__ import annotations

import logging

import httpx
import pytest

from mainspan.service.errors import ApiError
from tests.service.running import BEARER, Running


def test_an_address_that_is_not_there(service: Running) -> None:
    assert service.error(service.get("/nothing")) == (404, "not_found")
    assert service.error(service.get("/extract/")) == (404, "not_found")


def test_a_method_that_an_address_does_not_take(service: Running) -> None:
    answer = service.get("/extract")
    assert service.error(answer) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "POST"


def test_head_is_answered_as_get_without_the_body(service: Running) -> None:
    answer = service.client.head("/algorithms")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == service.get("/algorithms").headers["content-length"]
    assert service.client.head("/nothing").status_code == 404


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "Invalid JSON"),
        ("{", "Invalid JSON"),
        ("[]", "object"),
        ('"text"', "object"),
        ("{}", "give the page: html, url or source"),
        ('{"html": 1}', "html: Input should be a valid string"),
        ('{"html": "\\ud800"}', "Invalid JSON"),
        ('{"html": "", "algoritm": "x"}', "algoritm: there is no such field"),
        ('{"html": "", "algorithm": "acb"}', "no method is called 'acb': did you mean accb?"),
        ('{"html": "", "algorithm": "accb:range=-1"}', "accb: range must be a whole number"),
        ('{"html": "", "format": "pdf"}', "format: Input should be 'text', 'markdown'"),
        ('{"html": "", "seconds": 0}', "seconds: Input should be greater than 0"),
        ('{"html": "", "source": "sample:article"}', "give either a source, or html and url"),
        ('{"html": "", "keep": ["<"]}', "selector"),
        ('{"html": "", "encoding": "latin-99"}', "latin-99"),
        ('{"html": 1, "debug": "maybe"}', "(and 1 more)"),
    ],
)
def test_a_wrong_request_says_what_is_wrong(service: Running, body: str, message: str) -> None:
    answer = service.client.post("/extract", content=body, headers={"Content-Type": "application/json"})
    assert service.error(answer) == (422, "invalid_request")
    assert message in answer.json()["error"]["message"]


def test_details_name_each_wrong_field(service: Running) -> None:
    answer = service.post("/extract", {"html": 1, "debug": "x" * 1000})
    details = answer.json()["error"]["details"]
    assert [each["where"] for each in details] == ["html", "debug"]
    assert all(len(each["given"]) < 100 for each in details)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "image/png", "x"])
def test_a_body_of_another_type(service: Running, kind: str) -> None:
    answer = service.client.post("/extract", content="<p>x", headers={"Content-Type": kind})
    assert service.error(answer) == (415, "unsupported_media_type")


def test_a_body_that_is_compressed(service: Running) -> None:
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    answer = service.client.post("/extract", content=b"\x1f\x8b", headers=headers)
    assert service.error(answer) == (415, "unsupported_media_type")


def test_the_id_is_in_the_log(service: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "mainspan.service"):
        error = service.get("/nothing%0A").json()["error"]
    [record] = [each for each in caplog.messages if error["id"] in each]
    assert "404 not_found GET '/nothing\\n'" in record


def test_what_nobody_caught_is_an_answer_and_a_traceback_in_the_log(
    service: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise ZeroDivisionError("secret of the service")

    monkeypatch.setattr(service.app.state.context.metrics, "write", broken)
    answer = service.get("/metrics")
    assert service.error(answer) == (500, "internal")
    assert "secret" not in answer.text
    assert answer.json()["error"]["id"] in caplog.text
    assert "secret of the service" in caplog.text
    assert "Traceback" in caplog.text


def test_each_error_has_an_id_of_its_own(service: Running) -> None:
    ids = {service.get("/nothing").json()["error"]["id"] for _ in range(5)}
    assert len(ids) == 5


def test_an_error_may_say_more() -> None:
    answer = ApiError(409, "conflict", "no", more={"theirs": "\ud800"}, headers={"X": "y"}).response()
    assert answer.status_code == 409
    assert answer.headers["x"] == "y"
    assert b'"theirs": "\\ud800"' in answer.body


def test_what_is_no_request_is_refused(service: Running) -> None:
    with pytest.raises(httpx.HTTPError), httpx.Client() as client:
        client.get(f"https://127.0.0.1:{service.settings.port}/", headers=BEARER)
    assert service.get("/health").status_code == 200
