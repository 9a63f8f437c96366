"""Rich text as editors store it (Draft.js, EditorJS, Contentful, Portable Text, Slate, ProseMirror, Lexical).

The formats differ only in names: a node has a type, text or children, and sometimes a level. So one function
converts all of them to HTML.
"""

from __future__ import annotations

import re
from typing import Any, Final

from mainspan.embedded.prose import inline, is_html

_Part = str | tuple[Any, int, str]

_LISTS: Final = ("ul", "ol")
_MAX_DEPTH: Final = 40  # no rule: bounds the time
_MAX_NODES: Final = 50_000  # no rule: bounds the time
_TYPES: Final = ("nodeType", "_type", "type", "__typename", "blockType", "kind", "tag", "name", "component")
_CHILDREN: Final = ("children", "content", "nodes", "items", "blocks", "body", "root", "data")
_TEXTS: Final = ("text", "html", "value", "content", "copy", "markup", "paragraph", "plainText", "code")
_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
# The element for a type, by its name; the first match wins.
_KINDS: Final = tuple(
    (tag, re.compile(pattern))
    for tag, pattern in (
        ("li", r"list-?item|^li$|^oli$|^uli$|-list-item$"),
        ("ol", r"ordered-?list(?<!unordered-list)(?<!unorderedlist)|numbered-?list|^ol$"),
        ("ul", r"list$|^ul$|bullet"),
        ("blockquote", r"quote"),
        ("pre", r"code-?block|^code$|^pre$"),
        ("h", r"head(?:ing|er|line)|^h[1-6]$|subhead|^title$"),
        (
            "p",
            r"paragraph|^p$|unstyled|^text(-?block)?$|^normal$|^block$|body-?text|^html$|rich-?text|^prose$",
        ),
    )
)
_CAPITAL: Final = re.compile("(?<=[a-z])(?=[A-Z])")
_DIGIT: Final = re.compile("[1-6]")
# Nodes of these types are never content.
_SKIPPED: Final = re.compile(
    r"image|video|embed|advert|^ad$|^ads$|script|newsletter|related|promo|social|divider"
)


def tag_of(node: Any) -> str:
    """The HTML element for a node; empty if the node is not a block of text."""
    if not isinstance(node, dict):
        return ""
    name = _type_of(node)
    style = node.get("style")
    if name == "block" and isinstance(style, str):
        name = _plain(style)
    if isinstance(node.get("listItem"), str):
        return "li"
    tag = next((tag for tag, pattern in _KINDS if pattern.search(name)), "") if name else ""
    return f"h{_level(node, name)}" if tag == "h" else tag


def _type_of(node: dict[str, Any]) -> str:
    return next((_plain(node[name]) for name in _TYPES if isinstance(node.get(name), str)), "")


def _plain(name: str) -> str:
    """A name in lower case, its parts separated by "-"."""
    return _CAPITAL.sub("-", name[:60]).lower().replace("_", "-").replace("/", "-")


def _level(node: dict[str, Any], name: str) -> int:
    data = node.get("data") if isinstance(node.get("data"), dict) else {}
    attributes = node.get("attrs") if isinstance(node.get("attrs"), dict) else {}
    for holder in (node, data, attributes):
        level = holder.get("level") if isinstance(holder, dict) else None
        if type(level) is int and 1 <= level <= 6:
            return level
    if digit := _DIGIT.search(str(node.get("tag", "")) + name):
        return int(digit.group())
    return next((number for word, number in _NUMBERS.items() if name.endswith(word)), 2)


def is_rich_text(value: Any) -> bool:
    """Whether a list contains the blocks of a text: most of its nodes have the type of a block."""
    if not isinstance(value, list) or not value:
        return False
    first = value[:50]
    blocks = sum(1 for node in first if tag_of(node) and _has_text(node))
    return 2 * blocks > len(first) or blocks >= 4


def _has_text(node: dict[str, Any]) -> bool:
    data = node.get("data")
    holders = (node, data) if isinstance(data, dict) else (node,)
    return any(
        isinstance(holder.get(name), (str, list))
        for holder in holders
        for name in (*_TEXTS, "children", "items")
    )


def write_rich_text(value: Any) -> str:
    """The blocks of a text as HTML."""
    parts: list[str] = []
    # What remains to be written, the next one last: markup, or a node with its depth and its parent element.
    waiting: list[_Part] = [(value, 0, "")]
    seen = 0
    while waiting and seen < _MAX_NODES:
        each = waiting.pop()
        seen += 1
        if isinstance(each, str):
            parts.append(each)
        elif each[1] <= _MAX_DEPTH:
            waiting.extend(reversed(_write(*each)))
    parts.extend(each for each in reversed(waiting) if isinstance(each, str))
    return "".join(parts)


def _write(node: Any, depth: int, around: str) -> list[_Part]:
    """A node as markup, and the nodes to write in its place."""
    if isinstance(node, list):
        return [(each, depth + 1, around) for each in node]
    if isinstance(node, str):
        return [_text(node, around)]
    if not isinstance(node, dict) or _SKIPPED.search(_type_of(node)):
        return []
    tag = tag_of(node)
    if not tag and around in _LISTS and depth and "items" not in node:
        tag = "li"
    elif tag == "p" and around and _is_leaf(node):
        # Some formats use the type of paragraphs for the texts of a line.
        tag = "li" if around in _LISTS else ""
    inside = _inside(node, depth, tag or around)
    return [f"<{tag}>", *inside, f"</{tag}>"] if tag and inside else inside


def _is_leaf(node: dict[str, Any]) -> bool:
    return any(isinstance(node.get(name), str) for name in _TEXTS)


def _inside(node: dict[str, Any], depth: int, around: str) -> list[_Part]:
    for name in _CHILDREN:
        child = node.get(name)
        if isinstance(child, list) or (isinstance(child, dict) and name in ("root", "data", "content")):
            return [(child, depth + 1, around)]
    text = next((node[name] for name in _TEXTS if isinstance(node.get(name), str)), "")
    return [_text(text, around)] if text.strip() else []


def _text(text: str, around: str) -> str:
    if around in _LISTS:
        return f"<li>{inline(text)}</li>"
    if is_html(text):
        return f"<div>{text}</div>"
    return inline(text) if around else f"<p>{inline(text)}</p>"
