"""Checks the contract of `mainspan.render.events` event by event."""

from __future__ import annotations

from mainspan.render.events import (
    BEGIN,
    END,
    FORMULA,
    HEADINGS,
    INLINE,
    TEXT,
    VOID,
    Attributes,
    Flow,
)

MAX_DEPTH = 60
LINES = {"p", "pre", "dt", "summary", "caption", *HEADINGS}
MIXED = {"div", "section", "article", "blockquote", "li", "dd", "td", "th", "figure", "figcaption", "details"}
PARTS = {
    "ul": {"li"},
    "ol": {"li"},
    "dl": {"dt", "dd"},
    "table": {"caption", "thead", "tbody", "tfoot", "tr"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tfoot": {"tr"},
    "tr": {"td", "th"},
}
ONLY_IN = {part for parts in PARTS.values() for part in parts} | {"figcaption", "summary"}
KNOWN = {
    "a": {"href", "title", "note", "back"},
    "abbr": {"title"},
    "blockquote": {"cite", "callout", "note"},
    "div": {"note"},
    "p": {"note"},
    "li": {"note", "value", "task"},
    "ol": {"start", "reversed", "type"},
    "pre": {"language"},
    "td": {"colspan", "rowspan", "scope"},
    "th": {"colspan", "rowspan", "scope"},
    "time": {"datetime"},
    "img": {"src", "alt", "title", "width", "height"},
}


def check(flow: Flow) -> None:
    """Raise an AssertionError if a flow breaks the contract."""
    stack: list[str] = []
    last = (END, "")
    for kind, value, attributes in flow:
        inside = stack[-1] if stack else ""
        if kind == BEGIN:
            _check_place(value, stack)
            _check_attributes(value, attributes)
            stack.append(value)
            assert len(stack) <= MAX_DEPTH
        elif kind == END:
            assert stack.pop() == value
            assert last != (BEGIN, value) or value in ("td", "th"), f"{value} is empty"
        else:
            assert inside not in PARTS, f"{kind} {value!r} in {inside}"
            if kind == VOID:
                assert value in ("br", "hr", "img")
                _check_attributes(value, attributes)
                assert value != "hr" or inside in MIXED | {""}
                assert value != "br" or "pre" not in stack
            assert kind != TEXT or last[0] != TEXT
        last = (kind, value)
    assert not stack
    _check_space(flow)


def _check_place(name: str, stack: list[str]) -> None:
    inside = stack[-1] if stack else ""
    if name in INLINE:
        assert inside not in PARTS, f"{name} in {inside}"
        assert name != "a" or "a" not in stack
        return
    assert name in LINES | MIXED | PARTS.keys(), name
    assert inside not in LINES | INLINE, f"{name} in {inside}"
    assert inside not in PARTS or name in PARTS[inside], f"{name} in {inside}"
    if name == "figcaption" or name == "summary":
        assert inside == {"figcaption": "figure", "summary": "details"}[name]
    elif name in ONLY_IN:
        assert name in PARTS.get(inside, ()), f"{name} in {inside}"
    assert name != "table" or "table" not in stack
    assert name != "pre" or "table" not in stack


def _check_attributes(name: str, attributes: Attributes) -> None:
    assert attributes.keys() <= KNOWN.get(name, set()) | {"dir", "lang"}, (name, attributes)
    assert all(value for key, value in attributes.items() if key != "alt")


def _check_space(flow: Flow) -> None:
    """Whitespace: single, and never at the borders of blocks."""
    stack: list[str] = []
    behind_space, ends_in_space = True, False
    for kind, value, _ in flow:
        if kind in (BEGIN, END) and value not in INLINE:
            assert not ends_in_space, f"a space before {value}"
            behind_space, ends_in_space = True, False
        elif kind in (VOID, FORMULA):
            behind_space, ends_in_space = value in ("br", "hr"), False
        elif kind == TEXT and "pre" not in stack:
            assert value
            assert "  " not in value
            assert all(not c.isspace() or c == " " for c in value), repr(value)
            assert not (behind_space and value.startswith(" ")), repr(value)
            behind_space = ends_in_space = value.endswith(" ")
        if kind == BEGIN:
            stack.append(value)
        elif kind == END:
            stack.pop()
