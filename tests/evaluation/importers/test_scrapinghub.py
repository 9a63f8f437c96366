"""Scrapinghub's benchmark: bodies in one file, packed pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.evaluation.importers.corpora import NUMBERS, SMALL, as_json, page
from tests.evaluation.importers.reading import document, known, names, take


def test_scrapinghub_has_unpacked_pages_and_bodies(tmp_path: Path) -> None:
    take(tmp_path, "scrapinghub")
    found = document(tmp_path, "two")
    assert (found.read_page(), found.read_gold()) == (page("two"), "Text two of the day.")
    assert known(tmp_path, "two") == {"source_id": "two", "language": "en", "url": "http://a.example/two"}


def test_scrapinghub_pages_may_be_unpacked_already(tmp_path: Path) -> None:
    tree = SMALL["scrapinghub"]()
    del tree["html/two.html.gz"]
    take(tmp_path, "scrapinghub", tree | {"html/two.html": page("two")})
    assert document(tmp_path, "two").read_page() == page("two")


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"url": "x"}, "articleBody is missing or not a text"),
        ({"articleBody": 7}, "articleBody is missing or not a text"),
        ("text", "no object in ground-truth.json"),
        ({"articleBody": "x"}, "html/four.html: missing"),
    ],
)
def test_a_broken_entry_is_reported_and_the_rest_imported(entry: object, reason: str, tmp_path: Path) -> None:
    tree = SMALL["scrapinghub"]()
    truth = json.loads(tree["ground-truth.json"]) | {"four": entry}
    found = take(tmp_path, "scrapinghub", tree | {"ground-truth.json": as_json(truth)})
    assert (found.documents, found.broken) == (3, [("four", reason)])
    assert names(tmp_path) == sorted(NUMBERS)
