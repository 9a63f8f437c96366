"""The columns of a part, declared once: names, types and descriptions. The docs are made from this table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mainspan.extras import extra

# Raised when a column is added, removed or changes its meaning.
SCHEMA_VERSION: Final = 1

TEXT, WHOLE, SMALL, REAL = "string", "int64", "int16", "float32"


class Column(NamedTuple):
    """A column: its type, and what it holds. Each may be null."""

    name: str
    type: str
    help: str


COLUMNS: Final = tuple(
    Column(*each)
    for each in (
        ("id", TEXT, "the identifier of the record: WARC-Record-ID, or the place of the page in its input"),
        ("url", TEXT, "the address of the page"),
        ("date", TEXT, "when it was crawled, as in WARC-Date"),
        (
            "dump",
            TEXT,
            "the crawl, such as CC-MAIN-2026-38; by the file's name, its warcinfo record, or --dump",
        ),
        ("warc_filename", TEXT, "the input; files of Common Crawl by their path from `crawl-data/` on"),
        ("warc_record_offset", WHOLE, "where the record begins in the file; in tables the row, from 0 on"),
        ("warc_record_length", WHOLE, "the bytes that the record takes in the file"),
        ("fetch_status", SMALL, "the HTTP status"),
        ("content_mime_type", TEXT, "the media type that the server named, without parameters"),
        ("content_charset", TEXT, "the encoding that the page was decoded from"),
        (
            "charset_source",
            TEXT,
            "how the encoding was known: HTTP header, declaration, valid UTF-8, crawl, ...",
        ),
        ("content_digest", TEXT, "base 32 of the SHA-1 of the payload, as in Common Crawl's index"),
        (
            "content_truncated",
            TEXT,
            "why the page is cut off (length, time, disconnect); null if it is whole",
        ),
        ("title", TEXT, "the title"),
        ("author", TEXT, "the authors, with `; ` between them"),
        ("published", TEXT, "when it was published, ISO 8601"),
        ("sitename", TEXT, "the name of the site"),
        ("text", TEXT, "the main content; Markdown, or with --text another form"),
        ("page_type", TEXT, "article, forum, product, documentation, listing, collection, service, ..."),
        ("page_type_score", REAL, "how likely this type is; 1 where the page declares it"),
        ("confidence", REAL, "the expected quality of the text, from 0 to 1"),
        ("language", TEXT, "the language of the text, such as `en`; null for short and doubtful texts"),
        ("language_score", REAL, "how near the text is to this language, from 0 to 1"),
        ("n_words", WHOLE, "the words of the main content"),
        ("n_words_page", WHOLE, "the words of the whole page"),
        ("link_share", REAL, "the share of the main content's characters that are in links"),
        ("method", TEXT, "the method, with parameters"),
        ("version", TEXT, "the version of Mainspan"),
        ("status", TEXT, "ok, empty, no_page, error, or dropped"),
        ("reason", TEXT, "why there is no text, or why it was dropped: a code, and after `: ` the details"),
    )
)
NAMES: Final = tuple(column.name for column in COLUMNS)

# What became of a record.
OK, EMPTY, NO_PAGE, ERROR, DROPPED = "ok", "empty", "no_page", "error", "dropped"
STATUSES: Final = {
    OK: "there is a text",
    EMPTY: "the page has no main content",
    NO_PAGE: "the record is something else than a page, such as a PDF document",
    ERROR: "the page could not be read or extracted",
    DROPPED: "a filter excluded the page; only with --keep-dropped",
}

_NO_NAME: Final = re.compile(r"[^A-Za-z0-9]+")


def more_names(methods: Sequence[str]) -> list[tuple[str, str]]:
    """The columns of the second and further methods: those of the text and of the number of words.

    >>> more_names(["mainspan", "accb:range=60"])
    [('text_accb_range_60', 'n_words_accb_range_60')]
    """
    names = [_NO_NAME.sub("_", method).strip("_") for method in methods[1:]]
    return [(f"text_{name}", f"n_words_{name}") for name in names]


def schema(methods: Sequence[str], text: str = "markdown") -> Any:
    """The schema of a part, for pyarrow. Its metadata has the version."""
    with extra("bulk", "bulk runs"):
        import pyarrow as pa
    types = {TEXT: pa.string(), WHOLE: pa.int64(), SMALL: pa.int16(), REAL: pa.float32()}
    fields = [pa.field(column.name, types[column.type]) for column in COLUMNS]
    for name, count in more_names(methods):
        fields += [pa.field(name, pa.string()), pa.field(count, pa.int64())]
    about = {
        "mainspan.schema": str(SCHEMA_VERSION),
        "mainspan.methods": " ".join(methods),
        "mainspan.text": text,
    }
    return pa.schema(fields, metadata=about)
