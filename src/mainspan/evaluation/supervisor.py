"""The time limits of a contestant: what becomes of one that hangs or kills its process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mainspan.batch import process
from mainspan.batch.child import READY, Setup
from mainspan.batch.process import MAX_START_SECONDS, JobFailedError, StartError, StoppedError
from mainspan.errors import EvaluationError
from mainspan.evaluation.contestants.base import Contestant
from mainspan.evaluation.measures import Measure
from mainspan.evaluation.worker import (
    ASKING,
    EXTRACTING,
    LOADING,
    NOTHING,
    SCORING,
    Job,
    Outcome,
    Worker,
)

__all__ = ["StoppedError", "Supervisor", "setup_of"]

# Seconds for scoring, which is not the contestant's work.
MAX_SCORING_SECONDS: Final = 600.0
# Programs and proxies are ended by the contestant itself, which knows how; this much later, with it.
GRACE_SECONDS: Final = 5.0


def setup_of(contestants: Sequence[Contestant], measures: Sequence[Measure], jobs: int) -> Setup:
    """What all children must know; an EvaluationError if a contestant cannot be pickled."""
    try:
        return process.make_setup(Worker, list(contestants), tuple(measures), jobs=jobs)
    except Exception as error:
        raise EvaluationError(f"a contestant cannot be sent to another process: {error}") from None


class Supervisor(process.Supervisor):
    """Has documents worked on in a child, and replaces a child that hangs or dies."""

    def __init__(self, setup: Setup, measures: Sequence[Measure], limit: float) -> None:
        super().__init__(setup)
        self.measures = measures
        self.limits = {
            READY: MAX_START_SECONDS,
            LOADING: MAX_START_SECONDS + limit,
            EXTRACTING: limit,
            ASKING: limit + GRACE_SECONDS,
            SCORING: MAX_SCORING_SECONDS,
        }
        self.unloadable: set[int] = set()

    def score(self, job: Job) -> Outcome:
        """Have a job done; a contestant that hangs or kills its process has failed on it."""
        job = replace(job, load=job.contestant not in self.unloadable)
        try:
            return self._try(job)
        except JobFailedError as failure:
            if failure.phase == LOADING:
                # The next document is tried without it.
                self.unloadable.add(job.contestant)
            failed = replace(job, error=_describe(failure), seconds=failure.seconds)
        try:
            return self._try(failed)
        except JobFailedError:
            # Not even the empty answer could be scored.
            return Outcome(
                0, failed.seconds, "", {repr(each): NOTHING for each in self.measures}, {}, failed.error
            )

    def _try(self, job: Job) -> Outcome:
        try:
            outcome: Outcome = self.do(job, self.limits)
        except StartError as error:
            if not error.is_import:
                raise EvaluationError(str(error)) from None
            raise EvaluationError(
                f"a contestant cannot be loaded in another process ({error}): define its class in a "
                "module that can be imported, not in the script or session itself"
            ) from None
        return outcome


def _describe(failure: JobFailedError) -> str:
    """How a job failed, in one line."""
    doing = {LOADING: " while it was loaded", SCORING: " while its text was scored"}
    return f"{failure}{doing.get(failure.phase, '')}"
