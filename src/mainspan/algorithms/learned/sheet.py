"""A page's blocks as the sheet of numbers that features and rules read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.declared import declared_kinds
from mainspan.algorithms.learned.describe import describe_blocks, describe_elements, place_blocks, with_text
from mainspan.algorithms.learned.families import FAMILY, family_mask
from mainspan.algorithms.learned.features import measure, seen_labels
from mainspan.algorithms.learned.labelling import find_labels
from mainspan.algorithms.learned.table import GROUPS, LEVELS
from mainspan.algorithms.learned.view import SheetView
from mainspan.lazy import lazy
from mainspan.page import Page, tags
from mainspan.page.kinds import UNSEEN

_GROUP: Final = np.zeros(len(tags.NAMES), dtype=np.uint8)
for _number, _name in enumerate(GROUPS[1:], 1):
    _GROUP[tags.NUMBERS[_name]] = _number

_TITLE: Final = tags.NUMBERS["title"]
# Most often the head of a page has fewer elements than this.
# no rule: a title after them is found too, later
_HEAD: Final = 64


@dataclass(frozen=True, eq=False)
class Sheet(SheetView):
    """The blocks of a page as numbers, one row a block.

    `counts` has what a block is made of (`Count`). `ranges` has for each level around it the first block,
    the last one (excluded) and the number of twins. `masks` has the families around the block, the hints
    around it, then its hints level by level; the upper half of the families is of elements that hold nothing
    else (`alone`). `labels` has what the beginning of each block announces (`labels.LABELS`). `word_bits` has
    one of 64 bits for each word, `title_bits` those of the page's title. `page_hints` is the mask of hints of
    the whole page.
    """

    words: NDArray[np.int32]
    characters: NDArray[np.int32]
    linked: NDArray[np.int32]
    gap: NDArray[np.int32]
    depth: NDArray[np.int32]
    group: NDArray[np.uint8]
    hidden: NDArray[np.uint8]
    counts: NDArray[np.int32]
    word_bits: NDArray[np.uint64]
    ranges: NDArray[np.int32]
    masks: NDArray[np.uint64]
    roles: NDArray[np.int32]
    labels: NDArray[np.uint32]
    page_hints: int
    title_bits: int
    declared: int

    def __post_init__(self) -> None:
        self.attach(**self.__dict__)

    def __len__(self) -> int:
        return len(self.words)

    @lazy
    def measured(self) -> NDArray[np.float32]:
        """The measured features, one row each (`table.MEASURED`)."""
        return measure(self)

    @lazy
    def seen_labels(self) -> NDArray[np.uint32]:
        """The labels that each block sees: its own, that of the heading above, those of what is around it."""
        return seen_labels(self)

    @lazy
    def begun(self) -> dict[int, NDArray[np.float32]]:
        """What networks make of the features, before they know the settings (`Network.__call__`)."""
        return {}

    @lazy
    def answers(self) -> dict[tuple[int, bytes], Any]:
        """The outputs of networks for this page, by network and inputs (`Network.answer`)."""
        return {}


def alone(*families: str) -> np.uint64:
    """The mask of families of elements that hold a block and nothing else."""
    return family_mask(*families) << np.uint64(32)


def sheet_of(page: Page) -> Sheet:
    """The sheet of a page, which is made once."""
    sheet: Sheet | None = page.derived.get(sheet_of)
    if sheet is None:
        sheet = page.derived[sheet_of] = make_sheet(page)
    return sheet


def make_sheet(page: Page) -> Sheet:
    """Describe the blocks of a page."""
    tokens, blocks, elements = page.tokens, page.blocks, page.elements
    counts, word_bits, title_bits = describe_blocks(
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
    ranges, masks, roles, page_hints = describe_elements(
        page.source,
        tokens.start,
        tokens.end,
        *with_text(elements.words, elements.open, elements.close, elements.tag),
        FAMILY,
        blocks.first,
        LEVELS,
    )
    gap, depth, group, hidden = place_blocks(tokens.marks, elements.depth, elements.tag, blocks, _GROUP)
    return Sheet(
        words=blocks.words,
        characters=blocks.characters,
        linked=blocks.linked,
        gap=gap,
        depth=depth,
        group=group,
        hidden=hidden,
        counts=counts,
        word_bits=word_bits,
        ranges=ranges,
        masks=masks,
        roles=roles,
        labels=find_labels(
            page.source, tokens.start, tokens.end, tokens.words, tokens.marks, blocks.first, blocks.last
        ),
        page_hints=page_hints,
        title_bits=title_bits,
        declared=declared_kinds(page),
    )


def _title_token(page: Page) -> int:
    """The text of the page's title, or -1."""
    tokens, elements = page.tokens, page.elements
    if not page.has(_TITLE):
        return -1
    # It is in the head, and hardly ever far after its beginning.
    head = elements.tag[:_HEAD].tolist()
    first = head.index(_TITLE) if _TITLE in head else int((elements.tag == _TITLE).argmax())
    token = int(elements.open[first]) + 1
    return token if tokens.kind[token] == UNSEEN else -1
