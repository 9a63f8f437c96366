"""What runs in a worker: a page in, ready bytes out. Nothing of the web framework is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import DEFAULT, algorithm
from mainspan.annotation.marks import make_marks
from mainspan.batch.calls import CallWorker
from mainspan.batch.pages import needs_browser
from mainspan.compare import compare, read_for
from mainspan.errors import MainspanError, PackageError
from mainspan.evaluation.build import Added, add_document, prepare, replace_gold
from mainspan.evaluation.meta import merge_meta
from mainspan.evaluation.packages import Document
from mainspan.explain import choose, explain, explain_tree, rows_of, why_none
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.forms import FORMS
from mainspan.metadata import Fact, Metadata
from mainspan.output import json_line, locked
from mainspan.plot.curves import Bins, Curves
from mainspan.service.versions import version_of
from mainspan.sources import to_page

# Forms that are JSON themselves.
_JSON_MEDIA: Final = ("application/json", "application/jsonl")
# More values than a picture can show.
MAX_POINTS: Final = 10_000
# The version of gold that is saved over, whatever it is.
ANY_VERSION: Final = "*"
_WARM_UP: Final = b"<!DOCTYPE html><title>A page</title><p>It is read first, to import all that is needed."


@dataclass(frozen=True, slots=True)
class ExtractJob:
    """Extract a page, and write it as the one answer of the API, or as its content alone (`raw`)."""

    page: Fetched
    algorithm: str = DEFAULT
    format: str = "text"
    also: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    links: bool = True
    images: bool = True
    tables: bool = True
    encoding: str | None = None
    debug: bool = False
    marks: bool = False
    is_rendered: bool = False

    def __call__(self) -> bytes:
        """Do it."""
        begun = perf_counter()
        found = extract(
            to_page(self.page, self.encoding), algorithm=self.algorithm, keep=self.keep, drop=self.drop
        )
        record = self._record(found)
        record["time"] = round(1000 * (perf_counter() - begun), 3)
        return json_line(record).encode()

    def _record(self, found: Extraction) -> dict[str, Any]:
        metadata = found.metadata
        record = {
            **_summary(metadata),
            "url": found.carrier.url,
            "confidence": found.confidence,
            "word_count": found.words,
            "page_word_count": len(found.page.words),
            "algorithm": repr(found.algorithm),
            "format": self.format,
            "content": self._render(found, self.format),
            "reason": found.reason,
            "warnings": self._warnings(found),
            "excerpt": found.excerpt,
            "readable": found.readable,
            "origin": found.origin,
            "encoding": found.carrier.encoding,
            "metadata": metadata.to_dict(),
        }
        if self.also:
            record["also"] = {form: self._render(found, form) for form in self.also}
        if self.debug:
            record["blocks"] = explain(found)["blocks"]
        if self.marks:
            record["marks"] = _marks(found)
        return record

    def _render(self, found: Extraction, form: str) -> Any:
        if FORMS[form].media_type in _JSON_MEDIA:
            return found.to_dict() if form != "spans" else [list(pair) for pair in found.spans]
        return found.render(form, links=self.links, images=self.images, tables=self.tables)

    def _warnings(self, found: Extraction) -> list[str]:
        unmatched = [
            f"no element matches {each!r}" for each in self.keep if not found.page.select(each).any()
        ]
        if not self.is_rendered and needs_browser(found):
            unmatched.append("the page seems to be made by scripts, which were not run")
        return unmatched


def _marks(found: Extraction) -> list[dict[str, Any]]:
    """Where the content is in the page; nowhere if the page has it only in its data."""
    if found.page is not found.carrier:
        return []
    return [mark._asdict() for mark in make_marks(found.page, found.spans)]


@dataclass(frozen=True, slots=True)
class ExplainJob:
    """Explain a page block by block."""

    page: Fetched
    algorithm: str = DEFAULT
    encoding: str | None = None
    kept: bool | None = None
    around: str | None = None
    reasons: bool = True
    tree: bool = False

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page, self.encoding), algorithm=self.algorithm)
        rows = rows_of(found)
        shown = choose(rows, kept=self.kept, around=self.around)
        record = explain(found, shown, reasons=self.reasons)
        if not shown:
            record["reason"] = why_none(found, rows, self.around)
        if self.tree:
            record["tree"] = explain_tree(found)
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Run methods side by side on a page."""

    page: Fetched
    algorithms: tuple[str, ...]
    encoding: str | None = None

    def __call__(self) -> bytes:
        """Do it."""
        page = to_page(self.page, self.encoding)
        methods = list(dict.fromkeys(map(algorithm, self.algorithms)))
        record = {
            "url": page.url,
            "page_words": len(read_for(page, methods).words),
            "methods": [each.to_dict() for each in compare(page, methods)],
        }
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class SignalsJob:
    """The curves that a method decides by, at most `points` values of each."""

    page: Fetched
    algorithm: str = DEFAULT
    encoding: str | None = None
    points: int = MAX_POINTS

    def __call__(self) -> bytes:
        """Do it."""
        curves = Curves.of(to_page(self.page, self.encoding), algorithm(self.algorithm))
        bins = Bins.of(0, len(curves), self.points)
        first = bins.edges[:-1]
        record = {
            "url": curves.page.url,
            "algorithm": repr(curves.found.algorithm),
            "figure": curves.found.algorithm.figure,
            "units": len(curves),
            "units_per_point": bins.most,
            "length": len(curves.page.source),
            "start": curves.start[first].tolist(),
            "kept": [round(each, 4) for each in bins.mean(curves.kept).tolist()],
            "signals": {name: _numbers(bins.mean(values)) for name, values in curves.values.items()},
        }
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class SaveJob:
    """Save the gold text of a document if the page has it. With a page, the document is new.

    `version` is the one that was edited, or `*`. If there is another one now, nothing is saved: a conflict.
    """

    document: Document
    gold: str
    meta: dict[str, Any] | None = None
    force: bool = False
    page: Fetched | None = None
    encoding: str | None = None
    version: str = ANY_VERSION

    def __call__(self) -> bytes:
        """Do it."""
        # Nobody saves between the look at the version and the writing, in this process or another.
        with locked(self.document.folder):
            if self.page is None and self.version not in (ANY_VERSION, version_of(self.document)):
                return json_line({"conflict": True}).encode()
            added = self._save()
            record = {"words": added.words, "page_words": added.page_words, "share": round(added.share, 4)}
            return json_line({**record, "version": version_of(self.document)}).encode()

    def _save(self) -> Added:
        if self.page is None:
            return replace_gold(self.document, self.gold, self.meta, force=self.force)
        page, html, known = prepare(self.page, self.encoding)
        about = merge_meta(known, self.meta or {})
        folder, name = self.document.folder, self.document.name
        return add_document(folder, name, page, html, self.gold, about, force=self.force)


def _numbers(values: NDArray[np.float64]) -> list[float | None]:
    """Numbers that JSON can have: null for those that it cannot."""
    return [round(each, 6) if isfinite(each) else None for each in values.tolist()]


def _summary(metadata: Metadata) -> dict[str, str | None]:
    """The fields that services of this kind have, each a text or null."""
    authors = ", ".join(each.value for each in metadata.authors)
    return {
        "title": _value(metadata.title),
        "author": authors or None,
        "published": _value(metadata.published),
        "site": _value(metadata.site_name),
        "description": _value(metadata.description),
        "image": _value(metadata.image),
        "language": _value(metadata.language),
        "page_type": _value(metadata.page_type),
    }


def _value(fact: Fact | None) -> str | None:
    return None if fact is None else fact.value


class PageWorker(CallWorker):
    """Does the jobs of the service."""

    def __init__(self) -> None:
        # What is imported now need not be imported by the first job.
        ExtractJob(Fetched(_WARM_UP, "", None), format="markdown", also=("html",), debug=True)()

    def code_of(self, error: MainspanError) -> str:
        """What cannot be saved has a code of its own."""
        return "not_saved" if isinstance(error, PackageError) else super().code_of(error)
