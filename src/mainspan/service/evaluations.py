"""Evaluations in the background: started, watched and cancelled by requests, one running at a time.

Each has an id, which is also the name of its folder of results. So those of an earlier start are found again.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from mainspan.batch.child import READY
from mainspan.batch.process import JobFailedError, StartError, StoppedError, Supervisor, make_setup
from mainspan.errors import SourceError
from mainspan.evaluation.result_files import RUN, read_run
from mainspan.evaluation.results import Results
from mainspan.service.errors import ApiError, busy, log
from mainspan.service.evaluation_worker import EvaluationJob, EvaluationWorker, names, to_record

# Evaluations that run or wait. More are refused, with the time to come back.
MAX_UNDER_WAY: Final = 8
# Evaluations that ended and are kept in memory; their results stay on disk.
_MAX_ENDED: Final = 100  # no rule: buffer
_RETRY_SECONDS: Final = 30  # no rule: waiting time
_ID: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{6}")
WAITING, RUNNING, DONE, FAILED, CANCELLED, STOPPED = "waiting running done failed cancelled stopped".split()
ENDED: Final = (DONE, FAILED, CANCELLED, STOPPED)


@dataclass(eq=False)
class Evaluation:
    """One evaluation, and how far it is."""

    id: str
    packages: list[str]
    contestants: list[str]
    measures: list[str] | None
    state: str = WAITING
    done: int = 0
    total: int | None = None
    newest: dict[str, str] | None = None
    error: str = ""
    found: dict[str, Any] = field(default_factory=dict)
    begun: str = ""
    ended: str = ""
    supervisor: Supervisor | None = None
    # Grows with each change, so that watchers see that there is one.
    changes: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDED

    def change(self, **values: Any) -> None:
        """Change it, and wake up those who watch."""
        for name, value in values.items():
            setattr(self, name, value)
        self.changes += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def next_change(self, seen: int) -> None:
        """Wait until there is more than has been seen."""
        if self.changes == seen:
            await self._changed.wait()

    def progress(self) -> dict[str, Any]:
        """How far it is."""
        return {
            "id": self.id,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "newest": self.newest,
            "error": self.error,
        }

    def record(self) -> dict[str, Any]:
        """All about it."""
        return {
            **self.progress(),
            "packages": self.packages,
            "contestants": self.contestants,
            "measures": self.measures,
            "begun": self.begun or None,
            "ended": self.ended or None,
            "summaries": self.found.get("summaries", []),
            "problems": self.found.get("problems", []),
            "notes": self.found.get("notes", []),
        }


class Evaluations:
    """All evaluations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, Evaluation] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def start(self, job: EvaluationJob, packages: list[str]) -> Evaluation:
        """Start an evaluation, or let it wait for its turn."""
        under_way = sum(not each.is_over for each in self._known.values())
        if under_way >= MAX_UNDER_WAY:
            raise busy(
                f"{under_way} evaluations are under way, which is the limit",
                seconds=_RETRY_SECONDS,
                status=HTTPStatus.TOO_MANY_REQUESTS,
            )
        made = Evaluation(job.output.name, packages, list(job.contestants), _listed(job.measures))
        self._known[made.id] = made
        self._forget_oldest()
        task = asyncio.create_task(self._run(made, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return made

    def new_output(self) -> Path:
        """A folder for the results of a new evaluation."""
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        return self.folder / name

    def get(self, id: str) -> Evaluation:
        """An evaluation of this start or of an earlier one, or a 404."""
        if id in self._known:
            return self._known[id]
        if not _ID.fullmatch(id) or not (self.folder / id / RUN).is_file():
            raise ApiError(
                HTTPStatus.NOT_FOUND,
                "not_found",
                f"there is no evaluation {id[:100]!r}",
                advice="GET /evaluate lists them.",
            )
        return _read(self.folder / id)

    def all(self) -> list[Evaluation]:
        """All evaluations, the newest first."""
        found = dict(self._known)
        if self.folder.is_dir():
            for path in self.folder.iterdir():
                if path.name not in found and _ID.fullmatch(path.name) and (path / RUN).is_file():
                    found[path.name] = _read(path, is_whole=False)
        return [found[id] for id in sorted(found, reverse=True)]

    async def cancel(self, id: str) -> Evaluation:
        """Cancel an evaluation; one that is over stays as it is."""
        found = self.get(id)
        if not found.is_over:
            found.change(state=CANCELLED, ended=_now())
            if found.supervisor is not None:
                await asyncio.to_thread(found.supervisor.stop)
        return found

    async def watch(self, id: str, seconds: float) -> AsyncIterator[dict[str, Any] | None]:
        """How far an evaluation is, again after each change, to its end; None after `seconds` without one."""
        found = self.get(id)
        seen = -1
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await found.next_change(seen)
            except TimeoutError:
                yield None
                continue
            seen = found.changes
            yield found.progress()
            if found.is_over:
                return

    def counts(self) -> dict[str, float]:
        """How many there are in each state."""
        return dict(Counter(each.state for each in self._known.values()))

    def stop(self) -> None:
        """End all that run."""
        for each in self._known.values():
            if not each.is_over:
                each.change(state=STOPPED, ended=_now())
                if each.supervisor is not None:
                    each.supervisor.stop()
        for task in self._tasks:
            task.cancel()

    async def _run(self, made: Evaluation, job: EvaluationJob) -> None:
        async with self._turn:
            if made.is_over:
                return
            made.supervisor = Supervisor(make_setup(EvaluationWorker, jobs=1))
            made.change(state=RUNNING, begun=_now())
            loop = asyncio.get_running_loop()

            def progress(value: tuple[int, int, tuple[str, str, str] | None]) -> None:
                loop.call_soon_threadsafe(_progressed, made, *value)

            try:
                found = await asyncio.to_thread(made.supervisor.do, job, {READY: None}, progress)
            except (JobFailedError, StoppedError, StartError) as failure:
                found = {"error": str(failure)}
            finally:
                await asyncio.to_thread(made.supervisor.stop)
            if made.is_over:
                return
            if error := found.get("error", ""):
                log.info("the evaluation %s failed: %s", made.id, error)
            made.change(state=FAILED if error else DONE, error=error, found=found, ended=_now())

    def _forget_oldest(self) -> None:
        ended = [id for id, each in self._known.items() if each.is_over]
        for id in ended[: max(0, len(ended) - _MAX_ENDED)]:
            del self._known[id]


def _progressed(made: Evaluation, done: int, total: int, newest: tuple[str, str, str] | None) -> None:
    if made.is_over:
        return
    named = None if newest is None else dict(zip(("package", "contestant", "document"), newest, strict=True))
    made.change(done=done, total=total, newest=named)


def _read(folder: Path, *, is_whole: bool = True) -> Evaluation:
    """An evaluation of an earlier start, from its folder; with all results, or only what a list needs."""
    try:
        run = read_run(folder)
        is_complete = bool(run.get("complete"))
        # Many tables take their time, and the number of rows of a complete run is known.
        found = Results.read(folder) if is_whole or not is_complete else None
        total = len(run["contestants"]) * sum(int(each["documents"]) for each in run["packages"])
        return Evaluation(
            id=folder.name,
            packages=names(run["packages"]),
            contestants=names(run["contestants"]),
            measures=list(map(str, run.get("measures", ()))),
            state=DONE if is_complete else STOPPED,
            done=total if found is None else len(found.rows),
            total=total,
            found={} if found is None else to_record(found),
            begun=str(run.get("made_with", {}).get("begun", "")),
        )
    except (SourceError, KeyError, TypeError, ValueError) as error:
        return Evaluation(folder.name, [], [], None, state=FAILED, error=f"its results are damaged: {error}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _listed(measures: tuple[str, ...] | None) -> list[str] | None:
    return None if measures is None else list(measures)


def cores() -> int:
    """The processes that an evaluation may use."""
    return os.cpu_count() or 1
