"""Documents come into a package whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from mainspan.errors import OutputError, PackageError, SelectorError, SourceError
from mainspan.evaluation.build import (
    Added,
    add_document,
    add_page,
    new_package,
    prepare,
    read_gold,
    replace_gold,
    select_text,
)
from mainspan.evaluation.check import check_package
from mainspan.evaluation.packages import Document
from mainspan.fetch import Fetched
from mainspan.output import write_file
from mainspan.page import Page
from mainspan.sources import Source, find_sources
from tests.evaluation.packaged import TEXT, page_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_package(tmp_path / "p", description="pages", license="MIT")
    return tmp_path / "p"


def add(
    folder: Path,
    name: str = "a",
    html: bytes = page_of(),
    gold: str = TEXT,
    about: dict[str, Any] | None = None,
    force: bool = False,
) -> Added:
    return add_document(folder, name, Page(html), html, gold, about or {}, force=force)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_package_has_a_description(folder: Path) -> None:
    about = json.loads((folder / "package.json").read_text("utf-8"))
    assert about == {"name": "p", "description": "pages", "license": "MIT"}


def test_a_new_package_overwrites_nothing(folder: Path) -> None:
    with pytest.raises(PackageError, match="exists already; edit it, or choose another folder"):
        new_package(folder, description="others", license="none")
    assert "pages" in (folder / "package.json").read_text("utf-8")


def test_a_folder_of_pages_gets_its_description(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("x")
    assert new_package(tmp_path, description="pages", license="MIT").exists()


@pytest.mark.parametrize("empty", ["description", "license"])
def test_a_description_must_not_be_empty(tmp_path: Path, empty: str) -> None:
    with pytest.raises(PackageError, match=f"the package's {empty}"):
        new_package(tmp_path, **({"description": "pages", "license": "MIT"} | {empty: " "}))
    assert names(tmp_path) == []


def test_a_package_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="is a file; name a folder"):
        new_package(tmp_path / "file", description="pages", license="MIT")


def test_a_document_has_three_files_without_defects(folder: Path) -> None:
    added = add(folder, gold=f"Ferry\n{TEXT}", about={"url": "https://a.example/", "title": "Fähre"})
    assert (added.words, added.page_words, added.share) == (10, 14, 1.0)
    assert (folder / "a.html").read_bytes() == page_of()
    assert (folder / "a.txt").read_text("utf-8") == f"Ferry\n{TEXT}\n"
    assert json.loads((folder / "a.json").read_text("utf-8"))["title"] == "Fähre"
    assert check_package(folder) == []


def test_gold_that_is_not_in_the_page_is_refused_unless_forced(folder: Path) -> None:
    with pytest.raises(PackageError, match=r"only 36% .* line 2 is missing \('not in the page at"):
        add(folder, gold="the ferry leaves\nnot in the page at all, this time")
    assert names(folder) == ["package.json"]
    assert add(folder, gold="not in it", force=True).share == 0


def test_gold_in_another_order_is_refused(folder: Path) -> None:
    with pytest.raises(PackageError, match="its lines are there in another order"):
        add(folder, gold="from the old pier\nThe ferry leaves at noon")


def test_gold_without_words_is_refused_even_if_forced(folder: Path) -> None:
    with pytest.raises(PackageError, match="the gold text has no words"):
        add(folder, gold=" - ", force=True)


def test_a_name_may_have_120_characters(folder: Path) -> None:
    assert add(folder, "x" * 120, gold="The ferry").document == "x" * 120


@pytest.mark.parametrize("taken", ["a", "A"])
def test_names_that_exist_are_refused(folder: Path, taken: str) -> None:
    add(folder, gold="The ferry")
    with pytest.raises(PackageError, match="exists already; choose another name"):
        add(folder, taken)
    assert (folder / "a.txt").read_text("utf-8") == "The ferry\n"


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "..", "a\x00", "a:b", "a.", "x" * 121])
def test_names_that_no_file_can_have_are_refused(folder: Path, name: str) -> None:
    with pytest.raises(PackageError, match="not a name for files"):
        add(folder, name)


def test_a_document_called_package_is_refused(folder: Path) -> None:
    with pytest.raises(PackageError, match=r"package\.json: exists already"):
        add(folder, "package")


def test_wrong_meta_is_refused(folder: Path) -> None:
    with pytest.raises(PackageError, match="language is not a language code: 'English'; write a code"):
        add(folder, about={"language": "English"})
    assert names(folder) == ["package.json"]


def test_a_folder_without_a_description_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="make one first: mainspan package new"):
        add(tmp_path)


@pytest.mark.parametrize("failing", [".txt", ".json", ".html"])
def test_all_three_files_or_none(folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def full(path: Path, data: str | bytes) -> None:
        if path.suffix == failing:
            raise OutputError(f"{path}: No space left on device")
        write_file(path, data)

    monkeypatch.setattr("mainspan.evaluation.build.write_file", full)
    with pytest.raises(OutputError, match="No space left"):
        add(folder)
    assert names(folder) == ["package.json"]


def test_the_number_of_documents_is_kept(tmp_path: Path) -> None:
    new_package(tmp_path, description="pages", license="MIT", documents=0)
    add(tmp_path)
    assert json.loads((tmp_path / "package.json").read_text("utf-8"))["documents"] == 1


def test_half_characters_of_a_command_line_are_written(folder: Path) -> None:
    add(folder, about={"note": "caf\udce9"})
    assert json.loads((folder / "a.json").read_bytes())["note"] == "caf\udce9"


def test_text_is_selected_and_left_out() -> None:
    page = Page("<div><h1>Soup <i>ad</i></h1><p>Menu</p><p class=c>Boil <b>it</b>.</p></div>")
    assert select_text(page, ["h1", ".c"], ["i", "b"]) == "Soup\n\nBoil .\n"


@pytest.mark.parametrize(
    ("content", "leave_out", "reason"),
    [
        (["article", ".b"], [], "no element matches article or .b"),
        (["script"], [], "what matches script has no visible text"),
        (["p"], ["body"], "all that was selected is left out again"),
    ],
)
def test_why_there_is_no_text(content: list[str], leave_out: list[str], reason: str) -> None:
    with pytest.raises(PackageError, match=reason):
        select_text(Page("<p>Text</p><script>code</script>"), content, leave_out)


def test_selectors_do_not_work_on_a_hostile_page() -> None:
    with pytest.raises(PackageError, match="the page is too hostile for selectors"):
        select_text(Page("<div>" * 20_000 + "text"), ["div"])


def test_a_wrong_selector_is_refused() -> None:
    with pytest.raises(SelectorError):
        select_text(Page("<p>x"), ["p["])


def test_gold_is_read_from_utf_8_alone(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert read_gold(path) == "one\ntwo\nthree"
    path.write_bytes("Паром отходит в полдень".encode("windows-1251"))
    with pytest.raises(SourceError, match=r"not UTF-8 .byte 1.; convert it: iconv -f windows-1251 -t utf-8"):
        read_gold(path)


def test_address_and_language_are_read_from_the_page() -> None:
    html = b'<html lang=pt-BR><link rel=canonical href="https://a.example/x?a=1&amp;b=2"><p>x'
    _, stored, about = prepare(Fetched(html, "", None))
    assert stored == html
    assert about == {
        "url": "https://a.example/x?a=1&b=2",
        "url_source": "canonical",
        "language": "pt-BR",
        "language_source": "page",
    }
    assert prepare(Fetched(html, "https://b.example/", None))[2]["url"] == "https://b.example/"


@pytest.mark.parametrize("html", [b"<html lang=deutsch><link rel=canonical href=/x>", b"<p>x"])
def test_a_wrong_address_or_language_is_ignored(html: bytes) -> None:
    assert prepare(Fetched(html, "", None))[2] == {}


def test_a_page_without_declared_encoding_becomes_utf_8(folder: Path) -> None:
    html = page_of("Plain words, and one that is not: š").decode().encode("windows-1257")
    page, stored, about = prepare(Fetched(html, "https://a.example/", "windows-1257"))
    assert about["transcoded_from"] == "windows-1257"
    assert stored.startswith(b"\xef\xbb\xbf")
    assert Page(stored).source == page.source


def test_a_page_with_declared_encoding_is_not_changed() -> None:
    html = page_of("Café", '<meta charset="windows-1252">').decode().encode("windows-1252")
    assert prepare(Fetched(html, "", "windows-1252"))[1] == html
    assert prepare(Fetched(html, "", None), "windows-1252")[1] == html


@pytest.fixture
def source(tmp_path: Path) -> Source:
    (tmp_path / "soup.html").write_bytes(b"<html lang=de><h1>Soup</h1><p>Boil <i>it</i> now.<p>Ads")
    return find_sources([str(tmp_path / "soup.html")])[0]


def test_a_page_is_read_and_added_with_its_gold_text(folder: Path, source: Source) -> None:
    added = add_page(folder, source, gold="Boil it now.", about={"page_type": "recipe"})
    assert (added.document, added.words, added.page_words) == ("soup", 3, 5)
    assert json.loads((folder / "soup.json").read_text()) == {
        "language": "de",
        "language_source": "page",
        "page_type": "recipe",
    }


def test_a_page_is_added_with_selectors_of_its_gold_text(folder: Path, source: Source) -> None:
    add_page(folder, source, name="a", select=["h1", "h1 + p"], leave_out=["i"])
    assert (folder / "a.txt").read_text() == "Soup\n\nBoil now.\n"


def test_given_metadata_replaces_that_of_the_page_and_its_origin(folder: Path, source: Source) -> None:
    add_page(folder, source, gold="Soup", about={"language": "en"})
    assert json.loads((folder / "soup.json").read_text()) == {"language": "en"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs its gold text or CSS selectors"),
        ({"gold": "Soup", "select": ["h1"]}, "needs its gold text or CSS selectors"),
        ({"gold": "Soup", "leave_out": ["i"]}, "can only be left out of what is selected"),
    ],
)
def test_a_page_has_one_gold_text(
    folder: Path, source: Source, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(PackageError, match=message):
        add_page(folder, source, **options)
    assert names(folder) == ["package.json"]


def test_a_folder_that_is_no_package_is_refused_before_the_page_is_read(tmp_path: Path) -> None:
    missing = Source("missing.html", PurePosixPath("missing"))
    with pytest.raises(PackageError, match="make one first"):
        add_page(tmp_path, missing, gold="Soup")


def test_another_gold_text_takes_the_place_of_the_old_one(folder: Path) -> None:
    page = Page("<p>One text.</p><p>Another text.</p>")
    html = b"<p>One text.</p><p>Another text.</p>"
    add_document(folder, "a", page, html, "One text.", {"language": "en"})
    document = Document(folder, "a")
    replaced = replace_gold(document, "Another text.\n\n")
    assert (replaced.words, replaced.page_words, replaced.share) == (2, 4, 1.0)
    assert (document.gold.read_text(), document.page.read_bytes()) == ("Another text.\n", html)
    assert document.about == {"language": "en"}
    replace_gold(document, "Not there", {"language": "de"}, force=True)
    assert Document(folder, "a").about == {"language": "de"}


def test_what_is_no_gold_or_no_metadata_replaces_nothing(folder: Path) -> None:
    add_document(folder, "a", Page("<p>One text."), b"<p>One text.", "One text.", {})
    document = Document(folder, "a")
    wrong: list[tuple[str, dict[str, Any]]] = [("Not there", {}), ("", {}), ("One", {"language": 5})]
    for gold, about in wrong:
        with pytest.raises(PackageError):
            replace_gold(document, gold, about)
    assert (document.read_gold(), document.about) == ("One text.\n", {})
