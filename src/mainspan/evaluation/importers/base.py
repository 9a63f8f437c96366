"""What an importer is: a short declaration of a published corpus, with a reader of its published form.

A reader gets the files of the corpus and names its documents, each with a function that reads it. So one that
cannot be read is told by its name, and the others are imported all the same.
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
    """One document of a corpus: its page, its gold text (None: only segments in meta), and what is known."""

    page: bytes
    gold: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)


Found = tuple[str, Callable[[], Record]]


@dataclass(frozen=True)
class Corpus:
    """A published corpus.

    source: where it is published; a repository is named by owner/name.
    documents: how many it has as it was published, as far as its authors or its users say.
    layout: the files by which it is known, for people whose folder has others.
    reader: the names of its documents, each with a function that reads one.
    addresses: archives that can be fetched; without any, `by_hand` says what a person must fetch.
    archives: a pattern for the archives inside of it that belong to it.
    version: of the reader; a change of what it gives needs another.
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
        """What to fetch, and how to import it then."""
        what = self.by_hand or f"Get it from {self.source} (a clone, or {' and '.join(self.addresses)})"
        return f"{what}, then: mainspan package import {self.name} PATH"


def github(repository: str) -> tuple[str, ...]:
    """Where the files of a repository's default branch can be fetched."""
    return (f"https://github.com/{repository}/archive/HEAD.zip",)


def read_text(data: bytes) -> str:
    """A text in whatever encoding it is, with plain line breaks."""
    text = decode(data).utf8.decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_in(known: Mapping[str, Any], key: str) -> str:
    """A text that a record must have."""
    if not isinstance(known.get(key), str):
        raise SourceError(f"{key} is missing or no text")
    return str(known[key])


def texts_in(known: Mapping[str, Any], key: str) -> list[str]:
    """A list of texts that a record may have, without empty ones."""
    found = known.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise SourceError(f"{key} is no list of texts")
    return [each for each in found if each.strip()]


def known_of(known: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Those of the keys that say anything."""
    return {key: known[key] for key in keys if known.get(key) not in (None, "", [])}
