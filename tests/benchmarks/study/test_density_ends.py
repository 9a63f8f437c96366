"""Why regions of density end: pages that end for each cause."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.study.density_ends import count_all, count_ends, read_ends, write_ends
from mainspan.evaluation.packages import Package

LONG = " ".join(f"longest{i}" for i in range(60))
OTHER = " ".join(f"other{i}" for i in range(60))
SHORT = "just three words"
MENU = "a menu"


def ends(*strings: str, gold: str) -> dict[str, int]:
    html = "".join(f"<p>{each}" for each in strings)
    found = asdict(count_ends(html.encode(), gold))
    assert found.pop("pages") == 1
    return {cause: count for cause, count in found.items() if count}


def test_a_region_that_has_all_content_is_complete() -> None:
    assert ends(MENU, LONG, OTHER, "imprint", gold=f"{LONG} {OTHER}") == {"complete": 2}


def test_only_short_strings_are_beyond() -> None:
    assert ends(LONG, SHORT, gold=f"{LONG} {SHORT}") == {"complete": 1, "only_short": 1}
    assert ends(SHORT, LONG, SHORT, gold=f"{SHORT} {LONG} {SHORT}") == {"only_short": 2}


@pytest.mark.parametrize(("places", "cause"), [(2, "complete"), (3, "tags_between")])
def test_a_region_ends_for_tags(places: int, cause: str) -> None:
    found = ends(LONG, *[""] * places, OTHER, gold=f"{LONG} {OTHER}")
    assert found == ({"complete": 2} if cause == "complete" else {"complete": 1, cause: 1})


@pytest.mark.parametrize(("text", "content"), [(SHORT, f"{LONG} {SHORT} {OTHER}"), (MENU, f"{LONG} {OTHER}")])
def test_a_region_ends_for_short_strings(text: str, content: str) -> None:
    assert ends(LONG, text, text, OTHER, gold=content) == {"complete": 2}
    assert ends(LONG, text, text, text, OTHER, gold=content) == {"complete": 1, "short_between": 1}


def test_tags_are_the_cause_if_the_string_would_be_reached_without_them() -> None:
    assert ends(LONG, MENU, "", MENU, OTHER, gold=f"{LONG} {OTHER}") == {"complete": 1, "tags_between": 1}
    strings = (LONG, MENU, "", MENU, MENU, OTHER)
    assert ends(*strings, gold=f"{LONG} {OTHER}") == {"complete": 1, "short_between": 1}


def test_both_ends_are_counted() -> None:
    strings = (OTHER, "", "", "", LONG, MENU, MENU, MENU, OTHER)
    found = ends(*strings, gold=f"{OTHER} {LONG} {OTHER}")
    assert found == {"tags_between": 1, "short_between": 1}


def test_a_region_that_begins_outside_the_content_is_left_out() -> None:
    assert ends(LONG, OTHER, gold=OTHER) == {"skipped": 1}
    assert ends("", gold=LONG) == {"skipped": 1}


@pytest.mark.parametrize(("words", "cause"), [(2, {"complete": 2}), (3, {"complete": 1, "only_short": 1})])
def test_two_words_are_no_string_of_content(words: int, cause: dict[str, int]) -> None:
    few = " ".join(SHORT.split()[:words])
    assert ends(LONG, few, gold=f"{LONG} {few}") == cause


@pytest.mark.parametrize(("runs", "cause"), [(1, {"complete": 2}), (2, {"complete": 1, "only_short": 1})])
def test_half_of_a_string_must_be_gold(runs: int, cause: dict[str, int]) -> None:
    # Six words have four runs of three.
    text = "a b c d e f"
    gold = " ".join(text.split()[: runs + 2])
    assert ends(LONG, text, gold=f"{LONG} x {gold}") == cause


def test_counts_of_a_package_are_added_and_kept(corpus: Path, tmp_path: Path) -> None:
    documents = Package.read(corpus / "wiki").documents
    found = count_all({"wiki": documents})
    assert found["wiki"].pages == len(documents)
    parts = count_all({"one": documents[:5], "two": documents[5:]})
    assert parts["one"] + parts["two"] == found["wiki"]
    both = found["wiki"]
    causes = both.complete + both.only_short + both.short_between + both.tags_between
    assert causes == 2 * (both.pages - both.skipped)
    write_ends(tmp_path / "ends.json", found)
    assert read_ends(tmp_path / "ends.json") == found
    assert read_ends(tmp_path / "none.json") is None
