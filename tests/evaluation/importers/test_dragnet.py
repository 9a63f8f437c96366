"""Dragnet: articles and comments in one file, packed in the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.importers.corpora import SMALL, page
from tests.evaluation.importers.reading import document, known, take


def test_dragnet_comments_are_separate(tmp_path: Path) -> None:
    take(tmp_path, "dragnet")
    assert document(tmp_path, "two").read_gold() == "Title two\n\nText two of the day."
    assert (known(tmp_path, "two")["gold_comments"], known(tmp_path, "two")["split"]) == ("Nice.", "test")


def test_dragnet_unpacked_files_count_before_packed_ones(tmp_path: Path) -> None:
    take(tmp_path, "dragnet", SMALL["dragnet"]() | {"HTML/one.html": b"<p>mended"})
    assert document(tmp_path, "one").read_page() == b"<p>mended"


def test_dragnet_gold_in_another_encoding_is_read(tmp_path: Path) -> None:
    gold = "Die Küche ist größer, als wir dachten, und überall stehen Töpfe.".encode("cp1252")
    take(tmp_path, "dragnet", {"HTML/1.html": page("1"), "Corrected/1.html.corrected.txt": gold})
    assert document(tmp_path, "1").read_gold() == gold.decode("cp1252")


@pytest.mark.parametrize("spaces", ["", " ", "  "])
def test_dragnet_comments_begin_with_any_spelling_of_their_line(spaces: str, tmp_path: Path) -> None:
    gold = f"Text\n!@#$%^&*(){spaces}COMMENTS\nNice.".encode()
    take(tmp_path, "dragnet", {"HTML/1.html": page("1"), "Corrected/1.html.corrected.txt": gold})
    assert (document(tmp_path, "1").read_gold(), known(tmp_path, "1")["gold_comments"]) == ("Text", "Nice.")
