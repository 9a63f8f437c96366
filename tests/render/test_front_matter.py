"""YAML before Markdown, and rows of CSV."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO

from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import extract
from mainspan.render import front_matter
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


# The characters that YAML 1.2 takes as they are, without those that are line breaks for YAML 1.1.
PRINTABLE = re.compile(
    "[\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*"
)


@given(st.text(st.characters(exclude_categories=[]), min_size=1))
@example("a: b")
@example('"a" # b')
@example("a\nb\x85c\u2028d\ufeff\x7f\ud800\uffff")
def test_any_text_is_one_line_of_yaml(text: str) -> None:
    written = front_matter.quoted(text)
    assert PRINTABLE.fullmatch(written)
    # YAML reads what is between double quotes as JSON does.
    assert json.loads(written) == text


def test_titles_with_signs_of_yaml_are_quoted() -> None:
    html = "<title>Tea: #1 &amp; 'milk', {x}</title><p>One.</p>"
    written = extract(html, algorithm="plain").render("markdown", front_matter=True)
    assert """title: "Tea: #1 & 'milk', {x}"\n""" in written


def test_nothing_known_is_empty_front_matter() -> None:
    assert extract("", algorithm="plain").render("markdown", front_matter=True) == "---\n---\n\n"


def test_values_of_a_row_are_as_they_are() -> None:
    html = '<title>=1+1</title><p>- One, "two"</p><pre>a\n\n@b</pre>'
    (row,) = csv.DictReader(StringIO(write_csv(extract(html, algorithm="plain"), "+x, y")))
    assert (row["source"], row["title"], row["text"]) == ("+x, y", "=1+1", '- One, "two"\n\na\n\n@b\n')


def test_an_empty_page_is_a_row() -> None:
    (row,) = csv.DictReader(StringIO(write_csv(extract("", algorithm="plain"), "x.html")))
    assert {name: value for name, value in row.items() if value} == {"source": "x.html", "words": "0"}


def test_a_row_has_all_columns() -> None:
    found = extract(PAGE, algorithm="plain", url=URL)
    (row,) = csv.DictReader(StringIO(write_csv(found, "boats.html")))
    assert tuple(row) == COLUMNS
    assert (row["source"], row["url"], row["authors"], row["words"]) == ("boats.html", URL, "Ann Ant", "4")
    assert row["text"] == found.text
    assert found.render("csv") == write_csv(found)
