"""A normalised source to tokens, written to be read: one loop with a stack of open elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mainspan.page import tags
from mainspan.page.classes import SPACE
from mainspan.page.kinds import (
    ARIA_HIDDEN,
    CLOSE,
    CODE,
    HIDDEN,
    INVISIBLE,
    LINK,
    OPEN,
    RAW,
    SPACE_AFTER,
    SPACE_BEFORE,
    TEXT,
    UNSEEN,
    VISIBLE,
    VOID,
)
from tests.page.transcribed.texts import characters, count_characters, words_of

_TAG = re.compile(r"<(/?)([^\x20/>]+)([^>]*)>")
_COMMENT = re.compile(r"<!--(?s:.*?)-->|<[!?][^>]*>")
_ATTRIBUTE = re.compile(r' ([^\x20/>][^\x20/>=]*)="([^"]*)"')
_SCRIPT_STEP = re.compile(
    r"(?P<escape><!--(?!-?>))|(?P<end>-->)|(?P<close></script(?=[\t\n\f\x20/>]))|(?P<open><script[\t\n\f\x20/>])",
    re.IGNORECASE | re.ASCII,
)


class NotNormalisedError(Exception):
    """The source is no normalised document."""


@dataclass
class Token:
    """A row of the token columns."""

    start: int
    end: int
    kind: int
    tag: int = 0
    partner: int = -1
    depth: int = 0
    words: int = 0
    characters: int = 0
    marks: int = 0


@dataclass
class Element:
    """An open element: its token and name, and what it means for what is inside it."""

    token: int
    name: str
    namespace_inside: str
    is_link: bool
    is_code: bool
    is_unseen: bool
    is_hidden: bool
    is_noscript: bool
    is_invisible: bool


@dataclass
class Tokeniser:
    """Tokenises one source."""

    source: str
    include_hidden: bool
    tokens: list[Token] = field(default_factory=list)
    stack: list[Element] = field(default_factory=list)
    foreign_raw: bool = False
    full_frame: bool = False
    names: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Fill the tokens, or raise NotNormalisedError."""
        place = 0
        while place < len(self.source):
            place = self.read_tag(place)
            end = self.source.find("<", place)
            end = len(self.source) if end < 0 else end
            self.add_text(place, end)
            place = end
        if self.stack:
            raise NotNormalisedError

    def add(self, start: int, end: int, kind: int, **more: int) -> Token:
        token = Token(start, end, kind, partner=len(self.tokens), depth=len(self.stack), **more)
        self.tokens.append(token)
        return token

    def read_tag(self, place: int) -> int:
        """Add the tag or comment that begins here, and raw content after it; the place after that."""
        if comment := _COMMENT.match(self.source, place):
            self.add(place, comment.end(), CODE)
            return comment.end()
        tag = _TAG.match(self.source, place)
        if tag is None:
            raise NotNormalisedError
        slash, name, attributes = tag.groups()
        if slash:
            self.close(name, place, tag.end())
            return tag.end()
        return self.open(name, attributes, place, tag.end())

    def close(self, name: str, start: int, end: int) -> None:
        if not self.stack or self.stack[-1].name != name:
            raise NotNormalisedError
        opened = self.stack.pop().token
        token = self.add(start, end, CLOSE, tag=tags.NUMBERS.get(name, 0))
        self.tokens[opened].partner, token.partner = token.partner, opened

    def open(self, name: str, attributes: str, start: int, end: int) -> int:
        number = tags.NUMBERS.get(name, 0)
        around = self.stack[-1].namespace_inside if self.stack else "html"
        namespace = namespace_of(name, around)
        marks = marks_of(name, attributes)
        self.names.add(name)
        if number in tags.VOID and namespace == "html":
            self.add(start, end, VOID, tag=number, marks=marks)
            return end
        self.foreign_raw |= number in tags.RAW and namespace != "html"
        opened = self.add(start, end, OPEN, tag=number, marks=marks)
        self.stack.append(self.element(opened, name, namespace, attributes))
        if number not in tags.RAW or attributes.startswith("/"):
            return end
        stop = raw_end(self.source, name, end)
        if stop <= end:
            return end
        self.full_frame |= name == "iframe"
        self.add_text(end, stop, raw=True)
        return stop

    def element(self, opened: Token, name: str, namespace: str, attributes: str) -> Element:
        code, unseen = tags.CODE, tags.UNSEEN
        if namespace != "html":
            code, unseen = tags.numbers("script style"), tags.FOREIGN_UNSEEN
        is_code, is_unseen = opened.tag in code, opened.tag in unseen
        is_hidden = bool(opened.marks & HIDDEN) and not is_code and not is_unseen
        is_noscript = name == "noscript" and is_unseen and self.include_hidden
        is_invisible = self.stack[-1].is_invisible if self.stack else False
        if opened.marks & (INVISIBLE | VISIBLE):
            is_invisible = bool(opened.marks & INVISIBLE)
        return Element(
            token=opened.partner,
            name=name,
            namespace_inside=namespace_inside(name, namespace, attributes),
            is_link=bool(opened.marks & LINK),
            is_code=is_code,
            is_unseen=(is_unseen and not is_noscript) or (is_hidden and not self.include_hidden),
            is_hidden=is_hidden,
            is_noscript=is_noscript,
            is_invisible=is_invisible,
        )

    def add_text(self, start: int, end: int, *, raw: bool = False) -> None:
        if start == end:
            return
        is_invisible = bool(self.stack) and self.stack[-1].is_invisible
        is_unseen = any(element.is_unseen for element in self.stack)
        kind = UNSEEN if is_unseen or (is_invisible and not self.include_hidden) else TEXT
        kind = CODE if any(element.is_code for element in self.stack) else kind
        token = self.add(start, end, kind, marks=RAW if raw else 0)
        token.marks |= LINK if any(element.is_link for element in self.stack) else 0
        if self.include_hidden:
            is_hidden = is_invisible or any(element.is_hidden for element in self.stack)
            token.marks |= HIDDEN if is_hidden else 0
            token.marks |= INVISIBLE if any(element.is_noscript for element in self.stack) else 0
        if kind == TEXT:
            text = list(characters(self.source, start, end, raw))
            token.words, token.characters = len(words_of(text)), count_characters(text)
            token.marks |= SPACE_BEFORE if text[0].kind == SPACE else 0
            token.marks |= SPACE_AFTER if text[-1].kind == SPACE else 0


def namespace_of(name: str, around: str) -> str:
    """The namespace of an element, from what the one around it says of its children."""
    if around == "html":
        return name if name in ("svg", "math") else "html"
    if around == "annotation":
        return "svg" if name == "svg" else "math"
    return around


def namespace_inside(name: str, namespace: str, attributes: str) -> str:
    """What an element says of the namespace of its children. In an annotation, svg is svg."""
    if namespace == "math" and name == "annotation-xml":
        encoding = dict(_ATTRIBUTE.findall(attributes)).get("encoding", "").lower()
        return "html" if encoding in ("text/html", "application/xhtml+xml") else "annotation"
    html = {"svg": tags.HTML_IN_SVG, "math": tags.HTML_IN_MATH}.get(namespace, frozenset())
    return "html" if tags.NUMBERS.get(name, 0) in html else namespace


def raw_end(source: str, name: str, start: int) -> int:
    """Where raw content ends, or -1. What may hold its own end tag ends at the last one."""
    if name == "script" and source.startswith("</script>", end := script_end(source, start)):
        return end
    find = source.rfind if name in ("script", "plaintext") else source.find
    return find(f"</{name}>", start)


def script_end(source: str, start: int) -> int:
    """Where a script ends, by the standard's escaped and double-escaped states."""
    state = "plain"
    place = start
    while step := _SCRIPT_STEP.search(source, place):
        place = step.end()
        what = step.lastgroup
        if what == "close" and state != "double escaped":
            return step.start()
        if what == "close":
            state = "escaped"
            place += 1
        elif what == "escape" and state == "plain":
            state = "escaped"
        elif what == "end" and state != "plain":
            state = "plain"
        elif what == "open" and state == "escaped":
            state = "double escaped"
        else:
            place = step.start() + 1
    return len(source)


def marks_of(name: str, attributes: str) -> int:
    """What the attributes of a tag say."""
    marks = 0
    for key, value in _ATTRIBUTE.findall(attributes):
        if key == "hidden":
            marks |= HIDDEN
        elif key == "aria-hidden" and value.lower() == "true":
            marks |= ARIA_HIDDEN
        elif key == "href" and name in ("a", "area"):
            marks |= LINK
        elif key == "style":
            marks |= marks_of_style(value)
    return marks


def marks_of_style(style: str) -> int:
    """What an inline style says; of several declarations the last one counts."""
    display = visibility = 0
    for declaration in re.sub("[\t\n\f\r ]", "", style.lower()).split(";"):
        name, _, value = declaration.partition(":")
        value = value.removesuffix("!important")
        if name == "display":
            display = HIDDEN if value == "none" else 0
        elif name == "visibility":
            visibility = {"hidden": INVISIBLE, "collapse": INVISIBLE, "visible": VISIBLE}.get(value, 0)
    return display | visibility
