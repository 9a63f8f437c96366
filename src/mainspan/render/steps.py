"""The steps of writing text, compiled."""

from __future__ import annotations

from mainspan.render.walk import (
    find_pieces,
    look_around,
    may_hold_formulas,
    read_exactly,
    read_texts,
    write_texts,
)

__all__ = [
    "find_pieces",
    "look_around",
    "may_hold_formulas",
    "read_exactly",
    "read_texts",
    "write_texts",
]
