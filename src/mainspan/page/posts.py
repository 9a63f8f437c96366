"""Comments, answers and posts: elements that are known by their names."""

from __future__ import annotations

import re
from typing import Final

from mainspan.page import Page, tags

_ITEMS: Final = tags.table("li article div section table tr dd")
# An element is a comment by its id, which ends in a number, or by one of its classes.
POST_ID: Final = re.compile(
    r"(?:comment|reply|response|answer|cmt|message|post)s?\D{0,12}[0-9a-f]*\d[0-9a-f]*$|^p\d{2,}$",
    re.IGNORECASE,
)
_CLASS: Final = re.compile(
    r"(?:^|\s)(?:comment|comment[-_]?item|comtr|reply|answer|question|comment[-_]{1,2}(?:wrapper|node|thread|box))"
    r"(?=$|\s)",
    re.IGNORECASE,
)
# Or by its own name, which HTML does not have.
_OWN_NAME: Final = re.compile(r"<[a-z]{1,20}-(?:comment|post|reply)[ >]")


def is_post(page: Page, element: int) -> bool:
    """Whether an element is a comment, an answer or a post, by its names."""
    tag = int(page.elements.tag[element])
    if not tag:
        return bool(_OWN_NAME.match(page.source, int(page.tokens.start[page.elements.open[element]])))
    if not _ITEMS[tag]:
        return False
    attributes = page.attributes(int(page.elements.open[element]))
    if attributes.get("itemprop") == "comment" or attributes.get("itemtype", "").endswith("/Comment"):
        return True
    return bool(POST_ID.search(attributes.get("id", "")) or _CLASS.search(attributes.get("class", "")))
