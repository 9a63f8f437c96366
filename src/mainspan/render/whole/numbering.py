"""Number: each text of the page in an element of ours that names its block and its place in the source.

What is written does not depend on a method. A viewer paints the verdicts of any method on it, and finds for
each place in the shown page the place in the source.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page.kinds import RAW
from mainspan.render.whole.kept import Kept
from mainspan.render.whole.wrapping import NUMBERED_TEXT, wrappers
from mainspan.render.whole.writing import Draft

# No style of a page means this element.
_NAME: Final = "mainspan-text"


def number_texts(draft: Draft, kept_elements: Kept) -> str:
    """Put each text with words into an element with the number of its block and its offset in the source.

    `data-raw` is there if the text is not escaped in the source. No style is needed.
    """
    del kept_elements  # the same form as the others have
    page = draft.page
    texts = np.flatnonzero(page.tokens.words > 0)
    blocks = page.blocks.first.searchsorted(texts, side="right") - 1
    starts, marks = page.tokens.start[texts], page.tokens.marks[texts]
    places = zip(blocks.tolist(), starts.tolist(), (marks & RAW).tolist(), strict=True)
    for (token, name), (block, start, raw) in zip(wrappers(page, texts.tolist(), _NAME), places, strict=True):
        place = f' data-block="{block}" data-start="{start}"{" data-raw" * bool(raw)}'
        draft.parts[token] = f"<{name}{NUMBERED_TEXT}{place}>{draft.parts[token]}</{name}>"
    return ""
