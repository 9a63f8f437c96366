"""The child process that lets contestants work and scores what they find.

A contestant may hang, crash or eat all memory, so it never works in the process that keeps the results. The
child gets one job after the other and says what it is doing, so that its supervisor knows which clock to
watch: loading, extracting, scoring, done. It reads pages and gold itself, and scores itself, so that both
scale with the number of children.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO, Any, Final

from mainspan.errors import MainspanError
from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError
from mainspan.evaluation.family import kill_descendants
from mainspan.evaluation.measures import Case, Measure, figures_of
from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Score

READY: Final = "ready"
LOADING: Final = "loading"
EXTRACTING: Final = "extracting"
ASKING: Final = "asking"
SCORING: Final = "scoring"
DONE: Final = "done"
FAILED: Final = "failed"

# No main content is this long, in characters: a text beyond it would fill the disk and not be scored.
LONGEST_TEXT: Final = 50_000_000
_LONGEST_MESSAGE: Final = 300
_FIRST_PAGE: Final = b"<!DOCTYPE html><title>A page</title><p>It is read first, and does not count.</p>"
# Their first page is slower than all others, by what they import and prepare. The others work in processes of
# their own, and end them themselves when it takes too long.
_IN_PROCESS: Final = frozenset(["method", "peer"])


@dataclass(frozen=True, slots=True)
class Setup:
    """What a child must know before its first job."""

    contestants: bytes  # pickled, so that a failure to load them can be told
    measures: tuple[Measure, ...]
    memory: int | None


@dataclass(frozen=True, slots=True)
class Job:
    """One document for one contestant. With an error, it is not tried again: only the row is made."""

    contestant: int
    folder: Path
    document: str
    load: bool = True
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a job."""

    bytes: int
    seconds: float
    text: str
    scores: dict[str, Score | str]
    figures: dict[str, float]
    error: str


Say = Callable[[str], None]


class Bench:
    """Does jobs, one after the other."""

    def __init__(self, contestants: Sequence[Contestant], measures: Sequence[Measure]) -> None:
        self.contestants = contestants
        self.measures = measures
        self.loaded: set[int] = set()

    def do(self, job: Job, say: Say) -> Outcome:
        """Let a contestant work on a document, and score it. Whatever goes wrong is told in the outcome."""
        document = Document(job.folder, job.document)
        html, case, error = _read(document)
        error = job.error or error
        answer = Answer("", job.seconds)
        if not error:
            self._load(job, say)
            contestant = self.contestants[job.contestant]
            say(EXTRACTING if contestant.kind in _IN_PROCESS else ASKING)
            answer, error = _extract(contestant, html, document)
        say(SCORING)
        case = Case(answer.text, case.gold, case.html, case.segments)
        scores, figures, trouble = self._score(case, failed=bool(error))
        return Outcome(len(html), answer.seconds, answer.text, scores, figures, error or trouble)

    def _load(self, job: Job, say: Say) -> None:
        contestant = self.contestants[job.contestant]
        if job.contestant in self.loaded or not job.load or contestant.kind not in _IN_PROCESS:
            return
        say(LOADING)
        # What fails here fails on the document too, and is told there.
        with suppress(Exception, SystemExit):
            contestant.extract(_FIRST_PAGE)
        self.loaded.add(job.contestant)

    def _score(self, case: Case, *, failed: bool) -> tuple[dict[str, Score | str], dict[str, float], str]:
        """The scores; those of a contestant that failed are 0 wherever there could have been any."""
        scores: dict[str, Score | str] = {}
        trouble = ""
        for measure in self.measures:
            try:
                score = measure(case)
            except Exception as error:
                score, trouble = NOTHING, f"the measure {measure} failed: {one_line(error)}"
            scores[repr(measure)] = NOTHING if failed and isinstance(score, Score) else score
        return scores, {} if failed else figures_of(case), trouble


NOTHING: Final = Score(0.0, 0.0, 0.0)


def _read(document: Document) -> tuple[bytes, Case, str]:
    """The page, what is needed to score it, and what could not be read."""
    html, gold, error = b"", None, ""
    segments: tuple[list[str], list[str]] = ([], [])
    try:
        gold = document.read_gold()
        segments = document.segments
        html = document.read_page()
    except MainspanError as failure:
        error = str(failure)
    except Exception as failure:
        error = f"{document.meta}: {one_line(failure)}"
    return html, Case("", gold, html, segments), error


def _extract(contestant: Contestant, html: bytes, document: Document) -> tuple[Answer, str]:
    """What the contestant found; if it failed, how."""
    begun = perf_counter()
    try:
        text, seconds = contestant.extract(html, url=document.url)
        if not isinstance(text, str):
            raise ContestantError(f"gave {type(text).__name__} instead of text")
        if len(text) > LONGEST_TEXT:
            raise ContestantError(f"gave {len(text):,} characters, which is no main content")
        return Answer(text, max(0.0, float(seconds))), ""
    except MainspanError as error:
        message = " ".join(str(error).split())[:_LONGEST_MESSAGE]
    except (Exception, SystemExit) as error:
        message = one_line(error)
    return Answer("", perf_counter() - begun), message or "failed without a word"


def one_line(error: BaseException) -> str:
    """An error that was not meant for people, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")[:_LONGEST_MESSAGE]


def main() -> None:
    """Be the child: jobs come on standard input, news go to standard output, which nobody else may use."""
    jobs, news = _take_standard_streams()

    def say(*words: Any) -> None:
        pickle.dump(words, news, pickle.HIGHEST_PROTOCOL)
        news.flush()

    setup: Setup = pickle.load(jobs)
    _limit_memory(setup.memory)
    try:
        bench = Bench(pickle.loads(setup.contestants), setup.measures)
    except Exception as error:
        say(FAILED, one_line(error))
        return
    say(READY)
    waiting = _listen(jobs)
    while (job := waiting.get()) is not None:
        say(DONE, bench.do(job, say))
    for contestant in bench.contestants:
        with suppress(Exception):
            contestant.close()


def _take_standard_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Keep both for us alone: what contestants print must not get between our words."""
    streams = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return streams


def _listen(jobs: IO[bytes]) -> SimpleQueue[Job | None]:
    """Take in jobs as they come. When the supervisor is gone, there is nobody left to work for."""
    waiting: SimpleQueue[Job | None] = SimpleQueue()

    def listen() -> None:
        while True:
            try:
                job = pickle.load(jobs)
            except (EOFError, OSError, pickle.UnpicklingError):
                kill_descendants(os.getpid())
                os._exit(0)
            waiting.put(job)
            if job is None:
                return

    Thread(target=listen, daemon=True).start()
    return waiting


def _limit_memory(most: int | None) -> None:
    """Let this process run out of memory before the machine does, where the system can do that."""
    with suppress(OSError):
        # Should the machine run out all the same, it ends this process first.
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
    if most is None:
        return
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    except (ImportError, OSError, ValueError):
        return  # a system without such limits, or with a tighter one of its own
