"""Dates that a reader sees: in time elements, in elements named after dates, near the headline."""

from __future__ import annotations

from collections.abc import Iterator

from mainspan.metadata.reading import Reading


def visible_dates(reading: Reading) -> Iterator[tuple[str, str]]:
    """The dates of a page's own text, the likeliest first."""
    yield from ()
