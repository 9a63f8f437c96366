"""Byline, captions, comments and menus, found by the names and tags that their authors gave them.

The network could be asked for them, but bylines and captions are few words among many, and the corpora teach
them badly: the annotators who kept captions had pages of 2006 and 2008. Comments it cannot always tell from
the posts of a forum, which are content.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.families import family_mask
from mainspan.algorithms.learned.features import ENDS, H1, H6, IMAGES, LONG, Sheet
from mainspan.algorithms.learned.hints import hint_mask

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

CAPTION: Final = family_mask("figcaption caption")
# A caption in a table and in no figure is the title of the table, and belongs to it.
FIGURE: Final = family_mask("figure picture")
TABLE: Final = family_mask("table")
# In a figure with such a text it is the source of a quotation, or the title of a listing.
QUOTED: Final = family_mask("blockquote q", "pre code samp")
NAMED_CAPTION: Final = hint_mask("caption")
LONGEST_CAPTION: Final = 60
AUTHOR_OR_DATE: Final = hint_mask("author", "date")
# A byline has so many words at most, and stands so many blocks before the first long text. If it is asked
# for, it is also looked for behind that, which may be the lead.
MOST_WORDS, NEAR, BEHIND = 25, 6, 3
# What ends like a sentence and has so many words is the lead.
LEAD: Final = 8

MENU: Final = family_mask("nav")
COMMENT: Final = hint_mask("comment")
# An element with more of the page's words than this is the page, whatever it is called.
WHOLE: Final = 0.95
# In an article comments are left out if so many words are to be expected beside them: else they are all that
# there is. Where the page may be a forum, their odds are divided by this; if asked for, they are multiplied.
_ENOUGH, _ODDS = 50, 4.0


def find_captions(sheet: Sheet, kept: Flags, asked: bool = False) -> Places:
    """The captions of pictures between the first and the last block that is kept.

    What is a caption by its name alone is no heading, and, unless captions are asked for, has a picture
    before it; a button that enlarges it may stand between.
    """
    is_heading = (sheet.group >= H1) & (sheet.group <= H6)
    named = (sheet.masks[:, 2] & NAMED_CAPTION > 0) & (sheet.words <= LONGEST_CAPTION) & ~is_heading
    if not asked:
        pictures = sheet.counts[:, IMAGES] > 0
        named[1:] &= pictures[1:] | pictures[:-1]
    families = sheet.masks[:, 0]
    in_figure = families & FIGURE > 0
    of_table = (families & TABLE > 0) & ~in_figure
    of_text = in_figure & _beside(in_figure & (families & QUOTED > 0))
    captions = np.flatnonzero(((families & CAPTION > 0) & ~of_table & ~of_text) | (named & ~of_text))
    places = np.flatnonzero(kept)
    if not len(captions) or not len(places):
        return captions[:0]
    inside: Places = captions[(captions > places[0]) & (captions < places[-1])]
    return inside


def _beside(flags: Flags) -> Flags:
    """What stands right before or right behind a block with a flag."""
    beside = np.zeros_like(flags)
    beside[1:] = flags[:-1]
    beside[:-1] |= flags[1:]
    return beside


def find_byline(sheet: Sheet, kept: Flags, behind: int = 0) -> Places:
    """The short blocks where the text begins that their authors call something of author or date.

    behind: how many blocks to look at behind the first long text.
    """
    near = blocks_around_start(sheet, kept, behind)
    # The block's own names, and those of the nearest element around several.
    named = (sheet.masks[near, 2] | sheet.masks[near, 3]) & AUTHOR_OR_DATE
    byline: Places = near[named > 0]
    return byline


def blocks_around_start(sheet: Sheet, kept: Flags, behind: int) -> Places:
    """The short blocks before the first long text that is kept, and so many right behind it."""
    begins = np.flatnonzero(kept & (sheet.words >= LONG))
    if not len(begins):
        return begins
    start = int(begins[0])
    near = np.arange(max(start - NEAR, 0), min(start + behind + 1, len(sheet)))
    words = sheet.words[near]
    is_lead = (sheet.counts[near, ENDS] > 0) & (words >= LEAD)
    short: Places = near[(words <= MOST_WORDS) & ~is_lead & (near != start)]
    return short


def find_comments(sheet: Sheet) -> Places:
    """The blocks in elements that their authors call something of comments."""
    places = np.flatnonzero(sheet.masks[:, 1] & COMMENT)
    if not len(places):
        return places
    before = np.concatenate([[0], np.cumsum(sheet.words)])
    inside = before[sheet.ranges[places, :, 1]] - before[sheet.ranges[places, :, 0]]
    named = (sheet.masks[places, 2:] & COMMENT) > 0
    comments: Places = places[(named & (inside < WHOLE * before[-1])).any(axis=1)]
    return comments


def doubt_comments(said: Floats, sheet: Sheet, comments: Places, scope: str) -> Floats:
    """How likely blocks are content if nobody asked for these comments."""
    if scope == "auto":
        return _with_odds(said, comments, 1 / _ODDS)
    doubted = said.copy()
    if scope == "article":
        doubted[comments] = 0
        if doubted @ sheet.words < _ENOUGH:
            return said
    return doubted


def favour_comments(said: Floats, comments: Places) -> Floats:
    """How likely blocks are content if these comments were asked for."""
    return _with_odds(said, comments, _ODDS)


def _with_odds(said: Floats, places: Places, times: float) -> Floats:
    """The same probabilities, but with such a multiple of the odds at these places."""
    changed, likely = said.copy(), said[places]
    changed[places] = times * likely / (1 - likely + times * likely)
    return changed


def find_menus(sheet: Sheet) -> Places:
    """The blocks in elements that their authors mark as navigation."""
    return (sheet.masks[:, 0] & MENU).nonzero()[0]


def doubt_menus(said: Floats, sheet: Sheet) -> Floats:
    """How likely blocks are content if menus are not, as long as anything else is likelier than they are.

    On the corpora this changes next to nothing, since the network knows it. But it has learned from whole
    pages, and is not sure of a page of three blocks.
    """
    menus = find_menus(sheet)
    if not len(menus):
        return said
    doubted = said.copy()
    doubted[menus] = 0
    return doubted if doubted.max() > said[menus].max() else said
