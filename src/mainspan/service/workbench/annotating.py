"""Annotating, in a worker: an answer as a view shows it, saving it, and what several annotators marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mainspan.annotation import (
    GOLD,
    MERGED,
    Answer,
    ConflictError,
    Decision,
    Part,
    agree_on_page,
    begin,
    differing_fields,
    find_differences,
    find_parts,
    is_outdated,
    merge,
    read_answer,
    read_gold,
    save_answer,
    save_gold,
    visible_answers,
    visible_gold,
)
from mainspan.annotation.store import annotators
from mainspan.annotation.text_nodes import TextNodes
from mainspan.errors import AnnotationError
from mainspan.evaluation.build import add_without_gold, new_package, prepare
from mainspan.evaluation.packages import DESCRIPTION, Document, pages_in, unused
from mainspan.evaluation.report.diff import difference
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.page import Page
from mainspan.service.workbench.block_columns import block_columns
from mainspan.service.workbench.names import document_name
from mainspan.spans import Spans

# What of an answer a view shows. Marks have offsets and XPaths, which only files need.
_SHOWN: Final = (
    "annotator", "text", "edited", "language", "page_type", "note", "began_from", "version", "saved", "by",
    "state",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OpenJob:
    """An annotator's answer; without one, or if another start is wanted, an answer to begin with."""

    document: Document
    annotator: str
    start: str = ""

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        answer = None if self.start else read_answer(self.document, self.annotator)
        found = answer or begin(self.document, self.annotator, page, self.start or "default")
        return json_line(_view(self.document, page, found)).encode()


@dataclass(frozen=True, slots=True)
class Change:
    """An answer as somebody left it: made from `version`. A text is given only if it was edited by hand."""

    version: int
    spans: Sequence[Sequence[int]]
    text: str | None = None
    language: str = ""
    page_type: str = ""
    flags: dict[str, bool] = field(default_factory=dict)
    note: str = ""
    began_from: str = "nothing"
    finished: bool = False

    def apply(self, document: Document, annotator: str, page: Page, current: Answer | None) -> Answer:
        """The answer that is to be saved."""
        answer = Answer(
            document.name,
            annotator,
            language=self.language,
            page_type=self.page_type,
            flags=self.flags,
            note=self.note,
            began_from=self.began_from,
            version=self.version,
            begun=current.begun if current else "",
            finished=current.finished if current else "",
        ).with_spans(page, Spans([(start, end) for start, end in self.spans]))
        answer = answer if self.text is None else answer.with_text(self.text)
        return answer.finish() if self.finished else answer


@dataclass(frozen=True, slots=True)
class SaveAnswerJob:
    """Save an answer, or show the newer one that is there already."""

    document: Document
    annotator: str
    change: Change

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        current = read_answer(self.document, self.annotator)
        answer = self.change.apply(self.document, self.annotator, page, current)
        try:
            saved = save_answer(self.document, answer)
        except ConflictError as error:
            return _conflict(error, self.document, page)
        return json_line(_view(self.document, page, saved)).encode()


@dataclass(frozen=True, slots=True)
class BlockJob:
    """The characters of a block, as they are in the DOM, for marking some of them."""

    document: Document
    block: int

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        if not 0 <= self.block < len(page.blocks):
            raise AnnotationError(f"the page has no block {self.block}")
        start, end = int(page.blocks.start[self.block]), int(page.blocks.end[self.block])
        return json_line({"block": self.block, "text": TextNodes.of(page).text(start, end)}).encode()


@dataclass(frozen=True, slots=True)
class PartJob:
    """The spans of some characters of a block."""

    document: Document
    part: Part

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        return json_line({"spans": find_parts(page, [self.part]).pairs.tolist()}).encode()


@dataclass(frozen=True, slots=True)
class AnswersJob:
    """The finished answers of all annotators: agreement, differences, and what was decided."""

    document: Document
    annotator: str

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        answers, merged = _finished(self.document, self.annotator)
        return json_line(_answers_view(self.document, page, answers, merged, self.annotator)).encode()


@dataclass(frozen=True, slots=True)
class MergeJob:
    """Save what was decided so far."""

    document: Document
    annotator: str
    decisions: Sequence[Decision]
    version: int
    fields: dict[str, Any]

    def __call__(self) -> bytes:
        """Do it."""
        page = Page(self.document.read_page())
        answers, _ = _finished(self.document, self.annotator)
        merged = merge(page, answers, self.decisions, by=self.annotator, version=self.version, **self.fields)
        try:
            saved = save_answer(self.document, merged)
        except ConflictError as error:
            return _conflict(error, self.document, page)
        return json_line(_answers_view(self.document, page, answers, saved, self.annotator)).encode()


@dataclass(frozen=True, slots=True)
class SaveGoldJob:
    """Save an annotator's finished answer, or the merged one, as the gold of the package."""

    document: Document
    annotator: str
    over: int
    is_merged: bool = False
    force: bool = False

    def __call__(self) -> bytes:
        """Do it."""
        answer = read_answer(self.document, MERGED if self.is_merged else self.annotator)
        if answer is None:
            raise AnnotationError(f"{self.document.name}: there is no answer to save as gold")
        try:
            saved = save_gold(self.document, answer, by=self.annotator, over=self.over, force=self.force)
        except ConflictError as error:
            return _conflict(error, self.document, Page(self.document.read_page()))
        return json_line(
            {"version": saved.version, "by": saved.by, "words": len(saved.text.split())}
        ).encode()


@dataclass(frozen=True, slots=True)
class AddPageJob:
    """Add a page to a package, which may be new; a page that is there already is not added again."""

    package: Document
    page: Fetched

    def __call__(self) -> bytes:
        """Do it. The document is named after the page unless it has a name."""
        folder, wanted = self.package.folder, self.package.name
        page, html, about = prepare(self.page)
        if not (folder / DESCRIPTION).exists():
            new_package(folder, description="Pages that were marked in the workbench", license="unknown")
        for path in pages_in(folder):
            if path.stat().st_size == len(html) and path.read_bytes() == html:
                return json_line({"document": path.stem}).encode()
        taken = {path.stem.lower() for path in folder.iterdir()}
        name = wanted or unused(document_name(page), taken)
        return json_line({"document": add_without_gold(folder, name, html, about).name}).encode()


def _view(document: Document, page: Page, answer: Answer) -> dict[str, Any]:
    """An answer with its marks in the page, and what the annotator may know of others."""
    located = answer.locate(page)
    gold = visible_gold(document, answer.annotator)
    return {
        "answer": _shown(answer),
        "spans": located.spans.pairs.tolist(),
        "blocks": block_columns(page, located.spans, by_characters=True),
        "words": int(located.spans.kept_words(page).sum()),
        "page_words": len(page.words),
        "notice": located.notice,
        "has_gold": document.gold.is_file(),
        "gold_version": 0 if gold is None else gold.version,
        "may_see_gold": gold is not None,
        "others": _count_others(document, answer.annotator),
    }


def _shown(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in _SHOWN} | {"flags": dict(answer.flags)}


def _count_others(document: Document, annotator: str) -> int:
    """How many others have finished: this much everybody may know."""
    others = (read_answer(document, name) for name in annotators(document) if name != annotator)
    return sum(1 for each in others if each is not None and each.finished)


def _conflict(error: ConflictError, document: Document, page: Page) -> bytes:
    """Both answers: what was not saved, and what is there instead."""
    mine, theirs = error.mine, error.theirs
    found: dict[str, Any] = {"message": str(error), "yours": _shown(mine), "theirs": None, "pieces": []}
    if theirs is not None:
        pieces = difference(mine.text, theirs.text).pieces
        is_own = theirs.annotator not in (GOLD, MERGED)
        found["theirs"] = _view(document, page, theirs) if is_own else {"answer": _shown(theirs)}
        found["pieces"] = [[piece.kind.value, piece.text] for piece in pieces]
    return json_line({"conflict": found}).encode()


def _finished(document: Document, annotator: str) -> tuple[list[Answer], Answer | None]:
    """The answers that an annotator may see, by name, and the merged one."""
    found = {each.annotator: each for each in visible_answers(document, annotator)}
    merged = found.pop(MERGED, None)
    if annotator not in found or not found[annotator].finished:
        raise AnnotationError(
            f"{document.name}: {annotator} has not finished yet; the answers of others are shown after that"
        )
    return [found[name] for name in sorted(found)], merged


def _answers_view(
    document: Document, page: Page, answers: list[Answer], merged: Answer | None, annotator: str
) -> dict[str, Any]:
    agreement = agree_on_page(page, answers)
    decided = () if merged is None else merged.decisions
    by_place = {(each.start, each.end): each for each in decided}
    gold = read_gold(document)
    several = len(answers) > 1
    shown = merge(page, answers, decided, by=annotator) if several else answers[0]
    return {
        "annotators": [_shown(each) | {"words": len(each.text.split())} for each in answers],
        "f1": agreement.f1,
        "kappa": agreement.kappa,
        "differences": [
            {
                "start": each.start,
                "end": each.end,
                "block": each.block,
                "run": each.run,
                "text": each.text,
                "kept_by": each.kept_by,
                "dropped_by": each.dropped_by,
                "decision": by_place[each.start, each.end].keep
                if (each.start, each.end) in by_place
                else None,
            }
            for each in find_differences(page, answers)
        ],
        "fields": differing_fields(answers),
        "merged": None if merged is None else _shown(merged) | {"outdated": is_outdated(merged, answers)},
        "chosen": {"language": shown.language, "page_type": shown.page_type, "flags": dict(shown.flags)},
        "blocks": block_columns(page, shown.locate(page).spans, by_characters=True),
        "text": shown.text,
        "gold_version": 0 if gold is None else gold.version,
    }
