"""The survey: the tricks by which hostile pages would pass it."""

from __future__ import annotations

import pytest

from mainspan.page.survey import survey


def formatting(count: int) -> str:
    return "".join(f"<p><font c={i}>x</p>" for i in range(count))


HOSTILE = {
    "end tags that close nothing": ("<div></b>" * 600, "depth"),
    "end tags after an object": ("<div><object></div></object>" * 600, "depth"),
    "formatting that spans blocks": ("<b><div></b>" * 600, "depth"),
    "forms, which are taken out of the middle": ("<form><div></form>" * 600, "depth"),
    "a span closed across a block": ("<span><div></span>" * 600, "depth"),
    "markup in the title of an svg": ("<svg><title>" + "<div>" * 600, "depth"),
    "markup after a short comment": ("<!-->" + "<div>" * 600, "depth"),
    "a quote in an attribute's name": ('<p ">' + "<div>" * 600, "depth"),
    "cells of nested tables": ("<table><td>" * 600, "depth"),
    "attributes between slashes": ("<p " + "a/" * 600 + ">", "attributes"),
    "attributes without spaces": ("<p " + "a=''" * 600 + ">", "attributes"),
    "formatting in a cell": ("<table><td>" + formatting(3000), "formatting"),
    "formatting between rows": ("<table>" + "".join(f"<tr><font c={i}>" for i in range(3000)), "formatting"),
    "formatting closed after an object": (
        "".join(f"<p><i c={i}><object></i></object>x</p>" for i in range(3000)),
        "formatting",
    ),
    "one long formatting tag": (f"<p><b title='{'x' * 9000}'>" + "<p>x" * 9000, "formatting"),
}


@pytest.mark.parametrize("trick", HOSTILE)
def test_tricks_do_not_pass(trick: str) -> None:
    page, limit = HOSTILE[trick]
    assert survey(page.encode()) == limit


HARMLESS = {
    "many paragraphs": "<p>x" * 20_000,
    "many items": "<ul>" + "<li>x" * 20_000,
    "many rows with unclosed containers": "<table>" + "<tr><td><div>x" * 5000,
    "the same formatting, never closed": "<p><b>x" * 5000,
    "links, never closed": "<p><a href=x>x" * 5000,
    "text full of signs": "a < b > c & d " * 5000,
    "markup in scripts": "<script>" + "<div>" * 5000 + "</script>",
    "markup in comments": "<!--" + "<div>" * 5000 + "-->",
    "markup in attributes": "<p title='" + "<div>" * 5000 + "'>",
    "icons": "<svg><path d='x'/><g/></svg>" * 5000,
    "options": "<select>" + "<option>x" * 100_000,
    "options in containers": "<select>" + "<div><option>x</div>" * 5000,
    "a long style": f"<p style='{'color: red; ' * 5000}'>",
}


@pytest.mark.parametrize("page", HARMLESS)
def test_large_pages_of_ordinary_kinds_pass(page: str) -> None:
    assert survey(HARMLESS[page].encode()) == ""
