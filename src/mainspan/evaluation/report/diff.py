"""A diff of the gold text and the found text, word by word.

The words of both texts are aligned by their longest common subsequence, exactly as the measure `words` counts
them. A word includes what follows it (spaces, commas, the end of the line), so that the pieces joined are the
text again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mainspan.evaluation.measures.words import ALONE
from mainspan.extras import extra

MAX_WORDS: Final = 20_000  # no rule: memory; one bit for each pair of words, 50 MB

# A word, as measures define it.
_WORD: Final = re.compile(rf"[{ALONE}]|[^\W_{ALONE}]+")
# The only letter that becomes longer in lower case, and the same as two letters that do not.
_DOTTED, _DOTTED_APART = "\u0130", "I\u0307"
# Applied one after the other, so that each reads a character once.
_SPACES: Final = re.compile(r"[^\S\n]+")
_LINES: Final = re.compile(r" ?\n[ \n]*")

# A word as it is compared, and as it is shown.
Word = tuple[str, str]


class Kind(StrEnum):
    """Which text has a piece: both, only the gold text, or only the found text."""

    common = "common"
    missing = "missing"
    superfluous = "superfluous"


@dataclass(frozen=True)
class Piece:
    """A run of words that are all in both texts, or all in only one of them."""

    kind: Kind
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words with what is between them."""
        return "".join(self.words)


@dataclass(frozen=True)
class Difference:
    """Gold and found text as one sequence of pieces. `truncated`: they were too long to be compared whole."""

    pieces: tuple[Piece, ...]
    truncated: bool = False

    def words(self, kind: Kind) -> int:
        """The number of words of a kind."""
        return sum(len(each.words) for each in self.pieces if each.kind is kind)


def difference(gold: str, found: str, most: int = MAX_WORDS) -> Difference:
    """Align two texts. Of longer ones, only the first `most` words of each are compared."""
    with extra("eval", "page-level views"):
        from rapidfuzz.distance import LCSseq
    theirs, ours = _words(gold), _words(found)
    truncated = max(len(theirs), len(ours)) > most
    theirs, ours = theirs[:most], ours[:most]
    numbers: dict[str, int] = {}
    keys = [[numbers.setdefault(key, len(numbers)) for key, _ in side] for side in (theirs, ours)]
    pieces: list[Piece] = []
    lost: list[Word] = []
    much: list[Word] = []
    for step in LCSseq.opcodes(*keys):
        wanted, got = theirs[step.src_start : step.src_end], ours[step.dest_start : step.dest_end]
        if step.tag != "equal":
            lost += wanted
            much += got
            continue
        pieces += _pieces(lost, much, wanted)
        lost, much = [], []
    pieces += _pieces(lost, much, [])
    return Difference(tuple(pieces), truncated)


def _pieces(lost: list[Word], much: list[Word], common: list[Word]) -> list[Piece]:
    """The missing and the superfluous words before a common run, in this order, and that run."""
    runs = ((Kind.missing, lost), (Kind.superfluous, much), (Kind.common, common))
    return [Piece(kind, tuple(text for _, text in run)) for kind, run in runs if run]


def _words(text: str) -> list[Word]:
    """Each word as compared and as shown: with what follows it; the first one also with what precedes it."""
    text = _LINES.sub("\n", _SPACES.sub(" ", text.strip() + "\n")).replace(_DOTTED, _DOTTED_APART)
    found = list(_WORD.finditer(text.lower()))
    starts = [0, *(each.start() for each in found[1:])] if found else []
    ends = [*starts[1:], len(text)]
    return [(each.group(), text[start:end]) for each, start, end in zip(found, starts, ends, strict=False)]
