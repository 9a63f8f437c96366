"""The network's steps as they run here: compiled or, as the scanner (MAINSPAN_SCANNER), in Python."""

from __future__ import annotations

from mainspan.page import scanner

COMPILED = scanner.COMPILED
if COMPILED:
    try:
        from mainspan.algorithms.learned.kernels import (
            add,
            begin,
            dense,
            end,
            neighbours,
            summary,
            surroundings,
        )
    except ImportError:
        COMPILED = False

if not COMPILED:
    from mainspan.algorithms.learned.plain import (
        add,
        begin,
        dense,
        end,
        neighbours,
        summary,
        surroundings,
    )

__all__ = ["COMPILED", "add", "begin", "dense", "end", "neighbours", "summary", "surroundings"]
