"""The rich text of editors is written as HTML."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from mainspan.embedded.richtext import is_rich_text, write_rich_text
from mainspan.page import Page
from tests.embedded.pages import JSON, plain_text


@given(JSON)
def test_any_value_is_written_as_balanced_html(value: Any) -> None:
    page = Page(f"<div>{write_rich_text(value)}<i id=last></i></div>")
    assert page.source.endswith('<i id="last"></i></div></body></html>')


@pytest.mark.parametrize(
    "blocks",
    [
        # Draft.js, EditorJS, Contentful, Portable Text, Slate, ProseMirror, Lexical.
        [
            {"type": "header-two", "text": "Head"},
            {"type": "unstyled", "text": "Text & <more>"},
            {"type": "unordered-list-item", "text": "Item"},
        ],
        [
            {"type": "header", "data": {"text": "Head", "level": 2}},
            {"type": "paragraph", "data": {"text": "Text &amp; &lt;more&gt;"}},
            {"type": "list", "data": {"style": "unordered", "items": ["Item"]}},
        ],
        [
            {"nodeType": "heading-2", "content": [{"nodeType": "text", "value": "Head"}]},
            {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": "Text & <more>"}]},
            {
                "nodeType": "unordered-list",
                "content": [
                    {
                        "nodeType": "list-item",
                        "content": [
                            {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": "Item"}]}
                        ],
                    }
                ],
            },
        ],
        [
            {"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "Head"}]},
            {"_type": "block", "style": "normal", "children": [{"_type": "span", "text": "Text & <more>"}]},
            {"_type": "block", "listItem": "bullet", "children": [{"_type": "span", "text": "Item"}]},
        ],
        [
            {"type": "heading", "level": 2, "children": [{"text": "Head"}]},
            {"type": "paragraph", "children": [{"text": "Text "}, {"text": "& <more>", "bold": True}]},
            {"type": "bulleted-list", "children": [{"type": "list-item", "children": [{"text": "Item"}]}]},
        ],
        [
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Head"}]},
            {"type": "paragraph", "content": [{"type": "text", "text": "Text & <more>"}]},
            {
                "type": "bulletList",
                "content": [{"type": "listItem", "content": [{"type": "text", "text": "Item"}]}],
            },
        ],
        [
            {"type": "heading", "tag": "h2", "children": [{"type": "text", "text": "Head"}]},
            {"type": "paragraph", "children": [{"type": "text", "text": "Text & <more>"}]},
            {"type": "list", "tag": "ul", "children": [{"type": "listitem", "children": [{"text": "Item"}]}]},
        ],
    ],
)
def test_rich_text_of_editors(blocks: list[dict[str, Any]]) -> None:
    assert is_rich_text(blocks)
    page = Page(write_rich_text(blocks))
    names = [page.name_of(int(each)) for each in page.blocks.container]
    assert names[0] == "h2"
    assert names[2] in ("li", "p")
    assert " ".join(plain_text(page).split()) == "Head Text & <more> - Item"


def test_deep_rich_text_ends_somewhere() -> None:
    node: dict[str, Any] = {"type": "text", "text": "deep"}
    for _ in range(500):
        node = {"type": "quote", "children": [node]}
    assert write_rich_text([node]).count("<blockquote>") == write_rich_text([node]).count("</blockquote>")
