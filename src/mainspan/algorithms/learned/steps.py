"""The method's steps as they run here: compiled or, as the scanner (MAINSPAN_SCANNER), in Python."""

from __future__ import annotations

from mainspan.page import scanner

COMPILED = scanner.COMPILED
if COMPILED:
    try:
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
    except ImportError:
        COMPILED = False

if not COMPILED:
    from mainspan.algorithms.learned.copies import drop_remains, find_copies, share_a_list
    from mainspan.algorithms.learned.headline import find_headline
    from mainspan.algorithms.learned.plain import (
        average,
        begin,
        convolve,
        dense,
        end,
        keep_likeliest,
        overview,
        page_inputs,
        refine,
    )
    from mainspan.algorithms.learned.structure import make_lists_whole, mend
    from mainspan.algorithms.learned.wishes import doubt_menus, find_byline, find_captions, find_comments

__all__ = [
    "COMPILED",
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
