"""A page block by block: what was kept, what was not, and why. The command line and the API share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from mainspan.extraction import Block, Extraction
from mainspan.render.pieces import without_controls

# Blocks that are shown on either side of those with the text of `around`.
NEIGHBOURS: Final = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A block, its number, and whether it has the text of `around`."""

    number: int
    block: Block
    wanted: bool = False

    @property
    def kept(self) -> bool:
        """Whether the block is content."""
        return self.block.verdict == "content"


def rows_of(found: Extraction) -> list[Row]:
    """All blocks, numbered from 1."""
    return [Row(i, block) for i, block in enumerate(found.blocks, 1)]


def choose(rows: Sequence[Row], *, kept: bool | None = None, around: str | None = None) -> list[Row]:
    """The blocks to show: all, what was kept or dropped, or those with a text and their neighbours."""
    allowed = [row for row in rows if kept is None or row.kept == kept]
    return allowed if around is None else _around(rows, allowed, around)


def why_none(found: Extraction, rows: Sequence[Row], around: str | None) -> str:
    """Why there is no block to show."""
    if not rows:
        return found.reason or "the page has no blocks"
    if around is None:
        return "no block has this verdict"
    if _holding(rows, around):
        return "the text is only in blocks with the other verdict"
    if _folded(around) and _folded(around) in _folded(found.page.source):
        return "no block holds this text: it is in code, in an attribute or where the method does not look"
    return "no block holds this text"


def explain(found: Extraction, rows: Sequence[Row] | None = None, *, reasons: bool = True) -> dict[str, Any]:
    """An explanation as plain data, with the given rows or all."""
    types = {} if found.judgement is None else found.judgement.types
    return {
        "url": found.page.url,
        "algorithm": repr(found.algorithm),
        "confidence": found.confidence,
        "types": {name: round(likely, 4) for name, likely in types.items()},
        "doubt": "" if found.judgement is None else found.judgement.doubt,
        "reason": found.reason,
        "words": found.words,
        "page_words": len(found.page.words),
        "blocks": [_block(row, reasons) for row in (rows_of(found) if rows is None else rows)],
    }


def _block(row: Row, reasons: bool) -> dict[str, Any]:
    block = {"number": row.number, **asdict(row.block)}
    # A terminal may show JSON too.
    block |= {name: without_controls(block[name]) for name in ("text", "container")}
    return block if reasons else {name: value for name, value in block.items() if name != "reason"}


def _around(rows: Sequence[Row], allowed: Sequence[Row], text: str) -> list[Row]:
    """The blocks that hold a text, of those that are allowed to, and the neighbours of these."""
    numbers = {row.number for row in allowed}
    holding = {number for number in _holding(rows, text) if number in numbers}
    near = {number + step for number in holding for step in range(-NEIGHBOURS, NEIGHBOURS + 1)}
    return [Row(row.number, row.block, row.number in holding) for row in rows if row.number in near]


def _holding(rows: Sequence[Row], text: str) -> set[int]:
    """The numbers of the blocks that hold a text, ignoring case and whitespace, or a part of it.

    What was copied from a page often runs across blocks, so they are searched as one long text.
    """
    wanted = _folded(text)
    if not wanted:
        return set()
    texts = [_folded(row.block.text) for row in rows]
    ends = np.cumsum([len(each) + 1 for each in texts])
    whole, place = " ".join(texts), 0
    found: set[int] = set()
    while (place := whole.find(wanted, place)) >= 0:
        first, last = np.searchsorted(ends, [place, place + len(wanted) - 1], side="right").tolist()
        found.update(row.number for row in rows[first : last + 1])
        place += len(wanted)
    return found


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
