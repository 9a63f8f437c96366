"""The steps of writing text as they run here: compiled or, as the scanner (MAINSPAN_SCANNER), in Python."""

from __future__ import annotations

from mainspan.page import scanner

COMPILED = scanner.COMPILED
if COMPILED:
    try:
        from mainspan.render.walk import (
            find_pieces,
            look_around,
            may_hold_formulas,
            read_exactly,
            read_texts,
            write_texts,
        )
    except ImportError:
        COMPILED = False

if not COMPILED:
    from mainspan.render.walk_fallback import (
        find_pieces,
        look_around,
        may_hold_formulas,
        read_exactly,
        read_texts,
        write_texts,
    )

__all__ = [
    "COMPILED",
    "find_pieces",
    "look_around",
    "may_hold_formulas",
    "read_exactly",
    "read_texts",
    "write_texts",
]
