"""A subset of a package's documents: of all sites or of some, and every N-th of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mainspan.errors import EvaluationError, SourceError
from mainspan.evaluation.packages import Package, is_held_out

_SITES: Final = {"all": (True, False), "report": (True,), "tune": (False,)}


@dataclass(frozen=True)
class Subset:
    """Selects some of a package's documents.

    Pages of one site share a template, so parameters that were tuned on some sites must be tested on others:
    `report` selects the held-out sites (one in `parts`), `tune` all other sites. `every` keeps every N-th of
    these documents, and `language` those in one language.
    """

    sites: str = "all"
    parts: int = 2
    every: int = 1
    language: str | None = None

    def __post_init__(self) -> None:
        if self.sites not in _SITES:
            raise EvaluationError(f"no sites are called {self.sites!r}: choose from {', '.join(_SITES)}")
        if self.parts < 2 or self.every < 1:
            raise EvaluationError("parts must be at least 2, and every at least 1")

    def __call__(self, package: Package) -> Package:
        """The package with the selected documents, or a SourceError if there are none."""
        wanted = _SITES[self.sites]
        documents = [
            each
            for each in package.documents
            if is_held_out(each.site, self.parts) in wanted
            and self._has_language(str(each.about.get("language") or ""))
        ]
        if not documents:
            raise SourceError(f"{package.folder}: {self._nothing()}")
        return replace(package, documents=tuple(documents[:: self.every]))

    def _has_language(self, language: str) -> bool:
        """Whether a language is the selected one; `en` selects `en-GB` too."""
        if self.language is None:
            return True
        wanted, found = self.language.lower(), language.lower().replace("_", "-")
        return found == wanted or found.startswith(f"{wanted}-")

    def _nothing(self) -> str:
        language = "" if self.language is None else f" in the language {self.language!r}"
        if self.sites == "all":
            return f"has no page{language}"
        return f"no page{language} is of a site to {self.sites}; try another number of parts"
