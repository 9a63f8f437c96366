"""The results of evaluations, as the views show them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any, Final

from mainspan.evaluation.flags import ALL_PACKAGES
from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.report.diff import difference
from mainspan.evaluation.result_files import RUN
from mainspan.evaluation.results import Results
from mainspan.service.errors import ApiError

# Results of large evaluations need some memory, and seconds to be read.
_MAX_CACHED: Final = 2  # no rule: memory


class ResultFolders:
    """The results in a folder; one that is a folder of results itself holds that one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._cache: OrderedDict[tuple[Path, float], Results] = OrderedDict()
        self._lock = Lock()

    def folders(self) -> dict[str, Path]:
        """The folders of results by name, the newest first."""
        if not self.root.is_dir():
            return {}
        if (self.root / RUN).is_file():
            return {self.root.name: self.root}
        found = [path for path in self.root.iterdir() if (path / RUN).is_file() and not path.is_symlink()]
        return {path.name: path for path in sorted(found, key=_changed, reverse=True)}

    def read(self, name: str) -> Results:
        """The results of a run, or a 404."""
        folders = self.folders()
        if name not in folders:
            known = f"they are {', '.join(folders)}" if folders else "there are none yet"
            raise _not_found(f"no results are called {name[:100]!r}: {known}")
        folder = folders[name]
        key = (folder, _changed(folder))
        with self._lock:
            if key not in self._cache:
                self._cache[key] = Results.read(folder)
            self._cache.move_to_end(key)
            while len(self._cache) > _MAX_CACHED:
                self._cache.popitem(last=False)
            return self._cache[key]


@dataclass(frozen=True)
class ResultsView:
    """Tables of one run by one measure."""

    results: Results
    measure: str

    @property
    def measures(self) -> list[str]:
        """All measures of the run."""
        return list(dict.fromkeys(name for each in self.results.summaries for name in each.means))

    @property
    def packages(self) -> list[str]:
        """All packages of the run."""
        return list(dict.fromkeys(each.package for each in self.results.summaries))

    def table(self) -> list[dict[str, Any]]:
        """A row for each contestant: the mean F1 on each package, their mean, and the speed."""
        rows: dict[str, dict[str, Any]] = {}
        for each in self.results.summaries:
            row = rows.setdefault(each.contestant, {"contestant": each.contestant, "cells": {}})
            score = each.means.get(self.measure)
            row["cells"][each.package] = {
                "f1": None if score is None else score.f1,
                "precision": None if score is None else score.precision,
                "recall": None if score is None else score.recall,
                "deviation": each.deviations.get(self.measure),
                "errors": each.errors,
            }
        for row in rows.values():
            found = [cell["f1"] for cell in row["cells"].values() if cell["f1"] is not None]
            row["mean"] = sum(found) / len(found) if len(found) == len(self.packages) else None
        return list(rows.values())

    def broken_down(self, flag: str) -> list[dict[str, Any]]:
        """The mean F1 of each contestant on the documents with each value of a flag.

        A table for all packages together, if there are several, and one for each package.
        """
        tables: dict[str, dict[str, Any]] = {}
        for part in self.results.break_down():
            if part.flag != flag:
                continue
            found = part.summary
            table = tables.setdefault(
                found.package, {"package": _name_of(found.package), "values": {}, "rows": {}}
            )
            score = found.means.get(self.measure)
            table["values"][part.value] = found.documents
            table["rows"].setdefault(found.contestant, {})[part.value] = score and score.f1
        return list(tables.values())

    def flags(self) -> list[str]:
        """The flags by which results can be broken down."""
        return list(dict.fromkeys(part.flag for part in self.results.break_down()))

    def documents(self, package: str, contestant: str) -> list[dict[str, Any]]:
        """The documents of a package, the lowest F1 first; those without a score last."""
        rows = [row for row in self.results.rows if (row.package, row.contestant) == (package, contestant)]
        if not rows:
            raise _not_found(f"there are no results of {contestant[:100]!r} on {package[:100]!r}")
        return sorted(
            (_entry(row, self.measure) for row in rows), key=lambda each: (each["f1"] is None, each["f1"])
        )

    def difference(self, package: str, name: str, contestant: str) -> dict[str, Any]:
        """The gold text and the answer of one document as one text."""
        row = next(
            (
                row
                for row in self.results.rows
                if (row.package, row.document, row.contestant) == (package, name, contestant)
            ),
            None,
        )
        if row is None:
            raise _not_found(f"there is no result of {contestant[:100]!r} on {name[:200]!r}")
        folder = self.results.package_folder(package)
        gold = Document(folder, name).read_gold() if folder is not None else None
        found = self.results.texts(package, contestant).get(name)
        shown = _entry(row, self.measure)
        if gold is None or found is None:
            missing = "the gold text" if gold is None else "the answer"
            return {**shown, "pieces": [], "note": f"{missing} is no longer there"}
        compared = difference(gold, found)
        note = "only the beginning is compared: the texts are very long" if compared.truncated else ""
        return {**shown, "pieces": [[each.kind.value, each.text] for each in compared.pieces], "note": note}


def _entry(row: Row, measure: str) -> dict[str, Any]:
    found = row.scores.get(measure)
    score = found if isinstance(found, Score) else None
    return {
        "document": row.document,
        "f1": score and score.f1,
        "precision": score and score.precision,
        "recall": score and score.recall,
        "error": row.error or (found if isinstance(found, str) else ""),
    }


def _name_of(package: str) -> str:
    return "all packages" if package == ALL_PACKAGES else package


def _changed(folder: Path) -> float:
    return (folder / RUN).stat().st_mtime


def _not_found(message: str) -> ApiError:
    return ApiError(HTTPStatus.NOT_FOUND, "not_found", message, advice="/results lists what there is.")
