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
from mainspan.page.asides import find_place_links
from mainspan.page.kinds import CLOSE, OPEN, SPACE_AFTER, TEXT, Flags
from mainspan.page.search import find_kept, find_named

_A: Final = tags.NUMBERS["a"]
_SUP: Final = tags.NUMBERS["sup"]
_DT: Final = tags.NUMBERS["dt"]
_DD: Final = tags.NUMBERS["dd"]
_IS_LINK: Final = tags.table("a")
_IS_NUMBER: Final = tags.table("sup strong b")
_IS_OWN: Final = tags.table("a sup strong b")
_IS_LABEL: Final = tags.table("span sup b strong small cite")
_BRACKETS: Final = "[]() "
_HOLDS_NOTE: Final = tags.table("li p div aside")
# Each reads a tag or a text once.
_FRAGMENT: Final = re.compile(r' href="[^"#]{0,2000}#([^"]+)"')
_MARKED: Final = re.compile(
    r'(?: role="doc-noteref"| epub:type="noteref"| class="[^"]*(?:footnote|noteref|fn-?ref|endnote)[^"]*")'
)
_LABEL: Final = re.compile(
    r"([\[(])?\s*([0-9]{1,4}|[a-z]{1,2}|[*†‡§]{1,3})(?::[0-9]{1,3})?\s*[\])]?$", re.IGNORECASE
)
# Such a text has at most this many characters, and one blank for several.
_MAX_LABEL_CHARACTERS: Final = 12  # no rule: speed
# The ids of footnotes, as many programs name them.
_NOTE_NAME: Final = re.compile(
    r' href="[^"#]{0,2000}#_?(?:fn|ftn|edn|foot-?note|end-?note|note|cite_note)(?:[-_:.]|\d)', re.IGNORECASE
)
_WORD_AT_END: Final = re.compile(r"\w+\Z")
_HAS_NAME: Final = re.compile(r' (?:id|name)="')
# A footnote is looked for among this many elements around its id.
_MAX_LEVELS: Final = 4
# Numbers that are no links have at most this many digits, and refer to this many notes at least.
_MAX_DIGITS: Final = 2
_MIN_NUMBERS: Final = 2
# A raised number after a word of at most this many letters is its exponent.
_MAX_UNIT_CHARACTERS: Final = 2
# The number of a note is among its first tokens.
_MAX_STEPS: Final = 8
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
    targets = _find_targets(page, wanted, kept, links) if wanted else {}
    if page.has(_SUP):
        numbers, notes = _find_numbers(page, kept)
        links |= numbers
        targets |= notes
    return _label(page, links, targets) if targets else Notes()


def find_referred(page: Page, kept: Flags) -> list[int]:
    """The open tags of the footnotes after their references, which are in kept blocks."""
    # Hardly any page has such links, so the others are passed over in one go.
    places = find_place_links(page.source, page.tokens, page.blocks.last, kept, _MAX_LABEL_CHARACTERS)
    links = _read_fragments(page, places)
    references = {token: name for token, name in links.items() if _is_reference(page, token)}
    if not references:
        return []
    everything = np.append(0, (page.tokens.words > 0).cumsum())
    targets = _find_targets(page, {*references.values()}, everything)
    after = {targets[name] for token, name in references.items() if targets.get(name, -1) > token}
    return sorted(_innermost(page, after))


def _find_targets(
    page: Page, wanted: set[str], kept: NDArray[np.int64], links: dict[int, str] | None = None
) -> dict[str, int]:
    """The elements of the footnotes with these ids; one without an id is where the link back is.

    As word processors write them, `_ftn1` is referred to, and leads back to `_ftnref1`.

    links: the kept ones, if they are known.
    """
    places = find_named(page.source, page.tokens, wanted)
    if len(places) < len(wanted):
        missing = {name.lower(): name for name in wanted - places.keys()}
        links = _fragment_links(page, kept) if links is None else links
        for token, name in links.items():
            back = name.lower()
            if "ref" in back and (note := missing.get(back.replace("ref", "", 1))):
                places.setdefault(note, token)
    found = {name: _note_at(page, token, kept) for name, token in places.items()}
    return {name: place for name, place in found.items() if place is not None}


def _find_numbers(page: Page, kept: NDArray[np.int64]) -> tuple[dict[int, str], dict[str, int]]:
    """Raised numbers in the text that are no links, and the elements of the notes that begin with them.

    The notes are numbered from one on, and each comes after a reference to it.
    """
    elements, tokens = page.elements, page.tokens
    is_short = (elements.words == 1) & (elements.characters <= _MAX_DIGITS)
    found = (_IS_NUMBER[elements.tag] & is_short).nonzero()[0]
    found = found[kept[elements.close[found]] > kept[elements.open[found]]]
    references: dict[int, str] = {}
    notes: dict[str, int] = {}
    for token in elements.open[found].tolist():
        number = _text(page, token)
        if not number.isascii() or not number.isdecimal() or _A in tokens.tag[token : tokens.partner[token]]:
            continue
        if not _begins_block(page, token):
            if tokens.tag[token] == _SUP and not _is_exponent(page, token):
                references[token] = f"#{number}"
        elif f"#{number}" in references.values() and (place := _note_at(page, token, kept)) is not None:
            notes.setdefault(f"#{number}", place)
    if len(notes) < _MIN_NUMBERS or notes.keys() != {f"#{place + 1}" for place in range(len(notes))}:
        return {}, {}
    return {token: name for token, name in references.items() if name in notes}, notes


def _is_exponent(page: Page, token: int) -> bool:
    """Whether a number follows another or a short word right away, such as a unit."""
    tokens = page.tokens
    before = token - 1
    while before >= 0 and tokens.is_tag[before] and not tags.IS_STRUCTURAL[tokens.tag[before]]:
        before -= 1
    if tokens.kind[before] != TEXT or tokens.marks[before] & SPACE_AFTER:
        return False
    word = _WORD_AT_END.search(page.text_of(before)[-_MAX_UNIT_CHARACTERS - 1 :])
    return word is not None and (word[0][-1].isdecimal() or len(word[0]) <= _MAX_UNIT_CHARACTERS)


def _begins_block(page: Page, token: int) -> bool:
    """Whether an element has the first words of its block, and others follow."""
    blocks, tokens = page.blocks, page.tokens
    block = int(blocks.last.searchsorted(token))
    first = int(blocks.first[block])
    has_words = tokens.words[first : token + 1].any() and first <= token
    return not has_words and bool(blocks.words[block] > 1)


def _fragment_links(page: Page, kept: NDArray[np.int64]) -> dict[int, str]:
    """The kept links to places in the page, and the ids of these."""
    return _read_fragments(page, find_kept(page.source, page.tokens, _IS_LINK, kept, (), ord("#")))


def _read_fragments(page: Page, places: list[int]) -> dict[int, str]:
    """Those of these links that lead to a place in a page, and the ids of these places."""
    source, start, end = page.source, page.tokens.start, page.tokens.end
    matches = ((token, _FRAGMENT.search(source, start[token], end[token])) for token in places)
    return {token: unquote(match.group(1)) for token, match in matches if match}


def _is_reference(page: Page, token: int) -> bool:
    """Whether a link looks like the reference to a footnote: raised, or marked as one."""
    tokens = page.tokens
    label = _LABEL.match(_text(page, token))
    if not label:
        return False
    around = tokens.tag[max(token - 2, 0) : token + 3].tolist()
    ends = (tokens.start.item(token), tokens.end.item(token))
    if _SUP in around or _MARKED.search(page.source, *ends):
        return True
    if label.group(1):
        # In brackets, and a number or with a name for the way back.
        return label.group(2).isdecimal() or bool(_HAS_NAME.search(page.source, *ends))
    return label.group(2).isdecimal() and bool(_NOTE_NAME.search(page.source, *ends))


def _text(page: Page, token: int) -> str:
    """The text of a link, if it is short."""
    tokens = page.tokens
    last = tokens.partner.item(token)
    if tokens.end.item(last) - tokens.start.item(token) > 3000:
        return ""
    words = enumerate(tokens.words[token:last].tolist(), token)
    return "".join([page.text_of(i) for i, count in words if count]).strip()


def _note_at(page: Page, token: int, kept: NDArray[np.int64]) -> int | None:
    """The element of the footnote at this place: this one, or the first around it that could be one.

    A note whose number is a heading is the element after that; of a term, the first part of its description.
    """
    elements, tokens = page.elements, page.tokens
    element = int(elements.open.searchsorted(token))
    for _ in range(_MAX_LEVELS):
        if element < 0:
            return None
        if tags.IS_HEADING[elements.tag[element]]:
            heading, element = element, int(elements.open.searchsorted(elements.close[element]))
            if element == len(elements) or elements.parent[element] != elements.parent[heading]:
                return None
        if elements.tag[element] == _DT:
            element = _described(page, element)
            if element < 0:
                return None
        place = int(elements.open[element])
        if _HOLDS_NOTE[elements.tag[element]] and kept[tokens.partner[place]] > kept[place]:
            return place
        element = int(elements.parent[element])
    return None


def _described(page: Page, term: int) -> int:
    """The first element in the description right after a term, or -1."""
    elements = page.elements
    found = int(elements.open.searchsorted(elements.close[term]))
    if (
        found + 1 >= len(elements)
        or elements.tag[found] != _DD
        or elements.parent[found] != elements.parent[term]
    ):
        return -1
    return found + 1 if elements.parent[found + 1] == found else -1


def _begin(page: Page, place: int) -> int:
    """Where a note begins, with the term before it."""
    elements, tokens = page.elements, page.tokens
    around = int(elements.parent[int(elements.open.searchsorted(place))])
    if around < 0 or elements.tag[around] != _DD:
        return place
    before = int(elements.open[around]) - 1
    while before > 0 and tokens.kind[before] == TEXT and not tokens.words[before]:
        before -= 1
    return (
        int(tokens.partner[before]) if tokens.tag[before] == _DT and tokens.kind[before] == CLOSE else place
    )


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
    returns = _links_back(page, links, references, labels)
    for place, label in labels.items():
        if (own := _own_number(page, place)) >= 0:
            returns[own] = label
    return Notes(_with_brackets(page, references), labels, _with_brackets(page, returns))


def _with_brackets(page: Page, links: dict[int, str]) -> dict[int, str]:
    """The same with the element around a link instead of it, if that has only brackets besides."""
    return {_bracketed(page, token): label for token, label in links.items()}


def _bracketed(page: Page, token: int) -> int:
    """The open tag of the outermost such element around a link; that of the link if there is none."""
    elements = page.elements
    element = found = int(elements.open.searchsorted(token))
    text = _text(page, token).strip(_BRACKETS)
    for _ in range(_MAX_LEVELS):
        element = elements.parent.item(element)
        if element < 0 or not _IS_LABEL[elements.tag.item(element)]:
            break
        place = elements.open.item(element)
        if (
            elements.characters.item(element) > _MAX_LABEL_CHARACTERS
            or _text(page, place).strip(_BRACKETS) != text
        ):
            break
        found = element if elements.characters.item(element) > elements.characters.item(found) else found
    return elements.open.item(found)


def _own_number(page: Page, place: int) -> int:
    """The open tag of the element that is a note's own number, at its beginning and no link; or -1."""
    elements, tokens = page.elements, page.tokens
    last = int(tokens.partner[place])
    for token in range(place + 1, min(place + _MAX_STEPS, last)):
        if tokens.words[token]:
            break
        if tokens.kind[token] == OPEN and _IS_OWN[tokens.tag[token]]:
            element = int(elements.open.searchsorted(token))
            text = _text(page, token) if elements.characters[element] <= _MAX_BACKLINK_CHARACTERS else ""
            if text.strip("[]().: ").isdecimal() and page.attribute(token, "href") is None:
                return token
    return -1


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
    starts = [_begin(page, place) for place in places]
    found = {}
    for token in links.keys() - references.keys():
        before = bisect(starts, token) - 1
        inside = before >= 0 and token < page.tokens.partner[places[before]]
        if inside and len(_text(page, token)) <= _MAX_BACKLINK_CHARACTERS:
            found[token] = labels[places[before]]
    return found


def _unused(text: str, used: set[str]) -> str:
    match = _LABEL.match(text)
    label = match.group(2) if match and match.group(2).isalnum() else f"n{len(used) + 1}"
    return label if label not in used else f"n{len(used) + 1}"
