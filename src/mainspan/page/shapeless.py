"""Characters that have no shape of their own, and that no form writes."""

from __future__ import annotations

import re
from typing import Final

# What would move the cursor or worse when a terminal shows it, soft hyphens, zero-width spaces (not joiners),
# byte order marks, and the private use of icon fonts: a class of characters in a regular expression.
SHAPELESS: Final = "\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ue000-\uf8ff"
# The private use of icon fonts, from the first character to the last one.
PRIVATE_USE: Final = ("\ue000", "\uf8ff")
_ICONS: Final = re.compile("[\\ue000-\\uf8ff\\s]+")


def is_icon(text: str) -> bool:
    """Whether a text is nothing but signs of an icon font."""
    return _ICONS.fullmatch(text) is not None
