"""A result as JSON: everything known about the page, as one object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mainspan.extraction import Extraction


def write_json(found: Extraction) -> str:
    """A result as JSON that people can read."""
    return json.dumps(found.to_dict(), ensure_ascii=False, indent=2) + "\n"


def write_json_line(found: Extraction) -> str:
    """A result as one line of JSON Lines."""
    return json.dumps(found.to_dict(), ensure_ascii=False) + "\n"
