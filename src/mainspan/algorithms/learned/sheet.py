"""A page's blocks as the sheet of numbers that the features are made from."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.algorithms.learned.describe import describe_blocks, describe_elements
from mainspan.algorithms.learned.families import FAMILY
from mainspan.algorithms.learned.features import GROUPS, Sheet
from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, INVISIBLE, UNSEEN

LEVELS: Final = 6

_GROUP_NAMES: Final = (
    "p li div td th h1 h2 h3 h4 h5 h6 blockquote pre figcaption dd dt body section article header footer"
).split()
_GROUP: Final = np.zeros(len(tags.NAMES), dtype=np.uint8)
for _number, _name in enumerate(_GROUP_NAMES, 1):
    _GROUP[tags.NUMBERS[_name]] = _number
assert len(_GROUP_NAMES) < GROUPS


_TITLE: Final = tags.NUMBERS["title"]
# So many elements the head of a page has, most often.
_HEAD: Final = 64


def sheet_of(page: Page) -> Sheet:
    """The sheet of a page."""
    tokens, blocks, elements = page.tokens, page.blocks, page.elements
    counts, bits, title = describe_blocks(
        page.source,
        tokens.kind,
        tokens.tag,
        tokens.start,
        tokens.end,
        tokens.words,
        tokens.marks,
        blocks.first,
        blocks.last,
        _title_token(page),
    )
    # `take` does what an index does, but sooner.
    with_text = elements.words.nonzero()[0]
    ranges, masks, whole = describe_elements(
        page.source,
        tokens.start,
        tokens.end,
        elements.open.take(with_text),
        elements.close.take(with_text),
        elements.tag.take(with_text),
        FAMILY,
        blocks.first,
        LEVELS,
    )
    gap = np.empty(len(blocks), dtype=np.int32)
    gap[:1] = 0
    np.subtract(blocks.start[1:], blocks.end[:-1], out=gap[1:])
    return Sheet(
        words=blocks.words,
        characters=blocks.characters,
        linked=blocks.linked,
        gap=gap,
        depth=elements.depth.take(blocks.container),
        group=_GROUP.take(elements.tag.take(blocks.container)),
        veils=tokens.marks.take(blocks.first) & np.uint8(HIDDEN | INVISIBLE),
        counts=counts,
        bits=bits,
        ranges=ranges,
        masks=masks,
        page=whole,
        title=title,
    )


def _title_token(page: Page) -> int:
    """The text of the page's title, or -1."""
    tokens, elements = page.tokens, page.elements
    if not page.has(_TITLE):
        return -1
    # It stands in the head, and hardly ever far behind its beginning.
    first = int((elements.tag[:_HEAD] == _TITLE).argmax())
    if elements.tag[first] != _TITLE:
        first = int((elements.tag == _TITLE).argmax())
    token = int(elements.open[first]) + 1
    return token if tokens.kind[token] == UNSEEN else -1
