"""The table of structure, and of the renderers alone, on a small package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from benchmarks import renderers, structure
from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Row, Score

GOLD = "<h2>Noon</h2><ul><li>one<li>two</ul>"


@pytest.fixture
def package(tmp_path: Path) -> Package:
    words = "The ferry leaves the old pier at noon, and whoever is late has to wait for the next one. " * 4
    page = f"<title>Ferry</title><nav>Home</nav><article><h1>Ferry</h1><p>{words}{GOLD}<p>{words}</article>"
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "a.txt").write_text(words)
    (tmp_path / "a.gold.html").write_text(GOLD)
    (tmp_path / "b.html").write_text(page)
    (tmp_path / "b.txt").write_text(words)
    (tmp_path / "b.gold.md").write_text("## Noon\n\n- one\n- three\n")
    return Package.read(tmp_path)


def test_each_page_is_read_by_the_network_of_its_fold(package: Package, tmp_path: Path) -> None:
    document = package.documents[0]
    fold = structure.fold_of(document)
    weights = (resources.files("mainspan.algorithms.learned") / "weights.npz").read_bytes()
    assert 0 <= fold < structure.FOLDS
    (tmp_path / f"fold-{fold}.npz").write_bytes(weights)
    for networks in (None, tmp_path):
        rows = structure.rows_of(document, networks, ["readability-lxml"])
        found = {row.contestant: row.scores["structure"] for row in rows}
        assert found["mainspan, HTML"] == found["mainspan, Markdown"] == (1, 1, 1)
        assert set(found) == {"mainspan, HTML", "mainspan, Markdown", "readability-lxml"}


def test_the_table_has_all_kinds(package: Package) -> None:
    rows = [row for each in package.documents for row in structure.rows_of(each, None, [])]
    lines = structure.table(rows)
    assert lines[0] == "|  | heading | item | cell | code | image | link | formula | all |"
    assert lines[2].startswith("| documents | 2 | 2 | 0 |")
    assert lines[3].startswith("| mainspan, HTML | 1.000 (1.000) | .750 (.750) | .000 (.000) |")


def test_renderers_read_gold_in_html_alone(package: Package) -> None:
    found = [
        row for each in package.documents for row in renderers.rows_of(each, {"own": renderers.mainspan})
    ]
    assert [(row.document, row.contestant, row.scores["structure"]) for row in found] == [
        ("a", "own", (1, 1, 1))
    ]


def test_what_a_renderer_loses_counts(package: Package) -> None:
    rows: list[Row] = renderers.rows_of(package.documents[0], {"bad": lambda html: "## Noon\n"})
    assert rows[0].scores["structure"] == Score(1, 1 / 3, 1 / 2)
