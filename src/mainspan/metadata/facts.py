"""The records that metadata come in: values, each with its origin."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

# Where a value may come from.
ORIGINS: Final = tuple(
    "json-ld,open graph,dublin core,microdata,meta,twitter,link,html,text,url,method".split(",")
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, and where it came from: one of ORIGINS."""

    value: str
    origin: str

    def to_dict(self) -> dict[str, str]:
        """The fact as plain data."""
        return {"value": self.value, "origin": self.origin}


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of a page. What is not known is None, or an empty tuple.

    Dates are ISO 8601, with the time where one is given. Addresses are absolute, http or https.
    """

    title: Fact | None = None
    authors: tuple[Fact, ...] = ()
    published: Fact | None = None
    modified: Fact | None = None
    site_name: Fact | None = None
    description: Fact | None = None
    language_declared: Fact | None = None
    language: Fact | None = None
    url: Fact | None = None
    image: Fact | None = None
    keywords: tuple[Fact, ...] = ()
    page_type: Fact | None = None
    licence: Fact | None = None

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data: {"title": {"value": ..., "origin": ...}, "authors": [...], ...}."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: Fact | tuple[Fact, ...] | None) -> Any:
    if isinstance(value, tuple):
        return [each.to_dict() for each in value]
    return None if value is None else value.to_dict()
