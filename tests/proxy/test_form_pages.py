"""Pages whose main content is a form, and pages that have one besides."""

from __future__ import annotations

import pytest

from mainspan import Page, Spans, extract
from mainspan.proxy.form_pages import is_form_page, with_forms

PROSE = "Here is a sentence of twelve words that says something about the ferry. "
TEXT = "<input type=text>"
PASSWORD = "<input type=password>"


def is_form(body: str) -> bool:
    return is_form_page(extract(f"<!DOCTYPE html><title>x</title>{body}", algorithm="plain"))


@pytest.mark.parametrize(
    "body",
    [
        f"<form><h1>Log in</h1><p>Name {TEXT}<p>Password {PASSWORD}<p>{PROSE}</form>",
        f"<h1>Log in</h1><p>{PROSE * 6}</p><div>{TEXT}{PASSWORD}</div>",
        "<form role=search><h1>Search</h1><input type=search name=q></form>",
        f"<h1>Checkout</h1><p>{PROSE * 2}</p><form>" + f"<label>Street {TEXT}</label>" * 8 + "</form>",
        "<form><p>Write to us</p><textarea></textarea><select><option>a</select></form>",
        f"<p>{PROSE * 3}</p><form>" + f"<p>{PROSE} {TEXT}</p>" * 9 + "</form>",
    ],
    ids=["login", "login without a form", "search", "checkout", "contact", "a long form"],
)
def test_the_main_content_is_a_form(body: str) -> None:
    assert is_form(body)


@pytest.mark.parametrize(
    "body",
    [
        f"<p>{PROSE * 20}</p>",
        f"<header><form>{TEXT}{PASSWORD}</form></header><p>{PROSE}{PROSE}</p>",
        f"<div hidden><form>{TEXT}{PASSWORD}</form></div><p>{PROSE * 2}</p>",
        f"<form><input type=hidden name=state><p>{PROSE * 20}</p>{TEXT}<input type=submit></form>",
        f"<p>{PROSE * 10}</p><form>{TEXT}{TEXT}<textarea></textarea></form>",
        f"<p>{PROSE * 2}</p><form>{TEXT}</form>",
        f"<p>{PROSE * 5}</p><form>{TEXT * 9}</form>",
        f"<p>{PROSE * 9}</p><form>{TEXT}{PASSWORD}</form>",
        "<p>One two three.</p><form><input type=hidden><input type=submit><button>Go</button></form>",
    ],
    ids=[
        *("no form", "login in the header", "hidden login", "all in a form", "comments", "newsletter"),
        *("many fields below", "password below an article", "nothing to fill in"),
    ],
)
def test_a_page_may_have_a_form(body: str) -> None:
    assert not is_form(body)


@pytest.mark.parametrize(("words", "expected"), [(39, True), (40, True), (41, False)])
def test_a_form_has_few_words_for_each_field(words: int, expected: bool) -> None:
    # Of the kept words more than half are in the form.
    body = f"<form><p>{'word ' * (2 * words)}</p>{TEXT}{TEXT}</form>"
    assert is_form(body) is expected


@pytest.mark.parametrize(("inside", "expected"), [(30, True), (29, False)])
def test_half_of_the_kept_words_are_in_forms(inside: int, expected: bool) -> None:
    body = f"<p>{'word ' * (60 - inside)}</p><form><p>{'word ' * inside}</p>{TEXT}</form>"
    assert is_form(body) is expected


@pytest.mark.parametrize(
    ("words", "fields", "expected"), [(19, 1, True), (20, 1, False), (59, 9, True), (60, 9, False)]
)
def test_few_words_for_the_fields_of_a_page(words: int, fields: int, expected: bool) -> None:
    assert is_form(f"<p>{'word ' * words}</p><form>{TEXT * fields}</form>") is expected


@pytest.mark.parametrize(("words", "expected"), [(99, True), (100, False)])
def test_few_words_beside_a_password(words: int, expected: bool) -> None:
    assert is_form(f"<p>{'word ' * words}</p><form>{PASSWORD}</form>") is expected


def words_of(spans: Spans, page: Page) -> list[str]:
    return [page.source[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (["Vote"], ["Vote", "Name", "Send"]),
        (["Name"], ["Vote", "Name", "Send"]),
        (["Text", "End"], ["Text", "Vote", "Name", "Send", "End"]),
        (["Text"], ["Text"]),
        (["End"], ["End"]),
        ([], []),
    ],
)
def test_a_form_that_is_part_of_the_content_is_kept_as_a_whole(kept: list[str], expected: list[str]) -> None:
    html = f"<p>Text</p><form><p>Vote</p><label>Name</label>{TEXT}<button>Send</button></form><p>End</p>"
    found = extract(html, algorithm="plain")
    starts = [(found.page.source.index(word), len(word)) for word in kept]
    found.spans = Spans([(start, start + length) for start, length in starts])
    assert words_of(with_forms(found), found.page) == expected


def test_without_fields_nothing_is_added() -> None:
    found = extract("<form><p>One</p><button>Send</button></form>", algorithm="plain")
    assert with_forms(found) == found.spans


def test_data_of_a_page_are_no_form() -> None:
    found = extract("<p>x</p>", algorithm="plain")
    found.origin = "json-ld"
    assert not is_form_page(found)
