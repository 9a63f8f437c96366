"""Scoring methods again and again on the same pages, which are read and parsed once.

With several jobs, each process has its share of the documents for as long as the scorer is open: every
method goes to all of them, and no page is parsed twice. Pages are kept up to a bound, about 0.7 GB for all
processes together; what goes beyond it is parsed anew each time, which takes longer and changes no score.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import Algorithm
from mainspan.batch.child import Report, Worker
from mainspan.batch.process import Child, ChildEndedError, StartError, make_setup
from mainspan.errors import EvaluationError, MainspanError
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Score
from mainspan.extraction import extract
from mainspan.page import Page

Scores = NDArray[np.float64]

# Characters of parsed pages; a page takes about seven bytes for each.
MAX_KEPT_CHARACTERS: Final = 100_000_000  # no rule: buffer
# Methods that are under way at once.
_BATCH: Final = 16  # no rule: buffer


class Shard(Worker):
    """Some of the documents, and the measure that methods are scored by."""

    def __init__(self, measure_name: str, room: int) -> None:
        self.measure = measure(measure_name)
        self.room = room
        self.documents: list[tuple[Page | Document, Case]] = []

    def load(self, document: Document) -> str:
        """Read a document; if that fails, say why in a line, and leave it out."""
        try:
            html, gold = document.read_page(), document.read_gold()
            page = Page(html, url=document.url)
            case = Case("", gold, html, document.segments)
            if isinstance(score := self.measure(case), str):
                return f"{document.page}: left out: {score}"
        except MainspanError as error:
            return str(error)
        kept = len(page.source) <= self.room
        self.room -= len(page.source) * kept
        self.documents.append((page if kept else document, case))
        return ""

    def do(self, work: Document | Algorithm, report: Report) -> str | list[float]:
        """Read a document, or score a method."""
        return self.load(work) if isinstance(work, Document) else self.f1(work)

    def f1(self, method: Algorithm) -> list[float]:
        """The F1 of a method on each document that could be read."""
        return [self._f1(method, page, case) for page, case in self.documents]

    def _f1(self, method: Algorithm, page: Page | Document, case: Case) -> float:
        try:
            if isinstance(page, Document):
                page = Page(page.read_page(), url=page.url)
            found = extract(page, algorithm=method).text
        except Exception:
            return 0.0  # as for any contestant that fails on a page
        score = self.measure(Case(found, case.gold, case.html, case.segments))
        return score.f1 if isinstance(score, Score) else 0.0


class _Local:
    """A shard in this process, with the methods of one in another."""

    def __init__(self, measure_name: str, room: int) -> None:
        self.shard = Shard(measure_name, room)
        self.waiting: deque[Document | Algorithm] = deque()

    def send(self, work: Document | Algorithm) -> None:
        self.waiting.append(work)

    def receive(self) -> str | list[float]:
        return self.shard.do(self.waiting.popleft(), lambda word: None)

    def close(self) -> None:
        self.waiting.clear()


class _Remote:
    """A shard in a process of its own."""

    def __init__(self, measure_name: str, room: int) -> None:
        self.child = Child(make_setup(Shard, measure_name, room, jobs=1))
        self.is_ready = False

    def send(self, work: Document | Algorithm) -> None:
        try:
            self.child.send(work)
        except ChildEndedError:
            raise _died() from None

    def receive(self) -> str | list[float]:
        try:
            if not self.is_ready:
                self.child.wait_until_ready()
                self.is_ready = True
            answer: str | list[float] = self.child.receive()[1]
        except (ChildEndedError, StartError):
            raise _died() from None
        return answer

    def close(self) -> None:
        self.child.end()


def _died() -> EvaluationError:
    return EvaluationError("a process that scores pages has died, for want of memory perhaps: use fewer jobs")


class Scorer:
    """Documents to score methods on. Scores are kept, so that no method is run twice.

    `documents` are those that could be read, `complaints` has a line for each of the others.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        measure_name: str = "words",
        *,
        jobs: int = 1,
        kept: int = MAX_KEPT_CHARACTERS,
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        self.known: dict[Algorithm, Scores] = {}
        jobs = max(1, min(jobs, len(documents)))
        measure(measure_name)  # refuses what is no measure before a process is started
        make = _Remote if jobs > 1 else _Local
        self.workers: list[_Local | _Remote] = []
        try:
            self.workers += [make(measure_name, kept // jobs) for _ in range(jobs)]
            self._load(documents, progress)
        except BaseException:
            self.close()
            raise

    def _load(self, documents: Sequence[Document], progress: Callable[[], None]) -> None:
        jobs = len(self.workers)
        said: list[str] = []
        for first in range(0, len(documents), jobs):
            row = list(zip(self.workers, documents[first : first + jobs], strict=False))
            for worker, document in row:
                worker.send(document)
            for worker, _ in row:
                said.append(str(worker.receive()))
                progress()
        # Documents were dealt to the workers in turn. Each scores those that it could read.
        read = [i for i, complaint in enumerate(said) if not complaint]
        by_worker = [i for number in range(jobs) for i in read if i % jobs == number]
        self.order = np.argsort(np.array(by_worker, dtype=np.int64))
        self.documents = [documents[i] for i in read]
        self.complaints = [complaint for complaint in said if complaint]

    def scores(self, methods: Sequence[Algorithm]) -> Iterator[Scores]:
        """The F1 of each method on each document."""
        for first in range(0, len(methods), _BATCH):
            batch = methods[first : first + _BATCH]
            new = [each for each in dict.fromkeys(batch) if each not in self.known]
            for method in new:
                for worker in self.workers:
                    worker.send(method)
            for method in batch:
                if method not in self.known:
                    parts = [worker.receive() for worker in self.workers]
                    self.known[method] = np.concatenate(parts).astype(np.float64)[self.order]
                yield self.known[method]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.close()
