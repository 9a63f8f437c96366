"""A page block by block, or as a tree: what was kept and why. The command line and the service share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from mainspan.algorithms import RatioTree, ratio_tree
from mainspan.extraction import Block, Extraction
from mainspan.page.kinds import Flags
from mainspan.render.pieces import without_controls
from mainspan.text_search import holding, why_not_found

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
    return why_not_found(found.page, around, "no block holds this text")


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


def explain_tree(
    found: Extraction, tree: RatioTree | None = None, *, shown: Flags | None = None
) -> dict[str, Any]:
    """The tree of a words-leaves method as plain data.

    tree: the tree, if it was made before.
    shown: for each node, whether it is in the result; all are if it is not given.
    """
    tree = ratio_tree(found.carrier, found.algorithm) if tree is None else tree
    record = tree.to_dict(shown)
    for node in record["nodes"]:
        # A terminal may show JSON too.
        node |= {name: without_controls(node[name]) for name in ("element", "text")}
    return {
        "url": tree.page.url,
        "reason": "" if len(tree) else found.reason,
        "words": 0 if tree.best is None else int(tree.words[tree.best]),
        "page_words": len(tree.page.words),
        **record,
    }


def _block(row: Row, reasons: bool) -> dict[str, Any]:
    block = {"number": row.number, **asdict(row.block)}
    # A terminal may show JSON too.
    block |= {name: without_controls(block[name]) for name in ("text", "container")}
    return block if reasons else {name: value for name, value in block.items() if name != "reason"}


def _around(rows: Sequence[Row], allowed: Sequence[Row], text: str) -> list[Row]:
    """The blocks that hold a text, of those that are allowed to, and the neighbours of these."""
    numbers = {row.number for row in allowed}
    found = {number for number in _holding(rows, text) if number in numbers}
    near = {number + step for number in found for step in range(-NEIGHBOURS, NEIGHBOURS + 1)}
    return [Row(row.number, row.block, row.number in found) for row in rows if row.number in near]


def _holding(rows: Sequence[Row], text: str) -> set[int]:
    """The numbers of the blocks that hold a text."""
    return {rows[i].number for i in holding([row.block.text for row in rows], text)}
