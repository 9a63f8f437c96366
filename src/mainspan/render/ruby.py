"""Ruby: readings beside characters, in brackets where the page has none."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN
from mainspan.render.pieces import Pieces, are_inside

_RT: Final = tags.NUMBERS["rt"]
_RP: Final = tags.NUMBERS["rp"]
_RUBY: Final = tags.NUMBERS["ruby"]


def find_bare_readings(page: Page) -> list[int]:
    """The open tags of the readings that no brackets set apart from the text, in order."""
    if not page.has(_RT):
        return []
    tokens = page.tokens
    opens = np.flatnonzero((tokens.tag == _RT) & (tokens.kind == OPEN))
    rubies = np.flatnonzero((tokens.tag == _RUBY) & (tokens.kind == OPEN))
    brackets = np.flatnonzero(tokens.tag == _RP)
    inside = rubies.searchsorted(opens) - 1
    found = []
    for token, ruby in zip(opens.tolist(), inside.tolist(), strict=True):
        if ruby >= 0 and tokens.partner[rubies[ruby]] > token:
            first, last = brackets.searchsorted([rubies[ruby], tokens.partner[rubies[ruby]]])
            if first == last:
                found.append(token)
    return found


def bracket_readings(page: Page, pieces: Pieces, texts: list[str]) -> None:
    """Put brackets around the texts of these readings."""
    readings = np.array(find_bare_readings(page), dtype=np.intp)
    if not len(readings):
        return
    last = page.tokens.partner[readings].astype(np.intp)
    inside = np.flatnonzero(are_inside(pieces.token, readings, last))
    owner = readings.searchsorted(pieces.token[inside])
    for i, piece in enumerate(inside.tolist()):
        if not i or owner[i] != owner[i - 1]:
            texts[piece] = f"({texts[piece]}"
        if i == len(inside) - 1 or owner[i] != owner[i + 1]:
            texts[piece] = f"{texts[piece]})"
