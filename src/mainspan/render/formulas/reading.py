"""Reads a formula from a single element: its TeX, in the best form that it has."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN, TEXT, UNSEEN
from mainspan.render.formulas.places import IMG, MATH, SCRIPT
from mainspan.render.formulas.tex import (
    Tex,
    clean_tex,
    could_be_tex,
    is_delimited,
    is_formula,
    looks_like_tex,
)
from mainspan.render.mathml import Node, read_tree

_CONTAINER: Final = tags.NUMBERS["mjx-container"]
_ANNOTATION: Final = tags.NUMBERS["annotation"]
_CODE: Final = tags.numbers("pre code kbd samp listing xmp")
_IS_TEX: Final = re.compile(r"(?:(?:application|text)/(?:x-)?)?(?:la)?tex", re.I)
_SURE_ATTRIBUTES: Final = ("data-tex", "data-latex", "data-katex")
_OTHER_ATTRIBUTES: Final = ("data-math", "data-formula", "data-equation", "data-expr")
# Where the TeX of a formula begins in the address of its picture, for all such services.
_ADDRESS: Final = re.compile(
    r"codecogs\.com/[a-z.]{3,12}\?|[?&](?:latex|chl|from)=|i\.upmath\.me/(?:svg|png)/|(?:mathtex|mimetex)\.cgi\?",
    re.I,
)
# What goes before the formula and is none: how large it is drawn, and in which colour.
_DRAWING: Final = re.compile(
    r"(?:\s*\\(?:inline|dpi\{[^}]*\}|bg_\w+|fg_\w+|(?:huge|large|small|tiny)(?![a-z])))+\s*", re.I
)
_MAX_ADDRESS: Final = 2_000
# The classes of pictures of formulas, and the services that draw them.
_DRAWN_CLASS: Final = re.compile(r"(?:^|[ _-])(?:la|ka)?tex(?:$|[ _-])|mathjax|mwe-math", re.I)
_DRAWN_SOURCE: Final = re.compile(r"latex|[?&/]tex[=/]|mathtex|mimetex|/math/render/", re.I)
_MATH_CLASS: Final = re.compile(r"math|equation|formula", re.I)
_DISPLAY: Final = re.compile(r"display|block", re.I)


class Rank(IntEnum):
    """How much one form of a formula is to be trusted, the best first."""

    ANNOTATION = 0
    SCRIPT = 1
    ATTRIBUTE = 2
    ALTERNATIVE = 3
    TEXT = 4
    LABEL = 5
    PICTURE = 6
    TREE = 7


class Reading(NamedTuple):
    """The element from `first` to `last`, its TeX unless only the tree has it, and where its tree is."""

    first: int
    last: int
    rank: Rank
    tex: str
    is_display: bool
    has_tree: bool = False


def read_place(page: Page, token: int) -> Reading | None:
    """The formula in the element of an open tag, if there is one."""
    tokens = page.tokens
    last = int(tokens.partner[token])
    attributes = page.attributes(token)
    tag = int(tokens.tag[token])
    if tag == MATH:
        return _read_math(page, token, last, attributes)
    if tag == SCRIPT:
        return _read_script(page, token, last, attributes)
    if tag == IMG:
        return _read_picture(token, attributes)
    read = _read_marked if tag and tag != _CONTAINER else _read_named
    return read(page, token, last, attributes)


def tree_of(page: Page, reading: Reading) -> Node:
    """The tree of a formula."""
    if page.tokens.tag[reading.first] != SCRIPT:
        return read_tree(page, reading.first, reading.last)
    inner = Page(page.text_of(reading.first + 1))
    found = np.flatnonzero((inner.tokens.tag == MATH) & (inner.tokens.kind == OPEN))[:1].tolist()
    return read_tree(inner, found[0], int(inner.tokens.partner[found[0]])) if found else Node("math")


def _read_math(page: Page, first: int, last: int, attributes: dict[str, str]) -> Reading:
    is_display = attributes.get("display") == "block" or attributes.get("mode") == "display"
    annotation = _annotation(page, first, last)
    if annotation.source:
        return Reading(
            first, last, Rank.ANNOTATION, annotation.source, is_display or annotation.is_display, True
        )
    alternative = attributes.get("alttext", "")
    tex = clean_tex(alternative).source if could_be_tex(alternative) else ""
    return Reading(first, last, Rank.ALTERNATIVE if tex else Rank.TREE, tex, is_display, True)


def _annotation(page: Page, first: int, last: int) -> Tex:
    """The TeX beside a formula's MathML."""
    tokens = page.tokens
    inside = slice(first, last + 1)
    for place in np.flatnonzero((tokens.tag[inside] == _ANNOTATION) & (tokens.kind[inside] == OPEN)).tolist():
        token = first + place
        if _IS_TEX.fullmatch(page.attributes(token).get("encoding", "").strip()):
            tex = clean_tex(text_inside(page, token, int(tokens.partner[token])))
            if tex.source:
                return tex
    return Tex("", False)


def text_inside(page: Page, first: int, last: int) -> str:
    """The text of an element, whitespace as it is."""
    kinds = page.tokens.kind[first : last + 1]
    texts = np.flatnonzero((kinds == TEXT) | (kinds == UNSEEN)) + first
    return "".join(page.text_of(token) for token in texts.tolist())


def _read_script(page: Page, first: int, last: int, attributes: dict[str, str]) -> Reading | None:
    kind, _, options = attributes.get("type", "").lower().partition(";")
    if not kind.startswith("math/") or last <= first + 1:
        return None
    is_display = "display" in options
    if kind.strip() == "math/mml":
        return Reading(first, last, Rank.TREE, "", is_display, True)
    tex = clean_tex(page.text_of(first + 1)) if kind.strip() in ("math/tex", "math/latex") else Tex("", False)
    return Reading(first, last, Rank.SCRIPT, tex.source, is_display or tex.is_display) if tex.source else None


def _read_picture(token: int, attributes: dict[str, str]) -> Reading | None:
    class_name = attributes.get("class", "")
    source = attributes.get("src", "")[:500]
    is_drawn = bool(
        _DRAWN_CLASS.search(class_name) or _DRAWN_SOURCE.search(source) or _ADDRESS.search(source)
    )
    is_written = is_formula(attributes.get("alt", ""))
    if not is_drawn and not is_written and not _MATH_CLASS.search(class_name):
        return None
    is_tex = could_be_tex if is_drawn or is_written else looks_like_tex
    for name in (*_SURE_ATTRIBUTES, "alt", "title"):
        if is_tex(value := attributes.get(name, "")) and (tex := clean_tex(value)).source:
            is_display = tex.is_display or "display" in class_name
            return Reading(token, token, Rank.PICTURE, tex.source, is_display)
    tex = clean_tex(_drawn(attributes.get("src", "")))
    return Reading(token, token, Rank.PICTURE, tex.source, tex.is_display) if tex.source else None


def _drawn(address: str) -> str:
    """The TeX that a service draws, which is in the address of the picture; empty if there is none."""
    found = _ADDRESS.search(address[:_MAX_ADDRESS])
    if not found:
        return ""
    written = address[found.end() : _MAX_ADDRESS]
    if found[0].endswith("="):
        # Other parameters follow this one, where a plus is a space.
        written = written.partition("&")[0].replace("+", " ")
    return _DRAWING.sub("", unquote(written).replace("&space;", " "), count=1)


def _read_named(page: Page, first: int, last: int, attributes: dict[str, str]) -> Reading | None:
    """Elements of their own names."""
    source, start = page.source, int(page.tokens.start[first])
    if source.startswith(("<mml:math", "<m:math"), start):
        return _read_math(page, first, last, attributes)
    if source.startswith("<mjx-container", start):
        return Reading(first, last, Rank.TREE, "", attributes.get("display") == "true", True)
    if source.startswith(("<tex-math", "<math-renderer"), start):
        text = text_inside(page, first, last)
        tex = clean_tex(_document_body(text))
        # In whole documents every formula is a displayed one, also those within a line of the page.
        is_apart = tex.is_display and "\\begin{document}" not in text
        is_display = is_apart or "display" in attributes.get("class", "")
        return Reading(first, last, Rank.TEXT, tex.source, is_display) if tex.source else None
    return _read_marked(page, first, last, attributes)


def _document_body(text: str) -> str:
    """The body of the document, where a formula comes as a whole one with its preamble."""
    _, begin, rest = text.partition("\\begin{document}")
    return rest.partition("\\end{document}")[0] if begin else text


def _read_marked(page: Page, first: int, last: int, attributes: dict[str, str]) -> Reading | None:
    """Elements that attributes mark: their TeX is an attribute, or the text that is all they hold."""
    class_name = attributes.get("class", "")
    is_display = bool(_DISPLAY.search(class_name) or _DISPLAY.search(attributes.get("data-math-style", "")))
    for names, is_tex in ((_SURE_ATTRIBUTES, could_be_tex), (_OTHER_ATTRIBUTES, looks_like_tex)):
        for name in names:
            if is_tex(value := attributes.get(name, "")) and (tex := clean_tex(value)).source:
                return Reading(first, last, Rank.ATTRIBUTE, tex.source, is_display or tex.is_display)
    is_math = attributes.get("role") == "math" or "mjx-math" in class_name.split()
    label = attributes.get("aria-label", "") if is_math else ""
    if looks_like_tex(label) and (tex := clean_tex(label)).source:
        return Reading(first, last, Rank.LABEL, tex.source, is_display or tex.is_display)
    return _read_text(page, first, last, class_name, is_display)


def _read_text(page: Page, first: int, last: int, class_name: str, is_display: bool) -> Reading | None:
    """An element that holds nothing but TeX. Code that is TeX is code, unless its class names formulas."""
    tokens = page.tokens
    if last != first + 2 or tokens.kind[first + 1] not in (TEXT, UNSEEN):
        return None
    text = page.text_of(first + 1)
    is_declared = bool(_MATH_CLASS.search(class_name)) or int(tokens.tag[first]) not in _CODE
    if not is_declared or not (is_delimited(text) or (looks_like_tex(text) and "$" not in text)):
        return None
    tex = clean_tex(text)
    return Reading(first, last, Rank.TEXT, tex.source, is_display or tex.is_display) if tex.source else None
