"""A name for a page that is added to a package."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from mainspan.extraction import extract
from mainspan.page import Page

_MAX_LENGTH: Final = 60
# Names of files that mean something else to some system.
_RESERVED: Final = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d|package)")


def document_name(page: Page) -> str:
    """The title of a page as a name for files: small letters, digits and hyphens.

    >>> document_name(Page("<title>The Lighthouse - moved!</title>"))
    'the-lighthouse-moved'
    >>> document_name(Page("<title>???</title>"))
    'page'
    """
    title = extract(page).metadata.title
    text = unicodedata.normalize("NFKC", title.value if title else "").casefold()
    words = re.findall(r"[^\W_]+", text)
    name = "-".join(words)[:_MAX_LENGTH].strip("-")
    return "page" if not name or _RESERVED.fullmatch(name) else name
