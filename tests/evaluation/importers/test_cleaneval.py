"""CleanEval: wrappers, marks and the layouts in which it goes round."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.importers.cleaneval import clean_gold, unwrap
from tests.evaluation.importers.corpora import SMALL, marked, page, tar, wrapped
from tests.evaluation.importers.reading import document, known, names, take


def test_cleaneval_parts_its_two_sets(tmp_path: Path) -> None:
    take(tmp_path, "cleaneval")
    assert names(tmp_path) == ["dev-three", "final-one", "final-two"]
    assert known(tmp_path, "final-one")["url"] == "http://a.example/one"


def test_cleaneval_takes_off_wrapper_and_marks(tmp_path: Path) -> None:
    take(tmp_path, "cleaneval")
    found = document(tmp_path, "final-one")
    assert found.read_page() == page("one") + b"\n"
    assert found.read_gold() == "Title one\n\nText one\n of the day.\n\nList’s end"


@pytest.mark.parametrize(
    "folders",
    [("GoldStandard", "input"), ("clean", "orig"), ("clean", "original"), ("zh-cleaned", "zh-original")],
)
def test_cleaneval_in_other_layouts(folders: tuple[str, str], tmp_path: Path) -> None:
    gold, pages = folders
    found = take(tmp_path, "cleaneval", {f"{gold}/7.txt": marked("7"), f"{pages}/7.html": wrapped("7")})
    assert found.documents == 1


def test_cleaneval_archives_in_one_folder_are_opened(tmp_path: Path) -> None:
    tree = {
        "GoldStandard.tar.gz": tar({"GoldStandard/7.txt": marked("7")}),
        "finalrun-input.tar.gz": tar({"finalrun-input/7.html": wrapped("7")}),
    }
    assert take(tmp_path, "cleaneval", tree).documents == 1


def test_cleaneval_gold_without_its_page_is_broken(tmp_path: Path) -> None:
    tree = SMALL["cleaneval"]() | {"GoldStandard/9.txt": marked("9")}
    found = take(tmp_path, "cleaneval", tree)
    assert found.broken == [("final-9", "finalrun-input/9.html: missing")]


def test_a_page_without_wrapper_stays_as_it_is() -> None:
    assert unwrap(b" <html><text id='x'>A</text>") == (b" <html><text id='x'>A</text>", "")


def test_an_inner_end_tag_is_not_the_wrapper_s() -> None:
    body = b"<svg><text>A</text></svg>" + b" " * 200
    assert unwrap(b'<text id="x">' + body + b"</text>") == (body, "")


def test_gold_without_url_line_keeps_its_first_line() -> None:
    assert clean_gold("The URL: is here\n<P>Text") == ("The URL: is here\n\nText", "")
