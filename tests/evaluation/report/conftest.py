"""Folders of results as a run leaves them, small and written by the same functions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.packages import Package
from mainspan.evaluation.plan import digest
from mainspan.evaluation.records import Row
from mainspan.evaluation.result_files import Table, safe_names, text_line, write_run, write_significance
from mainspan.evaluation.significance import significance
from mainspan.evaluation.tables import RowFormat

MEASURES = ("chars", "words", "bag", "set")

# What a contestant finds on a document: a text, or None where it fails.
Answers = dict[str, str | None]


@dataclass
class Folder:
    """Packages and results side by side, as after a run. `answers` has package, contestant, document."""

    root: Path
    golds: dict[str, dict[str, str]] = field(default_factory=dict)
    answers: dict[tuple[str, str], Answers] = field(default_factory=dict)
    measures: tuple[str, ...] = MEASURES
    part: bool = False

    def write(self) -> Path:
        results = self.root / "results"
        packages = [self._write_package(name, golds) for name, golds in self.golds.items()]
        names = list(dict.fromkeys(contestant for _, contestant in self.answers))
        contestants = [
            {"name": name, "kind": "method", "file": file}
            for name, file in zip(names, safe_names(names), strict=True)
        ]
        write_run(results, self._run(packages, contestants))
        rows = []
        for package in packages:
            for contestant in contestants:
                key = (package["name"], contestant["name"])
                if key in self.answers:
                    rows += self._write_table(Table.of(results, package, contestant), self.answers[key])
        if not self.part:
            write_significance(results, significance(rows, draws=200))
        return results

    def _run(self, packages: list[dict[str, Any]], contestants: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "version": "1.2.3",
            "packages": packages,
            "contestants": contestants,
            "measures": list(self.measures),
        }

    def _write_package(self, name: str, golds: dict[str, str]) -> dict[str, Any]:
        folder = self.root / name
        folder.mkdir()
        for document, gold in golds.items():
            (folder / f"{document}.html").write_text(f"<p>{gold}</p>", "utf-8")
            (folder / f"{document}.txt").write_text(gold, "utf-8")
            (folder / f"{document}.json").write_text(json.dumps({"url": f"https://a.example/{document}"}))
        return {
            "name": name,
            "file": name,
            "folder": f"../{name}",
            "documents": len(golds),
            "digest": digest(Package.read(folder).documents),
        }

    def _write_table(self, table: Table, answers: Answers) -> list[Row]:
        rows = [self._row(table, document, text) for document, text in answers.items()]
        form = RowFormat(self.measures, ())
        table.final.parent.mkdir(exist_ok=True)
        lines = form.header + "".join(map(form.line, rows))
        texts = "".join(text_line(document, text or "") for document, text in answers.items())
        (table.part if self.part else table.final).write_text(lines, "utf-8")
        (table.part_texts if self.part else table.final_texts).write_text(texts, "utf-8")
        return rows

    def _row(self, table: Table, document: str, text: str | None) -> Row:
        case = Case(text or "", self.golds[table.package][document])
        scores = {name: measure(name)(case) for name in self.measures}
        error = "" if text is not None else "it crashed"
        return Row(table.package, document, "a.example", table.contestant, 2000, 0.01, scores, {}, error)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Two packages of three documents, and two contestants: one finds all, one loses and adds words."""
    golds = {
        "news": {"a": "one two three four", "b": "five six seven", "c": "eight nine ten"},
        "wiki": {"d": "red green blue", "e": "up and down", "f": "left or right"},
    }
    answers: dict[tuple[str, str], Answers] = {}
    for package, documents in golds.items():
        answers[package, "good"] = dict(documents)
        answers[package, "poor"] = {
            name: f"menu {gold.partition(' ')[2]}" for name, gold in documents.items()
        }
    return Folder(tmp_path, golds, answers)


@pytest.fixture
def results(folder: Folder) -> Path:
    """The folder of results of these."""
    return folder.write()
