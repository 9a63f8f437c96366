"""What a view shows of a page and one method's answer, as plain data. Runs in a worker."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from mainspan.algorithms import DEFAULT
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.render.whole import render_located
from mainspan.service.workbench.block_columns import block_columns
from mainspan.service.workbench.picture import picture_of
from mainspan.sources import to_page


@dataclass(frozen=True, slots=True)
class InspectJob:
    """A method's answer on a page: verdicts on blocks, the text, metadata, and the method's picture."""

    page: Fetched
    algorithm: str = DEFAULT

    def __call__(self) -> bytes:
        """Do it."""
        begun = perf_counter()
        found = extract(to_page(self.page), algorithm=self.algorithm)
        record = inspect(found)
        record["milliseconds"] = round(1000 * (perf_counter() - begun), 2)
        return json_line(record).encode()


@dataclass(frozen=True, slots=True)
class ReasonsJob:
    """Why each block was kept or not: it takes longer than the answer, so it comes after it."""

    page: Fetched
    algorithm: str = DEFAULT

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        return json_line({"reasons": reasons_of(found)}).encode()


@dataclass(frozen=True, slots=True)
class ContentJob:
    """The answer in one of the forms."""

    page: Fetched
    algorithm: str = DEFAULT
    form: str = "text"

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        content = found.render(self.form)
        return json_line({"form": self.form, "content": content, "reason": found.reason}).encode()


@dataclass(frozen=True, slots=True)
class FrameJob:
    """The page for the frame: hidden text has its place too, since some methods read it."""

    page: Fetched
    own: str

    def __call__(self) -> bytes:
        """Do it."""
        return render_located(to_page(self.page).with_hidden, own=self.own).encode("utf-8", "surrogatepass")


def inspect(found: Extraction) -> dict[str, Any]:
    """All that the view of one method shows, but reasons and other forms."""
    judgement = found.judgement
    types = {} if judgement is None else judgement.types
    likely = max(types, key=types.__getitem__) if types else None
    return {
        "algorithm": repr(found.algorithm),
        "url": found.carrier.url,
        "words": found.words,
        "page_words": len(found.page.words),
        "confidence": found.confidence,
        "page_type": None if likely is None else {"name": likely, "share": round(types[likely], 4)},
        "doubt": "" if judgement is None else judgement.doubt,
        "reason": found.reason,
        "origin": found.origin,
        "text": found.text,
        "metadata": found.metadata.to_dict(),
        "blocks": block_columns(found.page, found.spans, None if judgement is None else judgement.scores),
        "picture": picture_of(found),
    }


def reasons_of(found: Extraction) -> list[dict[str, Any]]:
    """For each block the signals for it and against it, or the reason in words alone."""
    if found.judgement is None:
        return [{"text": block.reason, "notes": [block.reason], "signals": []} for block in found.blocks]
    reasons = map(found.judgement.reason, range(len(found.page.blocks)))
    return [
        {
            "text": str(reason),
            "notes": list(reason.notes),
            "signals": [[name, round(weight, 2)] for name, weight in reason.signals],
        }
        for reason in reasons
    ]
