"""The measure of structure: headings, list items, table cells, code, images, links and formulas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Final

from mainspan.evaluation.measures.base import Case, Measure, score_of
from mainspan.evaluation.records import Score
from mainspan.evaluation.structure import (
    FORMS,
    KINDS,
    Items,
    frames_of,
    items_of,
    without_headline,
    without_links,
    without_notes,
)
from mainspan.evaluation.structure.markup import Form, Markup
from mainspan.page import Page
from mainspan.parameters import parameter

NO_STRUCTURE: Final = "no gold with structure"
NO_ITEMS: Final = "no such items"
# The title in a page's source; it ends before the next tag begins, so everything is read once.
_TITLE: Final = re.compile(r"<title[^<>]*>([^<]*)<", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Structure(Measure):
    """Structure as a bag of items: of each item, the smaller of its two counts is common.

    Items are of seven kinds (mainspan.evaluation.structure.items): headings with their level, list items,
    table cells with their row and column, code blocks with their exact text, images, links and formulas.
    Without `kind`, the items of all kinds are one bag, and a document without gold items has no score. With
    a kind, documents whose gold has no item of it have none: such gold was made by tools, and what it lacks
    is not always wrong.

    Contestants give HTML or Markdown. Gold with structure is in NAME.gold.html or NAME.gold.md. A heading
    that repeats the page's title and is not in the gold does not count, because tools differ in it; nor do
    links in code and in the place of frames.
    """

    name = "structure"

    kind: str = parameter("", "the kind of items that count; all without it", choices=("", *KINDS))
    form: str = parameter(
        "", "the form that contestants give; without it, what they have", choices=("", *FORMS)
    )

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or the reason why there is none."""
        if case.gold_markup is None:
            return NO_STRUCTURE
        gold = _items_of(case.gold_markup)
        form, markups = self.form, case.markups
        given = [each for each in markups if not form or each.form == form]
        if not given:
            return f"gives no {form}" if markups else "gives no structure"
        found = without_headline(_items_of(given[0]), gold, _title_of(case.html))
        found, gold = without_notes(without_links(found, gold, _frames_of(case.html)), gold)
        if not self._count(gold):
            return NO_ITEMS
        return score_of(self._count(self._common(found, gold)), self._count(found), self._count(gold))

    def _common(self, found: Items, gold: Items) -> Items:
        return {kind: found[kind] & gold[kind] for kind in KINDS}

    def _count(self, items: Items) -> int:
        return sum(items[kind].total() for kind in ((self.kind,) if self.kind else KINDS))

    @property
    def parts(self) -> tuple[Measure, ...]:
        """The measure itself and, without a kind, that of each kind: reports show them beside each other."""
        if self.kind:
            return (self,)
        return (self, *(Structure(kind=kind, form=self.form) for kind in KINDS))


def title_of(html: bytes) -> str:
    """The title that a page declares; empty if it has none."""
    found = _TITLE.search(Page(html).source) if html else None
    return unescape(found.group(1)) if found else ""


@lru_cache(maxsize=8)  # no rule: buffer
def _items_of(markup: Markup) -> Items:
    """The items of content, which are counted once for all kinds."""
    return items_of(markup)


@lru_cache(maxsize=2)  # no rule: buffer
def _title_of(html: bytes) -> str:
    return title_of(html)


@lru_cache(maxsize=2)  # no rule: buffer
def _frames_of(html: bytes) -> frozenset[str]:
    return frames_of(Page(html).source) if html else frozenset()


def forms_of(measures: tuple[Measure, ...]) -> tuple[Form, ...]:
    """The forms that these measures need from contestants; empty if none needs structure."""
    wanted = {each.form for each in measures if isinstance(each, Structure)}
    return tuple(form for form in FORMS if form in wanted or (form == "html" and "" in wanted))
