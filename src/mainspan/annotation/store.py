"""Where answers are: `annotations/DOCUMENT/ANNOTATOR.json` in the folder of a package.

Everything else that reads a package ignores this folder. Each file is written whole or not at all.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from mainspan.annotation.answer import GOLD, MERGED, Answer, annotator_name, now
from mainspan.errors import AnnotationError, ConflictError, SourceError
from mainspan.evaluation.build import as_json
from mainspan.evaluation.check_folder import Files, read_json
from mainspan.evaluation.packages import Document
from mainspan.output import locked, write_file

FOLDER: Final = "annotations"


def find_document(folder: Path, name: str) -> Document:
    """The document of this name, with or without gold, or a SourceError."""
    for each in Files(folder).documents:
        if each.name == name:
            return each
    raise SourceError(f"{folder}: has no document {name!r}")


def read_answer(document: Document, annotator: str) -> Answer | None:
    """The answer of an annotator, or of `merged` or `gold`; None if there is none.

    A damaged file is an AnnotationError.
    """
    path = answer_path(document, annotator)
    if not path.exists():
        return None
    record = read_json(path)
    if isinstance(record, str):
        raise AnnotationError(f"{path}: {record}; restore the file, or delete it")
    try:
        found = Answer.from_record(record)
    except AnnotationError as error:
        raise AnnotationError(f"{path}: {error}; restore the file, or delete it") from None
    if (found.document, f"{found.annotator}.json") != (document.name, path.name):
        raise AnnotationError(
            f"{path}: is the answer of {found.annotator!r} for {found.document!r}; move it there"
        )
    return found


def read_answers(document: Document) -> list[Answer]:
    """The answers of all annotators, by name."""
    answers = [read_answer(document, name) for name in annotators(document)]
    return [each for each in answers if each is not None]


def annotators(document: Document) -> list[str]:
    """Who has an answer for a document."""
    folder = answer_path(document, GOLD).parent
    names = sorted(each.stem for each in folder.glob("*.json")) if folder.is_dir() else []
    return [name for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    """Whether an annotator can have this name; others are not of this module."""
    try:
        return annotator_name(name) == name
    except AnnotationError:
        return False


def visible_answers(document: Document, annotator: str) -> list[Answer]:
    """The answers that an annotator may see: their own; once it is finished, all finished and merged ones."""
    own = read_answer(document, annotator_name(annotator))
    if own is None or not own.finished:
        return [] if own is None else [own]
    names = [name for name in annotators(document) if name != own.annotator]
    others = [each for name in (*names, MERGED) if (each := read_answer(document, name))]
    return [own, *(each for each in others if each.finished or each.annotator == MERGED)]


def save_answer(document: Document, answer: Answer) -> Answer:
    """Save an answer; returns it with its new version.

    If a newer version was saved in the meantime, a ConflictError has both. To save the same once more, as
    after a lost reply, does nothing. A finished answer may be changed, but stays finished: its annotator
    could see those of the others.
    """
    answer.check()
    if answer.annotator == GOLD or answer.document != document.name:
        raise AnnotationError(
            f"{document.name}: this is no answer for it, but {answer.document}'s {answer.annotator}"
        )
    path = answer_path(document, answer.annotator)
    with locked(path.parent):
        current = read_answer(document, answer.annotator)
        if current is not None and current.same_content(answer):
            return current
        check_version(answer, current)
        if current is not None and current.finished and not answer.finished and answer.annotator != MERGED:
            raise AnnotationError(
                f"{document.name}: the answer is finished, and can only be saved as finished"
            )
        saved = next_version(answer)
        write_file(path, as_json(saved.to_record()))
    return saved


def check_version(answer: Answer, current: Answer | None) -> None:
    """Raise a ConflictError if an answer was made from another version than the current one."""
    version = current.version if current else 0
    if answer.version != version:
        own = {GOLD: "the gold", MERGED: "the merged answer"}
        what = own.get(answer.annotator, f"the answer of {answer.annotator}")
        raise ConflictError(
            f"{answer.document}: {what} has version {version} now, and this one was made from version "
            f"{answer.version}: look at both, then save one over the other",
            mine=answer,
            theirs=current,
        )


def next_version(answer: Answer) -> Answer:
    """The answer as it is saved over the version that it was made from."""
    time = now()
    return replace(answer, version=answer.version + 1, saved=time, begun=answer.begun or time)


def answer_path(document: Document, annotator: str) -> Path:
    """The file of an answer; names that could lead elsewhere are refused."""
    if annotator not in (MERGED, GOLD):
        annotator = annotator_name(annotator)
    if document.name.startswith(".") or "/" in document.name or "\\" in document.name:
        raise AnnotationError(f"{document.name!r} is no name of a document: rename its files")
    return document.folder / FOLDER / document.name / f"{annotator}.json"
