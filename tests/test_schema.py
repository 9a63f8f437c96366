"""The JSON of a page keeps to its schema, and the examples of the documentation are true."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mainspan import extract
from mainspan.forms import FORMS, Form
from mainspan.metadata import ORIGINS, Metadata
from mainspan.render.flow import make_flow
from mainspan.render.tei import write_tei

SCHEMA: dict[str, Any] = json.loads((resources.files("mainspan") / "schema.json").read_text("utf-8"))
RESULT: dict[str, Any] = SCHEMA["$defs"]["result"]
VALIDATOR = Draft202012Validator(SCHEMA)
FORMATS = (Path(__file__).parent.parent / "docs" / "FORMATS.md").read_text("utf-8")
RECORDS = [text for text in re.findall(r"```json\n(.*?)```", FORMATS, re.S) if text.startswith("{")]
NOTHING: dict[str, Any] = {
    "url": None,
    "algorithm": "accb:range=60",
    "metadata": Metadata().to_dict(),
    "text": "",
    "excerpt": "",
    "comments": "",
    "readable": False,
    "confidence": None,
    "reason": "the page has no text",
    "origin": "page",
    "words": 0,
    "page_words": 0,
    "encoding": None,
    "salvaged": "",
    "spans": [],
}


def example(heading: str, kind: str) -> str:
    """The first example of a kind below a heading of the documentation; without heading the first of all."""
    text = FORMATS.partition(f"\n## {heading}\n")[2] if heading else FORMATS
    found = re.search(rf"```{kind}\n(.*?)```", text, re.S)
    assert found
    return found.group(1)


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("record", RECORDS)
def test_documented_records_are_valid(record: str) -> None:
    VALIDATOR.validate(json.loads(record))


def test_record_of_nothing_is_valid() -> None:
    VALIDATOR.validate(NOTHING)
    VALIDATOR.validate({**NOTHING, "source": "a.html", "settings": "3f", "site_pages": 4})


@pytest.mark.parametrize(
    "change",
    [
        {"confidence": 1.5},
        {"origin": "elsewhere"},
        {"words": -1},
        {"spans": [[1, 2, 3]]},
        {"spans": [[1]]},
        {"excerpt": "x" * 301},
        {"unknown": 1},
        {"error": "both a result and a failure"},
        {"metadata": {"title": "a bare text"}},
        {"metadata": {"title": {"value": "x", "origin": "a guess"}}},
    ],
)
def test_wrong_records_are_refused(change: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid({**NOTHING, **change})


@pytest.mark.parametrize("name", RESULT["required"])
def test_no_field_may_be_missing(name: str) -> None:
    assert not VALIDATOR.is_valid({key: value for key, value in NOTHING.items() if key != name})


def test_failure_needs_source_and_error() -> None:
    assert VALIDATOR.is_valid({"source": "a", "error": "b"})
    assert not VALIDATOR.is_valid({"source": "a"})
    assert not VALIDATOR.is_valid({"source": "a", "error": ""})


def test_metadata_has_the_fields_and_origins_of_the_schema() -> None:
    assert set(SCHEMA["$defs"]["metadata"]["properties"]) == set(Metadata().to_dict())
    assert set(SCHEMA["$defs"]["fact"]["properties"]["origin"]["enum"]) == set(ORIGINS)


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.is_field])
def test_forms_that_are_fields_are_in_the_schema(form: Form) -> None:
    description = f"With --also {form.name}: {form.help}."
    assert RESULT["properties"][form.name] == {"type": "string", "description": description}


@pytest.mark.parametrize("html", [b"", b"<p>Hello world, this is a page.", b"<frameset>", b"\xff\xfe\x00"])
def test_fields_of_any_result_keep_to_the_schema(html: bytes) -> None:
    VALIDATOR.validate(extract(html).to_dict())


@pytest.mark.parametrize(
    ("form", "kind"), [("text", "text"), ("markdown", "markdown"), ("html", "html"), ("blank, spans", "json")]
)
def test_documented_examples_are_true(form: str, kind: str) -> None:
    found = extract(example("", "html"), url="https://example.org/ferries", keep="article")
    assert found.render("spans" if "spans" in form else form) == example(form, kind)


def test_documented_tei_is_true() -> None:
    found = extract(example("", "html"), url="https://example.org/ferries", keep="article")
    assert f"<body>\n{example('tei', 'xml')}</body>" in write_tei(make_flow(found.page, found.spans), {})
