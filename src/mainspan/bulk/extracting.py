"""From a stored page to its row: what runs in a supervised process, as any page may crash or exhaust it."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime
from typing import Any, Final

from mainspan import __version__
from mainspan.algorithms import Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.batch.child import one_line
from mainspan.bulk.columns import DROPPED, EMPTY, ERROR, NAMES, NO_PAGE, OK, more_names
from mainspan.bulk.http import Message, open_body, read_message
from mainspan.bulk.losses import KINDS
from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.extraction import Extraction, extract
from mainspan.fetch.media_types import is_plain_text, other_type, page_of_text
from mainspan.metadata.find import find_metadata
from mainspan.metadata.languages import identify_language
from mainspan.metadata.page_types import type_score
from mainspan.page import Page

Row = dict[str, Any]

# The metadata that have a column, or that decide one.
_METADATA: Final = ("title", "authors", "published", "site_name", "page_type", "language_declared")
# A page without a date may be from any time.
_ANY_TIME: Final = datetime(9999, 1, 1, tzinfo=UTC)

# Codes of errors, which reports count.
TIME_LIMIT: Final = "time_limit"
MEMORY_LIMIT: Final = "memory_limit"
CRASH: Final = "crash"
EXCEPTION: Final = "exception"
DIGEST: Final = "digest"
BODY: Final = "body"
REASONS: Final = {
    TIME_LIMIT: "the page took longer than it may",
    MEMORY_LIMIT: "the page needs more memory than it may use",
    CRASH: "the page ended the process that extracted it, twice",
    EXCEPTION: "the page made the method fail",
    DIGEST: "the bytes are not those that the index names",
    BODY: "the body cannot be unpacked within the limit of size",
    "nothing": "the page has no main content",
    "format": "the record is not a page, by its bytes",
    "type": "the record is not a page, by its media type",
    "fetch": "the record is not an HTTP message",
    **KINDS,
}  # fmt: skip


def empty_row(page: RawPage, methods: tuple[str, ...]) -> Row:
    """The row of a page before anything is known of its content."""
    row: Row = dict.fromkeys(NAMES)
    for pair in more_names(methods):
        row.update(dict.fromkeys(pair))
    row.update(
        id=page.id,
        url=page.url or None,
        date=page.date or None,
        dump=page.dump or None,
        warc_filename=page.filename or None,
        warc_record_offset=page.offset,
        warc_record_length=page.length,
        content_digest=page.digest or None,
        content_truncated=page.truncated or None,
        method=methods[0],
        version=__version__,
    )
    return row


def failed(row: Row, code: str, detail: str = "", status: str = ERROR) -> Row:
    """A row without a text, with the reason."""
    return row | {"status": status, "reason": f"{code}: {detail}" if detail else code}


class Extracting:
    """Makes the rows of pages, with the settings of a run."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.names = settings.names
        self.methods: list[Algorithm] = [make_algorithm(each) for each in settings.methods]
        self._more = more_names(self.names)

    def __call__(self, page: RawPage) -> Row:
        """The row of a page. Errors of the method are in it; those that end a process are not caught here."""
        row = empty_row(page, self.names)
        if page.loss:
            return failed(row, page.loss)
        message = read_message(page.content) if page.is_http else Message(None, {}, page.content)
        row.update(fetch_status=message.status, content_mime_type=message.media_type or None)
        if page.is_checked and page.digest not in (_digest(message.body), _digest(open_chunks(message))):
            return failed(row, DIGEST, f"it is {_digest(message.body)}")
        row["content_digest"] = page.digest or _digest(message.body)
        body = open_body(message, self.settings.max_bytes)
        if body.problem:
            row["content_truncated"] = row["content_truncated"] or "disconnect"
            if not body.data:
                return failed(row, BODY, body.problem)
        if page.is_http and message.status is None:
            return failed(row, "fetch")
        reason = self.settings.filters.before(message.media_type, message.status)
        if reason:
            return failed(row, reason, status=DROPPED)
        if what := other_type(message.media_type):
            return failed(row, "type", what, NO_PAGE)
        try:
            row = self._extracted(row, page, message, body.data)
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            return failed(row, EXCEPTION, one_line(error))
        reason = self.settings.filters.after(row)
        return failed(row, reason, status=DROPPED) if reason else row

    def _extracted(self, row: Row, raw: RawPage, message: Message, body: bytes) -> Row:
        page = self._page(raw, message, body)
        row.update(content_charset=page.encoding, charset_source=page.encoding_because)
        if page.other_format:
            return failed(row, "format", page.other_format, NO_PAGE)
        first, *others = [extract(page, algorithm=method) for method in self.methods]
        row.update(_facts(first, raw))
        row["text"] = self._text(first)
        for (text, count), found in zip(self._more, others, strict=True):
            row.update({text: self._text(found), count: found.words})
        return row | {"status": OK} if first else failed(row, "nothing", first.reason, EMPTY)

    def _page(self, raw: RawPage, message: Message, body: bytes) -> Page:
        charset = _charset(message)
        hidden = self.methods[0].reads_hidden
        if is_plain_text(body, message.media_type):
            text = Page(body, charset=charset, hint=raw.charset or None)
            page = Page(page_of_text(text.utf8), url=raw.url or None, charset="utf-8", hidden=hidden)
            page.encoding, page.encoding_because = text.encoding, text.encoding_because
            return page
        return Page(body, url=raw.url or None, charset=charset, hint=raw.charset or None, hidden=hidden)

    def _text(self, found: Extraction) -> str | None:
        return found.render(self.settings.text) if found else None


def _facts(found: Extraction, raw: RawPage) -> Row:
    """What is known of a page besides its text."""
    spans = found.spans if found.origin == "page" else None
    facts = find_metadata(found.carrier, spans=spans, now=_time(raw.date), only=_METADATA)
    declared = facts.language_declared.value if facts.language_declared else raw.language
    language = identify_language(found.text, declared)
    return {
        "title": facts.title.value if facts.title else None,
        "author": "; ".join(each.value for each in facts.authors) or None,
        "published": facts.published.value if facts.published else None,
        "sitename": facts.site_name.value if facts.site_name else None,
        "page_type": facts.page_type.value if facts.page_type else None,
        "page_type_score": type_score(found.carrier, facts.page_type),
        "confidence": found.confidence,
        "language": language.code if language else None,
        "language_score": language.score if language else None,
        "n_words": found.words,
        "n_words_page": len(found.page.words),
        "link_share": found.link_share,
    }


def _charset(message: Message) -> str | None:
    """The encoding that the server named."""
    for parameter in message.headers.get("content-type", "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'") or None
    return None


def open_chunks(message: Message) -> bytes:
    """The body without its chunks, which some archives make the digest of."""
    return open_body(message._replace(headers=message.headers | {"content-encoding": ""}), 1).data


def _digest(body: bytes) -> str:
    return base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode("ascii")


def _time(date: str) -> datetime:
    """When a page was crawled."""
    try:
        found = datetime.fromisoformat(date)
    except ValueError:
        return _ANY_TIME
    return found if found.tzinfo else found.replace(tzinfo=UTC)
