"""Every defect of a package is found, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.check import Defect, check_package
from tests.evaluation.packaged import TEXT, describe, lay, page_of

CORPUS = Path(__file__).parent.parent.parent / "corpus"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    describe(tmp_path)
    lay(tmp_path, "a")
    return tmp_path


def the_defect(folder: Path) -> Defect:
    """The only defect of a package, which must say how to fix it."""
    [defect] = check_package(folder)
    assert defect.fix
    return defect


@pytest.mark.parametrize("package", sorted(path.parent for path in CORPUS.glob("*/package.json")), ids=str)
def test_our_own_packages_are_clean(package: Path) -> None:
    assert check_package(package) == []


def test_a_good_package_has_no_defects(folder: Path) -> None:
    lay(folder, "b", "Another text about another thing, of the same site")
    (folder / "README.txt").write_text("About these pages")
    assert check_package(folder) == []


def test_a_path_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="missing: no such folder"):
        check_package(tmp_path / "missing")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (None, "package.json is missing"),
        ("{", "package.json is not JSON: Expecting property name enclosed in double quotes, line 1"),
        ("[1]", "package.json is a JSON list, not an object"),
        (b"\xff", "package.json is not UTF-8 (byte 1)"),
        ('{"license": "MIT"}', "the description is missing"),
        ('{"description": "x"}', "the licence is missing"),
        ('{"description": "x", "license": " "}', "the licence is missing"),
        ('{"description": "x", "licence": "MIT"}', None),
        ('{"description": "x", "license": "MIT", "documents": 1}', None),
        (
            '{"description": "x", "license": "MIT", "documents": 2}',
            "package.json says that there are 2 documents, but there are 1",
        ),
    ],
)
def test_the_description(folder: Path, written: str | bytes | None, message: str | None) -> None:
    (folder / "package.json").unlink()
    if written is not None:
        data = written if isinstance(written, bytes) else written.encode()
        (folder / "package.json").write_bytes(data)
    assert [each.message for each in check_package(folder)] == ([] if message is None else [message])


def test_a_package_without_documents(tmp_path: Path) -> None:
    describe(tmp_path)
    assert the_defect(tmp_path).kind == "no documents"


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        (".txt", "a page without gold text and without segments"),
        (".html", "gold text without a page"),
    ],
)
def test_a_missing_twin(folder: Path, gone: str, message: str) -> None:
    lay(folder, "b", "other text")
    (folder / "b.json").unlink()
    (folder / f"b{gone}").unlink()
    defect = the_defect(folder)
    assert (defect.document, defect.kind, defect.message) == ("b", "missing file", message)


def test_meta_without_a_page(folder: Path) -> None:
    (folder / "b.json").write_text("{}")
    assert the_defect(folder).message == "metadata without a page"


def test_a_page_needs_no_meta_and_segments_do_for_gold(folder: Path) -> None:
    segments: dict[str, Any] = {"with": ["other text"], "without": ["Home News"]}
    lay(folder, "b", "other text", **segments)
    (folder / "b.txt").unlink()
    (folder / "a.json").unlink()
    assert check_package(folder) == []


@pytest.mark.parametrize(
    ("wrong", "right"), [("b.HTML", "b.html"), ("b.htm", "b.html"), ("b.TXT", "b.txt"), ("B.txt", "b.txt")]
)
def test_a_twin_with_nearly_the_right_name_is_to_be_renamed(folder: Path, wrong: str, right: str) -> None:
    lay(folder, "b", "other text")
    (folder / "b.json").unlink()
    (folder / right).rename(folder / wrong)
    assert f"rename {wrong} to {right}" in {each.fix for each in check_package(folder)}


def test_a_document_cannot_be_called_package(folder: Path) -> None:
    (folder / "package.html").write_bytes(page_of("other text"))
    (folder / "package.txt").write_text("other text")
    assert the_defect(folder).kind == "name clash"


def test_names_that_clash_where_case_is_ignored(folder: Path) -> None:
    lay(folder, "A", "other text")
    clashes = [each.message for each in check_package(folder) if each.kind == "name clash"]
    assert clashes[0] == "a.html and A.html are one file where case is ignored"
    assert len(clashes) == 3


def test_a_page_that_is_no_file(folder: Path) -> None:
    lay(folder, "b", "other text")
    (folder / "b.html").unlink()
    (folder / "b.html").mkdir()
    assert the_defect(folder).kind == "unreadable"


@pytest.mark.parametrize(("segment", "shown"), [("x" * 60, "x" * 60), ("x" * 61, "x" * 60 + "...")])
def test_long_segments_are_shortened_in_messages(folder: Path, segment: str, shown: str) -> None:
    lay(folder, "b", "another text", without=[segment])
    assert the_defect(folder).message.endswith(f"are not in the page: {shown!r}")


def test_the_first_missing_line_is_reported(folder: Path) -> None:
    lay(folder, "b", "one two three four five six", gold="one two three\n\nnot in this page\nfour five six")
    assert the_defect(folder).message == (
        "60% of the gold text's 10 words are in the page in this order; "
        "the first that is missing is line 3: 'not in this page'"
    )


def test_lines_in_another_order_are_reported(folder: Path) -> None:
    lay(folder, "b", "one two three four five six", gold="four five six\none two three\n")
    assert the_defect(folder).message.endswith("its lines are there in another order")


def test_a_page_that_shows_nothing(folder: Path) -> None:
    lay(folder, "b", gold="some text", page=b"<script>load('some text')</script>")
    assert the_defect(folder).message == "the page has no visible text"


def test_gold_that_is_the_whole_page(folder: Path) -> None:
    lay(folder, "b", gold="All that is there!", page=b"<p>All that</p><p>is there")
    assert the_defect(folder).kind == "gold is whole page"


@pytest.mark.parametrize("gold", ["", " \n", "--- *"])
def test_empty_gold(folder: Path, gold: str) -> None:
    lay(folder, "b", "other text", gold=gold)
    assert the_defect(folder).kind == "empty gold"


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({"page": page_of(), "gold": "The ferry leaves"}, "has the page of a"),
        ({"url": "https://a.example/a", "text": "other text"}, "has the url of a"),
        ({"page": page_of(head="<title>x</title>"), "gold": f"FERRY {TEXT}"}, "has the gold text of a"),
        ({"page": page_of(), "url": "https://a.example/a"}, "has the page, gold text and url of a"),
    ],
)
def test_duplicates(folder: Path, second: dict[str, Any], message: str) -> None:
    lay(folder, "b", **second)
    defect = the_defect(folder)
    assert (defect.document, defect.kind, defect.message) == ("b", "duplicate", message)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("{,}", "a.json is not JSON: Expecting property name enclosed in double quotes, line 1"),
        ("[" * 100_000, "a.json is not JSON that can be read: too deep"),
        ('{"n": ' + "9" * 9999 + "}", "a.json is not JSON that can be read: a number is too long"),
        ("3", "a.json is a JSON int, not an object"),
        ('{"url": 3}', "url is not a text: 3"),
        ('{"url": "a.example/x"}', "url has no scheme or no host: 'a.example/x'"),
        ('{"url": "https://"}', "url has no scheme or no host: 'https://'"),
        ('{"url": null, "language": null, "more": [3]}', None),
        ('{"language": "english"}', "language is not a language code: 'english'"),
        ('{"language": "EN"}', "language is not a language code: 'EN'"),
        ('{"language": "pt-BR"}', None),
        ('{"language": "zh-Hant-TW"}', None),
        ('{"fragmented": "yes"}', "fragmented is neither true nor false: 'yes'"),
        ('{"fragmented": true, "multiple_articles": 0}', "multiple_articles is neither true nor false: 0"),
        ('{"with": "ferry"}', "with is not a list of texts: 'ferry'"),
        ('{"with": 5}', "with is not a list of texts: 5"),
        ('{"without": ["Home", "  "]}', "without is not a list of texts: ['Home', '  ']"),
        ('{"with": ["ferry"], "without": ["ferry"]}', "in both with and without: 'ferry'"),
        ('{"encoding": "utf-9"}', "unknown encoding 'utf-9'"),
        ('{"encoding": "hex"}', "unknown encoding 'hex'"),
    ],
)
def test_bad_meta(folder: Path, written: str, message: str | None) -> None:
    (folder / "a.json").write_text(written)
    found = [each.message for each in check_package(folder) if each.kind == "bad meta"]
    assert found == ([] if message is None else [message])


def test_segments_must_occur_in_the_page(folder: Path) -> None:
    meta = {"with": ["FERRY leaves\nat", "not there"], "without": ["Imprint"]}
    (folder / "a.json").write_text(json.dumps(meta))
    assert the_defect(folder).message == "1 of 2 segments to find are not in the page: 'not there'"


def test_segments_to_leave_out_must_be_somewhere(folder: Path) -> None:
    page = page_of("other text", "<script>'hidden text'</script>")
    lay(folder, "b", "other text", page=page, without=["Home News", "hidden text", "nowhere"])
    defect = the_defect(folder)
    assert defect.kind == "idle segment"
    assert defect.message == "1 of 3 segments to leave out are not in the page: 'nowhere'"


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        (b"\xef\xbb\xbfCaf\xc3\xa9 by the sea", "the gold text begins with a byte order mark"),
        (b"Caf\xe9 by the sea and more words here", "the gold text is not UTF-8 (byte 4)"),
        (
            b"Caf\xef\xbf\xbd by the sea",
            "the gold text has characters that were lost in a conversion (line 1)",
        ),
    ],
)
def test_gold_in_the_wrong_encoding(folder: Path, gold: bytes, message: str) -> None:
    lay(folder, "b", "Caf\xe9 by the sea", gold=gold)
    found = [each.message for each in check_package(folder) if each.kind == "wrong encoding"]
    assert found == [message]


@pytest.mark.parametrize(
    ("declared", "stored", "message"),
    [
        ("windows-1251", "windows-1251", None),
        ("utf-8", "utf-8", None),
        ("windows-1251", "utf-8", "the page declares windows-1251, but is UTF-8"),
        ("utf-8", "windows-1251", "the page declares utf-8, but is not"),
    ],
)
def test_pages_that_are_not_what_they_declare(
    folder: Path, declared: str, stored: str, message: str | None
) -> None:
    text = "Паром отходит в полдень от старого причала, и никто не знает почему"
    page = page_of(text, f'<meta charset="{declared}">').decode().encode(stored)
    lay(folder, "b", text, page=page)
    assert [each.message for each in check_package(folder)] == ([] if message is None else [message])


@pytest.mark.parametrize(("label", "count"), [("cp1252", 0), ("iso-8859-1", 0), ("utf-8", 1)])
def test_pages_that_are_not_what_their_meta_says(folder: Path, label: str, count: int) -> None:
    page = page_of("Caf\xe9 by the sea").decode().encode("cp1252")
    lay(folder, "b", "Caf\xe9 by the sea", page=page, encoding=label)
    assert len(check_package(folder)) == count


def test_defects_come_in_order_and_progress_is_reported(folder: Path) -> None:
    lay(folder, "b", "other text", gold="", language="English")
    (folder / "package.json").unlink()
    told: list[tuple[str, int]] = []
    found = check_package(folder, progress=lambda name, count: told.append((name, count)))
    assert [each.document for each in found] == ["", "b", "b"]
    assert told == [("a", 2), ("b", 2)]
