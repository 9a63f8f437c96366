"""Tags without what runs: handlers, addresses that run code, documents in attributes, refreshing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

import numpy as np

from mainspan.page import Page
from mainspan.page.attributes import ATTRIBUTE
from mainspan.page.kinds import OPEN, VOID

# What these find may be harmful, or may not; the tags around it are then read exactly. Each pattern begins
# with plain letters, which are quickly found, and reads on to the next quotation mark at most. Names are in
# lower case in a source, but for one; a scheme that runs has one of these first letters, after what browsers
# ignore.
_HANDLER: Final = re.compile(r' on[^\x20/>="]*+="')
_SCHEME: Final = re.compile(r'="[^!-~]*+[JjVvLlMmDd][^"/?#:]*+:')
_NAMES: Final = (' srcdoc="', ' http-equiv="', ' attributeName="', ' attributename="')
_OWN: Final = " data-mainspan"
# Browsers ignore these before a scheme, and some of them inside it.
_IGNORED: Final = re.compile("[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060\ufeff]")
_RUNS: Final = ("javascript:", "vbscript:", "livescript:", "mocha:", "jar:", "view-source:")
_ADDRESSES: Final = frozenset(
    "href xlink:href src action formaction data background poster cite longdesc lowsrc dynsrc codebase "
    "classid code archive profile manifest to from by values icon ping usemap".split()
)
# Elements that show what a data address holds, or apply it as style; a document it could be in others.
_MAY_HOLD_DATA: Final = frozenset(
    "img source video audio track link input image feimage picture body table td th tr".split()
)


def clean_tags(page: Page, parts: list[str], *, scripts: bool) -> None:
    """Take what runs, and our own mark, out of the tags among `parts`, one for each token.

    With `scripts`, what runs stays.
    """
    source = page.source
    places = list(_find(source, _OWN))
    if not scripts:
        places += [match.start() for pattern in (_HANDLER, _SCHEME) for match in pattern.finditer(source)]
        places += [place for name in _NAMES for place in _find(source, name)]
    for token in _tags_at(page, places):
        parts[token] = clean_tag(parts[token], scripts=scripts)


def _find(source: str, what: str) -> Iterator[int]:
    place = source.find(what)
    while place >= 0:
        yield place
        place = source.find(what, place + 1)


def _tags_at(page: Page, places: list[int]) -> list[int]:
    """The tags with attributes that these places lie in."""
    tokens = page.tokens
    # With numbers of another type, numpy would convert the whole column for the search.
    found = np.unique(tokens.end.searchsorted(np.array(places, dtype=np.int32), side="right"))
    kind = tokens.kind[found]
    return [int(token) for token in found[(kind == OPEN) | (kind == VOID)]]


def clean_tag(tag: str, *, scripts: bool = False) -> str:
    """A tag without what runs and without our own mark."""
    first = ATTRIBUTE.search(tag)
    if first is None:
        return tag
    head, tail = tag[: first.start()], tag[tag.rfind('"') + 1 :]
    return "".join([head, *_harmless(head[1:].lower(), tag, scripts), tail])


def _harmless(name: str, tag: str, scripts: bool) -> Iterator[str]:
    for match in ATTRIBUTE.finditer(tag):
        key = match[1].lower()
        if key != "data-mainspan" and (scripts or not _runs(name, key, match[2])):
            yield match[0]


def _runs(name: str, key: str, value: str) -> bool:
    """Whether an attribute is one that runs code, or that leads away from the page by itself."""
    if key.startswith("on") or key == "srcdoc":
        return True
    bare = _IGNORED.sub("", unescape(value)).lower()
    if key == "http-equiv":
        return bare in ("refresh", "set-cookie")
    if key == "attributename":
        return bare.startswith("on") or bare.rpartition(":")[2] in ("href", "src", "action", "formaction")
    if key not in _ADDRESSES:
        return False
    # Animations have several values.
    return any(_is_code(name, part) for part in bare.split(";")) if key == "values" else _is_code(name, bare)


def _is_code(name: str, address: str) -> bool:
    if address.startswith("data:"):
        return name not in _MAY_HOLD_DATA
    return address.startswith(_RUNS)
