"""The queue of an annotator: the documents of a package, and how far each is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mainspan.annotation.answer import MERGED, Answer, annotator_name
from mainspan.annotation.store import annotators, read_answer
from mainspan.errors import AnnotationError
from mainspan.evaluation.check_folder import Files
from mainspan.evaluation.packages import Document


@dataclass(frozen=True)
class Entry:
    """A document of the queue.

    `state` is that of the annotator's own answer: open, begun or finished; or damaged, and `problem` has the
    message. `finished_by` counts the annotators who have finished.
    """

    document: Document
    state: str
    finished_by: int
    is_merged: bool
    has_gold: bool
    problem: str = ""


@dataclass(frozen=True)
class Queue:
    """The documents of a package in their order."""

    annotator: str
    entries: tuple[Entry, ...]

    @property
    def progress(self) -> Counter[str]:
        """How many documents are in each state."""
        return Counter(each.state for each in self.entries)

    @property
    def next(self) -> Document | None:
        """The next document to work on: the first that is begun, else the first that is open."""
        for state in ("begun", "open"):
            for each in self.entries:
                if each.state == state:
                    return each.document
        return None


def read_queue(folder: Path, annotator: str) -> Queue:
    """The queue of an annotator: all documents of a package, with and without gold."""
    name = annotator_name(annotator)
    return Queue(name, tuple(_entry(each, name) for each in Files(folder).documents))


def _entry(document: Document, annotator: str) -> Entry:
    found: dict[str, Answer] = {}
    problems: dict[str, str] = {}
    for name in (*annotators(document), MERGED):
        try:
            answer = read_answer(document, name)
        except AnnotationError as error:
            problems[name] = str(error)
        else:
            found |= {name: answer} if answer else {}
    merged, own = found.pop(MERGED, None), found.get(annotator)
    state = "damaged" if annotator in problems else own.state if own else "open"
    return Entry(
        document=document,
        state=state,
        finished_by=sum(bool(each.finished) for each in found.values()),
        is_merged=merged is not None and bool(merged.finished),
        has_gold=document.gold.is_file(),
        problem="; ".join(problems.values()),
    )
