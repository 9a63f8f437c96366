"""Which documents of a package to take: of all sites or of some, and every N-th of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mainspan.errors import EvaluationError, SourceError
from mainspan.evaluation.packages import Package, is_held_out

_SITES: Final = {"all": (True, False), "report": (True,), "tune": (False,)}


@dataclass(frozen=True)
class Subset:
    """Takes some of a package's documents.

    Pages of one site share a template, so what was chosen on some sites must be judged on others: `report`
    takes one site in `parts`, `tune` takes all others. Of these, every N-th document is taken; of one
    language alone, if one is named.
    """

    sites: str = "all"
    parts: int = 2
    every: int = 1
    language: str | None = None

    def __post_init__(self) -> None:
        if self.sites not in _SITES:
            raise EvaluationError(f"no sites are called {self.sites!r}: say {', '.join(_SITES)}")
        if self.parts < 2 or self.every < 1:
            raise EvaluationError("parts begin with 2, and every with 1")

    def __call__(self, package: Package) -> Package:
        """The package with the documents to take, or a SourceError if there are none."""
        wanted = _SITES[self.sites]
        documents = [
            each
            for each in package.documents
            if is_held_out(each.site, self.parts) in wanted
            and self._speaks(str(each.about.get("language") or ""))
        ]
        if not documents:
            raise SourceError(f"{package.folder}: {self._nothing()}")
        return replace(package, documents=tuple(documents[:: self.every]))

    def _speaks(self, language: str) -> bool:
        """Whether a language is the one that is wanted: `en` is wanted of `en-GB` too."""
        if self.language is None:
            return True
        wanted, found = self.language.lower(), language.lower().replace("_", "-")
        return found == wanted or found.startswith(f"{wanted}-")

    def _nothing(self) -> str:
        spoken = "" if self.language is None else f" in the language {self.language!r}"
        if self.sites == "all":
            return f"has no page{spoken}"
        return f"no page{spoken} is of a site to {self.sites}; try other parts"
