"""What runs in a worker of the proxy: a page in, its extract out. Nothing of mitmproxy is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any, Final

from mainspan.batch.calls import CallWorker
from mainspan.errors import SourceError
from mainspan.extraction import Extraction, extract
from mainspan.fetch.compression import TooLargeError, decompress, offers
from mainspan.page import Page
from mainspan.proxy import rules
from mainspan.proxy.form_pages import is_form_page, with_forms
from mainspan.proxy.headers import Report
from mainspan.proxy.readable import readable_page
from mainspan.render.whole import render_collapse, render_hide, render_mark

_WHOLE_PAGES: Final = {"hide": render_hide, "collapse": render_collapse, "mark": render_mark}
_MEDIA_TYPES: Final = {"text": "text/plain", "markdown": "text/markdown"}
_STEP: Final = 256  # no rule: a part of the work
_WARM_UP: Final = b"<!DOCTYPE html><title>A page</title><p>It is read first, to import all that is needed."


@dataclass(frozen=True, slots=True)
class Extract:
    """The result of a job. Without a body, the page passes unchanged; the report has the reason."""

    report: Report
    body: bytes | None = None
    media_type: str = "text/html"


@dataclass(frozen=True, slots=True)
class PageJob:
    """Extract a page from the body of an answer, as it was sent.

    codings: the content codings, in the order in which they were applied.
    always: answer with what was found, even if it is nothing or a form.
    """

    body: bytes
    url: str
    codings: tuple[str, ...]
    charset: str | None
    algorithm: str
    format: str
    max_bytes: int
    scripts: bool = False
    always: bool = False

    def __call__(self) -> Extract:
        """Do it."""
        begun = perf_counter()
        try:
            html = undo(self.body, self.codings, self.max_bytes)
        except TooLargeError:
            return Extract(Report(rules.TOO_LARGE))
        except SourceError:
            return Extract(Report(rules.ENCODING))
        found = extract(Page(html, url=self.url, charset=self.charset), algorithm=self.algorithm)
        reason = "" if self.always else _why_it_passes(found)
        text = "" if reason else self._render(found)
        body = None if reason else text.encode("utf-8", "replace")
        report = Report(
            reason=reason,
            method=repr(found.algorithm),
            confidence=found.confidence,
            milliseconds=1000 * (perf_counter() - begun),
            share=found.words / max(len(found.page.words), 1),
        )
        return Extract(report, body, _MEDIA_TYPES.get(self.format, "text/html"))

    def _render(self, found: Extraction) -> str:
        if self.format == "html":
            return readable_page(found, self.url)
        if self.format in _WHOLE_PAGES:
            return _WHOLE_PAGES[self.format](found.page, with_forms(found), scripts=self.scripts)
        return found.render(self.format)


def _why_it_passes(found: Extraction) -> str:
    if not found:
        return rules.NOTHING_FOUND
    return rules.FORM if is_form_page(found) else ""


def undo(body: bytes, codings: tuple[str, ...], max_bytes: int) -> bytes:
    """A body without its codings, or a SourceError: they are not what they claim, or it is too large."""
    for coding in reversed(codings):
        if coding == "br" and "br" not in offers():
            body = _undo_brotli(body, max_bytes)
        else:
            body = decompress(body, coding, "the page", max_bytes)
    return body


def _undo_brotli(body: bytes, max_bytes: int) -> bytes:
    """The same with older versions of the library, which mitmproxy needs on Python 3.11.

    They cannot be held to a size, so they get little at a time. What a step yields is held by the worker's
    memory limit.
    """
    brotli: Any = import_module("brotli")

    stream, parts, size = brotli.Decompressor(), [], 0
    for start in range(0, len(body), _STEP):
        try:
            parts.append(stream.process(body[start : start + _STEP]))
        except brotli.error:
            raise SourceError("the compressed answer is broken") from None
        size += len(parts[-1])
        if size > max_bytes:
            raise TooLargeError(f"larger than {max_bytes:,} bytes when unpacked")
    if not stream.is_finished():
        raise SourceError("the compressed answer is cut off")
    return b"".join(parts)


class ProxyWorker(CallWorker):
    """Does the jobs of the proxy."""

    def __init__(self) -> None:
        # What is imported now need not be imported by the first job.
        for form in ("html", "collapse", "text", "markdown"):
            PageJob(_WARM_UP, "http://example.org/", (), None, "plain", form, len(_WARM_UP))()
        extract(_WARM_UP)
