"""Test packages: pages with the main text that a person marked, as the paper of 2007 defines them.

A package is a folder with a description file `package.json` and, for each document, files that share one
name: NAME.html (the page's bytes), NAME.txt (the gold text, in UTF-8) and NAME.json (what is known of it:
url, domain, language, ...). Where nobody marked the whole text, NAME.json may have segments instead that
the main content must hold (`with`) and must not hold (`without`).

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 3.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import md5
from pathlib import Path
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.site import host_of
from mainspan.sources import read_file

DESCRIPTION: Final = "package.json"


@dataclass(frozen=True)
class Document:
    """One document of a package. Its files are read when they are asked for."""

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
        """The file with what is known of the document."""
        return self.folder / f"{self.name}.json"

    def read_page(self) -> bytes:
        """The page's bytes, or a SourceError."""
        return read_file(self.page)

    def read_gold(self) -> str | None:
        """The gold text; None where the package has none for this document."""
        if not self.gold.is_file():
            return None
        return read_file(self.gold).decode("utf-8-sig", "replace")

    @cached_property
    def about(self) -> dict[str, Any]:
        """What is known of the document; nothing if its file is missing or broken."""
        return read_object(self.meta)

    @property
    def url(self) -> str | None:
        """The page's address, if known."""
        return str(self.about["url"]) if self.about.get("url") else None

    @property
    def site(self) -> str:
        """The site that it belongs to: its domain, else the host of its address, else the document alone."""
        return str(self.about.get("domain") or host_of(self.url) or self.name)

    @property
    def segments(self) -> tuple[list[str], list[str]]:
        """What the main content must hold, and what it must not, where the package says so."""
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
        found = [Document(folder, path.stem) for path in sorted(folder.glob("*.html"))]
        documents = tuple(each for each in found if each.gold.is_file() or any(each.segments))
        if not documents:
            raise SourceError(f"{folder}: no pages with gold text (NAME.html beside NAME.txt) in this folder")
        return cls(folder, documents)

    @property
    def name(self) -> str:
        """What the package is called: the name of its folder."""
        return self.folder.resolve().name

    @cached_property
    def about(self) -> dict[str, Any]:
        """The description of the package."""
        return read_object(self.folder / DESCRIPTION)

    def __len__(self) -> int:
        return len(self.documents)


def read_object(path: Path) -> dict[str, Any]:
    """A JSON object from a file; an empty one if the file is missing or holds something else."""
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _texts(found: Any) -> list[str]:
    return [str(each) for each in found] if isinstance(found, list) else []


def is_held_out(site: str, parts: int) -> bool:
    """Whether a site belongs to the one of so many parts that is left out, to measure on; of 0, none does."""
    digest = md5(site.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    return parts > 1 and int(digest, 16) % parts == 1
