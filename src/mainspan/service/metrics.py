"""Figures on the service, in the text format of Prometheus."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mainspan.batch.memory import resident_bytes

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# The upper bounds of the histogram, in seconds.
_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_DURATION: Final = "mainspan_request_seconds"
_REQUESTS: Final = "mainspan_requests_total"
# Name, type and meaning of each figure.
_FIGURES: Final = {
    _REQUESTS: ("counter", "Requests by address and status."),
    _DURATION: ("histogram", "How long requests took, by address."),
    "mainspan_requests_in_progress": ("gauge", "Requests under way."),
    "mainspan_fetches_total": ("counter", "Pages that were fetched, by outcome."),
    "mainspan_jobs_total": ("counter", "Jobs of the workers, by outcome."),
    "mainspan_jobs_waiting": ("gauge", "Jobs that wait for a worker."),
    "mainspan_workers": ("gauge", "Worker processes."),
    "mainspan_workers_busy": ("gauge", "Worker processes that work on a job."),
    "mainspan_workers_started_total": ("counter", "Worker processes that were started."),
    "mainspan_evaluations": ("gauge", "Evaluations by state."),
    "mainspan_kept_pages_bytes": ("gauge", "The size of all pages that are kept."),
    "process_cpu_seconds_total": ("counter", "CPU time of the service without its workers, in seconds."),
    "process_resident_memory_bytes": ("gauge", "Memory of the service without its workers."),
    "process_start_time_seconds": ("gauge", "When the service was started, in seconds since 1970."),
}
_Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters and gauges. A gauge may be a function, which is called when the figures are read."""

    def __init__(self) -> None:
        self._values: dict[str, dict[_Labels, float]] = {}
        self._live: dict[str, Callable[[], dict[_Labels, float]]] = {}
        self._histogram: dict[str, list[float]] = {}
        self._lock = Lock()
        self.begun = time.time()

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        key = tuple(labels.items())
        with self._lock:
            values = self._values.setdefault(name, {})
            values[key] = values.get(key, 0) + amount

    def set(self, name: str, value: float) -> None:
        """Set a gauge."""
        self._values.setdefault(name, {})[()] = value

    def live(self, name: str, read: Callable[[], float]) -> None:
        """Have a gauge read on each request."""
        self._live[name] = lambda: {(): read()}

    def live_by(self, name: str, label: str, read: Callable[[], dict[str, float]]) -> None:
        """The same, with a label that has several values."""
        self._live[name] = lambda: {((label, key),): value for key, value in read().items()}

    def observe(self, path: str, seconds: float) -> None:
        """Count how long a request took."""
        # One count for each bound, one for what is longer, and the sum of all.
        counts = self._histogram.setdefault(path, [0.0] * (len(_BOUNDS) + 2))
        counts[bisect_left(_BOUNDS, seconds)] += 1
        counts[-1] += seconds

    def write(self) -> str:
        """All figures, in the text format."""
        return "".join(self._lines())

    def _lines(self) -> Iterator[str]:
        own = _of_process() | {"process_start_time_seconds": {(): self.begun}}
        for name, (kind, about) in _FIGURES.items():
            live = self._live.get(name)
            values = live() if live is not None else self._values.get(name) or own.get(name, {})
            if not values and name != _DURATION:
                continue
            yield f"# HELP {name} {about}\n# TYPE {name} {kind}\n"
            if name == _DURATION:
                yield from self._histogram_lines()
            for labels, value in sorted(values.items()):
                yield f"{name}{_written(labels)} {_number(value)}\n"

    def _histogram_lines(self) -> Iterator[str]:
        for path, (*counts, total) in sorted(self._histogram.items()):
            count = 0.0
            for bound, each in zip((*map(_number, _BOUNDS), "+Inf"), counts, strict=True):
                count += each
                yield f"{_DURATION}_bucket{_written((('path', path), ('le', bound)))} {_number(count)}\n"
            labels = _written((("path", path),))
            yield f"{_DURATION}_sum{labels} {_number(total)}\n{_DURATION}_count{labels} {_number(count)}\n"


class Measure:
    """Counts requests, and how long they take, by the address that the schema has for them."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def watch(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            # Addresses that do not exist share one entry: there are too many of them.
            path = getattr(scope.get("route"), "path", "other")
            self.metrics.add(_REQUESTS, path=path, method=_method(scope["method"]), status=str(status))
            self.metrics.observe(path, time.perf_counter() - begun)


def _method(method: str) -> str:
    return method if method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"


def _of_process() -> dict[str, dict[_Labels, float]]:
    figures: dict[str, dict[_Labels, float]] = {"process_cpu_seconds_total": {(): time.process_time()}}
    if (memory := resident_bytes(os.getpid())) is not None:
        figures["process_resident_memory_bytes"] = {(): memory}
    return figures


def _written(labels: _Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))
