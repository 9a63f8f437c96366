"""Checks that tests hold the project's numbers: `make mutants`, or `python -m scripts.mutants [PATH ...]`.

Each named number in `src` that decides what is kept, found or shown is set to a third and to three times its
value. Then the tests of its module run, and one of them must fail. What survives is printed in a table.

`scripts/constants.py` says which numbers these are.

The tests of a module are those with its name, and those that import it; where there are none, those of its
package. Their files run one by one until one fails: those with its name first, then the quickest. All this is
done in copies of the project, never in the working tree.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from scripts.constants import Constant, Mutant, find_constants, mutants_of

Item = TypeVar("Item")
Result = TypeVar("Result")

ROOT = Path(__file__).parent.parent
_NOT_COPIED = frozenset(
    ".git .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist results shared".split()
)

# With a mutant, a file of tests may take this many times as long as without it, and some seconds more.
_TIMES_LONGER, _MORE_SECONDS = 3, 30


# --- Finding tests


@dataclass(frozen=True)
class FilesOfTests:
    """The files of tests that hold a module's numbers."""

    own: tuple[str, ...]
    others: tuple[str, ...]

    def in_order(self, times: Mapping[str, float]) -> dict[str, float]:
        """Those that have a time, with it: the module's own first, then the quickest."""
        parts = ([file for file in part if file in times] for part in (self.own, self.others))
        return {file: times[file] for part in parts for file in sorted(part, key=times.__getitem__)}

    def __str__(self) -> str:
        return " ".join([*self.own, *self.others])


def find_tests(path: str, root: Path) -> FilesOfTests:
    """The tests of a module: those with its name, then those that import it; else its package's."""
    inside = Path(path).relative_to("src").with_suffix("")
    inside = inside.parent if inside.name == "__init__" else inside
    parts = inside.parts[1:]
    own, others = _with_name(root, parts), _importing(root, ".".join(inside.parts))
    while not (own or others) and parts:
        parts = parts[:-1]
        others = _with_name(root, parts)
    others = others if own or others else _files_of_tests(root / "tests", root)
    return FilesOfTests(tuple(own), tuple(each for each in others if each not in own))


def _with_name(root: Path, parts: Sequence[str]) -> list[str]:
    if not parts:
        return []
    folder, name = Path("tests", *parts[:-1]), parts[-1].lstrip("_")
    files = [root / folder / f"test_{name}.py", *sorted((root / folder).glob(f"test_{name}_*.py"))]
    found = [str(each.relative_to(root)) for each in files if each.exists()]
    return found + _files_of_tests(root / folder / name, root)


def _files_of_tests(folder: Path, root: Path) -> list[str]:
    return [str(each.relative_to(root)) for each in sorted(folder.rglob("test_*.py"))]


def _importing(root: Path, module: str) -> list[str]:
    package, _, name = module.rpartition(".")
    plain, of_package = re.escape(module), rf"from {re.escape(package)} import [^\n]*\b{re.escape(name)}\b"
    # What a package offers is imported everywhere: that says nothing about whose tests they are.
    if (root / "src" / module.replace(".", "/")).is_dir():
        return []
    pattern = re.compile(rf"^\s*(from {plain} import|import {plain}\b|{of_package})", re.MULTILINE)
    files = _files_of_tests(root / "tests", root)
    return [each for each in files if pattern.search((root / each).read_text("utf-8"))]


# --- Running them


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    TOO_SLOW = "killed by the time limit"
    SURVIVED = "survived"
    NOT_COMPILED = "cannot be compiled"


def copy_project(root: Path, folder: Path) -> None:
    """Copy all of a project that is its own."""

    def ignored(place: str, names: Sequence[str]) -> frozenset[str]:
        return _NOT_COPIED.intersection(names) if Path(place) == root else frozenset()

    shutil.copytree(root, folder, ignore=ignored, symlinks=True)


class Copy:
    """A copy of the project, in which one mutant at a time lives."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy the project; `root` must stay as it is, for each mutant is undone with its files."""
        self.root = root
        self.folder = folder
        copy_project(root, folder)
        # Most of a quick test's time would go into making bytecode and importing plugins of pytest.
        unset = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
        self.environment = {name: value for name, value in os.environ.items() if name not in unset} | {
            "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }

    def passes(self, file: str, seconds: float | None = None) -> bool:
        """Whether a file of tests passes; TimeoutExpired if not in time."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", file]
        return self._runs(command, seconds)

    def is_imported(self) -> bool:
        """Whether Python imports the project from this copy. If not, every mutant would survive."""
        packages = [each.parent.name for each in self.folder.glob("src/*/__init__.py")]
        code = (
            "import sys; from importlib.util import find_spec\n"
            "sys.exit(not all(find_spec(name).origin.startswith(sys.argv[1]) for name in sys.argv[2:]))"
        )
        return self._runs([sys.executable, "-c", code, str(self.folder), *packages], None)

    def fate(self, mutant: Mutant, times: Mapping[str, float]) -> Fate:
        """What becomes of a mutant when files of tests run that take so long without it."""
        constant = mutant.constant
        path = self.folder / constant.path
        source = path.read_text("utf-8")
        try:
            path.write_text(source[: constant.begin] + mutant.text + source[constant.end :], "utf-8")
            if not self._is_ready(path):
                return Fate.NOT_COMPILED
            passed = all(
                self.passes(file, _TIMES_LONGER * seconds + _MORE_SECONDS) for file, seconds in times.items()
            )
            return Fate.SURVIVED if passed else Fate.KILLED
        except subprocess.TimeoutExpired:
            return Fate.TOO_SLOW
        finally:
            self._restore(path)

    def _is_ready(self, path: Path) -> bool:
        """Whether Python will read what the file says now: what is compiled is compiled again."""
        self._forget(path)
        if path.suffix == ".py" and not any(path.parent.glob(f"{path.stem}.*.so")):
            return True
        quick = {"CFLAGS": "-O0 -w"}
        return self._runs([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], None, quick)

    def _restore(self, path: Path) -> None:
        self._forget(path)
        self._take_again(path.relative_to(self.folder))
        for root in (self.root, self.folder):
            for each in [*root.glob("src/**/*.so"), *root.glob("build/cython/**/*.c")]:
                self._take_again(each.relative_to(root))

    def _take_again(self, path: Path) -> None:
        old, new = self.root / path, self.folder / path
        if not old.exists():
            new.unlink()
        elif not new.exists() or old.stat().st_mtime != new.stat().st_mtime:
            shutil.copy2(old, new)

    def _forget(self, path: Path) -> None:
        """Remove what Python made of a file before; its times are too coarse to see each change."""
        for each in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            each.unlink()

    def _runs(
        self, command: Sequence[str], seconds: float | None, more: dict[str, str] | None = None
    ) -> bool:
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**self.environment, **(more or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                return process.wait(seconds) == 0
            finally:
                _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass(frozen=True)
class Outcome:
    """What became of all mutants, and the files of tests that fail without any."""

    fates: list[tuple[Mutant, Fate]]
    broken: list[str]

    def of(self, fate: Fate) -> list[Mutant]:
        """The mutants of which this became."""
        return [mutant for mutant, each in self.fates if each is fate]


def run_mutants(root: Path, constants: Sequence[Constant], jobs: int) -> Outcome:
    """Try the mutants of constants in copies of the project, one copy for each job."""
    tests = {path: find_tests(path, root) for path in {each.path for each in constants}}
    files = sorted({file for each in tests.values() for file in (*each.own, *each.others)})
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        # Somebody may go on working in the project meanwhile.
        original = Path(folder, "original")
        copy_project(root, original)
        copies = [Copy(original, Path(folder, str(number))) for number in range(jobs)]
        if not all(copy.is_imported() for copy in copies):
            raise SystemExit(
                "Python does not import the project from PYTHONPATH first: is there a .pth file?"
            )
        found = dict(zip(files, _in_copies(copies, "tests as they are", _timed, files), strict=True))
        times = {file: seconds for file, seconds in found.items() if seconds is not None}
        tried = [
            (mutant, ordered)
            for each in constants
            if (ordered := tests[each.path].in_order(times))
            for mutant in mutants_of(each)
        ]
        fates = _in_copies(copies, "mutants", _tried, tried)
    mutants = [mutant for mutant, _ in tried]
    return Outcome(list(zip(mutants, fates, strict=True)), [file for file in files if file not in times])


def _in_copies(
    copies: Sequence[Copy], what: str, work: Callable[[Copy, Item], Result], items: Sequence[Item]
) -> list[Result]:
    """What work makes of each item, in whichever copy is free."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns) as progress, ThreadPoolExecutor(len(copies)) as pool:
        task = progress.add_task(what, total=len(items))

        def one(item: Item) -> Result:
            copy = free.get()
            try:
                return work(copy, item)
            finally:
                free.put(copy)
                progress.advance(task)

        try:
            return list(pool.map(one, items))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _timed(copy: Copy, file: str) -> float | None:
    """How long a file of tests takes in a copy, if it passes."""
    begun = monotonic()
    return monotonic() - begun if copy.passes(file) else None


def _tried(copy: Copy, tried: tuple[Mutant, Mapping[str, float]]) -> Fate:
    mutant, times = tried
    fate = copy.fate(mutant, times)
    if fate is not Fate.KILLED:
        print(f"{fate.value}:", *_shown(mutant.constant), "->", mutant.text, flush=True)
    return fate


# --- The command


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the command; 0: no mutant survived."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.mutants", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "paths", nargs="*", default=["src"], help="files or folders of src; all of it if none"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the named numbers, and the tests that hold them"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many mutants are tried at once"
    )
    options = parser.parse_args(arguments)
    constants = [found for path in _files(root, options.paths) for found in _read(root, path)]
    if options.list:
        _print(_listed(constants, root))
        return 0
    begun, used = monotonic(), _used()
    outcome = run_mutants(root, constants, options.jobs)
    survivors = outcome.of(Fate.SURVIVED)
    for file in outcome.broken:
        print(f"These tests fail as they are: {file}")
    if survivors:
        _print(_table(survivors))
    print(f"{len(survivors)} of {len(outcome.fates)} mutants of {len(constants)} numbers survived.")
    clock, cpu = (monotonic() - begun) / 60, (_used() - used) / 60
    print(f"It took {clock:.1f} minutes by the clock, and {cpu:.1f} minutes of CPU time.")
    return 1 if survivors or outcome.of(Fate.NOT_COMPILED) or outcome.broken else 0


def _used() -> float:
    """The CPU time of the processes that have ended, in seconds."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def _files(root: Path, paths: Sequence[str]) -> list[str]:
    found = []
    for path in paths:
        place = (root / path).resolve()
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        found += [each for each in files if each.suffix in (".py", ".pyx", ".pxd")]
    return [str(each.relative_to(root.resolve())) for each in found]


def _read(root: Path, path: str) -> list[Constant]:
    return find_constants(path, (root / path).read_text("utf-8"))


def _listed(constants: Sequence[Constant], root: Path) -> list[tuple[str, ...]]:
    tests = {path: str(find_tests(path, root)) for path in {each.path for each in constants}}
    return [("number", "value", "tests"), *((*_shown(each), tests[each.path]) for each in constants)]


def _table(survivors: Sequence[Mutant]) -> list[tuple[str, ...]]:
    return [("survived", "value", "set to"), *((*_shown(each.constant), each.text) for each in survivors)]


def _shown(constant: Constant) -> tuple[str, str]:
    return f"{constant.path}:{constant.line} {constant.name}", constant.text


def _print(rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table that is as wide as it has to be: a narrow terminal hides nothing of it."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    sys.exit(main())
