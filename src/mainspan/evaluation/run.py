"""A run: every contestant on every document of every package, in parallel and resumable.

Rows are appended to files as they arrive. When a contestant has finished a package, its table is written in
full and sorted. The summaries and the pairs of contestants are written at the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from pathlib import Path
from queue import Queue
from threading import Lock, Thread
from typing import Any, Final

from mainspan.algorithms import Algorithm
from mainspan.errors import EvaluationError
from mainspan.evaluation.contestants import Contestant
from mainspan.evaluation.flags import Flags, break_down, flags_of
from mainspan.evaluation.measures import Measure
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.plan import Plan, check_output
from mainspan.evaluation.records import Row
from mainspan.evaluation.result_files import (
    RUN,
    Table,
    read_run,
    write_breakdown,
    write_flags,
    write_run,
    write_significance,
    write_summaries,
)
from mainspan.evaluation.results import Evaluation, Results
from mainspan.evaluation.significance import significance
from mainspan.evaluation.store import Memory, OnDisk, Store
from mainspan.evaluation.subset import Subset
from mainspan.evaluation.summary import summarise
from mainspan.evaluation.supervisor import StoppedError, Supervisor, setup_of
from mainspan.evaluation.worker import Job, Outcome

LIMIT: Final = 60.0  # no rule: a time limit
ALL: Final = Subset()

# The number of finished rows, their total, and the newest row; None for those of an earlier run.
Progress = Callable[[int, int, Row | None], None]
Key = tuple[str, str]
Task = tuple[Key, Document]


def evaluate(
    packages: str | Path | Package | Iterable[str | Path | Package],
    contestants: str | Algorithm | Contestant | Iterable[str | Algorithm | Contestant],
    *,
    measures: Iterable[str | Measure] | None = None,
    output: str | Path | None = None,
    jobs: int | None = None,
    limit: float = LIMIT,
    subset: Subset = ALL,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Measure contestants on test packages.

    Packages are folders; contestants are methods (`"accb"`, `"accb:range=60"`), other libraries
    (`"peer:trafilatura"`), programs (`"command:prog"`), proxies (`"proxy:http://host:port"`) or objects of
    your own. All measures are computed unless some are named. With `output`, the results are also written to
    that folder; a stopped run is resumed there, unless `fresh` replaces it. `jobs` is the number of processes
    (one for each core by default). A contestant has `limit` seconds for a document: if it hangs, crashes or
    fails, its scores are 0 there and the row has an error. `subset` selects documents of the packages.

    >>> found = evaluate(["corpus/styles"], ["accb", "wlr"], measures=["words"])  # doctest: +SKIP
    >>> found.summaries[0].means["words"].f1  # doctest: +SKIP
    """
    packages = [packages] if isinstance(packages, (str, Path, Package)) else packages
    contestants = [contestants] if isinstance(contestants, (str, Algorithm, Contestant)) else contestants
    plan = Plan.make(packages, contestants, measures, limit, subset)
    jobs = _cores() if jobs is None else jobs
    if jobs < 1:
        raise EvaluationError(f"jobs must be at least 1, not {jobs}")
    run = plan.record(None if output is None else Path(output))
    if output is None:
        memory = {key: Memory() for key in _tables(plan)}
        rows = _Run(plan, memory, jobs, progress).rows()
        found = {key: store.texts for key, store in memory.items()}
        run["complete"] = True
        pairs, problems = significance(rows), list(plan.problems)
        return Evaluation(run, rows, summarise(rows), pairs, problems, found, _flags(plan))
    return _evaluate_into(Path(output), plan, run, jobs, progress, fresh)


def _evaluate_into(
    folder: Path, plan: Plan, run: dict[str, Any], jobs: int, progress: Progress | None, fresh: bool
) -> Results:
    check_output(folder, run, fresh=fresh)
    if (folder / RUN).is_file():
        # A resumed run keeps the record of its beginning.
        run["made_with"] = read_run(folder).get("made_with", run["made_with"])
    write_run(folder, run)
    flags = _flags(plan)
    write_flags(folder, flags)
    stores = {}
    for package, contestant in product(run["packages"], run["contestants"]):
        key = package["name"], contestant["name"]
        stores[key] = OnDisk(Table.of(folder, package, contestant), plan.form)
    rows = _Run(plan, stores, jobs, progress).rows()
    summaries, pairs = summarise(rows), significance(rows)
    write_summaries(folder, summaries, run["measures"])
    write_significance(folder, pairs)
    write_breakdown(folder, break_down(rows, flags), run["measures"])
    run["complete"] = True
    write_run(folder, run)
    return Results(run, rows, summaries, pairs, list(plan.problems), flags=flags, folder=folder)


def _flags(plan: Plan) -> Flags:
    return {
        (name, document): flags
        for name, package in plan.packages.items()
        for document, flags in flags_of(package.documents).items()
    }


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tables(plan: Plan) -> list[Key]:
    """All pairs of package and contestant, in the order of work."""
    return list(product(plan.packages, plan.contestants))


class _Run:
    """Hands out the remaining tasks, and collects the rows."""

    def __init__(self, plan: Plan, stores: Mapping[Key, Store], jobs: int, progress: Progress | None) -> None:
        self.plan = plan
        self.stores = stores
        self.progress = progress or (lambda done, total, row: None)
        self.tables: dict[Key, dict[str, Row]] = {}
        left: list[Task] = []
        for key in _tables(plan):
            documents = {each.name: each for each in plan.packages[key[0]].documents}
            rows = self.tables[key] = stores[key].done(documents)
            left += [(key, document) for name, document in documents.items() if name not in rows]
        self.left = iter(left)
        self.lock = Lock()
        self.finished: Queue[tuple[Task, Outcome] | BaseException] = Queue()
        self.count = len(left)
        self.jobs = min(jobs, len(left))

    def rows(self) -> list[Row]:
        """Do the remaining tasks, and return all rows in order."""
        numbers = {name: i for i, name in enumerate(self.plan.contestants)}
        setup = setup_of(list(self.plan.contestants.values()), self.plan.measures, max(1, self.jobs))
        crew = [Supervisor(setup, self.plan.measures, self.plan.limit) for _ in range(self.jobs)]
        threads = [Thread(target=self._work, args=(each, numbers), daemon=True) for each in crew]
        self.progress(self.plan.total - self.count, self.plan.total, None)
        try:
            for key in self.tables:
                self._finish_if_whole(key)
            for thread in threads:
                thread.start()
            self._collect()
        finally:
            for supervisor in crew:
                supervisor.stop()
            for store in self.stores.values():
                store.close()
        for thread in threads:
            thread.join()
        return [row for rows in self.tables.values() for _, row in sorted(rows.items())]

    def _work(self, supervisor: Supervisor, numbers: dict[str, int]) -> None:
        """The work of each thread: one document after the other."""
        try:
            while (task := self._next()) is not None:
                (_, contestant), document = task
                job = Job(numbers[contestant], document.folder, document.name)
                self.finished.put((task, supervisor.score(job)))
            supervisor.finish()
        except StoppedError:
            return
        except BaseException as error:
            self.finished.put(error)

    def _next(self) -> Task | None:
        with self.lock:
            return next(self.left, None)

    def _collect(self) -> None:
        for number in range(self.count):
            finished = self.finished.get()
            if isinstance(finished, BaseException):
                raise finished
            (key, document), outcome = finished
            row = _row(key, document, outcome)
            self.stores[key].add(row, outcome.text)
            self.tables[key][row.document] = row
            self._finish_if_whole(key)
            self.progress(self.plan.total - self.count + number + 1, self.plan.total, row)

    def _finish_if_whole(self, key: Key) -> None:
        rows = self.tables[key]
        if len(rows) == len(self.plan.packages[key[0]]):
            self.stores[key].finish(rows.values())


def _row(key: Key, document: Document, outcome: Outcome) -> Row:
    package, contestant = key
    return Row(
        package=package,
        document=document.name,
        site=document.site,
        contestant=contestant,
        bytes=outcome.bytes,
        seconds=outcome.seconds,
        scores=outcome.scores,
        figures=outcome.figures,
        error=outcome.error,
    )
