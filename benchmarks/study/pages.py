"""Which pages a statement is about: packages, or some of their documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from benchmarks.study.verdicts import NotMeasuredError
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Score
from mainspan.evaluation.results import Evaluation, Results

# Packages that were written for this project: no published corpus has such pages.
OWN: Final = frozenset(["styles", "wiki", "europe", "asia", "arabic-script-news"])
# Packages whose gold no person has made or checked. They are shown, and decide nothing.
UNCHECKED: Final = {
    "defuddle": "output of an extractor",
    "kinds": "labels of a language model",
    "mozilla-readability": "output of an extractor",
    "newspaper": "output of an extractor",
    "omnivore-readability": "output of an extractor",
    "silver-scripts": "the publishers' own markup",
}
WIKI: Final = "wiki"
NEWS: Final = "arabic-script-news"
SILVER: Final = "silver-scripts"
_ARABIC_PACKAGES: Final = (NEWS, WIKI, SILVER)
# The four languages of the paper of 2011.
ARABIC_SCRIPT: Final = frozenset(["ar", "fa", "ur", "ps"])
# The standard deviation within a site needs this many of its pages.
MIN_SITE_PAGES: Final = 30  # no rule: fewer pages would only make it less certain

Choice = Callable[[Document], bool]


@dataclass(frozen=True)
class Pages:
    """Documents by package. None means all documents of the package."""

    title: str
    documents: Mapping[str, frozenset[str] | None]

    @property
    def are_own(self) -> bool:
        """Whether all of them were written for this project."""
        return all(package in OWN for package in self.documents)

    def has(self, package: str, document: str) -> bool:
        """Whether a document is among them."""
        chosen = self.documents.get(package, frozenset())
        return chosen is None or document in chosen


def whole(package: str) -> Pages:
    """All pages of a package."""
    return Pages(package, {package: None})


class Library:
    """The documents of an evaluation. Their files are read when something asks for them."""

    def __init__(self, results: Evaluation) -> None:
        self.results = results
        self._documents: dict[str, list[Document]] = {}
        found: dict[str, dict[str, None]] = {}
        scored = set()
        for row in results.rows:
            found.setdefault(row.package, {})[row.document] = None
            if isinstance(row.scores.get("words"), Score):
                scored.add(row.package)
        self.names = {package: list(names) for package, names in found.items()}
        # Packages that have segments instead of a gold text have no such score.
        self.scored = [package for package in self.names if package in scored]
        self.checked = [each for each in self.scored if each not in OWN and each not in UNCHECKED]
        # The speed of methods is compared on these, and on pages in Arabic script.
        self.timed = [*self.checked, *(each for each in _ARABIC_PACKAGES if each in self.scored)]

    @cached_property
    def published(self) -> Pages:
        """Packages that others published, with gold that a person made or checked."""
        if not self.checked:
            raise NotMeasuredError("no published package was run")
        plural = "s" * (len(self.checked) > 1)
        return Pages(f"mean of {len(self.checked)} published package{plural}", dict.fromkeys(self.checked))

    @property
    def wiki(self) -> Pages:
        """Our wiki pages."""
        return self._whole(WIKI)

    @property
    def arabic_news(self) -> Pages:
        """Our news pages in Arabic script."""
        return self._whole(NEWS)

    @cached_property
    def arabic_wiki(self) -> Pages:
        """Our wiki pages in Arabic script."""
        return self._some(f"{WIKI} in Arabic script", [WIKI], is_arabic_script)

    @cached_property
    def arabic_silver(self) -> Pages:
        """Published pages in Arabic script, with gold that nobody checked."""
        return self._some(f"{SILVER} in Arabic script (gold unchecked)", [SILVER], is_arabic_script)

    @cached_property
    def arabic_script(self) -> Pages:
        """All pages in Arabic script that the speed of methods is compared on."""
        packages = [each for each in _ARABIC_PACKAGES if each in self.scored]
        return self._some("pages in Arabic script", packages, is_arabic_script)

    @cached_property
    def discussed(self) -> Pages:
        """Published pages whose comments have more words than their gold."""
        packages = self._with_comments
        return self._some("pages whose comments are longer than their article", packages, _is_discussed)

    @cached_property
    def undiscussed(self) -> Pages:
        """The other pages of the packages that have comments apart."""
        title = "the other pages of the same packages"
        return self._some(title, self._with_comments, lambda document: not _is_discussed(document))

    @cached_property
    def _with_comments(self) -> list[str]:
        packages = self.published.documents
        return [each for each in packages if any(d.about.get("gold_comments") for d in self.documents(each))]

    def documents(self, package: str) -> list[Document]:
        """The documents of a package that were run."""
        if package not in self._documents:
            self._documents[package] = self._read(package)
        return self._documents[package]

    def _read(self, package: str) -> list[Document]:
        folder = self.results.package_folder(package) if isinstance(self.results, Results) else None
        if folder is None:
            raise NotMeasuredError(f"the folder of the package {package} is not there")
        wanted = set(self.names[package])
        return [each for each in Package.read(folder).documents if each.name in wanted]

    def _whole(self, package: str) -> Pages:
        if package not in self.scored:
            raise NotMeasuredError(f"the package {package} was not run")
        return whole(package)

    def _some(self, title: str, packages: Iterable[str], choice: Choice) -> Pages:
        found = {}
        for package in packages:
            self._whole(package)
            chosen = frozenset(each.name for each in self.documents(package) if choice(each))
            if chosen:
                found[package] = chosen
        if not found:
            raise NotMeasuredError(f"no such pages were run: {title}")
        return Pages(title, found)


def is_arabic_script(document: Document) -> bool:
    """Whether a document is in one of the languages of the paper of 2011."""
    return str(document.about.get("language") or "")[:2].lower() in ARABIC_SCRIPT


def _is_discussed(document: Document) -> bool:
    comments = str(document.about.get("gold_comments") or "")
    return len(comments.split()) > len((document.read_gold() or "").split())
