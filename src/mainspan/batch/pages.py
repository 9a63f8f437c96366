"""What becomes of one page on the command line: the settings of a run go in, a result comes out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from mainspan import __version__
from mainspan.algorithms.site import Template
from mainspan.errors import MainspanError
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.sources.source import to_page
from mainspan.timing import within

# A page that is made by scripts has fewer words than this without them.
_FEW_WORDS: Final = 100
# The forms whose records name their source, and can have other forms as fields.
JSON, JSON_LINES = "json", "jsonl"
# Settings that say how a run is made, and not what its records hold. More time may help a page that failed,
# but whoever resumes a run is told of those, and can have them tried again.
_HOW: Final = ("seconds", "several")


@dataclass(frozen=True)
class Settings:
    """What holds for all pages of a run."""

    algorithm: str
    form: str
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    encoding: str | None = None
    url: str | None = None
    links: bool = True
    images: bool = True
    tables: bool = True
    also: tuple[str, ...] = ()
    render: bool = False
    site: bool = False
    seconds: float | None = None
    several: bool = False

    @property
    def digest(self) -> str:
        """A name for all that a record depends on, besides its page."""
        fields = {name: value for name, value in asdict(self).items() if name not in _HOW}
        written = json.dumps({"version": __version__, **fields}, sort_keys=True)
        return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class Result(NamedTuple):
    """What became of a page. `error` says why there is no text, `reason` why nothing was found in it.

    `unmatched` are the selectors of what is to be kept that no element of a page that came alone matches.
    """

    text: str = ""
    error: str = ""
    reason: str = ""
    needs_browser: bool = False
    unmatched: tuple[str, ...] = ()


def extract_page(page: Fetched, name: str, settings: Settings, template: Template | None = None) -> Result:
    """Extract the main content of a page within the time that it may take. Whatever goes wrong is told."""
    try:
        return within(settings.seconds, lambda: _extract(page, name, settings, template))
    except MainspanError as error:
        return Result(error=str(error))
    except Exception as error:  # one page must not be the end of a run
        return Result(error=f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": "))


def _extract(page: Fetched, name: str, settings: Settings, template: Template | None) -> Result:
    found = extract(
        to_page(page, settings.encoding),
        algorithm=settings.algorithm,
        keep=settings.keep,
        drop=settings.drop,
        template=template,
    )
    return Result(
        write(found, name, settings),
        "",
        found.reason,
        not settings.render and _needs_browser(found),
        () if settings.several else _unmatched(found, settings),
    )


def write(found: Extraction, name: str, settings: Settings) -> str:
    """A result in the form that was asked for."""
    options = {"links": settings.links, "images": settings.images, "tables": settings.tables}
    if settings.form not in (JSON, JSON_LINES):
        return found.render(settings.form, **options)
    record = found.to_dict() | {form: found.render(form, **options) for form in settings.also}
    if settings.form == JSON_LINES:
        return json_line({"source": name, "settings": settings.digest, **record})
    return json_line({"source": name, **record}, indent=None if settings.several else 2)


def write_failure(name: str, message: str, settings: Settings) -> str:
    """The record of a page that failed."""
    record: dict[str, Any] = {"source": name, "settings": settings.digest, "error": message}
    return json_line(record)


def _unmatched(found: Extraction, settings: Settings) -> tuple[str, ...]:
    return tuple(selector for selector in settings.keep if not found.page.select(selector).any())


def _needs_browser(found: Extraction) -> bool:
    """Whether the page seems to be made by scripts."""
    if not found:
        return "a browser" in found.reason
    if len(found.page.words) >= _FEW_WORDS or found.judgement is None:
        return False
    return "a browser" in found.judgement.doubt
