"""Defects of a package's files, before any page is read: names, missing files, the description."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.evaluation.packages import DESCRIPTION, Document, is_gold_markup
from mainspan.sources import PAGES, read_file

# Files that people put beside documents.
_NO_DOCUMENTS: Final = frozenset("readme license licence copying notice citation changelog".split())


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of a document (or of the package, if the name is empty), and how to fix it."""

    document: str
    kind: str
    message: str
    fix: str


class Files:
    """The files of a package by their suffix."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise SourceError(f"{folder}: no such folder; a package is a folder of NAME.html and NAME.txt")
        self.folder = folder
        try:
            self.names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        except OSError as error:
            raise SourceError(f"{folder}: {error.strerror or error}") from None

    def with_suffix(self, suffix: str) -> list[str]:
        """The names of the files with this suffix, without it."""
        found = [
            Path(name).stem
            for name in self.names
            if Path(name).suffix == suffix and name != DESCRIPTION and not is_gold_markup(name)
        ]
        return [name for name in found if name.lower() not in _NO_DOCUMENTS or f"{name}.html" in self.names]

    @property
    def documents(self) -> list[Document]:
        """All pages, with and without gold text."""
        return [Document(self.folder, name) for name in self.with_suffix(".html")]

    def check(self) -> Iterator[Defect]:
        """Find the defects of the description and of the names of files."""
        yield from self._check_description()
        yield from self._check_twins()
        yield from self._check_names()

    def _check_description(self) -> Iterator[Defect]:
        if DESCRIPTION not in self.names:
            make = f"mainspan package new {self.folder} --description ... --license ..."
            yield Defect("", "bad description", f"{DESCRIPTION} is missing", f"make one: {make}")
            return
        about = read_json(self.folder / DESCRIPTION)
        if isinstance(about, str):
            fix = 'write an object such as {"description": "...", "license": "MIT"}'
            yield Defect("", "bad description", f"{DESCRIPTION} {about}", fix)
            return
        if not _is_text(about.get("description")):
            fix = f'add "description": "..." to {DESCRIPTION}: what pages these are'
            yield Defect("", "bad description", "the description is missing", fix)
        if not any(_is_text(about.get(key)) for key in ("license", "licence")):
            fix = f'add "license": "..." to {DESCRIPTION}, if only "none stated"'
            yield Defect("", "no licence", "the licence is missing", fix)
        count = about.get("documents", len(self.documents))
        if count != len(self.documents):
            message = (
                f"{DESCRIPTION} says that there are {count!r} documents, but there are {len(self.documents)}"
            )
            fix = f"write {len(self.documents)}, or restore what was lost"
            yield Defect("", "bad description", message, fix)

    def _check_twins(self) -> Iterator[Defect]:
        if not self.documents:
            fix = f"add some: mainspan package add {self.folder} page.html --text gold.txt"
            yield Defect("", "no documents", "there are no pages (NAME.html) in this folder", fix)
        pages = set(self.with_suffix(".html"))
        for each in self.documents:
            if each.name == Path(DESCRIPTION).stem:
                fix = "give its files another name"
                yield Defect(
                    each.name, "name clash", f"its metadata file would be the package's {DESCRIPTION}", fix
                )
            elif not each.gold.is_file() and not any(each.segments):
                fix = self._rename(each.name, (".txt", ".text"), ".txt") or (
                    f"write {each.gold.name}, or segments (with) in {each.meta.name}, or delete the page"
                )
                yield Defect(each.name, "missing file", "a page without gold text and without segments", fix)
        for suffix, what in ((".txt", "gold text"), (".json", "metadata")):
            for name in self.with_suffix(suffix):
                if name not in pages:
                    fix = self._rename(name, tuple(PAGES), ".html") or (
                        f"restore {name}.html, or delete {name}{suffix}"
                    )
                    yield Defect(name, "missing file", f"{what} without a page", fix)

    def _rename(self, name: str, suffixes: tuple[str, ...], right: str) -> str:
        """How to rename a file that has almost the right name; empty if there is none."""
        for found in self.names:
            path, is_right = Path(found), found == name + right
            if not is_right and path.suffix.lower() in suffixes and path.stem.lower() == name.lower():
                return f"rename {found} to {name}{right}"
        return ""

    def _check_names(self) -> Iterator[Defect]:
        first: dict[str, str] = {}
        for name in self.names:
            # Some file systems ignore case, and how an accent is written.
            other = first.setdefault(unicodedata.normalize("NFC", name).casefold(), name)
            if other != name and Path(name).suffix in (".html", ".txt", ".json"):
                message = f"{name} and {other} are one file where case is ignored"
                yield Defect(Path(name).stem, "name clash", message, "give one of them another name")


def read_json(path: Path) -> dict[str, Any] | str:
    """The object in a JSON file, or a text that says what is wrong with it."""
    try:
        found = json.loads(read_file(path).decode("utf-8-sig"))
    except SourceError:
        return "cannot be read"
    except UnicodeDecodeError as error:
        return f"is not UTF-8 (byte {error.start + 1})"
    except json.JSONDecodeError as error:
        return f"is not JSON: {error.msg}, line {error.lineno}"
    except RecursionError:
        return "is not JSON that can be read: too deep"
    except ValueError:
        return "is not JSON that can be read: a number is too long"
    return found if isinstance(found, dict) else f"is a JSON {type(found).__name__}, not an object"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
