"""One page of many: the settings of a run go in, an outcome comes out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from mainspan import __version__
from mainspan.algorithms import Algorithm
from mainspan.algorithms.site import Template
from mainspan.batch.child import one_line
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.render.table_row import write_csv
from mainspan.sources import to_page
from mainspan.timing import within

# The forms whose records name their source, and can have other forms as fields.
JSON, JSON_LINES, CSV = "json", "jsonl", "csv"
# Settings that change how a run is made, but not what its records hold. More time may help a page that
# failed; a run that is resumed says how many failed, and can try them again.
_WITHOUT_EFFECT: Final = ("seconds", "is_only")


@dataclass(frozen=True)
class Settings:
    """What holds for all pages of a run.

    form: what results are written as (mainspan.forms.FORMS); None for Extraction objects.
    also: further forms, as fields of JSON records.
    keep, drop: CSS selectors.
    links, images, tables: whether links, images and tables are written as such.
    front_matter: whether Markdown begins with what is known of the page.
    encoding: the encoding of all pages, whatever they declare.
    url: the address of the only page, if it is read from a file.
    render: let an installed browser run the pages' scripts first.
    site: compare the pages of each site, and drop what they share.
    min_confidence: results with less confidence are empty, with a reason.
    seconds: the time limit for reading a page, and for extracting it.
    is_only: there is only one page: JSON is indented, and selectors without a match are reported.
    """

    algorithm: str | Algorithm
    form: str | None
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    encoding: str | None = None
    url: str | None = None
    links: bool = True
    images: bool = True
    tables: bool = True
    front_matter: bool = False
    also: tuple[str, ...] = ()
    render: bool = False
    site: bool = False
    min_confidence: float = 0.0
    seconds: float | None = None
    is_only: bool = False

    @property
    def digest(self) -> str:
        """A name for everything that a record depends on, besides its page."""
        names = [field.name for field in fields(self) if field.name not in _WITHOUT_EFFECT]
        values = {name: getattr(self, name) for name in names} | {"algorithm": str(self.algorithm)}
        written = json.dumps({"version": __version__, **values}, sort_keys=True)
        return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class Outcome(NamedTuple):
    """What became of one page of many.

    text: the result in the form of the run; empty if the page failed.
    error: why the page failed; empty if it did not.
    reason: why nothing was found in the page; empty if something was.
    needs_browser: the page seems to be made by scripts, which were not run.
    unmatched: the selectors of `keep` that match no element, if the page is the only one.
    extraction: the result as an object, if no form was named.
    name, key: the source's name, and the path of its result in a folder, without a suffix.
    """

    text: str = ""
    error: str = ""
    reason: str = ""
    needs_browser: bool = False
    unmatched: tuple[str, ...] = ()
    extraction: Extraction | None = None
    name: str = ""
    key: PurePosixPath = PurePosixPath()


def extract_page(page: Fetched, name: str, settings: Settings, template: Template | None = None) -> Outcome:
    """Extract the main content of a page within its time limit. Whatever goes wrong is in the outcome."""
    try:
        return within(settings.seconds, lambda: _extract(page, name, settings, template))
    except Exception as error:  # one page must not be the end of a run
        return Outcome(error=one_line(error))


def _extract(page: Fetched, name: str, settings: Settings, template: Template | None) -> Outcome:
    found = extract(
        to_page(page, settings.encoding),
        algorithm=settings.algorithm,
        keep=settings.keep,
        drop=settings.drop,
        template=template,
        min_confidence=settings.min_confidence,
    )
    return Outcome(
        text=write(found, name, settings),
        reason=found.reason,
        needs_browser=not settings.render and needs_browser(found),
        unmatched=_unmatched(found, settings) if settings.is_only else (),
        extraction=found if settings.form is None else None,
    )


def write(found: Extraction, name: str, settings: Settings) -> str:
    """A result in the form of the run."""
    if settings.form is None:
        return ""
    options = {"links": settings.links, "images": settings.images, "tables": settings.tables}
    options["front_matter"] = settings.front_matter
    if settings.form == CSV:
        return write_csv(found, name)
    if settings.form not in (JSON, JSON_LINES):
        return found.render(settings.form, **options)
    record = found.to_dict() | {form: found.render(form, **options) for form in settings.also}
    if settings.form == JSON_LINES:
        return json_line({"source": name, "settings": settings.digest, **record})
    return json_line({"source": name, **record}, indent=2 if settings.is_only else None)


def write_failure(name: str, message: str, settings: Settings) -> str:
    """The record of a page that failed."""
    record: dict[str, Any] = {"source": name, "settings": settings.digest, "error": message}
    return json_line(record)


def _unmatched(found: Extraction, settings: Settings) -> tuple[str, ...]:
    return tuple(selector for selector in settings.keep if not found.page.select(selector).any())


def needs_browser(found: Extraction) -> bool:
    """Whether the page seems to be made by scripts."""
    if not found:
        return "a browser" in found.reason
    return found.judgement is not None and "a browser" in found.judgement.doubt
