"""The logic of the benchmark of titles and dates."""

from __future__ import annotations

from pathlib import Path

from benchmarks.metadata import (
    Answer,
    Known,
    erase_date,
    measure,
    names_of,
    read_known,
    verdict,
    verdict_on_authors,
    word_f1,
)
from mainspan.evaluation.packages import Package


def test_words_and_characters_of_titles() -> None:
    assert word_f1("Soup of the day", "soup OF the night") == 0.75
    assert word_f1("中文标题", "中文") == 2 * 2 / 6
    assert word_f1("", "Soup") == 0


def test_verdicts_on_dates() -> None:
    assert [verdict(found, "2024-03-03") for found in ("2024-03-03", "2024-03-04", None, "")] == [
        "right",
        "wrong",
        "missing",
        "missing",
    ]


def test_the_date_of_the_address_is_erased_from_the_page() -> None:
    html = '<link href="https://a.example/2024/03/03/soup"><p>2024/03/03</p>'
    assert erase_date(html, "https://a.example/2024/03/03/soup") == (
        '<link href="https://a.example/0000/00/00/soup"><p>2024/03/03</p>',
        "2024-03-03",
    )
    assert erase_date(html, "https://a.example/2024/soup") == ("", "")


def test_a_contestant_that_crashes_has_found_nothing() -> None:
    def dies(html: str, url: str | None) -> Answer:
        raise ValueError

    row = measure([Known("x", None, "Soup", "2024-03-03", True)], dies)
    assert (row["equal"], row["missing"]) == ("0.000", "1")


def test_verdicts_on_authors() -> None:
    known = names_of(["Ann Ant", "Bob Bee"])
    found: list[list[str]] = [["bob bee", "Ann Ant"], ["Ann Ant"], []]
    assert [verdict_on_authors(names_of(each), known) for each in found] == ["right", "wrong", "missing"]
    assert verdict_on_authors(names_of([]), names_of([])) == "right"


def test_gold_in_markdown_may_begin_with_facts(tmp_path: Path) -> None:
    for name, facts in (("a", '{"title": "Soup", "author": "Ann Ant"}'), ("b", '{"title": "Tea"}')):
        (tmp_path / f"{name}.html").write_text("<p>x")
        (tmp_path / f"{name}.txt").write_text("x")
        (tmp_path / f"{name}.gold.md").write_text(f"```json\n{facts}\n```\n\nx\n")
    known = list(read_known(Package.read(tmp_path), None, addresses=False))
    assert [(each.title, each.authors) for each in known] == [("Soup", {"annant"}), ("Tea", frozenset())]
