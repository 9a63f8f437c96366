"""The pages in corpus/: complete packages, gold that occurs in the page, realistic amounts of boilerplate."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rapidfuzz.distance import LCSseq

from mainspan import extract

CORPUS = Path(__file__).parent.parent / "corpus"
PACKAGES = sorted(path.parent for path in CORPUS.glob("*/package.json"))
PAGES = sorted(CORPUS.glob("*/*.html"))
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e01-\u0e5b]|[^\W_]+")


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def meta(page: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.with_suffix(".json").read_text("utf-8"))
    return found


def languages(pages: list[Path]) -> set[str]:
    return {meta(page)["language"] for page in pages}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_package_is_whole(package: Path) -> None:
    about = json.loads((package / "package.json").read_text("utf-8"))
    pages = sorted(path.stem for path in package.glob("*.html"))
    assert about["documents"] == len(pages)
    assert pages == sorted(path.stem for path in package.glob("*.txt"))
    assert [*pages, "package"] == sorted(
        [path.stem for path in package.glob("*.json")], key=lambda x: (x == "package", x)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_page_has_its_meta(page: Path) -> None:
    about = meta(page)
    assert re.fullmatch(r"https?://[a-z0-9.-]+\.example(/.*)?", about["url"])
    assert isinstance(about["fragmented"], bool)
    assert isinstance(about["multiple_articles"], bool)
    assert re.fullmatch(r"[a-z]{2}", about["language"])
    page.read_bytes().decode(about["encoding"])


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_gold_occurs_in_the_page_and_is_at_most_half_of_it(page: Path) -> None:
    gold = words(page.with_suffix(".txt").read_text("utf-8"))
    everything = words(extract(page.read_bytes(), algorithm="plain").text)
    numbers: dict[str, int] = {}
    found, wanted = ([numbers.setdefault(word, len(numbers)) for word in each] for each in (everything, gold))
    assert LCSseq.similarity(found, wanted) == len(gold)
    assert 2 * len(gold) <= len(everything)


def test_the_styles_and_scripts_that_matter_are_there() -> None:
    assert len(PAGES) >= 60
    assert languages(PAGES) >= set("en de it es ru el ar fa ur ps hi zh ja ko th".split())
    wiki = [page for page in PAGES if page.parent.name == "wiki"]
    assert len(wiki) >= 12
    assert sum(meta(page)["language"] in ("fa", "ar") for page in wiki) >= 4
    assert len([page for page in PAGES if page.parent.name == "arabic-script-news"]) >= 12
    assert any(meta(page)["fragmented"] for page in PAGES)
    assert any(meta(page)["multiple_articles"] for page in PAGES)


def test_one_page_has_no_line_break() -> None:
    assert any(b"\n" not in page.read_bytes().strip() for page in PAGES)
