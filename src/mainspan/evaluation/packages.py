"""Test packages: pages with the main text that a person annotated, as the paper of 2007 defines them.

A package is a folder with a description file `package.json` and, for each document, files that share one
name: NAME.html (the page's bytes), NAME.txt (the gold text, in UTF-8) and NAME.json (metadata: url, domain,
language, ...). NAME.gold.html or NAME.gold.md may have the gold with its structure. Instead of a gold text,
NAME.json may have segments that the main content must contain (`with`) and must not contain (`without`).

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from hashlib import md5
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.evaluation.structure.markup import Form, Markup
from mainspan.site import host_of
from mainspan.sources import read_file

DESCRIPTION: Final = "package.json"
# Gold in Markdown may begin with what is known of the page, as a block of JSON. Reads up to the next fence.
_FACTS: Final = re.compile(r"\A\s*```json\n[^`]*\n```\n")
# The files with the gold's structure, by their suffixes.
GOLD_MARKUPS: Final[dict[str, Form]] = {".gold.html": "html", ".gold.md": "markdown"}


@dataclass(frozen=True)
class Document:
    """One document of a package. Its files are read on demand."""

    folder: Path
    name: str

    @property
    def page(self) -> Path:
        """The file with the page's bytes."""
        return self.folder / f"{self.name}.html"

    @property
    def gold(self) -> Path:
        """The file with the gold text."""
        return self.folder / f"{self.name}.txt"

    @property
    def meta(self) -> Path:
        """The file with the metadata."""
        return self.folder / f"{self.name}.json"

    @property
    def files(self) -> tuple[Path, ...]:
        """All its files: those that every document may have, and those with structure that it has."""
        markups = (self.folder / f"{self.name}{suffix}" for suffix in GOLD_MARKUPS)
        return (self.page, self.gold, self.meta, *(path for path in markups if path.is_file()))

    def read_page(self) -> bytes:
        """The page's bytes, or a SourceError."""
        return read_file(self.page)

    def read_gold(self) -> str | None:
        """The gold text; None if the document has none."""
        if not self.gold.is_file():
            return None
        return read_file(self.gold).decode("utf-8-sig", "replace")

    def read_gold_markup(self) -> Markup | None:
        """The gold with its structure, as HTML or Markdown; None if the document has none."""
        for suffix, form in GOLD_MARKUPS.items():
            path = self.folder / f"{self.name}{suffix}"
            if path.is_file():
                text = read_file(path).decode("utf-8-sig", "replace")
                return Markup(form, _FACTS.sub("", text) if form == "markdown" else text, self.url)
        return None

    @cached_property
    def about(self) -> dict[str, Any]:
        """The metadata; empty if its file is missing or broken."""
        return read_object(self.meta)

    @property
    def url(self) -> str | None:
        """The page's address, if known."""
        return str(self.about["url"]) if self.about.get("url") else None

    @property
    def site(self) -> str:
        """Its site: its domain, else the host of its address, else the name of the document."""
        return str(self.about.get("domain") or host_of(self.url) or self.name)

    @property
    def segments(self) -> tuple[list[str], list[str]]:
        """The segments that the main content must contain, and those that it must not."""
        wanted, unwanted = (self.about.get(key) for key in ("with", "without"))
        return _texts(wanted), _texts(unwanted)


@dataclass(frozen=True)
class Package:
    """A folder of documents."""

    folder: Path
    documents: tuple[Document, ...]

    @classmethod
    def read(cls, folder: str | Path) -> Package:
        """Read a package, or raise a SourceError. Documents have a page, and a gold text or segments."""
        folder = Path(folder)
        if not folder.is_dir():
            raise SourceError(f"{folder}: no such folder; a package is a folder of NAME.html and NAME.txt")
        found = [Document(folder, path.stem) for path in pages_in(folder)]
        documents = tuple(each for each in found if each.gold.is_file() or any(each.segments))
        if not documents:
            raise SourceError(f"{folder}: no pages with gold text (NAME.html beside NAME.txt) in this folder")
        return cls(folder, documents)

    @property
    def name(self) -> str:
        """The name of the package's folder."""
        return self.folder.resolve().name

    @cached_property
    def about(self) -> dict[str, Any]:
        """The description of the package."""
        return read_object(self.folder / DESCRIPTION)

    def __len__(self) -> int:
        return len(self.documents)


def pages_in(folder: Path) -> list[Path]:
    """The files of a folder that are pages of documents, in order of their names."""
    return [path for path in sorted(folder.glob("*.html")) if not is_gold_markup(path.name)]


def is_gold_markup(file: str) -> bool:
    """Whether a file of this name has the structure of a gold text, and is no page."""
    return file.endswith(tuple(GOLD_MARKUPS))


def read_object(path: Path) -> dict[str, Any]:
    """A JSON object from a file; an empty one if the file is missing or holds something else."""
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _texts(found: Any) -> list[str]:
    return [str(each) for each in found] if isinstance(found, list) else []


def unused(name: str, used: Container[str]) -> str:
    """The name, with a number after it if it is used already; case is ignored.

    >>> unused("A", {"a", "a-2"})
    'A-3'
    """
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each.lower() not in used)


def is_held_out(site: str, parts: int) -> bool:
    """Whether a site is in the held-out one of `parts` parts; with 0 or 1 parts, none is."""
    digest = md5(site.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    return parts > 1 and int(digest, 16) % parts == 1
