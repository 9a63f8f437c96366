"""Labels of documents for classification: a key of their metadata, such as `page_type` or `language`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from mainspan.errors import EvaluationError
from mainspan.evaluation.flags import MAX_VALUES_SHARE
from mainspan.evaluation.packages import Document, Package

DEFAULT_LABEL: Final = "page_type"


@dataclass(frozen=True)
class Labelled:
    """The documents of a package that have a label, in their order."""

    package: Package
    key: str
    documents: tuple[Document, ...]
    labels: tuple[str, ...]

    @property
    def sites(self) -> list[str]:
        """The site of each document."""
        return [each.site for each in self.documents]

    @cached_property
    def single(self) -> list[str]:
        """The labels of a single site: a classifier may know them by the site alone."""
        sites: dict[str, set[str]] = defaultdict(set)
        for label, site in zip(self.labels, self.sites, strict=True):
            sites[label].add(site)
        return sorted(label for label, found in sites.items() if len(found) < 2)


def label_documents(package: Package, key: str | None = None) -> Labelled:
    """The documents of a package with their labels, or an EvaluationError that says what to do.

    Where any document has a gold text, those without one are left out.
    """
    key = key or DEFAULT_LABEL
    with_gold = tuple(each for each in package.documents if each.gold.is_file())
    candidates = with_gold or package.documents
    pairs = [(each, label) for each in candidates if (label := _label(each, key)) is not None]
    documents, labels = tuple(each for each, _ in pairs), tuple(label for _, label in pairs)
    count = len(set(labels))
    if count < 2:
        has = f"all have the same {key!r}" if count else f"no NAME.json has {key!r}"
        advice = _advice(candidates, key)
        raise EvaluationError(f"{package.folder}: no labels to classify by: {has}; {advice}")
    return Labelled(package, key, documents, labels)


def _label(document: Document, key: str) -> str | None:
    value = document.about.get(key)
    return str(value) if isinstance(value, str | int | bool) and str(value).strip() else None


def _advice(documents: Iterable[Document], key: str) -> str:
    """Which keys could be labels instead."""
    documents = list(documents)
    values: dict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        for name in document.about:
            if name != key and (label := _label(document, name)) is not None:
                values[name][label] += 1
    fit = [name for name, found in values.items() if 2 <= len(found) <= len(documents) * MAX_VALUES_SHARE]
    if not fit:
        return f'write one into each NAME.json, as in {{"{key}": "forum"}}'
    return "try " + ", ".join(f"--label {name} ({len(values[name])} labels)" for name in sorted(fit))
