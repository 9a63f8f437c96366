"""Labels: what documents say of their kind, and what to do where they say nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import EvaluationError
from mainspan.evaluation.labels import Labelled, label_documents
from mainspan.evaluation.packages import Package


def label(folder: Path, abouts: list[dict[str, Any]], key: str | None = None) -> Labelled:
    for i, about in enumerate(abouts):
        (folder / f"{i}.html").write_text("<p>page", "utf-8")
        (folder / f"{i}.txt").write_text("page", "utf-8")
        (folder / f"{i}.json").write_text(json.dumps(about), "utf-8")
    return label_documents(Package.read(folder), key)


def test_labels_are_those_of_page_type_or_of_another_key(tmp_path: Path) -> None:
    abouts = [{"page_type": "forum", "year": 2007}, {"page_type": "article", "year": 2008}]
    assert label(tmp_path, abouts).labels == ("forum", "article")
    assert label(tmp_path, abouts, "year").labels == ("2007", "2008")


@pytest.mark.parametrize("nothing", [None, "", " ", ["forum"], {"a": 1}])
def test_documents_without_a_label_are_left_out(tmp_path: Path, nothing: object) -> None:
    found = label(tmp_path, [{"page_type": "a"}, {"page_type": nothing}, {}, {"page_type": "b"}])
    assert [each.name for each in found.documents] == ["0", "3"]


def test_documents_without_gold_are_left_out_where_others_have_it(tmp_path: Path) -> None:
    about = {"with": ["page"], "without": []}
    abouts = [about | {"page_type": kind} for kind in "abab"]
    label(tmp_path, abouts)
    (tmp_path / "1.txt").unlink()
    assert len(label_documents(Package.read(tmp_path)).documents) == 3
    for text in tmp_path.glob("*.txt"):
        text.unlink()
    assert len(label_documents(Package.read(tmp_path)).documents) == 4


def test_labels_of_a_single_site_are_known(tmp_path: Path) -> None:
    pairs = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "x"), ("c", "z")]
    found = label(tmp_path, [{"page_type": kind, "domain": site} for kind, site in pairs])
    assert found.single == ["b", "c"]


def test_a_package_without_labels_is_refused_with_keys_that_could_be_some(tmp_path: Path) -> None:
    abouts = [{"language": "de" if i < 5 else "en", "title": str(i), "page_type": "a"} for i in range(10)]
    with pytest.raises(
        EvaluationError, match=r"all have the same 'page_type'; try --label language \(2 labels\)$"
    ):
        label(tmp_path, abouts)


def test_keys_with_many_values_are_no_labels(tmp_path: Path) -> None:
    abouts = [{"page_type": "a", "section": str(i % 3), "half": str(i % 2)} for i in range(10)]
    with pytest.raises(EvaluationError, match=r"try --label half \(2 labels\)$"):
        label(tmp_path, abouts)


def test_a_package_without_any_key_is_reported_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"no NAME.json has 'kind'; write one into each NAME.json"):
        label(tmp_path, [{}, {}], "kind")
