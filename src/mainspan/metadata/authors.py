"""The authors of a page: by structured data, by meta tags, by microdata, else by a visible byline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.head import tags_with, text_below
from mainspan.metadata.strings import squash, tidy, unique
from mainspan.page import Page
from mainspan.page.kinds import OPEN

MAX_AUTHORS: Final = 30
# From this number of words on, a part of a string describes somebody.
MIN_DESCRIPTION_WORDS: Final = 5
_MAX_NAME_CHARACTERS: Final = 100
# Words before a name.
_BY: Final = re.compile(
    r"(?:(?:written|posted|published|submitted|recipe|geschrieben|verfasst|écrit|escrito|scritto)\s)?"
    r"(?:(?:by|von|par|por|di|da|av|af|door|της|του|από)\b\s?:?\s|by(?-i:(?=[A-Z]))"
    r"|about the author\s"
    # Any label with a colon.
    r"|[^\W\d_]{2,12}\s?:(?!//)\s?)", re.I
)  # fmt: skip
# A name right after such a word, or after a label of authors; particles such as "van" are written small.
_NAME: Final = r"[^\W\d_a-z][\w.'’-]{0,30}"
_SIGNED: Final = re.compile(
    r"\W{0,3}(?i:(?:(?:written|geschrieben|verfasst|écrit|escrito|scritto)\s)?(?:by|von|par|por|di|door|της|του)\s"
    r"|(?:author|autor|autore|auteur|автор|συντάκτης)\s?:\s?)"
    rf"({_NAME}(?:\s(?:(?:de|da|di|van|von|der|den|del)\s){{0,2}}{_NAME}){{1,3}})\s{{0,9}}"
)
# A name of one word is taken in a byline only, and if there is no other.
_ONE_NAME: Final = re.compile(r"(?i:by|von|par|por|di|door|της|του)\s([^\W\d_a-z][^\W\d_]{2,30})")
# A name without a byline is searched for in this many tokens after the headline, in texts of this length.
_MAX_TOKENS_AWAY: Final = 60
_MAX_SIGNED_CHARACTERS: Final = 80
# What is written after a name.
_AFTER: Final = re.compile(r"\s+(?:wrote|writes|says|said|click here)\b.*$|[\s,;.:|»«•·–—-]+$", re.I)
# A word for what somebody does is no part of a name.
_ROLE: Final = re.compile(
    r"\b(?:ceo|cto|cfo|coo|founder|co-founder|editor|writer|reporter|correspondent|contributor|coordinator|director"
    r"|manager|president|professor|analyst|specialist|consultant|of|at)\b", re.I
)  # fmt: skip
# Words of labels: what has no other words is no name.
_LABELS: Final = frozenset(
    """(optional) about all an anonymous author authors blog by contributor contributors created date
    edited editor editorial email first guest in last member moderator on original post posted posts
    published publisher reporter share staff submitted the this topic updated view website with
    writer written your""".split()
)
# What separates names in one string: words of several languages, and punctuation.
_APART: Final = re.compile(r"\s?[;|/•·]\s|、|，")
_AND: Final = re.compile(r"\s(?:and|und|et|och|og|и|&)\s")
# What may separate names, but may also be part of one ("Ortega y Gasset") or follow one ("Ann Ant, cook").
_MAY_BE_AND: Final = re.compile(r",\s|\s(?:y|e|i|en)\s")
_NO_NAME: Final = re.compile(
    # Addresses, and the numbers that a site gives its authors.
    r"https?:|www\.|@|«|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|[a-z]{2})(?:/|$)"
    r"|^[a-z]{0,2}[_-]?\d{4,}$|^(?=\D{0,40}\d)[\da-f]{4,}(?:-[\da-f]{4,})+$|^(?:topics?|categor\w+|tags?|filed)\b"
    r"|^(?:admin\w*|root|user|guest|author|unknown|null|none|n/a|redaktion)$"
    # Software names its makers where the author belongs.
    r"|\b(?:discuz|comsenz|phpbb|vbulletin|phpwind|dedecms)\b",
    re.IGNORECASE,
)
# In lower case: patterns for either case take several times as long.
_BYLINE: Final = re.compile(r"author|byline|autor")
_NO_BYLINE: Final = re.compile(
    r"comment|bio|avatar|image|img|photo|box|related|social|authority|authoriz|list"
)
_MAX_BYLINES: Final = 200
# A byline is searched for in this many characters of source on either side of the headline.
_MAX_DISTANCE: Final = 30_000
_MAX_BYLINE_WORDS: Final = 5
# A name of at least this number of words that is in the title is the title.
_MIN_TITLE_WORDS: Final = 5


def find_authors(evidence: Evidence) -> tuple[Fact, ...]:
    """The authors, from the first place that names any."""
    for origin, names in _places(evidence):
        split = (name for each in names for name in _split(each))
        found = unique((name for name in split if not _is_of_page(evidence, name)), MAX_AUTHORS)
        if found:
            return tuple(Fact(name, origin) for name in found)
    return ()


def _is_of_page(evidence: Evidence, name: str) -> bool:
    """Whether a name is the page's title, or that of the software that made the page."""
    first = squash(name.split()[0]) if name.split() else ""
    if first and first in squash(evidence.head.first("generator")):
        return True
    return len(name.split()) >= _MIN_TITLE_WORDS and squash(name) in squash(evidence.head.title)


def _places(evidence: Evidence) -> Iterator[tuple[str, Iterator[str]]]:
    head = evidence.head
    yield "json-ld", _of_value(evidence, evidence.structured("author", "creator"))
    yield (
        "dublin core",
        (_given_name_first(name) for name in head.all("citation_author", "dc.creator", "dcterms.creator")),
    )
    yield "open graph", head.all("article:author", "og:article:author", "og:author")
    yield "microdata", _of_items(evidence)
    yield "meta", head.all("author", "parsely-author", "sailthru.author", "byl", "article.author", "authors")
    yield "html", _bylines(evidence)


def _of_value(evidence: Evidence, value: Any) -> Iterator[str]:
    """The names in a value of any shape: a name, a person, a reference, or a list of them."""
    for each in value[:MAX_AUTHORS] if isinstance(value, list) else [value]:
        person = evidence.resolve(each)
        name = person.get("name") if isinstance(person, dict) else person
        for part in name[:MAX_AUTHORS] if isinstance(name, list) else [name]:
            yield tidy(part)
        if isinstance(person, dict) and not name:
            yield tidy(f"{tidy(person.get('givenName'))} {tidy(person.get('familyName'))}")


def _given_name_first(name: str) -> str:
    """Library metadata have the family name first: "Doe, Jane"."""
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma and "," not in given and len(given.split()) < 4 else name


def _of_items(evidence: Evidence) -> Iterator[str]:
    """The authors of the first thing that has any: others are teasers and answers."""
    first = None
    for item in evidence.items:
        if item.name == "author" or (item.name == "name" and item.owner_name == "author"):
            first = item.thing if first is None else first
            if item.thing == first:
                yield item.value


def _bylines(evidence: Evidence) -> Iterator[str]:
    """The byline nearest to the headline: an element named after authors that contains what may be a name."""
    page, tokens = evidence.page, evidence.page.tokens
    headline = max(evidence.headline, 0)
    place = int(tokens.start[headline]) if len(tokens) else 0
    # Either case of the first letter matches.
    near = (max(place - _MAX_DISTANCE, 0), place + _MAX_DISTANCE)
    marked = tags_with(page, "uthor", "yline", "autor", limit=_MAX_BYLINES, within=near)
    single = ""
    for token in sorted(marked, key=lambda token: abs(token - headline)):
        tag = page.source[tokens.start[token] : tokens.end[token]].lower()
        if tokens.kind[token] != OPEN or not _BYLINE.search(_names(page, token)) or _NO_BYLINE.search(tag):
            continue
        whole = text_below(page, token, _MAX_NAME_CHARACTERS)
        text = _BY.sub("", whole, count=1)
        if _LABELS.issuperset(text.lower().split()):
            continue
        if "author" in (page.attribute(token, "rel") or "").split() and len(text.split()) == 1:
            # The link is to the author, whatever the name looks like.
            yield text
            return
        if (
            1 < len(text.split()) <= _MAX_BYLINE_WORDS
            and text[:1].isupper()
            and not any(map(str.isdigit, text))
        ):
            yield text
            return
        alone = None if single else _ONE_NAME.fullmatch(whole)
        if alone and alone[1][0].isupper() and not (_ROLE.search(alone[1]) or alone[1].lower() in _LABELS):
            single = alone[1]
    signed = _signed(page, evidence.headline) if evidence.headline >= 0 else ""
    yield signed or single


def _signed(page: Page, headline: int) -> str:
    """The name in a text soon after the headline that begins with a word such as "by"; or nothing."""
    tokens = page.tokens
    after = slice(headline + 1, headline + 1 + _MAX_TOKENS_AWAY)
    sizes = tokens.end[after] - tokens.start[after]
    is_short = (tokens.words[after] > 1) & (sizes <= _MAX_SIGNED_CHARACTERS)
    for token in (is_short.nonzero()[0] + headline + 1).tolist():
        signed = _SIGNED.fullmatch(page.text_of(token))
        # The pattern knows small letters of ASCII only.
        if signed and all(word[0].isupper() or word.isascii() for word in signed[1].split()):
            return signed[1]
    return ""


def _names(page: Page, token: int) -> str:
    attributes = page.attributes(token)
    return " ".join(attributes.get(name, "") for name in ("rel", "class", "id")).lower()


def _split(text: str) -> Iterator[str]:
    """The names in a string."""
    begin = _BY.match(text)
    text = text[begin.end() :] if begin else text
    for part in (each for whole in _APART.split(text) for each in _split_at_and(whole)):
        names = _MAY_BE_AND.split(part)
        several = all(1 < len(name.split()) < MIN_DESCRIPTION_WORDS for name in names)
        if not several and _is_described(names):
            names = names[:1]
        elif not several:
            names = [part]
        # What somebody does may follow the name.
        names = [name for i, name in enumerate(names) if not i or not _ROLE.search(name)]
        for name in names:
            name = _AFTER.sub("", name.strip(" ,;.-–—:•·|"))
            if _LABELS.issuperset(name.lower().split()):
                continue
            if len(name) <= _MAX_NAME_CHARACTERS and not _NO_NAME.search(name):
                yield name


def _is_described(names: list[str]) -> bool:
    """Whether the second part says at length who the first one is: "Ann Ant, baker for the whole city"."""
    return len(names) > 1 and 1 < len(names[0].split()) < MIN_DESCRIPTION_WORDS <= len(names[1].split())


def _split_at_and(text: str) -> list[str]:
    """The parts between words for "and"; "Health & Wellness" is one name."""
    parts = _AND.split(text)
    return parts if all(map(_may_be_whole, parts)) else [text]


def _may_be_whole(name: str) -> bool:
    """Whether a name has several words, is in a script without spaces, or is an agency's."""
    return len(name.split()) > 1 or not name.isascii() or name.strip().isupper()
