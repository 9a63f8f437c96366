"""The headline: a text like the page's title, or the first heading, before the main content begins.

Compiled with the types that `headline.pxd` declares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import H1, H4, LI, MIN_PROSE_WORDS, Count

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

# A headline has at most this number of words.
MAX_HEADLINE_WORDS = 30
# One that is no h1 has at least this number of different words, and shares this part of them with the title.
MIN_TITLE_WORDS = 3
MIN_TITLE_SHARE = 0.6
# A heading with this part of the title's words is the title, without the name of the site.
MIN_OF_TITLE = 0.55
# What is kept before the headline is left out if it has at most this share of all kept words.
MAX_PREFACE = 0.1
# A heading of the first rank with a lower raw score, after this number of kept words, heads another article.
MAX_OTHER_SCORE = 0.3
MIN_OWN_WORDS = 50

PROSE_WORDS = MIN_PROSE_WORDS
FINGERPRINT = Count.FINGERPRINT


def find_opening(kept: Flags, sheet: Sheet) -> int:
    """The first long text that is kept, or -1."""
    for block in range(len(kept)):
        if kept[block] and sheet.words[block] >= PROSE_WORDS:
            return block
    return -1


def find_headline(sheet: Sheet, kept: Flags) -> int:
    """The block that is the headline of this content, or -1.

    It is the last heading before the content that shares words with the title, unless one above it is the
    title. If there is no heading before the content, it is another text that is like the title.
    """
    end = find_opening(kept, sheet) + 1
    if not end:
        end = _first_kept(kept) + 1
    has_heading = False
    for block in range(end):
        has_heading = has_heading or _is_short_heading(sheet, block)
    found, most = -1, 0
    for block in range(end - 1, -1, -1):
        if has_heading and not _is_short_heading(sheet, block):
            continue
        if (
            sheet.words[block] <= MAX_HEADLINE_WORDS
            and sheet.group[block] != LI
            and _is_headline(sheet, block)
        ):
            if has_heading:
                return _title_above(sheet, block)
            # Without headings, the text that has most of the title: others have the name of the site.
            shared = (int(sheet.word_bits[block]) & int(sheet.title_bits)).bit_count()
            if shared > most:
                found, most = block, shared
    return found


def _title_above(sheet: Sheet, found: int) -> int:
    """The heading of the first rank above a headline that has more of the title, or the headline itself.

    Where sections have headings of the first rank too, the first of them may share words with the title. Of
    a headline that is of a lower rank, the one above has all words: it is there twice.
    """
    title = int(sheet.title_bits)
    own = int(sheet.word_bits[found])
    best, most = found, (own & title).bit_count()
    for block in range(found - 1, -1, -1):
        if sheet.group[block] != H1 or sheet.words[block] > MAX_HEADLINE_WORDS:
            continue
        # The name of the site is a link.
        if 2 * sheet.linked[block] > sheet.characters[block]:
            continue
        shared = int(sheet.word_bits[block]) & title
        is_twice = sheet.group[found] != H1 and best == found and own & ~int(sheet.word_bits[block]) == 0
        if shared.bit_count() >= MIN_TITLE_WORDS and (is_twice or shared.bit_count() > most):
            best, most = block, shared.bit_count()
    return best


def find_repeated_headlines(sheet: Sheet, kept: Flags, headline: int) -> list[int]:
    """What is kept between the headline and the first long text, and has its words alone."""
    return [
        block
        for block in range(headline + 1, find_opening(kept, sheet))
        if kept[block] and _is_same(sheet, block, headline)
    ]


def find_other_articles(sheet: Sheet, kept: Flags, raw_scores: Floats, headline: int) -> list[int]:
    """What is kept after the article, below the headline of another one or of the page's end.

    A box in the article may have such a heading too. Then the text goes on in the element where it was, or
    what follows is likelier than what was before.
    """
    words, likely, all_words, all_likely, last, is_headed = 0, 0.0, 0, 0.0, -1, False
    for block in range(headline + 1, len(kept)):
        if kept[block]:
            all_words += sheet.words[block]
            all_likely += raw_scores[block] * sheet.words[block]
    for block in range(headline + 1, len(kept)):
        if kept[block]:
            is_less_likely = (all_likely - likely) * words < likely * (all_words - words)
            if is_headed and is_less_likely and not _have_one_parent(sheet, last, block):
                return [other for other in range(block, len(kept)) if kept[other]]
            words += sheet.words[block]
            likely += raw_scores[block] * sheet.words[block]
            last, is_headed = block, False
        elif sheet.group[block] == H1 and words >= MIN_OWN_WORDS and raw_scores[block] < MAX_OTHER_SCORE:
            is_headed = True
    return []


def _have_one_parent(sheet: Sheet, one: int, other: int) -> bool:
    ranges = sheet.ranges
    same: bool = ranges[one, 1, 0] == ranges[other, 1, 0] and ranges[one, 1, 1] == ranges[other, 1, 1]
    return same


def _is_same(sheet: Sheet, block: int, other: int) -> bool:
    """Whether two texts are the same but for their digits."""
    same: bool = sheet.counts[block, FINGERPRINT] == sheet.counts[other, FINGERPRINT]
    return same and bool(sheet.words[block] == sheet.words[other])


def _first_kept(kept: Flags) -> int:
    """The first block that is kept, or -1: with it a page of short texts begins."""
    for block in range(len(kept)):
        if kept[block]:
            return block
    return -1


def _is_short_heading(sheet: Sheet, block: int) -> bool:
    is_one: bool = H1 <= sheet.group[block] <= H4 and sheet.words[block] <= MAX_HEADLINE_WORDS
    return is_one


def _is_headline(sheet: Sheet, block: int) -> bool:
    """Whether a block shares enough words with the title. Each word is one of 64 bits."""
    if not sheet.word_bits[block] & sheet.title_bits:
        return False
    if sheet.group[block] == H1:
        return True
    words = int(sheet.word_bits[block])
    shared = words & int(sheet.title_bits)
    count = words.bit_count()
    return count >= MIN_TITLE_WORDS and shared.bit_count() >= MIN_TITLE_SHARE * count


def is_title(sheet: Sheet, block: int) -> bool:
    """Whether a block is a heading of the first rank with words of the title alone, and most of them.

    The name of the site is less of the title than that.
    """
    words, title = int(sheet.word_bits[block]), int(sheet.title_bits)
    if sheet.group[block] != H1 or words & ~title:
        return False
    return bool(words.bit_count() >= max(MIN_TITLE_WORDS, MIN_OF_TITLE * title.bit_count()))


def find_preface(sheet: Sheet, kept: Flags, headline: int) -> list[int]:
    """What is kept before a headline of the first rank, if it is little: a ticker, breadcrumbs, a kicker."""
    if headline < 1 or sheet.group[headline] != H1:
        return []
    preface, words, total = [], 0, 0
    for block in range(len(kept)):
        if kept[block]:
            total += sheet.words[block]
            if block < headline:
                words += sheet.words[block]
                preface.append(block)
    return preface if words <= MAX_PREFACE * total else []


def find_late_headline(sheet: Sheet, kept: Flags) -> int:
    """A headline of the first rank after a long text that is no part of the content, or -1."""
    for block in range(len(kept)):
        has_title = sheet.group[block] == H1 and sheet.word_bits[block] & sheet.title_bits
        if kept[block] and has_title and find_preface(sheet, kept, block):
            return block
    return -1
