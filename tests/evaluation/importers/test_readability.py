"""Readability's test pages: a folder for each."""

from __future__ import annotations

from pathlib import Path

from tests.evaluation.importers.corpora import SMALL
from tests.evaluation.importers.reading import document, known, take


def test_readability_gold_is_the_text_of_its_output(tmp_path: Path) -> None:
    take(tmp_path, "readability")
    assert document(tmp_path, "one").read_gold() == "Text one\n\nof the day."
    assert (known(tmp_path, "one")["language"], known(tmp_path, "one")["title"]) == ("en-US", "Title one")


def test_readability_pages_without_metadata_are_imported(tmp_path: Path) -> None:
    tree = {path: data for path, data in SMALL["readability"]().items() if "metadata" not in path}
    assert take(tmp_path, "readability", tree).documents == 3
