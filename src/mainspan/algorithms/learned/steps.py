"""The method's steps, compiled."""

from __future__ import annotations

from mainspan.algorithms.learned.kernels import (
    average,
    begin,
    convolve,
    dense,
    doubt_menus,
    drop_remains,
    end,
    find_byline,
    find_captions,
    find_comments,
    find_copies,
    find_headline,
    keep_likeliest,
    make_lists_whole,
    mend,
    overview,
    page_inputs,
    refine,
    share_a_list,
)

__all__ = [
    "average",
    "begin",
    "convolve",
    "dense",
    "doubt_menus",
    "drop_remains",
    "end",
    "find_byline",
    "find_captions",
    "find_comments",
    "find_copies",
    "find_headline",
    "keep_likeliest",
    "make_lists_whole",
    "mend",
    "overview",
    "page_inputs",
    "refine",
    "share_a_list",
]
