"""How a page's blocks are described, and random pages that have something to be described."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from mainspan import Page
from mainspan.algorithms.learned import describe as kernels
from mainspan.algorithms.learned import families
from mainspan.page import tags
from mainspan.page.kinds import UNSEEN

LEVELS = 4


class Described(NamedTuple):
    """What `describe_blocks` and `describe_elements` give, one after the other."""

    counts: NDArray[np.int32]
    bits: NDArray[np.uint64]
    title: int
    ranges: NDArray[np.int32]
    masks: NDArray[np.uint64]
    roles: NDArray[np.int32]
    page: int


def describe(page: Page) -> Described:
    """Describe the blocks of a page."""
    tokens, blocks, elements = page.tokens, page.blocks, page.elements
    of_tokens = (tokens.kind, tokens.tag, tokens.start, tokens.end, tokens.words, tokens.marks)
    made_of = kernels.describe_blocks(page.source, *of_tokens, blocks.first, blocks.last, title_of(page))
    some = np.flatnonzero(elements.words)
    of_elements = (elements.open[some], elements.close[some], elements.tag[some])
    around = kernels.describe_elements(
        page.source, tokens.start, tokens.end, *of_elements, families.FAMILY, blocks.first, LEVELS
    )
    ranges, masks, roles, whole = around
    return Described(*made_of, ranges, masks, roles, whole)


def title_of(page: Page) -> int:
    """The text of the first title, or -1."""
    titles = page.elements.open[page.elements.tag == tags.NUMBERS["title"]].tolist()
    return titles[0] + 1 if titles and page.tokens.kind[titles[0] + 1] == UNSEEN else -1


_NAMES = """div p span a b em h1 ul li table td section article nav x-related my-FooterBar noscript xmp title
    button svg script""".split()
_ATTRIBUTES = [
    "", "", " class=content", ' class="relatedPosts sr-only"', ' id="main-nav"', " role=banner", " hidden",
    ' itemprop="articleBody" class=x', " class=é", " data-testid=Comments", ' title="x class=" id=menu',
    ' href="?a&amp;b" class="a&quot;b"', " style='visibility:hidden'", " style=visibility:visible",
]  # fmt: skip
_VOIDS = ["<br>", "<hr>", "<img class=logo>", "<input>", "<!-- x -->"]
# Letters of each shape, from one, two and four bytes, and what divides words in unusual ways.
_LETTERS = (
    'aabbz AZ 09 ,;.!?:()-"|/&<> \x01\n é É ǅ ٣ 。 、 中文 ไทย … « \xa0 \u200b \ud83d 😀 𠀀 𝐀 \U000e0100'
)
_texts = st.text(alphabet=_LETTERS, min_size=1, max_size=12)
_tags = st.builds(
    lambda name, attribute: f"<{name}{attribute}>", st.sampled_from(_NAMES), st.sampled_from(_ATTRIBUTES)
)
_pieces = st.one_of(_texts, _tags, st.sampled_from([*_VOIDS, *(f"</{name}>" for name in _NAMES)]))

pages_to_describe = st.lists(_pieces, max_size=40).map("".join)
