"""WCXB: an object for each page, two splits, and an older edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.importers.corpora import SMALL, as_json, packed, page
from tests.evaluation.importers.reading import document, known, names, take


def test_wcxb_has_types_splits_and_segments(tmp_path: Path) -> None:
    take(tmp_path, "wcxb")
    assert names(tmp_path) == ["dev-one", "dev-two", "test-three"]
    assert known(tmp_path, "dev-two") == {
        "source_id": "dev-two",
        "language": "en",
        "url": "http://a.example/two",
        "page_type": "collection",
        "split": "dev",
        "title": "Title two",
        "with": ["Text two"],
        "without": ["Menu"],
    }


def test_wcxb_in_its_first_edition(tmp_path: Path) -> None:
    truth = {
        "0001": {
            "articleBody": "Text",
            "title": "T",
            "with": ["a"],
            "without": ["b"],
            "url": "http://a.example/",
        }
    }
    tree = {"ground-truth.json": as_json(truth), "html/0001.html.gz": packed(page("1"))}
    take(tmp_path, "wcxb", tree)
    assert (document(tmp_path, "0001").read_gold(), known(tmp_path, "0001")["with"]) == ("Text", ["a"])


@pytest.mark.parametrize("truth", [b"{", b"[]", b"{}", b'{"ground_truth": {"main_content": null}}'])
def test_wcxb_broken_truth_is_reported(truth: bytes, tmp_path: Path) -> None:
    tree = SMALL["wcxb"]() | {"dev/ground-truth/4.json": truth, "dev/html/4.html.gz": packed(page("4"))}
    found = take(tmp_path, "wcxb", tree)
    assert (found.documents, [each.name for each in found.broken]) == (3, ["dev-4"])
