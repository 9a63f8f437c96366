from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.evaluation.flags import ALL_PACKAGES, Flags, Part, break_down, flags_of
from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Row, Score


def flags(folder: Path, *about: dict[str, Any]) -> list[dict[str, str]]:
    """The flags of documents with this metadata."""
    for number, each in enumerate(about):
        for end, content in (("html", "<p>x"), ("txt", "x"), ("json", json.dumps(each))):
            (folder / f"{number:03}.{end}").write_text(content, "utf-8")
    return list(flags_of(Package.read(folder).documents).values())


def test_the_flags_of_the_paper_are_yes_or_no(tmp_path: Path) -> None:
    found = flags(tmp_path, {"multiple_articles": True, "fragmented": False}, {"fragmented": True}, {})
    assert found == [
        {"fragmented": "no", "multiple_articles": "yes"},
        {"fragmented": "yes", "multiple_articles": "no"},
        {"fragmented": "no", "multiple_articles": "no"},
    ]


def test_language_and_page_type_are_flags_in_however_small_a_package(tmp_path: Path) -> None:
    found = flags(tmp_path, {"page_type": "forum", "language": "el"}, {"language": None}, {"language": ""})
    assert (
        found
        == [{"language": "el", "page_type": "forum"}] + [{"language": "unknown", "page_type": "unknown"}] * 2
    )


@pytest.mark.parametrize(("documents", "is_flag"), [(9, False), (10, True), (11, True)])
def test_another_key_has_at_most_one_value_for_five_documents(
    tmp_path: Path, documents: int, is_flag: bool
) -> None:
    found = flags(tmp_path, {"source": "homes"}, *[{"source": "shops"}] * (documents - 1))
    assert found[0] == ({"source": "homes"} if is_flag else {})


def test_a_key_with_one_value_is_no_flag_unless_it_is_a_known_one(tmp_path: Path) -> None:
    assert flags(tmp_path, *[{"spa": "never", "language": "en"}] * 20)[0] == {"language": "en"}


@pytest.mark.parametrize(
    "values",
    [
        [1, 2],  # numbers are measured, not compared
        [["a"], ["b"]],
        ["", "b"],
        ["two\nlines", "b"],
        ["x" * 41, "b"],
    ],
)
def test_values_of_flags_are_short_texts(tmp_path: Path, values: list[object]) -> None:
    assert flags(tmp_path, *[{"key": each} for each in values * 10])[0] == {}


def test_a_value_may_have_forty_characters(tmp_path: Path) -> None:
    assert flags(tmp_path, *[{"key": "x" * 40}, {"key": "b"}] * 10)[0] == {"key": "x" * 40}


def test_where_a_key_was_found_is_no_flag(tmp_path: Path) -> None:
    about = [
        {"url": f"http://a.example/{i}", "url_source": "ab"[i % 2], "open_source": "ab"[i % 2]}
        for i in range(20)
    ]
    assert flags(tmp_path, *about)[0] == {"open_source": "a"}


def rows(package: str, *f1: float, contestant: str = "accb") -> list[Row]:
    return [
        Row(package, str(i), "s", contestant, 1000, 0.5, {"words": Score(each, each, each)})
        for i, each in enumerate(f1)
    ]


def shown(parts: list[Part]) -> list[tuple[str, str, str, int]]:
    return [(each.flag, each.summary.package, each.value, each.summary.documents) for each in parts]


def test_parts_are_those_of_each_value_in_each_package() -> None:
    languages = ["de", "en", "en"]
    given: Flags = {("p", str(i)): {"language": each, "fragmented": "no"} for i, each in enumerate(languages)}
    found = break_down([*rows("p", 0.4, 0.6, 0.8), *rows("p", 1.0, 1.0, 1.0, contestant="plain")], given)
    assert [(each.value, each.summary.contestant) for each in found] == [
        ("en", "accb"), ("en", "plain"), ("de", "accb"), ("de", "plain")
    ]  # fmt: skip
    first = found[0].summary
    assert first.documents == 2
    assert first.means["words"].f1 == pytest.approx(0.7)
    assert first.deviations["words"] == pytest.approx(0.02**0.5)
    assert found[2].summary.deviations == {}


def test_several_packages_are_also_taken_together() -> None:
    given: Flags = {
        ("p", "0"): {"language": "en"},
        ("p", "1"): {"language": "el"},
        ("q", "0"): {"language": "el"},
    }
    found = break_down([*rows("p", 0.1, 0.2), *rows("q", 0.3)], given)
    assert shown(found) == [
        ("language", ALL_PACKAGES, "el", 2),
        ("language", ALL_PACKAGES, "en", 1),
        ("language", "p", "el", 1),
        ("language", "p", "en", 1),
    ]


def test_the_known_flags_are_first_and_the_unknown_value_is_last() -> None:
    given: Flags = {
        ("p", str(i)): {"age": "ab"[i > 1], "page_type": "unknown" if i else "forum"} for i in range(3)
    }
    assert shown(break_down(rows("p", 0, 0, 0), given)) == [
        ("page_type", "p", "forum", 1),
        ("page_type", "p", "unknown", 2),
        ("age", "p", "a", 2),
        ("age", "p", "b", 1),
    ]
