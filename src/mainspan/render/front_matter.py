"""YAML front matter: what is known of a page, before its Markdown."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from mainspan.render.table_row import plain_facts

if TYPE_CHECKING:
    from mainspan.extraction import Extraction

# What YAML takes for a line break or does not take at all, unless it is escaped.
_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_KEYS: Final = {
    "title": "title",
    "authors": "author",
    "published": "published",
    "modified": "modified",
    "site_name": "site",
    "description": "description",
    "language": "language",
    "image": "image",
    "keywords": "tags",
    "licence": "licence",
}


def front_matter(found: Extraction) -> str:
    """The facts as YAML between two lines of dashes, with a blank line after it.

    Values are in double quotes as JSON has them, which YAML reads the same way.
    """
    facts = plain_facts(found)
    lines = [f"url: {quoted(found.page.url)}"] if found.page.url else []
    for name, key in _KEYS.items():
        value = facts.get(name)
        if isinstance(value, list):
            lines += [f"{key}:", *(f"  - {quoted(each)}" for each in value)]
        elif value:
            lines.append(f"{key}: {quoted(value)}")
    return "".join(f"{line}\n" for line in ("---", *lines, "---", ""))


def quoted(text: str) -> str:
    """A text as YAML reads it back, on one line."""
    written = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
