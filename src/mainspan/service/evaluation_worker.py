"""An evaluation in a process of its own: it can be cancelled at any time, with all that it started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from mainspan.batch.child import PROGRESS, Report, Worker, one_line
from mainspan.evaluation.records import Row
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.run import evaluate
from mainspan.evaluation.subset import Subset
from mainspan.evaluation.summary import Summary

# Seconds between two reports: nobody looks more often.
_TURN_SECONDS: Final = 0.1  # no rule: waiting time


@dataclass(frozen=True, slots=True)
class EvaluationJob:
    """What to measure on what, and where the results go."""

    packages: tuple[Path, ...]
    contestants: tuple[str, ...]
    measures: tuple[str, ...] | None
    output: Path
    jobs: int
    limit: float
    subset: Subset = field(default_factory=Subset)


class EvaluationWorker(Worker):
    """Runs evaluations, and reports how far they are."""

    def do(self, job: EvaluationJob, report: Report) -> dict[str, Any]:
        """Run an evaluation. The result is a record of it, or {"error": ...}."""
        reporter = _Reporter(report)
        try:
            found = evaluate(
                list(job.packages),
                list(job.contestants),
                measures=job.measures,
                output=job.output,
                jobs=job.jobs,
                limit=job.limit,
                subset=job.subset,
                progress=reporter,
            )
        except Exception as error:
            return {"error": one_line(error)}
        return to_record(found)


class _Reporter:
    """Reports progress, but not each row of a fast run."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._next = 0.0

    def __call__(self, done: int, total: int, row: Row | None) -> None:
        now = monotonic()
        if now < self._next and done < total:
            return
        self._next = now + _TURN_SECONDS
        newest = None if row is None else (row.package, row.contestant, row.document)
        self._report(PROGRESS, (done, total, newest))


def to_record(found: Evaluation) -> dict[str, Any]:
    """An evaluation as plain data: the summaries, and what could not be done."""
    return {
        "summaries": [summary_record(each) for each in found.summaries],
        "problems": list(found.problems),
        "notes": list(found.run.get("notes", ())),
    }


def summary_record(summary: Summary) -> dict[str, Any]:
    """A summary as plain data."""
    return {
        "package": summary.package,
        "contestant": summary.contestant,
        "documents": summary.documents,
        "errors": summary.errors,
        "seconds": summary.seconds,
        "bytes": summary.bytes,
        "scores": {name: score._asdict() for name, score in summary.means.items()},
        "deviations": dict(summary.deviations),
    }


def names(found: Sequence[dict[str, Any]]) -> list[str]:
    """The names in a list of run.json."""
    return [str(each["name"]) for each in found]
