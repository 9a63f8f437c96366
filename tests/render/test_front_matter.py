"""YAML before Markdown, and rows of CSV."""

from __future__ import annotations

import csv
from io import StringIO

from mainspan import extract
from mainspan.render.table_row import COLUMNS, write_csv

PAGE = """<html lang=en><title>Boats: "all"</title><meta name=author content="Ann Ant">
<meta property="article:published_time" content="2024-05-01"><h1>Boats: "all"</h1><p>One, two.</p>"""
URL = "https://example.org/boats"


def test_markdown_begins_with_what_is_known() -> None:
    found = extract(PAGE, algorithm="plain", url=URL)
    written = found.render("markdown", front_matter=True)
    head, _, rest = written.removeprefix("---\n").partition("---\n\n")
    assert rest == found.markdown
    lines = head.splitlines()
    assert lines[:4] == [f'url: "{URL}"', 'title: "Boats: \\"all\\""', "author:", '  - "Ann Ant"']
    assert any(line.startswith('published: "2024-05-01') for line in lines)


def test_nothing_known_is_empty_front_matter() -> None:
    assert extract("", algorithm="plain").render("markdown", front_matter=True) == "---\n---\n\n"


def test_a_row_has_all_columns() -> None:
    found = extract(PAGE, algorithm="plain", url=URL)
    (row,) = csv.DictReader(StringIO(write_csv(found, "boats.html")))
    assert tuple(row) == COLUMNS
    assert (row["source"], row["url"], row["authors"], row["words"]) == ("boats.html", URL, "Ann Ant", "4")
    assert row["text"] == found.text
    assert found.render("csv") == write_csv(found)
