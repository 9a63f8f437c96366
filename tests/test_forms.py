"""The registry of forms, and what is made from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan import extract
from mainspan.errors import ParameterError
from mainspan.forms import FORMS, Form

PAGE = "<p>The first boat leaves at nine, and the quay is near.</p>"
FORMATS = (Path(__file__).parent.parent / "docs" / "FORMATS.md").read_text("utf-8")
each_form = pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)


def table() -> str:
    """The table of docs/FORMATS.md. Where the test below fails, put what this returns there."""
    rows = (
        f"| `{form.name}` | {form.help} | `{form.suffix}` | `{form.media_type}` |" for form in FORMS.values()
    )
    return "\n".join(("| form | what it is | file | media type |", "|---|---|---|---|", *rows, ""))


def test_the_documented_table_is_the_registry() -> None:
    assert table() in FORMATS


@each_form
def test_each_form_is_documented(form: Form) -> None:
    headings = [line for line in FORMATS.splitlines() if line.startswith("## ")]
    assert any(form.name in heading for heading in headings)


@each_form
def test_each_form_writes_something_and_ends_its_line(form: Form) -> None:
    written = extract(PAGE, algorithm="plain").render(form.name)
    assert "The first boat" in written or form.name == "spans"
    assert written.endswith("\n") or form.shows == "page"


def test_an_unknown_form_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match="no form 'pdf': it is one of text, markdown, html, json, "):
        extract(PAGE).render("pdf")
