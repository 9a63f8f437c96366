"""The attributes of the tags of a normalised source."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from mainspan.page.search import find_attributes, find_value

# As the serialiser writes them. Nothing is read twice: no name holds a space, no value a quotation mark.
ATTRIBUTE: Final = re.compile(r' ([^\x20/>][^\x20/>=]*)="([^"]*)"')


def read_attributes(tag: str) -> dict[str, str]:
    """The attributes of a tag, their values decoded; of several with one name the first."""
    found = find_attributes(tag)
    if "&" in tag:
        return {name: unescape(value) for name, value in found.items()}
    return found


def read_attribute(source: str, start: int, end: int, name: str) -> str | None:
    """One attribute of the tag in this part of the source, decoded; None if it has none of this name."""
    value = find_value(source, start, end, name)
    return unescape(value) if value and "&" in value else value
