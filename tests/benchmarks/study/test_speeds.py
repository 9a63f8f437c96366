"""Speeds: which pages are compared, and what is timed. No test compares two measured times."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.study.pages import Pages
from benchmarks.study.speeds import Speeds, Timing, measure_speeds, read_speeds, sample, write_speeds
from benchmarks.study.verdicts import NotMeasuredError
from mainspan.evaluation.packages import Package


def timing(
    contestant: str, page: int, whole: float, own: float | None = 0.1, *, answers: bool = True
) -> Timing:
    return Timing("p", f"d{page}", f"{page}.example", contestant, 1_000_000, whole, own, answers)


@pytest.fixture
def speeds() -> Speeds:
    """dana gives up on the second page, where it is fast."""
    return Speeds(
        [
            *(timing("dana", 0, 2.0, 1.0), timing("dana", 1, 0.01, 0.01, answers=False)),
            *(timing("bte", page, 1.0, 0.25) for page in range(2)),
            *(timing("library", page, 5.0, None) for page in range(2)),
        ]
    )


def test_only_pages_on_which_all_answer_are_compared(speeds: Speeds) -> None:
    assert speeds.answered(["bte", "library"]) == [("p", "d0"), ("p", "d1")]
    assert speeds.answered(["bte", "dana"]) == [("p", "d0")]
    assert speeds.answered(["bte"], Pages("", {"p": frozenset(["d1"])})) == [("p", "d1")]


def test_a_page_without_an_answer_of_all_is_not_measured(speeds: Speeds) -> None:
    with pytest.raises(NotMeasuredError, match="no timed page"):
        speeds.answered(["bte", "dana"], Pages("", {"p": frozenset(["d1"])}))
    with pytest.raises(NotMeasuredError, match="the speed of dsc was not measured"):
        speeds.answered(["bte", "dsc"])


def test_both_times_are_compared(speeds: Speeds) -> None:
    places = speeds.answered(["bte", "dana"])
    assert speeds.ratio(["dana"], ["bte"], places, "whole").value == pytest.approx(2)
    assert speeds.ratio(["dana"], ["bte"], places, "own").value == pytest.approx(4)
    assert speeds.ratio(["dana", "bte"], ["bte"], places, "whole").value == pytest.approx(1.5)
    assert speeds.listed(["dana", "bte"], places, "own") == "MB/s on 1 pages (p 1): bte 4.0, dana 1.0"


def test_a_library_has_no_time_of_its_own(speeds: Speeds) -> None:
    places = speeds.answered(["bte", "library"])
    assert speeds.rate("library", places, "whole") == pytest.approx(0.2)
    with pytest.raises(NotMeasuredError, match="library"):
        speeds.rate("library", places, "own")


def test_methods_and_libraries_are_timed_on_real_pages(corpus: Path, tmp_path: Path) -> None:
    documents = Package.read(corpus / "wiki").documents
    chosen = [each for each in documents if each.name[:2] in ("ar", "en")][:4]
    found = measure_speeds({"wiki": chosen}, ["dana", "bte", "peer:resiliparse"], rounds=1)
    assert list(found.by_contestant) == ["dana", "bte", "resiliparse"]
    assert all(len(each) == len(chosen) for each in found.by_contestant.values())
    for each in found.timings:
        assert each.whole > 0
        assert (each.own is None) == (each.contestant == "resiliparse")
        assert each.bytes == len((corpus / "wiki" / f"{each.document}.html").read_bytes())
    answered = {document for _, document in found.answered(["dana"])}
    assert answered == {each.name for each in chosen if each.name.startswith("ar")}
    write_speeds(tmp_path / "speeds.json", found)
    again = read_speeds(tmp_path / "speeds.json")
    assert again is not None
    assert again.timings == found.timings
    assert read_speeds(tmp_path / "none.json") is None


@pytest.mark.parametrize(
    ("count", "expected"), [(3, [0, 1, 2]), (12, list(range(12))), (13, list(range(0, 13, 2)))]
)
def test_a_sample_is_spread_evenly(count: int, expected: list[int]) -> None:
    assert list(sample(list(range(count)))) == expected
