from __future__ import annotations

import json
from pathlib import Path

import pytest

from mainspan.errors import EvaluationError, SourceError
from mainspan.evaluation.packages import Package, is_held_out
from mainspan.evaluation.subset import Subset
from tests.evaluation.rogues import write_package


@pytest.fixture
def package(tmp_path: Path) -> Package:
    write_package(tmp_path, **{f"d{i:02}": "text" for i in range(40)})
    for i in range(40):
        (tmp_path / f"d{i:02}.json").write_text(json.dumps({"domain": f"site{i // 2}.example"}), "utf-8")
    return Package.read(tmp_path)


def names(package: Package) -> list[str]:
    return [each.name for each in package.documents]


def test_all_documents_are_taken_by_default(package: Package) -> None:
    assert Subset()(package) == package


def test_every_so_manieth_document_is_taken(package: Package) -> None:
    assert names(Subset(every=15)(package)) == ["d00", "d15", "d30"]


def test_reporting_and_tuning_share_no_site(package: Package) -> None:
    report, tune = (Subset(sites=sites, parts=3)(package) for sites in ("report", "tune"))
    assert {*names(report), *names(tune)} == set(names(package))
    assert not {each.site for each in report.documents} & {each.site for each in tune.documents}


def test_a_package_without_such_sites_is_reported(tmp_path: Path) -> None:
    package = Package.read(write_package(tmp_path, one="text"))
    sites = "tune" if is_held_out("one", 2) else "report"
    with pytest.raises(SourceError, match=f"no page is of a site to {sites}"):
        Subset(sites=sites)(package)


@pytest.mark.parametrize("wrong", [{"sites": "some"}, {"parts": 1}, {"every": 0}])
def test_wrong_choices_are_reported(wrong: dict[str, object]) -> None:
    with pytest.raises(
        EvaluationError, match=r"choose from all, report, tune|parts must be at least 2, and every at least 1"
    ):
        Subset(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "taken"), [("en", 2), ("EN", 2), ("en-gb", 1), ("e", 0), ("de", 0)])
def test_pages_of_one_language_can_be_taken(tmp_path: Path, language: str, taken: int) -> None:
    write_package(tmp_path, a="text", b="text", c="text")
    for name, spoken in (("a", "en"), ("b", "en-GB"), ("c", "fr")):
        (tmp_path / f"{name}.json").write_text(json.dumps({"language": spoken}), "utf-8")
    package, subset = Package.read(tmp_path), Subset(language=language)
    if taken:
        assert len(subset(package)) == taken
    else:
        with pytest.raises(SourceError, match=f"has no page in the language '{language}'"):
            subset(package)
