"""The base of all importers: a short declaration of a published corpus, with a reader of its files.

A reader gets the files of the corpus and yields its documents: their names, each with a function that reads
it. A document that cannot be read is reported by name, and the others are still imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mainspan.errors import SourceError
from mainspan.evaluation.importers.files import Files
from mainspan.page.decode import decode


@dataclass(frozen=True)
class Record:
    """One document of a corpus: its page, its gold text (None: only segments in meta), and metadata."""

    page: bytes
    gold: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)


Found = tuple[str, Callable[[], Record]]


@dataclass(frozen=True)
class Corpus:
    """A published corpus.

    source: where it is published; owner/name for a repository.
    documents: the number of documents, as published.
    layout: the files that it is recognised by, for error messages.
    reader: yields the names of its documents, each with a function that reads one.
    addresses: archives to download; if there are none, `by_hand` says what a person must download.
    archives: a pattern for the archives that it contains.
    version: of the reader; it changes when the reader's output does.
    """

    name: str
    title: str
    source: str
    licence: str
    citation: str
    documents: int
    languages: tuple[str, ...]
    gold: str
    layout: str
    reader: Callable[[Files], Iterable[Found]]
    addresses: tuple[str, ...] = ()
    by_hand: str = ""
    archives: str = ""
    version: int = 1

    @property
    def where(self) -> str:
        """What to download, and how to import it."""
        what = self.by_hand or f"Get it from {self.source} (a clone, or {' and '.join(self.addresses)})"
        return f"{what}, then: mainspan package import {self.name} PATH"


def github(repository: str) -> tuple[str, ...]:
    """The archive of a repository's default branch."""
    return (f"https://github.com/{repository}/archive/HEAD.zip",)


def read_text(data: bytes) -> str:
    """A text in any encoding, with line breaks as in Unix."""
    text = decode(data).utf8.decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_in(known: Mapping[str, Any], key: str) -> str:
    """A required text of a record."""
    if not isinstance(known.get(key), str):
        raise SourceError(f"{key} is missing or not a text")
    return str(known[key])


def texts_in(known: Mapping[str, Any], key: str) -> list[str]:
    """An optional list of texts of a record, without empty ones."""
    found = known.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise SourceError(f"{key} is not a list of texts")
    return [each for each in found if each.strip()]


def known_of(known: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Those of the keys that have a value."""
    return {key: known[key] for key in keys if known.get(key) not in (None, "", [])}
