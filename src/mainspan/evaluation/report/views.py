"""The page-level view: a diff of gold and found text, with missing and superfluous words marked.

The size of a view is bounded, so that a report over many documents stays small. Long common runs are folded,
the middle of very long ones is left out, and so is everything after the bound. The view always says how many
words are left out.
"""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.report.diff import Difference, Kind, Piece
from mainspan.evaluation.report.escape import escaped
from mainspan.evaluation.report.tables import counted

MAX_CHARACTERS: Final = 20_000
_MAX_PIECE_CHARACTERS: Final = 4_000  # of one piece
_MARKUP_CHARACTERS: Final = 11  # of the tags of a piece
_CONTEXT_WORDS: Final = 12  # of a folded piece that stay visible beside marked words
_MIN_FOLDED_WORDS: Final = 3 * _CONTEXT_WORDS
_ELEMENTS: Final = {Kind.missing: "del", Kind.superfluous: "ins"}


def view(difference: Difference, most: int = MAX_CHARACTERS) -> str:
    """A comparison in HTML."""
    written, left = [], most
    pieces = difference.pieces
    for at, piece in enumerate(pieces):
        if left <= 0:
            written.append(_rest(pieces[at:]))
            break
        written.append(_piece(piece, first=at == 0, last=at == len(pieces) - 1))
        left -= min(_MAX_PIECE_CHARACTERS, len(piece.text)) + _MARKUP_CHARACTERS
    if difference.truncated:
        written.append('<span class="gap">[the rest of the texts was not compared: they are too long]</span>')
    return f'<div class="text" dir="auto">{"".join(written)}</div>'


def _piece(piece: Piece, first: bool, last: bool) -> str:
    if piece.kind is not Kind.common:
        element = _ELEMENTS[piece.kind]
        return f"<{element}>{_shortened(piece.words)}</{element}>"
    if len(piece.words) < _MIN_FOLDED_WORDS:
        return _shortened(piece.words)
    head = 0 if first else _CONTEXT_WORDS
    tail = len(piece.words) - (0 if last else _CONTEXT_WORDS)
    folded = piece.words[head:tail]
    fold = f"<summary>{counted(len(folded), 'word')} in common</summary>{_shortened(folded)}"
    return f"{_shortened(piece.words[:head])}<details>{fold}</details>{_shortened(piece.words[tail:])}"


def _shortened(words: tuple[str, ...]) -> str:
    """The words; a long run loses its middle."""
    if sum(map(len, words)) <= _MAX_PIECE_CHARACTERS:
        return escaped("".join(words))
    head, tail = _within(words, _MAX_PIECE_CHARACTERS // 2), _within(words[::-1], _MAX_PIECE_CHARACTERS // 2)
    if not head + tail:  # one very long word
        return f"{escaped(words[0][:_MAX_PIECE_CHARACTERS])}{_gap('one very long word continues')}"
    middle = len(words) - head - tail
    end = "".join(words[len(words) - tail :])
    return f"{escaped(''.join(words[:head]))}{_gap(counted(middle, 'word') + ' not shown')}{escaped(end)}"


def _within(words: tuple[str, ...], most: int) -> int:
    """How many of the first words have at most `most` characters together."""
    used = 0
    for at, word in enumerate(words):
        used += len(word)
        if used > most:
            return at
    return len(words)


def _rest(pieces: tuple[Piece, ...]) -> str:
    counts = {kind: sum(len(each.words) for each in pieces if each.kind is kind) for kind in Kind}
    listed = ", ".join(f"{counts[kind]:,} {kind}" for kind in Kind)
    return _gap(f"the rest is not shown: words in common, missing and superfluous: {listed}")


def _gap(words: str) -> str:
    return f' <span class="gap">[… {escaped(words)} …]</span> '
