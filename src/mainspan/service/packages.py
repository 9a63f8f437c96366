"""The packages folder of the service. Names in requests never become paths: they are looked up in listings.

So `..`, absolute paths, separators and NUL are names that are not there. What a link leads out of the folder
is not there either.
"""

from __future__ import annotations

import os
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from mainspan.evaluation.packages import DESCRIPTION, Document, Package
from mainspan.service.errors import ApiError, invalid

_NAME: Final = re.compile(r"\w[\w-]{0,59}")
_PAGE: Final = ".html"
# The names of a document's files end in these.
_ENDS: Final = (_PAGE, ".txt", ".json")


class Packages:
    """The packages in a folder; a folder that is a package itself holds that one."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def folders(self) -> dict[str, Path]:
        """The folders of all packages by name."""
        if not self.root.is_dir():
            return {}
        if (self.root / DESCRIPTION).is_file():
            return {self.root.name: self.root}
        found = sorted(
            path for path in self.root.iterdir() if path.is_dir() and not path.name.startswith(".")
        )
        return {path.name: path for path in found if self.is_inside(path) and _is_package(path)}

    def folder(self, name: str) -> Path:
        """The folder of a package, or a 404."""
        found = self.folders()
        if name in found:
            return found[name]
        known = f"the packages are {', '.join(found)}" if found else self.why_none()
        raise _not_found(f"no package is called {name!r}: {known}")

    def document(self, package: str, name: str) -> Document:
        """A document of a package, or a 404."""
        folder = self.folder(package)
        if name not in self.documents(folder):
            raise _not_found(f"the package {package} has no document {name!r}")
        return Document(folder, name)

    def documents(self, folder: Path) -> list[str]:
        """The names of all documents of a package, also of those without gold."""
        with os.scandir(folder) as entries:
            found = {each.name: each for each in entries}
        names = (name.removesuffix(_PAGE) for name in found if name.endswith(_PAGE))
        return sorted(
            name
            for name in names
            if all(self._is_own(found[each]) for each in (f"{name}{end}" for end in _ENDS) if each in found)
        )

    def _is_own(self, entry: os.DirEntry[str]) -> bool:
        """Whether an entry of a package is a file in the packages folder."""
        return entry.is_file() and (not entry.is_symlink() or self.is_inside(Path(entry.path)))

    def folder_for(self, name: str) -> Path:
        """The folder of a package that may be new, or an error if it cannot be made."""
        found = self.folders()
        if name in found:
            return found[name]
        if self.root in found.values():
            raise invalid(
                f"the packages folder is a package itself, {self.root.name}, and can have no other",
                advice=f"Choose {self.root.name}, or start the service with another --packages.",
            )
        if not _NAME.fullmatch(name):
            raise invalid(
                f"{name[:200]!r} is no name for a package",
                advice="Use letters, digits, hyphens and underscores.",
            )
        if (self.root / name).exists():
            raise invalid(f"{name} exists, and is no package", advice="Choose another name.")
        return self.root / name

    def why_none(self) -> str:
        """Why there are no packages."""
        return (
            "the packages folder has no folders with pages; make a package, or name another with --packages"
        )

    def is_inside(self, path: Path) -> bool:
        """Whether a file or folder, or what a link leads to, is in the packages folder."""
        try:
            return path.resolve().is_relative_to(self.root)
        except (OSError, RuntimeError):  # a link to itself
            return False


def overview(name: str, folder: Path) -> dict[str, Any]:
    """A package in a list."""
    about = Package(folder, ()).about
    return {
        "name": name,
        "description": str(about.get("description") or ""),
        "license": str(about.get("license") or about.get("licence") or ""),
        "documents": sum(1 for _ in folder.glob("*.html")),
    }


def _is_package(folder: Path) -> bool:
    return (folder / DESCRIPTION).is_file() or next(folder.glob("*.html"), None) is not None


def _not_found(message: str) -> ApiError:
    return ApiError(HTTPStatus.NOT_FOUND, "not_found", message, advice="GET /packages lists what is there.")
