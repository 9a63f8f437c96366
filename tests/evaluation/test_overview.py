"""What a package has, at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.overview import overview_of
from tests.evaluation.packaged import describe, lay


def test_documents_are_counted(tmp_path: Path) -> None:
    describe(tmp_path)
    lay(tmp_path, "a", "one two three", page_type="article", fragmented=True, domain="a.example")
    lay(tmp_path, "b", "one two three four five", language="de", multiple_articles=True)
    lay(tmp_path, "c", "one two three four", url=None, language=None)
    found = overview_of(tmp_path)
    assert (found.name, found.description, found.license) == (tmp_path.name, "pages", "MIT")
    assert (found.documents, found.sites, found.fragmented, found.multiple_articles) == (3, 2, 1, 1)
    assert found.languages == {"en": 1, "de": 1, "unknown": 1}
    assert found.page_types == {"unknown": 2, "article": 1}


def test_gold_is_measured(tmp_path: Path) -> None:
    lay(tmp_path, "a", "one two three")
    lay(tmp_path, "b", "one two three", gold="Ferry one")
    lay(tmp_path, "c", "one two three", gold="Ferry one two four")
    found = overview_of(tmp_path)
    # The page has eight words: three of the menu, the headline, the text and one of the footer.
    assert (found.gold_words, found.gold_share) == (4, 0.5)
    assert found.gold_found == pytest.approx((1 + 1 + 0.75) / 3)


def test_a_package_of_segments_has_no_gold(tmp_path: Path) -> None:
    known: dict[str, Any] = {"with": ["ferry"]}
    lay(tmp_path, "a", **known)
    (tmp_path / "a.txt").unlink()
    found = overview_of(tmp_path)
    assert (found.with_segments, found.gold_words, found.gold_share, found.gold_found) == (
        1,
        None,
        None,
        None,
    )
    assert (found.description, found.license) == ("", "")


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pages with gold text"):
        overview_of(tmp_path)
