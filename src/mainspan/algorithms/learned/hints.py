"""Hints: stems in class names, ids and roles, such as "comment" or "nav".

A name is read in lower case, with "-" at both ends and for each character other than a to z. A capital after
a small letter begins a new part: "relatedPosts" reads "-related-posts-". An automaton finds all stems in one
pass over the name (Aho and Corasick 1975).

The stems are English, since the authors of templates use them in pages of every language.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

# One hint a line, at most 64: the stems that mean it.
HINTS: Final[tuple[str, ...]] = tuple(
    line.strip()
    for line in """
    comment disqus akismet
    foot
    nav
    menu dropdown mega-
    side- sidebar aside rail complementary
    share social follow twitter facebook instagram
    relat recommend similar -also- more-
    promo -ad- -ads- advert sponsor banner -dfp
    cookie consent gdpr privacy
    article
    content
    post
    entry
    body
    main
    text rich prose markdown wysiwyg
    story
    head
    title headline
    author byline profile -bio
    date time meta publish
    tag- tags categor -topic
    popup modal overlay dialog lightbox
    subscri newsletter signup -optin paywall regwall premium
    breadcrumb crumb
    search
    login account -user register
    widget
    caption credit
    price cart- basket checkout buy
    product
    review rating star
    list
    item
    hidden sr-only -d-none visually screen-reader
    -toc contents outline jump skip
    reply quot
    desc summary excerpt abstract
    copyright legal disclaimer -terms
    card tile teaser
    grid row col-
    hero jumbotron masthead
    faq accordion question answer
    feature spec- specs attribut detail
    tab- tabs panel
    thread message forum topic-
    galler slide carousel swiper
    video player embed media
    code highlight example syntax
    event calendar
    recipe ingredient instruct step
    lead- intro subtitle dek- standfirst lede
    note warning alert notice
    button -btn -cta action
    link
    icon logo brand
    pagin pager next prev
    lang locale country currency
    trend popular latest recent featured
    image img photo figure thumb
    form field input
    section region module block
    wrap container inner layout
    testimonial client partner
    """.strip().splitlines()
)


def hint_mask(*hints: str) -> np.uint64:
    """The mask of these hints, each named by the first stem of its line."""
    names = [line.split()[0] for line in HINTS]
    return np.uint64(sum(1 << names.index(hint) for hint in hints))


@cache
def automaton() -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """The next state for "-" and the letters a to z, and the hints that end in each state."""
    moves: list[dict[int, int]] = [{}]
    found = [0]
    for number, line in enumerate(HINTS):
        for stem in line.split():
            state = 0
            for letter in map(_symbol, stem):
                if letter not in moves[state]:
                    moves[state][letter] = len(moves)
                    moves.append({})
                    found.append(0)
                state = moves[state][letter]
            found[state] |= 1 << number
    table = np.zeros((len(moves), 27), dtype=np.uint16)
    # For each state the state of its longest proper suffix that begins a stem, breadth first.
    shorter = [0] * len(moves)
    waiting = deque([0])
    while waiting:
        state = waiting.popleft()
        for letter in range(27):
            other = int(table[shorter[state], letter]) if state else 0
            after = moves[state].get(letter)
            table[state, letter] = other if after is None else after
            if after is not None:
                shorter[after] = other
                found[after] |= found[other]
                waiting.append(after)
    return table, np.array(found, dtype=np.uint64)


def _symbol(letter: str) -> int:
    """The number of a letter in the automaton; 0 for other characters."""
    return ord(letter) - 96 if "a" <= letter <= "z" else 0
