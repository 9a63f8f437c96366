"""The plan of a run, made before it begins, so that a stopped run can be recognised and resumed."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from mainspan import __version__
from mainspan.algorithms import Algorithm
from mainspan.errors import EvaluationError, OutputError, SourceError
from mainspan.evaluation.contestants import Contestant, contestant
from mainspan.evaluation.measures import Case, Measure, figures_of, measures_of
from mainspan.evaluation.packages import Document, Package, pages_in
from mainspan.evaluation.result_files import (
    BREAKDOWN,
    FLAGS,
    RUN,
    SIGNIFICANCE,
    SUMMARY,
    Table,
    read_run,
    safe_names,
)
from mainspan.evaluation.subset import Subset
from mainspan.evaluation.tables import RowFormat

# What must be the same to resume a run, and its name in messages.
_SAME: Final = {
    "version": "version of mainspan",
    "packages": "packages or their documents",
    "contestants": "contestants",
    "measures": "measures",
    "options": "options",
}


@dataclass(frozen=True)
class Plan:
    """Packages, contestants and measures by unique names, and the time limit for each document."""

    packages: dict[str, Package]
    contestants: dict[str, Contestant]
    measures: tuple[Measure, ...]
    limit: float
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    subset: Subset = field(default_factory=Subset)

    @classmethod
    def make(
        cls,
        packages: Iterable[str | Path | Package],
        contestants: Iterable[str | Algorithm | Contestant],
        measures: Iterable[str | Measure] | None,
        limit: float,
        subset: Subset,
    ) -> Plan:
        """Check the arguments. An unreadable package is a problem; if none can be read, it is an error."""
        if limit <= 0:
            raise EvaluationError(f"the limit must be more than 0 seconds, not {limit:g}")
        taking = measures_of(measures)
        made = (contestant(each, limit=limit) for each in contestants)
        named = {each.name: each for each in made}
        if not named or not taking:
            raise EvaluationError(f"nothing to do: name at least one {'measure' if named else 'contestant'}")
        for each in taking:
            each(Case("a", "a"))  # reports a missing extra now
        readable, problems = _read_packages(packages, subset)
        notes = [note for package in readable.values() if (note := _note(package))]
        return cls(readable, named, taking, limit, tuple(problems), tuple(notes), subset)

    @property
    def form(self) -> RowFormat:
        """The columns of the tables."""
        return RowFormat(tuple(map(repr, self.measures)), tuple(figures_of(Case("", ""))))

    @property
    def total(self) -> int:
        """The number of rows when the run is complete."""
        return len(self.contestants) * sum(len(package) for package in self.packages.values())

    def record(self, output: Path | None) -> dict[str, Any]:
        """The content of run.json."""
        packages = [
            {
                "name": name,
                "file": file,
                "documents": len(package),
                "digest": digest(package.documents),
                **_paths(package.folder, output),
            }
            for (name, package), file in zip(self.packages.items(), safe_names(self.packages), strict=True)
        ]
        contestants = [
            {"name": name, "kind": each.kind, "file": file}
            for (name, each), file in zip(self.contestants.items(), safe_names(self.contestants), strict=True)
        ]
        return {
            "version": __version__,
            "complete": False,
            "packages": packages,
            "contestants": contestants,
            "measures": list(map(repr, self.measures)),
            "options": {"limit": self.limit},
            "choice": asdict(self.subset),
            "made_with": _made_with(self.contestants.values()),
            "problems": list(self.problems),
            "notes": list(self.notes),
        }


def _note(package: Package) -> str:
    """Documents of a package that are left out or may be wrong; `package check` reports details."""
    pages = len(pages_in(package.folder))
    left_out = pages - len(Package.read(package.folder))
    broken = sum(not _is_utf8(document.gold) for document in package.documents if document.gold.is_file())
    parts = [f"{left_out} pages without gold text are left out"] * (left_out > 0)
    parts += [f"{broken} gold texts are not in UTF-8"] * (broken > 0)
    return f"{package.folder}: {' and '.join(parts)}; mainspan package check says which" if parts else ""


def _is_utf8(path: Path) -> bool:
    try:
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False
    except OSError:
        pass  # reported when the document is read
    return True


def _made_with(contestants: Iterable[Contestant]) -> dict[str, Any]:
    """When and on what machine a run began, and the versions of other libraries in it."""
    versions = {}
    for each in contestants:
        with suppress(PackageNotFoundError):
            if each.kind == "peer":
                versions[each.name] = version(each.name)
    return {
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "peers": versions,
    }


def check_output(folder: Path, run: dict[str, Any], *, fresh: bool) -> None:
    """Make sure that a folder is empty or holds this run; with `fresh`, remove what another run wrote."""
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder for the results")
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / RUN).is_file():
        raise OutputError(f"{folder}: has other files than results; name an empty or new folder")
    if fresh:
        _clear(folder)
        return
    old = read_run(folder)
    differing = [name for key, name in _SAME.items() if _essence(old, key) != _essence(run, key)]
    if differing:
        raise OutputError(
            f"{folder}: has the results of another run ({' and '.join(differing)} differ); "
            "name another folder, or replace them with --fresh"
        )


def digest(documents: Sequence[Document]) -> str:
    """A digest of all bytes of these documents."""
    whole = sha256()
    for document in documents:
        for path in document.files:
            try:
                data = path.read_bytes()
            except OSError:
                data = b"-"
            whole.update(f"{os.fsencode(path.name)!r} {sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()


def _read_packages(
    packages: Iterable[str | Path | Package], subset: Subset
) -> tuple[dict[str, Package], list[str]]:
    read: list[Package] = []
    problems = []
    for each in packages:
        try:
            read.append(subset(each if isinstance(each, Package) else Package.read(each)))
        except SourceError as error:
            problems.append(str(error))
    if not read:
        raise SourceError("; ".join(problems) or "no package to evaluate on: name at least one folder")
    return _named(read), problems


def _named(packages: list[Package]) -> dict[str, Package]:
    """Packages by name. Different folders of the same name are numbered; a repeated folder counts once."""
    found: dict[str, Package] = {}
    for package in packages:
        base = name = package.name
        count = 1
        while name in found and found[name].folder.resolve() != package.folder.resolve():
            count += 1
            name = f"{base}-{count}"
        found[name] = package
    return found


def _paths(folder: Path, output: Path | None) -> dict[str, str]:
    """The folder of a package, relative to the results if possible, so that both can be moved together."""
    absolute = folder.resolve()
    try:
        relative = os.path.relpath(absolute, (output or Path()).resolve())
    except ValueError:
        relative = str(absolute)  # on another drive
    return {"folder": Path(relative).as_posix(), "absolute": str(absolute)}


def _essence(run: dict[str, Any], key: str) -> object:
    """The part of an entry that must be the same; folders may differ."""
    kept = ("name", "kind", "digest", "documents")
    value = run.get(key)
    if isinstance(value, list):
        return [{k: each[k] for k in kept if k in each} if isinstance(each, dict) else each for each in value]
    return value


def _clear(folder: Path) -> None:
    """Remove the tables of a run, and no other files."""
    try:
        old = read_run(folder)
        tables = [Table.of(folder, one, other) for one in old["packages"] for other in old["contestants"]]
    except (SourceError, KeyError, TypeError):
        tables = []  # damaged: its tables will be overwritten
    for table in tables:
        for path in (table.final, table.final_texts, table.part, table.part_texts):
            path.unlink(missing_ok=True)
    reports = ("report/report.html", "report/report.md")
    for name in (SUMMARY, SIGNIFICANCE, FLAGS, BREAKDOWN, *reports, RUN):
        (folder / name).unlink(missing_ok=True)
    for path in {table.final.parent for table in tables} | {folder / "report"}:
        with suppress(OSError):
            path.rmdir()  # unless something else is in it
