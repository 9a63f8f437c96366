"""GoogleTrends-2017: labels on every text."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.importers.googletrends import without_labels
from tests.evaluation.importers.corpora import labelled, page
from tests.evaluation.importers.reading import document, take


def test_googletrends_gold_is_what_is_labelled_1(tmp_path: Path) -> None:
    assert take(tmp_path, "googletrends").documents == 3
    found = document(tmp_path, "one")
    assert (found.read_page(), found.read_gold()) == (page("one"), "Title one\n\nText one of the day.")


def test_googletrends_without_raw_pages_has_pages_without_labels(tmp_path: Path) -> None:
    take(tmp_path, "googletrends", {"googletrends/prepared_html/1.html": labelled("1")})
    found = document(tmp_path, "1").read_page()
    assert b"boilernet" not in found
    assert found == labelled("1").replace(b' __boilernet_label="0"', b"").replace(
        b' __boilernet_label="1"', b""
    )


@pytest.mark.parametrize(
    "tag", [b"<a __boilernet_label=1>", b"<a __boilernet_label='1'>", b"<a __boilernet_is_content>"]
)
def test_labels_are_taken_off_however_they_are_written(tag: bytes) -> None:
    assert without_labels(tag) == b"<a>"
