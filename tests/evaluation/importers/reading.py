"""What the tests of readers share: import a corpus, and look at a document of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mainspan.evaluation.importers import Imported, corpus, import_corpus
from mainspan.evaluation.packages import Document
from tests.evaluation.importers.corpora import SMALL, Tree, lay


def take(folder: Path, name: str, tree: Tree | None = None) -> Imported:
    return import_corpus(corpus(name), lay(folder / "in", tree or SMALL[name]()), folder / "out")


def document(folder: Path, name: str) -> Document:
    return Document(folder / "out", name)


def known(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(document(folder, name).meta.read_text("utf-8"))
    return found


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / "out").glob("*.html"))
