"""A result as a row of CSV: what fits into a table, one row for each page."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mainspan.extraction import Extraction

COLUMNS: Final = (
    "source",
    "url",
    "title",
    "authors",
    "published",
    "modified",
    "site_name",
    "language",
    "page_type",
    "words",
    "confidence",
    "text",
)


def write_csv(found: Extraction, source: str = "") -> str:
    """The names of the columns, and the row of a result. Several authors are separated by semicolons."""
    facts = plain_facts(found)
    row = {"source": source, "url": found.page.url or "", "text": found.text}
    row |= {
        "words": str(found.words),
        "confidence": "" if found.confidence is None else str(found.confidence),
    }
    row |= {key: "; ".join(value) if isinstance(value, list) else value for key, value in facts.items()}
    written = StringIO()
    rows = csv.DictWriter(written, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    rows.writeheader()
    rows.writerow(row)
    return written.getvalue()


def plain_facts(found: Extraction) -> dict[str, str | list[str]]:
    """What is known of a page, each by its name and without its origin; what is not known is left out."""
    facts: dict[str, str | list[str]] = {}
    for name, value in found.metadata.to_dict().items():
        if isinstance(value, list) and value:
            facts[name] = [str(each["value"]) for each in value]
        elif isinstance(value, dict):
            facts[name] = str(value["value"])
    return facts
