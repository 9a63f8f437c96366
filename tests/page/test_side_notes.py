"""Notes beside the text that are there once more."""

from __future__ import annotations

import pytest

from mainspan import extract

NOTE = "This is a note of some words."


def text(html: str) -> str:
    return extract(html, algorithm="plain").text


@pytest.mark.parametrize("name", ["sidenote", "x side-note", "marginnote", "margin-notes", "snote"])
@pytest.mark.parametrize("tag", ["span", "small", "aside"])
def test_a_note_that_follows_once_more_is_left_out(tag: str, name: str) -> None:
    html = f"<p>One<{tag} class='{name}'><sup>1</sup> {NOTE}</{tag}> two.</p><p>1 {NOTE}</p>"
    assert text(html).count("note") == 1


@pytest.mark.parametrize(
    "html",
    [
        f"<p>One<span class=sidenote>{NOTE}</span> two.</p><p>Another note.</p>",
        f"<p>{NOTE}</p><p>One<span class=sidenote>{NOTE}</span> two.</p>",
        f"<p>One<span class=besidenotes>{NOTE}</span> two.</p><p>{NOTE}</p>",
        f"<p>One<b class=sidenote>{NOTE}</b> two.</p><p>{NOTE}</p>",
    ],
)
def test_others_stay(html: str) -> None:
    assert text(html).count("note") == 2


@pytest.mark.parametrize(("note", "count"), [("eleven sign", 2), ("twelve signs", 2), ("thirteensigns", 1)])
def test_short_notes_stay(note: str, count: int) -> None:
    assert text(f"<p>One<span class=sidenote>{note}</span> two.</p><p>{note}</p>").count(note) == count
