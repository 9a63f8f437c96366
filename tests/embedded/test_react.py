"""Elements and texts that a React server streams."""

from __future__ import annotations

import json
from typing import Any

from mainspan.embedded import find_embedded
from tests.embedded.pages import TEXTS, TITLE, page_with, paragraphs, text_of


def test_streamed_elements_are_shown_without_menus() -> None:
    links = [
        ["$", "a", None, {"href": "/", "children": name}] for name in ("Home", "News", "Weather", "Help")
    ]
    menu = ["$", "nav", None, {"children": links}]
    shown = [["$", "p", None, {"children": text}] for text in TEXTS]
    rows: dict[str, Any] = {"0": ["$", "div", None, {"children": [menu, "$L1"]}], "2": None}
    rows["1"] = ["$", "article", None, {"children": shown}]
    stream = "".join(f"{name}:{json.dumps(row)}\n" for name, row in rows.items())
    half = len(stream) // 2
    pushes = "".join(
        f"self.__next_f.push([1,{json.dumps(part)}]);" for part in (stream[:half], stream[half:])
    )
    assert text_of(find_embedded(page_with(f"<script>{pushes}</script>"))) == paragraphs()


def test_streamed_text_has_its_length_in_bytes() -> None:
    html = "".join(f"<p>é {text}</p>" for text in TEXTS)
    stream = f"1:T{len(html.encode()):x},{html}2:{json.dumps({'article': {'title': TITLE, 'body': '$1'}})}\n"
    page = page_with(f"<script>self.__next_f.push([1,{json.dumps(stream)}])</script>")
    assert text_of(find_embedded(page)).count("é One.") == 1
