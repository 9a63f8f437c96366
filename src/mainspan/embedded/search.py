"""The article in a page's data: the strings of the place that has most to read.

A place is the path of field names to a string, with numbers and ids replaced by "*". So the paragraphs of a
list and the posts of a thread are at one place, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from mainspan.embedded.prose import as_html, count_words, inline, readable_words, without_tags
from mainspan.embedded.richtext import is_rich_text, write_rich_text
from mainspan.metadata.jsonld import parse

_MAX_DEPTH: Final = 60  # no rule: bounds the time
_MAX_NODES: Final = 200_000  # no rule: bounds the time
# JSON in a string of at least this length is parsed.
_MIN_NESTED_CHARACTERS: Final = 400
# An object with more strings of text than this is a dictionary of the page's labels.
_MAX_STRINGS: Final = 40
# The share of a place's words that must be in strings for readers.
_MIN_READABLE: Final = 0.6
# The share of an object's title that must be in the page's title, and the weight of such an object.
_MIN_SHARED_TITLE: Final = 0.6
_TITLE_WEIGHT: Final = 4.0
# The weights of the names in a path, multiplied: an article has at least the first, and more than the second
# does not count.
_MIN_WEIGHT, _MAX_WEIGHT = 1.0, 2.25
# Longer field names are ids.
_MAX_KEY_CHARACTERS: Final = 32

_WORD: Final = re.compile(r"[^\W\d_]+")
_CAPITAL: Final = re.compile("(?<=[a-z])(?=[A-Z])")
_IDENTIFIER: Final = re.compile(r"\d{3}|[:.#/@ ]")

# Names of fields that never contain an article, that seldom do, that contain a short text, and that often do.
_NEVER: Final = frozenset(
    "i18n intl locale locales localization translation translations dictionary labels strings phrases "
    "cookie cookies consent gdpr privacy onetrust didomi config configuration settings theme styles style "
    "css script scripts env flags tracking analytics microcopy legal terms disclaimer copyright svg seo "
    "meta metadata opengraph query messages error errors".split()
)
_SELDOM: Final = frozenset(
    "related recommended recommendations similar more popular trending latest sidebar footer nav "
    "navigation menu header banner promo promos ad ads newsletter author authors bio byline comment "
    "comments reply replies teaser teasers breadcrumbs gallery caption captions alt image images video "
    "videos media credits tags topics categories category testimonials reviews next previous cta modal "
    "popup subscribe faq faqs".split()
)
_SHORT: Final = frozenset(
    "description summary excerpt abstract subtitle dek lead intro standfirst title headline name".split()
)
_OFTEN: Final = frozenset(
    "body content article html story post posts text markdown document blocks main paragraphs page".split()
)
_TITLES: Final = ("title", "headline", "name", "heading", "displayTitle", "articleTitle")


class Found(NamedTuple):
    """HTML made from a page's data, its number of words, and the place that they come from."""

    html: str
    words: int
    path: str
    score: float


@dataclass(slots=True)
class _Place:
    """The strings of one place as HTML, and how many words they have for readers."""

    weight: float
    title: str
    parts: list[str] = field(default_factory=list)
    words: int = 0
    readable: int = 0

    @property
    def score(self) -> float:
        """How likely this is the article: by its words, the names in its path, and its object's title."""
        return self.readable * self.weight * (_TITLE_WEIGHT if self.title else 1.0)


class _Node(NamedTuple):
    """A value to look at, its path, and the weight of the names in it."""

    value: Any
    path: tuple[str, ...]
    weight: float
    title: str


def find_article(values: Iterable[tuple[str, Any]], title: str) -> Found | None:
    """The best place in the values of a page. title: the page's own title."""
    walk = _Walk(frozenset(_words(title)))
    for name, value in values:
        walk.run(_Node(value, (name,), 1.0, ""))
    places = [each for each in walk.places.items() if _is_likely(each[1])]
    if not places:
        return None
    path, place = max(places, key=lambda each: each[1].score)
    head = f"<h1>{inline(place.title)}</h1>" if place.title else ""
    return Found(head + "".join(place.parts), place.readable, ".".join(path), place.score)


def _is_likely(place: _Place) -> bool:
    return place.readable >= _MIN_READABLE * place.words and place.weight >= _MIN_WEIGHT


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


class _Walk:
    """Walks over values and visits each object once."""

    def __init__(self, title: frozenset[str]) -> None:
        self.title = title
        self.places: dict[tuple[str, ...], _Place] = {}
        self.seen: set[int] = set()
        # Parsed objects are kept, so that no other object gets the same id().
        self.kept: list[Any] = []
        self.left = _MAX_NODES

    def run(self, first: _Node) -> None:
        """Visit a value and everything in it, in order."""
        self.kept.append(first.value)
        waiting = [first]
        while waiting and self.left > 0:
            self.left -= 1
            node = waiting.pop()
            if isinstance(node.value, str):
                waiting.extend(self._read(node))
            elif isinstance(node.value, (dict, list)) and self._is_new(node):
                waiting.extend(reversed(self._below(node)))

    def _is_new(self, node: _Node) -> bool:
        is_new = id(node.value) not in self.seen and len(node.path) <= _MAX_DEPTH
        self.seen.add(id(node.value))
        return is_new

    def _below(self, node: _Node) -> list[_Node]:
        if isinstance(node.value, dict):
            return self._fields(node)
        if is_rich_text(node.value):
            html = write_rich_text(node.value)
            if words := readable_words(html):
                self._add(node, html, words, words)
                return []
        return [node._replace(value=each, path=(*node.path, "*")) for each in node.value]

    def _fields(self, node: _Node) -> list[_Node]:
        """The fields of an object that may contain an article."""
        value = node.value
        if sum(1 for each in value.values() if isinstance(each, str) and " " in each) > _MAX_STRINGS:
            return []
        title = node.title or self._title_of(value)
        weights = ((name, min(node.weight * _weigh(name), _MAX_WEIGHT)) for name in value)
        return [
            _Node(value[name], (*node.path, _generic(name)), weight, title)
            for name, weight in weights
            if weight
        ]

    def _title_of(self, value: dict[str, Any]) -> str:
        """The title of an object, if it is the page's."""
        for name in _TITLES:
            text = value.get(name)
            if isinstance(text, str) and len(text) < 400:
                words = frozenset(_words(text))
                if len(words) >= 2 and len(words & self.title) >= _MIN_SHARED_TITLE * len(words):
                    return text
        return ""

    def _read(self, node: _Node) -> list[_Node]:
        """Add a string to its place, or parse it if it is JSON."""
        text = node.value
        if len(text) >= _MIN_NESTED_CHARACTERS and text[0] in "{[" and text.rstrip()[-1:] in ("}", "]"):
            values = parse(text)
            self.kept.extend(values)
            return [node._replace(value=each, path=(*node.path, "json")) for each in values[:1]]
        if " " in text or not text.isascii():
            readable = readable_words(text)
            words = readable or count_words(without_tags(text) if "<" in text else text)
            self._add(node, as_html(text), words, readable)
        return []

    def _add(self, node: _Node, html: str, words: int, readable: int) -> None:
        place = self.places.setdefault(node.path, _Place(node.weight, node.title))
        place.parts.append(html)
        place.words += words
        place.readable += readable
        if node.title and not place.title:
            place.title, place.weight = node.title, node.weight


def _weigh(name: str) -> float:
    """The weight of a field's name; 0 if the field never contains an article."""
    parts = frozenset(_words(_CAPITAL.sub(" ", name[:100]).replace("_", " ")))
    if parts & _NEVER or name.lower() in _NEVER:
        return 0.0
    if parts & _SELDOM:
        return 0.2
    if parts & _SHORT:
        return 0.5
    return 1.5 if parts & _OFTEN else 1.0


def _generic(name: str) -> str:
    """The name of a field, or "*" if it is an id."""
    if len(name) > _MAX_KEY_CHARACTERS or _IDENTIFIER.search(name):
        return f"{name[: name.find(':')][:40]}:*" if ":" in name else "*"
    return name
