"""Locate: each text of the page in an element of ours that says where in the source it begins.

What is written does not depend on a method. A viewer paints the verdicts of any method on it, and finds for
each place in the shown page the place in the source.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page.kinds import RAW
from mainspan.render.whole.kept import Kept
from mainspan.render.whole.wrapping import LOCATED_TEXT, wrappers
from mainspan.render.whole.writing import Draft

# No style of a page means this element.
_NAME: Final = "mainspan-text"


def locate_texts(draft: Draft, kept_elements: Kept) -> str:
    """Put each text with words into an element with its offset in the source, `data-start`.

    `data-raw` is there if the text is not escaped in the source. No style is needed.
    """
    del kept_elements  # the same form as the others have
    tokens = draft.page.tokens
    for token, name in wrappers(draft.page, np.flatnonzero(tokens.words > 0).tolist(), _NAME):
        raw = " data-raw" if tokens.marks[token] & RAW else ""
        opened = f'<{name}{LOCATED_TEXT} data-start="{tokens.start[token]}"{raw}>'
        draft.parts[token] = f"{opened}{draft.parts[token]}</{name}>"
    return ""
