"""YAML front matter: what is known of a page, before its Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from mainspan.render.table_row import plain_facts

if TYPE_CHECKING:
    from mainspan.extraction import Extraction

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
    lines = [f"url: {_quoted(found.page.url)}"] if found.page.url else []
    for name, key in _KEYS.items():
        value = facts.get(name)
        if isinstance(value, list):
            lines += [f"{key}:", *(f"  - {_quoted(each)}" for each in value)]
        elif value:
            lines.append(f"{key}: {_quoted(value)}")
    return "".join(f"{line}\n" for line in ("---", *lines, "---", ""))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
