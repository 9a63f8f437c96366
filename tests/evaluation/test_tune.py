"""Tuning: what it gains on sites that it has not seen, and what it gives when it is stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mainspan import algorithm
from mainspan.errors import EvaluationError, ParameterError, SourceError
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.tune import Options, Progress, sample, tune
from tests.evaluation.tunable import lay_tunable

FEW = Options(trials=8, folds=3, only=["ratio"])


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return lay_tunable(tmp_path / "package")


def test_an_improvement_on_all_sites_holds_on_unseen_ones(package: Path) -> None:
    found = tune("lqf", [package], FEW)
    assert [found.before, found.after] == pytest.approx([60 / 65, 1])
    assert [each.unseen for each in found.folds] == [1, 1, 1]
    assert [found.gain, found.spread] == pytest.approx([5 / 65, 0])


def test_the_best_parameters_are_written_as_a_method(package: Path) -> None:
    best = algorithm(tune("lqf", [package], FEW).best)
    assert getattr(best, "ratio") < 0.4  # noqa: B009
    assert best.name == "lqf"


def test_an_improvement_on_one_site_is_no_gain_on_others(tmp_path: Path) -> None:
    package = lay_tunable(tmp_path / "package", pages=12, sites=3)
    for i in range(0, 12, 3):  # of the first site, the teaser is gold
        gold = package / f"{i:02}.txt"
        gold.write_text(f"{gold.read_text('utf-8')} abc{i} def{i} ghi{i} jkl{i} mno{i}", "utf-8")
    folds = tune("lqf", [package], FEW).folds
    kept, *dropped = sorted(folds, key=lambda each: each.gain)
    assert kept.gain == pytest.approx(-5 / 65)
    assert kept.seen == 1
    assert all(each.unseen_before < 1 for each in dropped)


def test_folds_never_share_a_site_even_over_packages(tmp_path: Path) -> None:
    packages = [lay_tunable(tmp_path / name, pages=6, sites=3) for name in ("a", "b")]
    for page in range(6):
        (packages[1] / f"{page:02}.json").write_text(json.dumps({"domain": f"WWW.site{page % 3}.example"}))
    found = tune("lqf", packages, FEW)
    assert found.sites == 3
    assert [(each.documents, each.sites) for each in found.folds] == [(4, 1)] * 3


def test_parameters_written_with_the_name_stay(package: Path) -> None:
    found = tune("lqf:whole=true", [package], Options(trials=8, folds=3))
    assert found.space == ["ratio: 0 to 1"]
    assert getattr(algorithm(found.best), "whole") is True  # noqa: B009


def test_the_same_seed_gives_the_same_with_any_number_of_processes(package: Path) -> None:
    once, again = (tune("lqf", [package], Options(trials=8, folds=3, jobs=jobs)) for jobs in (1, 2))
    assert once == again


def test_where_the_default_is_best_nothing_is_gained(package: Path) -> None:
    found = tune("lqf:ratio=0.3", [package], FEW)
    assert (found.best, found.gain) == ("lqf:ratio=0.3", 0)


class Stop(Progress):
    """Ctrl-C after this many steps of the search."""

    def __init__(self, steps: int) -> None:
        self.left, self.searching = steps, False

    def total(self, count: int, what: str) -> None:
        self.searching = what == "searching"

    def step(self) -> None:
        self.left -= self.searching
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize(("steps", "folds"), [(1, 0), (8, 0), (9, 1), (24, 2), (25, 3)])
def test_interrupted_it_gives_the_folds_that_are_done_and_the_best_so_far(
    package: Path, steps: int, folds: int
) -> None:
    found = tune("lqf", [package], FEW, progress=Stop(steps))
    assert (found.complete, len(found.folds)) == (False, folds)
    assert found.after >= found.before


def test_all_steps_are_reported(package: Path) -> None:
    assert tune("lqf", [package], FEW, progress=Stop(1 + 8 * 4)).complete


def test_documents_are_sampled_evenly(package: Path) -> None:
    read = [Package.read(package)] * 2
    assert [each.name for each in sample(read, every=5, most=100)] == ["00", "05", "10"] * 2
    assert [each.name for each in sample(read, every=1, most=4)] == ["00", "06", "00", "06"]


def test_at_most_500_documents_are_used_by_default() -> None:
    documents = tuple(Document(Path(), str(number)) for number in range(600))
    assert len(sample([Package(Path(), documents)], every=1, most=Options().most)) == 500


def test_bad_pages_are_reported_and_left_out(package: Path) -> None:
    (package / "03.html").unlink()
    (package / "03.html").mkdir()
    found = tune("lqf", [package], FEW)
    assert found.documents == 11
    assert "03.html: Is a directory" in found.complaints[0]


def test_packages_that_cannot_be_scored_are_refused(package: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such folder"):
        tune("lqf", [tmp_path / "nothing"], FEW)
    with pytest.raises(EvaluationError, match="7 folds need 7 sites"):
        tune("lqf", [package], Options(folds=7))
    with pytest.raises(ParameterError, match="nothing to tune"):
        tune("plain", [package])
    with pytest.raises(EvaluationError, match="no document can be scored by segments"):
        tune("lqf", [package], Options(measure="segments"))
