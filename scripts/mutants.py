"""Checks that tests hold the project's numbers: `make mutants`, or `python -m scripts.mutants [PATH ...]`.

Each named number in `src` that decides what is kept, found or shown is set to a third and to three times its
value. Then the tests of its module run, and one of them must fail. What survives is printed in a table.

`scripts/constants.py` says which numbers these are.

The tests of a module are the files and folders of `tests` with its name, and the tests that import it; where
there are none, those of its package. All this is done in copies of the project, never in the working tree.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from scripts.constants import Constant, Mutant, find_constants, mutants_of

Item = TypeVar("Item")
Result = TypeVar("Result")

ROOT = Path(__file__).parent.parent
_NOT_COPIED = (
    ".git .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist results shared *.egg-info"
).split()

# A mutant's tests may take this many times as long as they do without it, and some seconds more.
_TIMES_LONGER, _MORE_SECONDS = 3, 30


# --- Finding tests


def find_tests(path: str, root: Path) -> list[str]:
    """The tests of a module: those with its name, then those that import it; else its package's."""
    inside = Path(path).relative_to("src").with_suffix("")
    inside = inside.parent if inside.name == "__init__" else inside
    parts = inside.parts[1:]
    found = _with_name(root, parts) + _importing(root, ".".join(inside.parts))
    while not found and parts:
        parts = parts[:-1]
        found = _with_name(root, parts)
    return _without_doubles(found or ["tests"])


def _with_name(root: Path, parts: Sequence[str]) -> list[str]:
    if not parts:
        return []
    folder, name = Path("tests", *parts[:-1]), parts[-1].lstrip("_")
    found = [
        folder / f"test_{name}.py",
        *sorted(map(folder.__truediv__, _names(root / folder, f"test_{name}_*.py"))),
    ]
    return [str(each) for each in [*found, folder / name] if (root / each).exists()]


def _names(folder: Path, pattern: str) -> list[str]:
    return [each.name for each in folder.glob(pattern)]


def _importing(root: Path, module: str) -> list[str]:
    package, _, name = module.rpartition(".")
    plain, of_package = re.escape(module), rf"from {re.escape(package)} import [^\n]*\b{re.escape(name)}\b"
    # What a package offers is imported everywhere: that says nothing about whose tests they are.
    if (root / "src" / module.replace(".", "/")).is_dir():
        return []
    pattern = re.compile(rf"^(from {plain} import|import {plain}\b|{of_package})", re.MULTILINE)
    files = sorted((root / "tests").rglob("test_*.py"))
    return [str(each.relative_to(root)) for each in files if pattern.search(each.read_text("utf-8"))]


def _without_doubles(paths: Iterable[str]) -> list[str]:
    """Each path once, and none that another one holds."""
    once = list(dict.fromkeys(paths))
    return [each for each in once if not any(str(parent) in once for parent in Path(each).parents)]


# --- Running them


class Copy:
    """A copy of the project, in which one mutant at a time lives."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy all of the project that is its own."""
        self.root = root
        self.folder = folder
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*_NOT_COPIED), symlinks=True)
        self.environment = {**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"}

    def passes(self, tests: Sequence[str], seconds: float | None = None) -> bool:
        """Whether tests pass, in time."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        return self._runs(command, seconds)

    def is_imported(self) -> bool:
        """Whether Python imports the project from this copy. If not, every mutant would survive."""
        packages = [each.parent.name for each in self.folder.glob("src/*/__init__.py")]
        code = (
            "import sys; from importlib.util import find_spec\n"
            "sys.exit(not all(find_spec(name).origin.startswith(sys.argv[1]) for name in sys.argv[2:]))"
        )
        return self._runs([sys.executable, "-c", code, str(self.folder), *packages], None)

    def survives(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> bool | None:
        """Whether tests pass with a mutant; None if it cannot be compiled, which says nothing."""
        path = self.folder / mutant.constant.path
        source = path.read_text("utf-8")
        constant = mutant.constant
        try:
            path.write_text(source[: constant.begin] + mutant.text + source[constant.end :], "utf-8")
            return self.passes(tests, seconds) if self._is_ready(path) else None
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
            except subprocess.TimeoutExpired:
                return False
            finally:
                _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass(frozen=True)
class Outcome:
    """What became of all mutants."""

    survivors: list[Mutant]
    not_compiled: list[Mutant]
    broken: list[tuple[str, ...]]
    count: int


def run_mutants(root: Path, constants: Sequence[Constant], jobs: int) -> Outcome:
    """Try the mutants of constants in copies of the project, one copy for each job."""
    tests = {path: tuple(find_tests(path, root)) for path in {each.path for each in constants}}
    sets = sorted(set(tests.values()))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Copy(root, Path(folder, str(number))) for number in range(jobs)]
        if not all(copy.is_imported() for copy in copies):
            raise SystemExit(
                "Python does not import the project from PYTHONPATH first: is there a .pth file?"
            )
        times = dict(zip(sets, _in_copies(copies, "tests as they are", _timed, sets), strict=True))
        tried = [
            (mutant, tests[each.path], seconds)
            for each in constants
            if (seconds := times[tests[each.path]]) is not None
            for mutant in mutants_of(each)
        ]
        lived = _in_copies(copies, "mutants", _survives, tried)
    survivors, not_compiled = (
        [mutant for (mutant, *_), alive in zip(tried, lived, strict=True) if alive is which]
        for which in (True, None)
    )
    return Outcome(survivors, not_compiled, [each for each in sets if times[each] is None], len(tried))


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


def _timed(copy: Copy, tests: tuple[str, ...]) -> float | None:
    """How long tests take in a copy, if they pass."""
    begun = time.monotonic()
    return time.monotonic() - begun if copy.passes(tests) else None


def _survives(copy: Copy, tried: tuple[Mutant, tuple[str, ...], float]) -> bool | None:
    mutant, tests, seconds = tried
    alive = copy.survives(mutant, tests, _TIMES_LONGER * seconds + _MORE_SECONDS)
    if alive:
        print("survived:", *_shown(mutant.constant), "->", mutant.text, flush=True)
    return alive


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
    outcome = run_mutants(root, constants, options.jobs)
    for tests in outcome.broken:
        print(f"These tests fail as they are: {' '.join(tests)}")
    for mutant in outcome.not_compiled:
        print("This mutant cannot be compiled:", *_shown(mutant.constant), "->", mutant.text)
    if outcome.survivors:
        _print(_table(outcome.survivors))
    print(f"{len(outcome.survivors)} of {outcome.count} mutants of {len(constants)} numbers survived.")
    return 1 if outcome.survivors or outcome.not_compiled or outcome.broken else 0


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
    tests = {path: " ".join(find_tests(path, root)) for path in {each.path for each in constants}}
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
