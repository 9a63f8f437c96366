"""The page-level view: gold and found text as one, with what is missing and what is superfluous marked.

A view holds a bounded number of characters, so that a report over many documents stays small: long common
stretches are folded, the middle of very long ones is left out, and so is all that comes after the bound; each
time the view says how many words those are.
"""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.report.diff import Difference, Kind, Piece
from mainspan.evaluation.report.escape import escaped

MOST_CHARACTERS: Final = 20_000
_LONGEST: Final = 4_000  # characters of one stretch
_MARKUP: Final = 11  # characters of the tags of a stretch
_CONTEXT: Final = 12  # words of a common stretch that stay beside what was marked
_FOLDED: Final = 3 * _CONTEXT
_ELEMENTS: Final = {Kind.missing: "del", Kind.superfluous: "ins"}


def view(difference: Difference, most: int = MOST_CHARACTERS) -> str:
    """A comparison in HTML."""
    written, left = [], most
    pieces = difference.pieces
    for at, piece in enumerate(pieces):
        if left <= 0:
            written.append(_rest(pieces[at:]))
            break
        written.append(_stretch(piece, first=at == 0, last=at == len(pieces) - 1))
        left -= min(_LONGEST, len(piece.text)) + _MARKUP
    if difference.cut:
        written.append('<span class="gap">[the texts go on: they are too long to be compared whole]</span>')
    return f'<div class="text" dir="auto">{"".join(written)}</div>'


def _stretch(piece: Piece, first: bool, last: bool) -> str:
    if piece.kind is not Kind.common:
        element = _ELEMENTS[piece.kind]
        return f"<{element}>{_shortened(piece.words)}</{element}>"
    if len(piece.words) < _FOLDED:
        return _shortened(piece.words)
    head = 0 if first else _CONTEXT
    tail = len(piece.words) - (0 if last else _CONTEXT)
    folded = piece.words[head:tail]
    return (
        f"{_shortened(piece.words[:head])}<details><summary>{_count(len(folded), 'word')} in common</summary>"
        f"{_shortened(folded)}</details>{_shortened(piece.words[tail:])}"
    )


def _shortened(words: tuple[str, ...]) -> str:
    """The words, without the middle of what is too long."""
    if sum(map(len, words)) <= _LONGEST:
        return escaped("".join(words))
    head, tail = _within(words, _LONGEST // 2), _within(words[::-1], _LONGEST // 2)
    if not head + tail:  # one endless word
        return f"{escaped(words[0][:_LONGEST])}{_gap('one very long word goes on')}"
    middle = len(words) - head - tail
    end = "".join(words[len(words) - tail :])
    return f"{escaped(''.join(words[:head]))}{_gap(_count(middle, 'word') + ' not shown')}{escaped(end)}"


def _within(words: tuple[str, ...], most: int) -> int:
    """How many of the words take at most so many characters."""
    used = 0
    for at, word in enumerate(words):
        used += len(word)
        if used > most:
            return at
    return len(words)


def _rest(pieces: tuple[Piece, ...]) -> str:
    counts = {kind: sum(len(each.words) for each in pieces if each.kind is kind) for kind in Kind}
    told = ", ".join(f"{counts[kind]:,} {kind}" for kind in Kind)
    return _gap(f"the rest is not shown: words in common, missing and superfluous: {told}")


def _gap(words: str) -> str:
    return f' <span class="gap">[… {escaped(words)} …]</span> '


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
