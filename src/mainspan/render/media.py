"""Pictures and formulas among the pieces of text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.render import walk
from mainspan.render.emoji import FIRST_SYMBOL, WORDS_OF_EMOJI
from mainspan.render.formulas import Formula, find_formulas
from mainspan.render.formulas.places import WORDS_OF_MARKS, WORDS_OF_SERVICES, drawn_among
from mainspan.render.pieces import Pieces
from mainspan.render.surroundings import are_surrounded
from mainspan.spans import Head

# A formula begins at most this many tokens before the first piece, or after the last one.
_MAX_TOKENS_BEFORE: Final = 500
_MAX_TOKENS_AFTER: Final = 20
_WORDS_OF_PICTURES: Final = (*WORDS_OF_EMOJI, *WORDS_OF_SERVICES)


def count_pieces(page: Page, pieces: Pieces) -> NDArray[np.int64]:
    """How many pieces are before each token, and before the end."""
    return np.bincount(pieces.token + 1, minlength=len(page.tokens) + 1).cumsum()


class Signs(NamedTuple):
    """What points to formulas and emoji: whether a part of the page may hold formulas, and pictures.

    Hardly any page has such a sign.
    """

    part: slice
    may_hold_formulas: bool
    pictures: list[int]


def find_signs(page: Page, pieces: Pieces) -> Signs:
    """The signs of formulas and emoji in and around these pieces, of which there is at least one."""
    # One that holds the first piece has begun before it, however many tokens a library made of it.
    begin = max(pieces.token.item(0) - _MAX_TOKENS_BEFORE, 0)
    end = min(pieces.token.item(-1) + _MAX_TOKENS_AFTER, len(page.tokens))
    found = walk.find_signs(
        page.source, page.tokens, begin, end, _WORDS_OF_PICTURES, ord(FIRST_SYMBOL), WORDS_OF_MARKS
    )
    return Signs(slice(begin, end), *found)


def kept_formulas(page: Page, pieces: Pieces, signs: Signs) -> list[Formula]:
    """The formulas that belong to what was kept."""
    part, may_hold, pictures = signs
    if not may_hold and not drawn_among(page, [token for token in pictures if token < part.stop]):
        return []
    found = find_formulas(page, part)
    if not found:
        return []
    kept = count_pieces(page, pieces)
    first = np.array([formula.first for formula in found])
    stop = np.array([formula.last + 1 for formula in found])
    texts = np.concatenate([[0], np.cumsum(page.tokens.words > 0)])
    # What has no text of its own goes with the text around it.
    is_silent = texts[stop] == texts[first]
    chosen = np.where(is_silent, are_surrounded(page, first, kept), kept[stop] > kept[first])
    return [formula for formula, is_kept in zip(found, chosen.tolist(), strict=True) if is_kept]


def without_heads(pieces: Pieces, heads: Sequence[Head]) -> Pieces:
    """The pieces without the parts of heads, which are written in one line each."""
    if not heads:
        return pieces
    parts = np.array([part for head in heads for part in head.tokens])
    parts = parts[np.argsort(parts[:, 0], kind="stable")]
    return pieces.outside(parts[:, 0], parts[:, 1])


def with_media(pieces: Pieces, formulas: list[Formula], images: Collection[int] = ()) -> Pieces:
    """The pieces with the formulas among them, and with the images of these tokens."""
    if not formulas and not images:
        return pieces
    last = {token: token for token in images} | {formula.first: formula.last for formula in formulas}
    first = sorted(last)
    ends = np.array([first, [last[token] for token in first]], dtype=np.intp)
    return pieces.with_media(ends[0], ends[1])
