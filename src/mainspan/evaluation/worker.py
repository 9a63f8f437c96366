"""What contestants do in a child process: they work on documents, and what they find is scored.

A contestant may hang, crash or take all memory, so it never works in the process that keeps the results. The
worker reports what it is doing, so that its supervisor knows which time limit holds: loading, extracting,
scoring. It reads pages and gold itself, and scores itself, so that both scale with the number of children.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Final

from mainspan.batch import child
from mainspan.batch.child import Report, one_line
from mainspan.errors import MainspanError
from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError
from mainspan.evaluation.measures import Case, Measure, figures_of, forms_of
from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Score
from mainspan.evaluation.structure.markup import Form, Markup

LOADING: Final = "loading"
EXTRACTING: Final = "extracting"
ASKING: Final = "asking"
SCORING: Final = "scoring"

# No main content is this long, in characters: a text beyond it would fill the disk and not be scored.
MAX_TEXT_LENGTH: Final = 50_000_000
_FIRST_PAGE: Final = b"<!DOCTYPE html><title>A page</title><p>It is read first, and does not count.</p>"
# Their first page is slower than all others, by what they import and prepare. The others work in processes of
# their own, and end them themselves when it takes too long.
_IN_PROCESS: Final = frozenset(["method", "peer"])


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


class Worker(child.Worker):
    """Lets contestants work on documents, and scores what they find."""

    def __init__(self, contestants: Sequence[Contestant], measures: Sequence[Measure]) -> None:
        self.contestants = contestants
        self.measures = measures
        self.forms = forms_of(tuple(measures))
        self.loaded: set[int] = set()

    def do(self, job: Job, report: Report) -> Outcome:
        """Let a contestant work on a document, and score it. Whatever goes wrong is in the outcome."""
        document = Document(job.folder, job.document)
        html, case, error = _read(document)
        error = job.error or error
        answer = Answer("", job.seconds)
        markups: tuple[Markup, ...] = ()
        if not error:
            self._load(job, report)
            contestant = self.contestants[job.contestant]
            report(EXTRACTING if contestant.kind in _IN_PROCESS else ASKING)
            answer, error = _extract(contestant, html, document)
            if self.forms and case.gold_markup is not None and not error:
                markups, error = _markups(contestant, html, document, answer, self.forms)
        report(SCORING)
        case = replace(case, found=answer.text, markups=markups)
        scores, figures, trouble = self._score(case, failed=bool(error))
        return Outcome(len(html), answer.seconds, answer.text, scores, figures, error or trouble)

    def _load(self, job: Job, report: Report) -> None:
        contestant = self.contestants[job.contestant]
        if job.contestant in self.loaded or not job.load or contestant.kind not in _IN_PROCESS:
            return
        report(LOADING)
        # What fails here fails on the document too, and is reported there.
        with suppress(Exception, SystemExit):
            contestant.extract(_FIRST_PAGE)
        self.loaded.add(job.contestant)

    def close(self) -> None:
        """Let the contestants close what they have open."""
        for contestant in self.contestants:
            with suppress(Exception):
                contestant.close()

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
    html, gold, markup, error = b"", None, None, ""
    segments: tuple[list[str], list[str]] = ([], [])
    try:
        gold = document.read_gold()
        markup = document.read_gold_markup()
        segments = document.segments
        html = document.read_page()
    except MainspanError as failure:
        error = str(failure)
    except Exception as failure:
        error = f"{document.meta}: {one_line(failure)}"
    return html, Case("", gold, html, segments, gold_markup=markup), error


def _extract(contestant: Contestant, html: bytes, document: Document) -> tuple[Answer, str]:
    """What the contestant found; if it failed, how."""
    begun = perf_counter()
    try:
        text, seconds, markup = contestant.extract(html, url=document.url)
        if not isinstance(text, str):
            raise ContestantError(f"gave {type(text).__name__} instead of text")
        if len(text) > MAX_TEXT_LENGTH:
            raise ContestantError(f"gave {len(text):,} characters, which is no main content")
        return Answer(text, max(0.0, float(seconds)), markup), ""
    except (Exception, SystemExit) as error:
        return Answer("", perf_counter() - begun), one_line(error) or "failed without a message"


def _markups(
    contestant: Contestant, html: bytes, document: Document, answer: Answer, forms: Sequence[Form]
) -> tuple[tuple[Markup, ...], str]:
    """What the contestant found, with its structure, in those of the forms that it has."""
    if answer.markup is not None:
        return (answer.markup,), ""
    try:
        made = (contestant.markup(html, form, url=document.url) for form in forms)
        return tuple(each for each in made if each is not None), ""
    except (Exception, SystemExit) as error:
        return (), one_line(error) or "failed without a message"
