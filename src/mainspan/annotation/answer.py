"""An annotator's answer for one document: what is content, its text, language, page type and flags."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from mainspan.annotation.marks import Located, Mark, Point, digest_of, locate, make_marks, tidy
from mainspan.errors import AnnotationError
from mainspan.evaluation.meta import FLAGS, faults_of
from mainspan.page import Page
from mainspan.render.text import render_text
from mainspan.spans import Spans

# The answers that are no person's: what was merged, and what was saved as the gold of the package.
MERGED: Final = "merged"
GOLD: Final = "gold"
_FORMAT: Final = 1  # no rule: a version
_MAX_NAME_LENGTH: Final = 40
_MARKS_OF_NAMES: Final = "._-"


class Decision(NamedTuple):
    """Whether a difference between answers, given by its first and last place, is kept; and who decided."""

    start: int
    end: int
    keep: bool
    by: str


@dataclass(frozen=True)
class Answer:
    """What an annotator marked in a document.

    `text` is made from the marks, or `edited` by hand afterwards. `began_from` is "default", "nothing" or
    "gold". `version` counts how often the answer was saved. `begun`, `saved` and `finished` are times, empty
    if it is not. Of a merged answer and of gold, `by` is who saved it, and `sources` has the versions of the
    answers that it was made from.
    """

    document: str
    annotator: str
    marks: tuple[Mark, ...] = ()
    digest: str = ""
    text: str = ""
    edited: bool = False
    language: str = ""
    page_type: str = ""
    flags: Mapping[str, bool] = field(default_factory=dict)
    note: str = ""
    began_from: str = "nothing"
    version: int = 0
    begun: str = ""
    saved: str = ""
    finished: str = ""
    by: str = ""
    sources: Mapping[str, int] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()

    @property
    def state(self) -> str:
        """Either begun or finished."""
        return "finished" if self.finished else "begun"

    def locate(self, page: Page) -> Located:
        """The marked spans of the page, and what is wrong with the marks."""
        return locate(page, self.marks, self.digest)

    def with_spans(self, page: Page, spans: Spans) -> Answer:
        """The answer with other marks, and the text that they make."""
        spans = tidy(page, spans)
        marks, digest = make_marks(page, spans), digest_of(page, spans)
        return replace(self, marks=marks, digest=digest, text=render_text(page, spans), edited=False)

    def with_text(self, text: str) -> Answer:
        """The answer with a text that was edited by hand."""
        # What UTF-8 cannot hold has no place in a gold text.
        text = text.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n")
        text = text.rstrip("\n") + "\n" if text.strip("\n") else ""
        return replace(self, text=text, edited=self.edited or text != self.text)

    def finish(self) -> Answer:
        """The finished answer."""
        return self if self.finished else replace(self, finished=now())

    def same_content(self, other: Answer) -> bool:
        """Whether two answers differ at most in their versions and times."""
        times = {"version": 0, "begun": "", "saved": "", "finished": ""}
        return self.state == other.state and replace(self, **times) == replace(other, **times)  # type: ignore[arg-type]

    def check(self) -> None:
        """Raise an AnnotationError if language, page type or flags are wrong."""
        unknown = sorted(set(self.flags) - set(FLAGS))
        if unknown:
            raise AnnotationError(f"no flag is called {unknown[0]!r}: there are {', '.join(FLAGS)}")
        for fault in faults_of({"language": self.language or None, **self.flags}):
            raise AnnotationError(f"{fault.message}; {fault.fix}")

    def to_record(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return {
            "format": _FORMAT,
            **{each.name: getattr(self, each.name) for each in fields(self)},
            "state": self.state,
            "flags": dict(self.flags),
            "sources": dict(self.sources),
            "marks": [each._asdict() for each in self.marks],
            "decisions": [each._asdict() for each in self.decisions],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Answer:
        """An answer from plain data, or an AnnotationError that says what is wrong with it."""
        if record.get("format") != _FORMAT:
            raise AnnotationError("is no answer of an annotator, or one of a later version of mainspan")
        kinds = {each.name: str for each in fields(cls)} | {"edited": bool, "version": int}
        for name in ("marks", "decisions", "flags", "sources"):
            del kinds[name]
        flags, sources = (_typed(record, name, dict) for name in ("flags", "sources"))
        return cls(
            **{name: _typed(record, name, kind) for name, kind in kinds.items()},
            marks=tuple(map(_mark, _typed(record, "marks", list))),
            decisions=tuple(map(_decision, _typed(record, "decisions", list))),
            flags={name: _typed(flags, name, bool) for name in flags},
            sources={name: _typed(sources, name, int) for name in sources},
        )


def _mark(record: Any) -> Mark:
    points = [_typed(record, name, list) for name in ("first", "last")]
    if any([type(each) for each in point] != [str, int] for point in points):
        raise AnnotationError("has a mark without XPath and offset")
    return Mark(_typed(record, "start", int), _typed(record, "end", int), *(Point(*each) for each in points))


def _decision(record: Any) -> Decision:
    kinds = zip(Decision._fields, (int, int, bool, str), strict=True)
    return Decision(*(_typed(record, name, kind) for name, kind in kinds))


def _typed(record: Any, name: str, kind: type) -> Any:
    value = record.get(name) if isinstance(record, dict) else None
    if type(value) is not kind:
        raise AnnotationError(f"{name} is missing or of the wrong kind")
    return value


def now() -> str:
    """The time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def annotator_name(name: str) -> str:
    """A name in the one form that files have, or an AnnotationError.

    >>> annotator_name(" Anna Müller ")
    'anna-müller'
    """
    found = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    found = "-".join(found.split())
    is_right = (
        found
        and all(_is_allowed(each) for each in found)
        and not {found[0], found[-1]} & set(_MARKS_OF_NAMES)
    )
    if not is_right or len(found) > _MAX_NAME_LENGTH:
        what = f"letters and digits, at most {_MAX_NAME_LENGTH}, with . _ - between them"
        raise AnnotationError(f"{name!r} is no name for an annotator: use {what}")
    if found in (MERGED, GOLD):
        raise AnnotationError(f"no annotator can be called {name!r}: choose another name")
    return found


def _is_allowed(character: str) -> bool:
    # Letters with the marks that some scripts write them with, and numbers.
    return character in _MARKS_OF_NAMES or unicodedata.category(character)[0] in "LMN"
