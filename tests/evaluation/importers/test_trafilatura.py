"""Trafilatura's segments: data in JSON or in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.errors import SourceError
from tests.evaluation.importers.corpora import SMALL, as_json, page, segments
from tests.evaluation.importers.reading import document, take


def test_trafilatura_has_segments_and_no_text(tmp_path: Path) -> None:
    take(tmp_path, "trafilatura")
    found = document(tmp_path, "one.gr-e")
    assert (found.read_page(), found.read_gold()) == (page("one"), None)
    assert found.segments == (["Text one", "of the day."], ["Menu"])


@pytest.mark.parametrize("file", ["evaldata.py", "eval-data.py"])
def test_trafilatura_data_in_python_are_read_as_data(file: str, tmp_path: Path) -> None:
    tree = SMALL["trafilatura"]()
    del tree["tests/evaldata.json"]
    source = f"# pylint: disable\nEVAL_PAGES = {segments()!r}\n".encode()
    assert take(tmp_path, "trafilatura", tree | {f"tests/{file}": source}).documents == 3


@pytest.mark.parametrize("value", ['{"a": open("made", "w")}', "{", "[]", "__import__('os').abort()"])
def test_trafilatura_python_is_never_run(value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=r"tests/evaldata\.py: "):
        take(tmp_path, "trafilatura", {"tests/evaldata.py": f"EVAL_PAGES = {value}".encode()})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]


def test_trafilatura_entries_without_segments_or_page_are_reported(tmp_path: Path) -> None:
    more = {
        "http://b.example/": {"file": "b.html", "with": ["a"]},
        "http://c.example/": {"file": "one.größe.html"},
    }
    tree = SMALL["trafilatura"]() | {"tests/evaldata.json": as_json(segments() | more)}
    found = take(tmp_path, "trafilatura", tree)
    assert found.broken == [
        ("b", "b.html: missing"),
        ("one.größe", "has neither segments to find nor segments to leave out"),
    ]
