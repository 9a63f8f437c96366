"""The parts that all requests share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.requests import Request

from mainspan.service.evaluations import Evaluations
from mainspan.service.metrics import Metrics
from mainspan.service.packages import Packages
from mainspan.service.pages import PageStore
from mainspan.service.settings import Settings
from mainspan.service.sources import Sources
from mainspan.service.work import Pool


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the service."""

    settings: Settings
    metrics: Metrics
    pool: Pool
    store: PageStore
    packages: Packages
    sources: Sources
    evaluations: Evaluations
    saving: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def make(cls, settings: Settings) -> Context:
        """Make the parts. Nothing is started yet."""
        metrics = Metrics()
        store = PageStore(settings.folder / "pages", settings.max_kept_bytes)
        metrics.live("mainspan_kept_pages_bytes", lambda: store.size)
        packages = Packages(settings.packages_folder)
        evaluations = Evaluations(settings.results_folder)
        metrics.live_by("mainspan_evaluations", "state", evaluations.counts)
        return cls(
            settings=settings,
            metrics=metrics,
            pool=Pool(settings.workers, settings.seconds, settings.memory, metrics),
            store=store,
            packages=packages,
            sources=Sources(settings, store, packages, metrics),
            evaluations=evaluations,
        )

    def start(self) -> None:
        """Start what works in the background."""
        self.pool.start()

    def stop(self) -> None:
        """End it."""
        self.evaluations.stop()
        self.pool.stop()
        self.sources.close()


def context_of(request: Request) -> Context:
    """The parts of the service that a request came to."""
    found: Context = request.app.state.context
    return found
