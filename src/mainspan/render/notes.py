"""Footnotes: the links that refer to them, and the elements that hold them."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

_A: Final = tags.NUMBERS["a"]
_SUP: Final = tags.NUMBERS["sup"]
_HOLDS_NOTE: Final = tags.table("li p div aside")
# Each reads a tag or a text once.
_FRAGMENT: Final = re.compile(r' href="[^"#]{0,2000}#([^"]+)"')
_ID: Final = re.compile(r' (?:id|name)="([^"]+)"')
_MARKED: Final = re.compile(
    r'(?: role="doc-noteref"| epub:type="noteref"| class="[^"]*(?:footnote|noteref|fn-?ref|endnote)[^"]*")'
)
_LABEL: Final = re.compile(
    r"([\[(])?\s*([0-9]{1,4}|[a-z]{1,2}|[*†‡§]{1,3})(?::[0-9]{1,3})?\s*[\])]?$", re.IGNORECASE
)
_HAS_NAME: Final = re.compile(r' (?:id|name)="')
# A link back from a footnote has at most this many characters.
_MAX_BACKLINK_CHARACTERS: Final = 6


@dataclass(frozen=True, slots=True)
class Notes:
    """Labels: of references and of links back by the token of the link, of notes by that of their element."""

    references: dict[int, str] = field(default_factory=dict)
    targets: dict[int, str] = field(default_factory=dict)
    returns: dict[int, str] = field(default_factory=dict)


def find_notes(page: Page, kept: NDArray[np.int64]) -> Notes:
    """The footnotes with something kept at both ends; `kept` counts the kept pieces before each token."""
    links = _fragment_links(page, kept)
    wanted = {name for token, name in links.items() if _is_reference(page, token)}
    if not wanted:
        return Notes()
    ids = _elements_by_id(page, {*wanted})
    targets: dict[str, int] = {}
    for name in wanted & ids.keys():
        place = _note_at(page, ids[name], kept)
        if place is not None:
            targets[name] = place
    return _label(page, links, targets)


def _fragment_links(page: Page, kept: NDArray[np.int64]) -> dict[int, str]:
    """The kept links to places in the page, and the ids of these."""
    tokens = page.tokens
    places = ((tokens.tag == _A) & (tokens.kind == OPEN)).nonzero()[0]
    places = places[kept[tokens.partner[places]] > kept[places]]
    places = places[page.hold_characters(places, "#", "#")]
    columns = (places, tokens.start[places], tokens.end[places])
    ends = zip(*(column.tolist() for column in columns), strict=True)
    matches = ((token, _FRAGMENT.search(page.source, start, end)) for token, start, end in ends)
    return {token: unquote(match.group(1)) for token, match in matches if match}


def _is_reference(page: Page, token: int) -> bool:
    """Whether a link looks like the reference to a footnote: raised, or marked as one."""
    tokens = page.tokens
    label = _LABEL.match(_text(page, token))
    if not label:
        return False
    around = slice(max(token - 2, 0), min(token + 3, len(tokens)))
    ends = (int(tokens.start[token]), int(tokens.end[token]))
    if (tokens.tag[around] == _SUP).any() or _MARKED.search(page.source, *ends):
        return True
    # In brackets, and with a name for the way back.
    return bool(label.group(1) and _HAS_NAME.search(page.source, *ends))


def _text(page: Page, token: int) -> str:
    """The text of a link, if it is short."""
    tokens = page.tokens
    last = int(tokens.partner[token])
    if tokens.end[last] - tokens.start[token] > 3000:
        return ""
    inside = tokens.words[token:last].nonzero()[0] + token
    return "".join([page.text_of(i) for i in inside.tolist()]).strip()


def _elements_by_id(page: Page, wanted: set[str]) -> dict[str, int]:
    """The open tags of the elements with these ids."""
    found: dict[str, int] = {}
    for match in _ID.finditer(page.source):
        name = match.group(1)
        if name in wanted and name not in found:
            token = int(page.tokens.end.searchsorted(match.start(), side="right"))
            if page.tokens.kind[token] == OPEN:
                found[name] = token
    return found


def _note_at(page: Page, token: int, kept: NDArray[np.int64]) -> int | None:
    """The element of the footnote at this place: this one, or the first around it that could be one."""
    elements, tokens = page.elements, page.tokens
    element = int(elements.open.searchsorted(token))
    for _ in range(4):
        if element < 0:
            return None
        place = int(elements.open[element])
        if _HOLDS_NOTE[elements.tag[element]] and kept[tokens.partner[place]] > kept[place]:
            return place
        element = int(elements.parent[element])
    return None


def _label(page: Page, links: dict[int, str], targets: dict[str, int]) -> Notes:
    """Give each footnote a label: that of its first reference, or an unused number."""
    forward = {targets[name] for token, name in links.items() if targets.get(name, -1) > token}
    innermost = _innermost(page, forward)
    labels: dict[int, str] = {}
    used: set[str] = set()
    references = {}
    for token, name in links.items():
        place = targets.get(name, -1)
        # What leads to a place before it leads back.
        if place < token or place not in innermost or not _is_reference(page, token):
            continue
        if place not in labels:
            labels[place] = _unused(_text(page, token), used)
            used.add(labels[place])
        references[token] = labels[place]
    return Notes(references, labels, _links_back(page, links, references, labels))


def _innermost(page: Page, places: set[int]) -> set[int]:
    """Those of the elements that hold none of the others: a note in a note is none."""
    ordered = sorted(places)
    following = [*ordered[1:], len(page.tokens)][: len(ordered)]
    return {
        place for place, after in zip(ordered, following, strict=True) if after > page.tokens.partner[place]
    }


def _links_back(
    page: Page, links: dict[int, str], references: dict[int, str], labels: dict[int, str]
) -> dict[int, str]:
    """The links inside footnotes that lead back into the page, and are no more than a mark."""
    places = sorted(labels)
    found = {}
    for token in links.keys() - references.keys():
        before = bisect(places, token) - 1
        inside = before >= 0 and token < page.tokens.partner[places[before]]
        if inside and len(_text(page, token)) <= _MAX_BACKLINK_CHARACTERS:
            found[token] = labels[places[before]]
    return found


def _unused(text: str, used: set[str]) -> str:
    match = _LABEL.match(text)
    label = match.group(2) if match and match.group(2).isalnum() else f"n{len(used) + 1}"
    return label if label not in used else f"n{len(used) + 1}"
