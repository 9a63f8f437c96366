"""The schema: its names, its version, and the table in the docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.bulk.columns import COLUMNS, NAMES, SCHEMA_VERSION, schema
from mainspan.bulk.settings import Settings
from mainspan.errors import ParameterError

DOCS = Path(__file__).parent.parent.parent / "docs" / "BULK.md"
# A change of these is a change for everybody who reads parts: raise SCHEMA_VERSION with it.
VERSION_1 = (
    "id url date dump warc_filename warc_record_offset warc_record_length fetch_status content_mime_type "
    "content_charset charset_source content_digest content_truncated title author published sitename text "
    "page_type page_type_score confidence language language_score n_words n_words_page link_share method "
    "version status reason"
).split()


def test_the_schema_is_that_of_its_version() -> None:
    assert (SCHEMA_VERSION, list(NAMES)) == (1, VERSION_1)
    made = schema(["mainspan"])
    assert made.names == VERSION_1
    assert made.metadata[b"mainspan.schema"] == b"1"


def test_the_docs_have_each_column() -> None:
    lines = DOCS.read_text("utf-8").splitlines()
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.type} | {column.help} |" in lines


def test_methods_with_the_same_columns_are_refused() -> None:
    with pytest.raises(ParameterError, match="same columns"):
        Settings(methods=("mainspan", "accb:range=60", "accb:range=60"))
