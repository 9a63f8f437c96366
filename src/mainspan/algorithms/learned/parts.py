"""Byline, captions, comments and menus, found by the names and tags that their authors gave them.

Rules find them, because the network learned them badly: bylines and captions are few words among many, and
only pages of 2006 and 2008 have captions in their gold. Nor can it always distinguish comments from the posts
of a forum, which are content.

Compiled with the types that `parts.pxd` declares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.families import family_mask
from mainspan.algorithms.learned.headline import find_opening
from mainspan.algorithms.learned.hints import hint_mask
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import H1, H6, Count

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Sums = NDArray[np.int64]

CAPTION = family_mask("figcaption caption")
# A caption in a table and in no figure is the title of the table, and belongs to it.
FIGURE = family_mask("figure picture")
TABLE = family_mask("table")
# In a figure with such a text it is the source of a quotation, or the title of a listing.
QUOTED = family_mask("blockquote q", "pre code samp")
CAPTION_NAME = hint_mask("caption")
# A caption by its name alone has at most this number of words.
MAX_CAPTION_WORDS = 60
AUTHOR_OR_DATE = hint_mask("author", "date")
# A byline has at most this number of words, and is at most this number of blocks before the first long text.
MAX_BYLINE_WORDS = 25
BYLINE_BLOCKS = 6
# With byline=true it may also be this number of blocks after that text, which may be the lead.
BYLINE_BLOCKS_AFTER = 3
# A text that ends like a sentence and has at least this number of words is the lead.
MIN_LEAD_WORDS = 8

MENU = family_mask("nav")
COMMENT = hint_mask("comment")
CODE = family_mask("pre code samp")
# An element with at least this share of the page's words is the page, whatever it is called.
MAX_COMMENTS_SHARE = 0.95
# So is one with a heading of the first rank that has this number of different words of the title.
MIN_SHARED_WORDS = 3
# In an article comments are left out if at least this number of words is expected beside them. Else they are
# all that there is.
MIN_ARTICLE_WORDS = 50
# They are the text of an article if the likeliest is likelier than all else by this.
MIN_COMMENTS_LEAD = 0.02
# Where the page may be a forum, the odds of comments are divided by this; with comments=true multiplied.
COMMENTS_ODDS = 4.0

IMAGES, ENDS = int(Count.IMAGES), int(Count.ENDS)


def find_captions(sheet: Sheet, kept: Flags, requested: bool = False) -> list[int]:
    """The captions of pictures between the first and the last block that is kept."""
    first, last = 0, len(kept) - 1
    while first <= last and not kept[first]:
        first += 1
    while last > first and not kept[last]:
        last -= 1
    return [block for block in range(first + 1, last) if _is_caption(sheet, block, requested)]


def _is_caption(sheet: Sheet, block: int, requested: bool) -> bool:
    """Whether a block with others around it is the caption of a picture.

    What is a caption by its name alone is no heading. Unless captions are requested, there is a picture
    before it; a button that enlarges it may be between.
    """
    families = sheet.masks[block, 0]
    has_tag = families & CAPTION and (families & FIGURE or not families & TABLE)
    has_name = sheet.masks[block, 2] & CAPTION_NAME and sheet.words[block] <= MAX_CAPTION_WORDS
    if not has_tag and (not has_name or H1 <= sheet.group[block] <= H6):
        return False
    if families & FIGURE and (_is_quoted(sheet, block - 1) or _is_quoted(sheet, block + 1)):
        return False
    has_picture = sheet.counts[block, IMAGES] > 0 or sheet.counts[block - 1, IMAGES] > 0
    return bool(has_tag or requested or has_picture)


def _is_quoted(sheet: Sheet, block: int) -> bool:
    families = sheet.masks[block, 0]
    return bool(families & FIGURE and families & QUOTED)


def find_byline(sheet: Sheet, kept: Flags, after: int = 0) -> list[int]:
    """The short blocks near the opening whose names say something of author or date.

    after: how many blocks to look at after the opening.
    """
    return _find_byline(sheet, blocks_near_opening(sheet, kept, after))


def _find_byline(sheet: Sheet, near: list[int]) -> list[int]:
    # The block's own names, and those of the nearest element around several.
    return [block for block in near if (sheet.masks[block, 2] | sheet.masks[block, 3]) & AUTHOR_OR_DATE]


def blocks_near_opening(sheet: Sheet, kept: Flags, after: int) -> list[int]:
    """The short blocks before the opening, which is the first long text that is kept, and some after it."""
    return _short_blocks(sheet, find_opening(kept, sheet), after)


def _short_blocks(sheet: Sheet, opening: int, after: int) -> list[int]:
    if opening < 0:
        return []
    found = []
    for block in range(max(opening - BYLINE_BLOCKS, 0), min(opening + after + 1, len(sheet.words))):
        is_lead = sheet.counts[block, ENDS] > 0 and sheet.words[block] >= MIN_LEAD_WORDS
        if block != opening and sheet.words[block] <= MAX_BYLINE_WORDS and not is_lead:
            found.append(block)
    return found


def find_comments(sheet: Sheet) -> list[int]:
    """The blocks in elements whose names say something of comments."""
    places = [block for block in range(len(sheet.words)) if sheet.masks[block, 1] & COMMENT]
    if not places:
        return places
    before = np.zeros((2, len(sheet.words) + 1), dtype=np.int64)
    _sum_up(sheet, before)
    return [block for block in places if _is_comment(sheet, block, before)]


def _sum_up(sheet: Sheet, before: Sums) -> None:
    """Fill the words and the titles before each block."""
    for block in range(len(sheet.words)):
        before[0, block + 1] = before[0, block] + sheet.words[block]
        before[1, block + 1] = before[1, block] + (1 if _is_title(sheet, block) else 0)


def _is_title(sheet: Sheet, block: int) -> bool:
    """Whether a block is a heading of the first rank with several words of the title."""
    if sheet.group[block] != H1:
        return False
    shared = int(sheet.word_bits[block]) & int(sheet.title_bits)
    return shared.bit_count() >= MIN_SHARED_WORDS


def _is_comment(sheet: Sheet, block: int, before: Sums) -> bool:
    """Whether an element around a block is named so, and is neither the whole page nor has its title."""
    # Highlighters give comments in code such a name: there the block's own names say nothing.
    first = 1 if sheet.masks[block, 0] & CODE else 0
    for level in range(first, sheet.ranges.shape[1]):
        if sheet.masks[block, 2 + level] & COMMENT:
            low, high = sheet.ranges[block, level, 0], sheet.ranges[block, level, 1]
            words, titles = before[0, high] - before[0, low], before[1, high] - before[1, low]
            if words < MAX_COMMENTS_SHARE * before[0, before.shape[1] - 1] and titles == 0:
                return True
    return False


def doubt_comments(raw_scores: Floats, sheet: Sheet, comments: list[int], scope: str) -> Floats:
    """The raw scores of blocks if comments were not requested."""
    if scope == "auto":
        return _with_odds(raw_scores, comments, 1 / COMMENTS_ODDS)
    doubted = raw_scores.copy()
    if scope == "article":
        doubted[comments] = 0
        if doubted @ sheet.words < MIN_ARTICLE_WORDS:
            return raw_scores
    return doubted


def are_comments_text(raw_scores: Floats, comments: list[int]) -> bool:
    """Whether nothing else is nearly as likely as what is named comments: then it is the text."""
    others = np.ones(len(raw_scores), dtype=np.bool_)
    others[comments] = False
    likeliest = raw_scores[others].max(initial=0.0)
    return bool(raw_scores[comments].max() > likeliest + MIN_COMMENTS_LEAD)


def favour_comments(raw_scores: Floats, comments: list[int]) -> Floats:
    """The raw scores of blocks if comments were requested."""
    return _with_odds(raw_scores, comments, COMMENTS_ODDS)


def _with_odds(raw_scores: Floats, places: list[int], times: float) -> Floats:
    """The same probabilities, but with such a multiple of the odds at these places."""
    changed, likely = raw_scores.copy(), raw_scores[places]
    changed[places] = times * likely / (1 - likely + times * likely)
    return changed


def find_menus(sheet: Sheet) -> list[int]:
    """The blocks in elements that are marked as navigation."""
    return [block for block in range(len(sheet.words)) if sheet.masks[block, 0] & MENU]


def doubt_menus(raw_scores: Floats, sheet: Sheet) -> Floats:
    """The raw scores of blocks if menus are no content, as long as anything else is likelier than they are.

    On the corpora this changes next to nothing, since the network knows it. But it has learned from whole
    pages, and is not sure of a page of three blocks.
    """
    if not are_menus_doubtful(raw_scores, sheet):
        return raw_scores
    doubted = raw_scores.copy()
    _silence_menus(sheet, doubted)
    return doubted


def _silence_menus(sheet: Sheet, doubted: Floats) -> None:
    for block in range(len(doubted)):
        if sheet.masks[block, 0] & MENU:
            doubted[block] = 0


def are_menus_doubtful(raw_scores: Floats, sheet: Sheet) -> bool:
    """Whether there are menus, and another block is likelier than all of theirs."""
    likeliest, likeliest_menu = 0.0, -1.0
    for block in range(len(raw_scores)):
        if sheet.masks[block, 0] & MENU:
            likeliest_menu = max(likeliest_menu, raw_scores[block])
        else:
            likeliest = max(likeliest, raw_scores[block])
    return 0 <= likeliest_menu < likeliest
