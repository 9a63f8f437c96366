"""The worker processes of the service: what goes wrong in them is a structured error."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from mainspan.batch import crew
from mainspan.batch.calls import FAULT, LATE, TOO_MUCH_MEMORY
from mainspan.batch.crew import BUSY, ENDED, RefusedError
from mainspan.service.errors import ApiError, busy, log
from mainspan.service.jobs import PageWorker
from mainspan.service.metrics import Metrics

_ADVICE: Final = {
    LATE: "Send a smaller page, name a faster method, or start the service with more --seconds.",
    TOO_MUCH_MEMORY: "Send a smaller page, or start the service with a higher --max-bytes.",
    ENDED: "Please report the page. Other pages are not affected.",
}


class Pool(crew.Pool):
    """The workers of the service, with their figures."""

    def __init__(self, workers: int, seconds: float, memory: int, metrics: Metrics) -> None:
        super().__init__(PageWorker, workers, seconds, memory, self._note)
        self.metrics = metrics
        metrics.set("mainspan_workers", workers)
        metrics.live("mainspan_workers_busy", lambda: self.busy)
        metrics.live("mainspan_jobs_waiting", lambda: self.waiting)

    async def do(self, job: Any, seconds: float | None = None) -> bytes:
        """Have a job done, or raise an ApiError. `seconds` may shorten the time limit."""
        try:
            body: bytes = await super().do(job, seconds)
        except RefusedError as error:
            raise _to_api_error(error) from None
        return body

    def _note(self, outcome: str) -> None:
        if outcome == "started":
            self.metrics.add("mainspan_workers_started_total")
        else:
            self.metrics.add("mainspan_jobs_total", outcome=outcome)


def _to_api_error(error: RefusedError) -> ApiError:
    if error.code == BUSY:
        return busy(str(error))
    if error.trace:
        log.error("a job failed: %s", error.trace)
    is_ours = error.code in (FAULT, ENDED)
    status = HTTPStatus.INTERNAL_SERVER_ERROR if is_ours else HTTPStatus.UNPROCESSABLE_ENTITY
    return ApiError(status, error.code, str(error), advice=_ADVICE.get(error.code, ""))
