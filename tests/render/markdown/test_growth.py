"""Time in proportion to the flow, for any content."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mainspan.render.events import BEGIN, END, FORMULA, NONE, TEXT, VOID, Flow
from mainspan.render.markdown import write_markdown
from tests.clock import FACTOR, grows_linearly
from tests.render.markdown.simple import flow_of

TEXTS = {
    "brackets": "[",
    "closed brackets": "[a](",
    "stars": "*",
    "runs of stars": "a*",
    "underscores": " _a",
    "dollars": "$a ",
    "tildes": "~a ",
    "backticks": "`",
    "backslashes": "\\",
    "references": "&a",
    "angles": "<",
    "hashes": " #",
    "digits": "1",
    "dashes": "- ",
}
FLOWS: dict[str, Callable[[int], Flow]] = {
    "small texts": lambda size: [(TEXT, "a", NONE)] * size,
    "bold": lambda size: flow_of("<b>a</b>") * size,
    "bold and not": lambda size: flow_of("<b>「a」</b>b") * size,
    "code": lambda size: flow_of("<code>a</code>") * size,
    "breaks": lambda size: flow_of("<b>a<br>b</b>") * size,
    "paragraphs": lambda size: [
        (BEGIN, "b", NONE),
        *[(TEXT, "a", NONE), (VOID, "br", NONE), (VOID, "br", NONE)] * size,
        (END, "b", NONE),
    ],
    "notes": lambda size: [
        event
        for n in range(size)
        for event in flow_of(f'<a note="{chr(9000 + n)}">1</a><p note="{chr(9000 + n)}">a</p>')
    ],
    "tall cells": lambda size: flow_of(
        f"<table><tr>{'<td rowspan=1000>a</td>' * size}</tr>{'<tr><td>b</td></tr>' * size}</table>"
    ),
    "one long row": lambda size: flow_of(
        f"<table><tr>{'<td>a</td>' * size}</tr>{'<tr><td>b</td></tr>' * size}</table>"
    ),
    "TeX": lambda size: [(FORMULA, "%\\" * size + "\n\\" + "\\" * size + "$|", NONE)],
    "address": lambda size: flow_of(f'<a href="{"(" * size}">a</a>'),
}


def grows(make: Callable[[int], Flow], small: int) -> bool:
    few, many = make(small), make(small * FACTOR)
    return grows_linearly(lambda: write_markdown(few), lambda: write_markdown(many))


@pytest.mark.parametrize("name", TEXTS)
def test_ten_times_the_text_takes_about_ten_times_as_long(name: str) -> None:
    assert grows(lambda size: [(TEXT, "x" + TEXTS[name] * size, NONE)], 5_000)


@pytest.mark.parametrize("name", FLOWS)
def test_ten_times_the_events_take_about_ten_times_as_long(name: str) -> None:
    assert grows(FLOWS[name], 1_000)
