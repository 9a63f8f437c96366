"""The pages of a WARC file: each answer of a server, with what the crawler noted of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mainspan.bulk.framing import Framed
from mainspan.bulk.pages import RawPage
from mainspan.extras import extra

# Records with pages: answers, and files that were taken without a protocol.
_PAGES: Final = frozenset(["response", "resource"])
# Common Crawl names its files from here on, wherever they are stored.
_CRAWL_DATA: Final = re.compile(r"(?:^|/)(crawl-data/.*)$")
_DUMP: Final = re.compile(r"CC-MAIN-\d{4}-\d{2,}|CC-NEWS(?:-\d{4}-\d{2})?")
_PART_OF: Final = re.compile(rb"^isPartOf:[ \t]*([^\r\n]{1,200})", re.I | re.M)
_SHA1: Final = re.compile(r"sha1:([A-Z2-7]{32})", re.I)
_CHARSET: Final = re.compile(rb"^charset-detected:[ \t]*([A-Za-z0-9_.:-]{1,40})", re.I | re.M)
_LANGUAGES: Final = re.compile(rb"^languages-cld2:[ \t]*(\{[^\r\n]{1,8192}\})", re.I | re.M)
# The crawler's language counts if it covers most of the text.
_MIN_COVERED: Final = 50


def warc_filename(address: str) -> str:
    """The name of a WARC file in Common Crawl's tables, or its address."""
    match = _CRAWL_DATA.search(address)
    return match[1] if match else address


def dump_of(address: str) -> str:
    """The crawl that a file belongs to, by its name; empty if that does not say it."""
    match = _DUMP.search(address)
    return match[0] if match else ""


def dump_in(content: bytes) -> str:
    """The crawl that a warcinfo record names."""
    match = _PART_OF.search(content)
    return match[1].decode("utf-8", "replace").strip() if match else ""


class Pairing:
    """Records in order to pages: each answer waits for the metadata record that follows it.

    end: records that begin from here on belong to the next range.
    `counts` has the number of records in the range by their type.
    """

    def __init__(self, address: str, end: int, dump: str) -> None:
        self.counts: Counter[str] = Counter()
        self._filename = warc_filename(address)
        self._dump = dump
        self._end = end
        self._waiting: RawPage | None = None

    def pages(self, records: Iterable[Framed]) -> Iterator[RawPage]:
        """The pages of these records."""
        for framed in records:
            is_after = framed.offset >= self._end
            head = _read_head(framed.head)
            kind = head.get("warc-type", "unknown").lower()
            if not is_after:
                self.counts[kind] += 1
            if kind == "metadata" and self._waiting is not None and _concerns(head, self._waiting):
                yield _with_hints(self._waiting, framed.content)
                self._waiting = None
                continue
            if kind == "metadata" and not is_after:
                continue
            if self._waiting is not None:
                yield self._waiting
                self._waiting = None
            if is_after:
                return
            if kind == "warcinfo" and not self._dump:
                self._dump = dump_in(framed.content)
            if kind in _PAGES:
                self._waiting = self._page(framed, head, kind)
        if self._waiting is not None:
            yield self._waiting
            self._waiting = None

    def _page(self, framed: Framed, head: dict[str, str], kind: str) -> RawPage:
        digest = _SHA1.fullmatch(head.get("warc-payload-digest", "").strip())
        return RawPage(
            id=head.get("warc-record-id", "").strip() or f"{self._filename}:{framed.offset}",
            url=head.get("warc-target-uri", "").strip().strip("<>"),
            date=head.get("warc-date", "").strip(),
            dump=self._dump,
            filename=self._filename,
            offset=framed.offset,
            length=framed.stored,
            content=framed.content,
            is_http=kind == "response",
            digest=digest[1].upper() if digest else "",
            truncated=head.get("warc-truncated", "").strip() or ("length" if framed.is_cut else ""),
        )


def read_head(framed: Framed) -> dict[str, str]:
    """The fields of a record's head, with names in lower case."""
    return _read_head(framed.head)


def _read_head(head: bytes) -> dict[str, str]:
    with extra("bulk", "bulk runs"):
        from fastwarc.warc import WarcRecord
    try:
        record: Any = WarcRecord.from_bytes(head)
        return {name.lower(): value for name, value in reversed(list(record.headers.items()))}
    except (OSError, ValueError):
        return {}


def _concerns(head: dict[str, str], page: RawPage) -> bool:
    """Whether a metadata record is about this page."""
    about = [head.get(name, "").strip() for name in ("warc-concurrent-to", "warc-refers-to")]
    return page.id in about


def _with_hints(page: RawPage, content: bytes) -> RawPage:
    charset = _CHARSET.search(content)
    return page._replace(
        charset=charset[1].decode("ascii") if charset else "", language=_language_in(content)
    )


def _language_in(content: bytes) -> str:
    """The language in which the crawler found most of the text; empty if it was not sure."""
    match = _LANGUAGES.search(content)
    try:
        found: Any = json.loads(match[1]) if match else {}
        best = found["languages"][0]
        if found["reliable"] and best["text-covered"] * 100 >= _MIN_COVERED:
            return str(best["code"])
    except (ValueError, RecursionError, LookupError, TypeError):
        pass
    return ""
