"""Which pages a run keeps. Each filter has a name, which is the reason of what it drops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from mainspan.bulk.columns import OK
from mainspan.errors import ParameterError

# The filters' names, in the order in which they are asked, and what they look at.
NAMES: Final = ("mime_type", "fetch_status", "language", "length", "confidence", "page_type")
# Bounds that are shares.
_SHARES: Final = ("min_language_score", "min_confidence", "min_page_type_score")


@dataclass(frozen=True)
class Filters:
    """What a page must have. An empty tuple and a bound of 0 admit all pages.

    mime_types, fetch_statuses, languages, page_types: one of these. A media type may end in `/*`.
    min_language_score, min_confidence, min_page_type_score: at least this, where it is known.
    min_words, max_words: bounds of the length of the text.
    """

    mime_types: tuple[str, ...] = ()
    fetch_statuses: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()
    min_language_score: float = 0.0
    min_words: int = 0
    max_words: int = 0
    min_confidence: float = 0.0
    page_types: tuple[str, ...] = ()
    min_page_type_score: float = 0.0

    def __post_init__(self) -> None:
        for name in _SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ParameterError(f"{name} must be from 0 to 1, not {getattr(self, name):g}")
        if self.min_words < 0 or self.max_words < 0 or 0 < self.max_words < self.min_words:
            raise ParameterError(f"there is no length from {self.min_words} to {self.max_words} words")
        _check_names(self.languages, self.page_types)

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) for each in fields(self))

    def before(self, mime_type: str, fetch_status: int | None) -> str:
        """Why a page need not be extracted; empty if it must."""
        if self.mime_types and not any(_fits(mime_type, each) for each in self.mime_types):
            return "mime_type"
        # A page that was not fetched by HTTP has no status.
        if self.fetch_statuses and fetch_status is not None and fetch_status not in self.fetch_statuses:
            return "fetch_status"
        return ""

    def after(self, row: Mapping[str, Any]) -> str:
        """Why an extracted page is dropped; empty if it is kept, as all pages without a text are."""
        if row["status"] != OK:
            return ""
        if self.languages and row["language"] not in self.languages:
            return "language"
        if _is_below(row["language_score"], self.min_language_score):
            return "language"
        if row["n_words"] < self.min_words or 0 < self.max_words < row["n_words"]:
            return "length"
        if _is_below(row["confidence"], self.min_confidence):
            return "confidence"
        if self.page_types and row["page_type"] not in self.page_types:
            return "page_type"
        return "page_type" if _is_below(row["page_type_score"], self.min_page_type_score) else ""


def _check_names(languages: tuple[str, ...], page_types: tuple[str, ...]) -> None:
    """Refuse names that no page can have, which would drop all pages."""
    from mainspan.metadata.languages import text_language
    from mainspan.metadata.page_types import PAGE_TYPES

    for each in languages:
        if (known := text_language(each)) != each:
            remedy = f"write {known}" if known else "write a code such as en"
            raise ParameterError(f"no text has the language {each!r}: {remedy}")
    for each in page_types:
        if each not in PAGE_TYPES:
            raise ParameterError(f"there is no page type {each!r}: it is one of {', '.join(PAGE_TYPES)}")


def _fits(mime_type: str, wanted: str) -> bool:
    if wanted.endswith("/*"):
        return mime_type.startswith(wanted[:-1])
    return mime_type == wanted


def _is_below(value: float | None, bound: float) -> bool:
    return value is not None and value < bound
