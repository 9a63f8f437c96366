"""Emphasis that is read as such: a mark must lean on a word, which depends on its neighbours.

CommonMark opens emphasis at `*` only if whitespace or punctuation is before it or no punctuation after
it, and the other way round at its end. Without spaces between words that often fails (`**强。**中`):
punctuation goes out of the emphasis, and where that is not enough, the emphasis is given up. Emphasis in
emphasis must not be mistaken for its end, so its marks may have a word on one side alone.

Whether a symbol is punctuation differs between versions of CommonMark: what is written holds for both.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

from mainspan.render.markdown.escape import EDGE, MARKUP
from mainspan.render.markdown.marks import CLOSE, EMPHASIS, NO_MARK, OPEN, Mark, edge_after

_SPACE, _PUNCTUATION, _SYMBOL, _WORD = range(4)
_CLASSES: Final = {"P": _PUNCTUATION, "S": _SYMBOL, "Z": _SPACE}

# The brackets or quotation marks around a text.
_PAIRS: Final = {
    pair[0]: pair[1] for pair in "() [] «» “” ‘’ „“ （） 「」 『』 【】 《》 〈〉 〔〕 ［］".split()
}


def settle_emphasis(texts: list[str], marks: list[Mark]) -> None:
    """Move the marks of emphasis where they act, or take them away."""
    opened: list[int] = []
    for place, (kind, _) in enumerate(marks):
        if kind == OPEN:
            opened.append(place)
        elif kind == CLOSE:
            start = opened.pop()
            outer = opened[-1] if opened else -1
            if not (_opens(texts, marks, start, outer) and _closes(texts, marks, place, outer)):
                _free_pair(texts, start, place)
            acts = _settle_open(texts, marks, start, outer) and _settle_close(texts, marks, place, outer)
            if not acts or not _holds_anything(texts, marks, start, place):
                marks[start] = marks[place] = NO_MARK


def _free_pair(texts: list[str], start: int, end: int) -> None:
    """Take the brackets or quotation marks around all that is emphasised out of it, both of them."""
    first, last = texts[start + 1], texts[end]
    if _PAIRS.get(first[:1]) == last[-1:] and len(first) + len(last) > 2 + 2 * (start + 1 == end):
        texts[start] += first[0]
        texts[start + 1] = first[1:]
        texts[end + 1] = last[-1] + texts[end + 1]
        texts[end] = texts[end][:-1]


def _settle_open(texts: list[str], marks: list[Mark], place: int, outer: int) -> bool:
    if _opens(texts, marks, place, outer):
        return True
    text = texts[place + 1]
    rest = _without_lead(text)
    if not rest:
        return False
    texts[place] += text[: len(text) - len(rest)]
    texts[place + 1] = rest
    return _opens(texts, marks, place, outer)


def _settle_close(texts: list[str], marks: list[Mark], place: int, outer: int) -> bool:
    if _closes(texts, marks, place, outer):
        return True
    text = texts[place]
    rest = _without_lead(text[::-1])[::-1]
    if not rest:
        return False
    texts[place + 1] = text[len(rest) :] + texts[place + 1]
    texts[place] = rest
    return _closes(texts, marks, place, outer)


def _opens(texts: list[str], marks: list[Mark], place: int, outer: int) -> bool:
    shares_outer = outer == place - 1 and not texts[place]
    before, after = _before(texts, marks, place), _after(texts, marks, place)
    return _leans(before, after, outer >= 0 and not shares_outer)


def _closes(texts: list[str], marks: list[Mark], place: int, outer: int) -> bool:
    shares_outer = not texts[place + 1] and place + 1 < len(marks) and marks[place + 1][0] == CLOSE
    before, after = _before(texts, marks, place), _after(texts, marks, place)
    return _leans(after, before, outer >= 0 and not shares_outer)


def _leans(outside: int, inside: int, is_strict: bool) -> bool:
    """Whether a mark between these two acts on what is inside; strictly, on nothing else."""
    if inside == _SPACE:
        return False
    if outside == _SPACE:
        return True
    if outside == _PUNCTUATION:
        return inside == _WORD or not is_strict
    return inside == _WORD and not is_strict


def _before(texts: list[str], marks: list[Mark], place: int) -> int:
    """The class of the character before a mark, or before the marks that it is one run with."""
    while not texts[place] and place and marks[place - 1][0] in EMPHASIS:
        place -= 1
    if texts[place]:
        return _class(texts[place][-1])
    return _class(edge_after(marks[place - 1]) if place else EDGE)


def _after(texts: list[str], marks: list[Mark], place: int) -> int:
    """The class of the character after a mark, or after the marks that it is one run with."""
    place += 1
    while not texts[place] and place < len(marks) and marks[place][0] in EMPHASIS:
        place += 1
    if texts[place]:
        return _class(texts[place][0])
    return _class(MARKUP if place < len(marks) else EDGE)


def _class(character: str) -> int:
    if character.isalnum():
        return _WORD
    if character.isspace():
        return _SPACE
    if character.isascii():
        return _PUNCTUATION
    return _CLASSES.get(category(character)[0], _WORD)


def _without_lead(text: str) -> str:
    """The text from its first word on."""
    for place, character in enumerate(text):
        if _class(character) == _WORD:
            return text[place:]
    return ""


def _holds_anything(texts: list[str], marks: list[Mark], start: int, end: int) -> bool:
    return any(texts[start + 1 : end + 1]) or any(mark[0] not in EMPHASIS for mark in marks[start + 1 : end])
