"""What the tags of each name do to a flow."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags

NOTHING, DIV, BLOCK, TABLE, PART, CELL, PRE, INLINE, BREAK, RULE, TEXT, MEDIA = range(12)

_BLOCKS: Final = """p h1 h2 h3 h4 h5 h6 ul ol menu dir li dl dt dd blockquote figure figcaption section
    article details summary"""
_INLINES: Final = """a abbr acronym b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small
    strike strong sub sup time tt u var"""
_NOWHERE: Final = "html head title body frameset col colgroup base basefont bgsound"
_RENAMED: Final = {"menu": "ul", "dir": "ul", "acronym": "abbr", "strike": "s", "tt": "code"}


def _groups() -> NDArray[np.uint8]:
    # Each structural element without a group of its own is a div.
    found = np.where(tags.IS_STRUCTURAL, DIV, NOTHING).astype(np.uint8)
    groups = (_NOWHERE, "", _BLOCKS, "table", "thead tbody tfoot tr caption", "td th")
    for group, names in enumerate((*groups, "pre listing xmp plaintext", _INLINES, "br", "hr")):
        found[tags.table(names)] = group
    return found


GROUPS: Final = _groups()

# The name of an element in a flow, by the number of its tag.
NAMES: Final = tuple(_RENAMED.get(name, name) for name in tags.NAMES)
