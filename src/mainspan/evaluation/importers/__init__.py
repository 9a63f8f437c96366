"""Importers of published corpora: one short module for each, and one line here."""

from __future__ import annotations

from typing import Final

from mainspan.errors import SourceError
from mainspan.evaluation.importers import (
    cetd,
    cleaneval,
    dragnet,
    googletrends,
    l3s_gn1,
    readability,
    scrapinghub,
    trafilatura,
    wcxb,
)
from mainspan.evaluation.importers.base import Corpus, Record
from mainspan.evaluation.importers.run import Broken, Imported, import_corpus

__all__ = ["CORPORA", "Broken", "Corpus", "Imported", "Record", "corpus", "import_corpus"]

_MODULES: Final = (
    scrapinghub, cleaneval, l3s_gn1, googletrends, dragnet, wcxb, cetd, readability, trafilatura
)  # fmt: skip
CORPORA: Final[dict[str, Corpus]] = {module.CORPUS.name: module.CORPUS for module in _MODULES}


def corpus(name: str) -> Corpus:
    """The corpus of this name, or a SourceError."""
    if name not in CORPORA:
        raise SourceError(f"no corpus is called {name!r}; there are {', '.join(CORPORA)}")
    return CORPORA[name]
