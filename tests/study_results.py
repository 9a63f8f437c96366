"""Results made by hand for the tests of the study: packages in a folder, and scores of contestants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.study.contestants import MEASURES
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Results, summarise

# For each contestant, F1 on the documents of a package: a value for all, or one for each.
Values = Mapping[str, float | Sequence[float]]


def make_package(folder: Path, name: str, languages: Sequence[str], **about: object) -> None:
    """A package with a document of each language, each of a site of its own."""
    (folder / name).mkdir()
    for i, language in enumerate(languages):
        path = folder / name / f"d{i:02}"
        path.with_suffix(".html").write_text("<p>one two three four</p>", "utf-8")
        path.with_suffix(".txt").write_text("one two three four", "utf-8")
        meta = {"language": language, "domain": f"{i}.example", **about}
        path.with_suffix(".json").write_text(json.dumps(meta), "utf-8")


def make_results(folder: Path, packages: Mapping[str, Values], documents: int = 12) -> Results:
    """Results on packages of this size; precision and recall are F1, and all measures are equal."""
    rows = []
    for package, contestants in packages.items():
        if not (folder / package).exists():
            make_package(folder, package, ["en"] * documents)
        names = sorted(path.stem for path in (folder / package).glob("*.html"))
        for contestant, given in contestants.items():
            values = [given] * len(names) if isinstance(given, float | int) else given
            for i, (name, value) in enumerate(zip(names, values, strict=True)):
                scores: dict[str, Score | str] = {each: Score(value, value, value) for each in MEASURES}
                rows.append(Row(package, name, f"{i}.example", contestant, 1000, 0.1, scores))
    run = {
        "packages": [{"name": each, "file": each, "absolute": str(folder / each)} for each in packages],
        "contestants": [
            {"name": each, "kind": "method", "file": each}
            for each in dict.fromkeys(name for values in packages.values() for name in values)
        ],
        "measures": list(MEASURES),
    }
    return Results(run=run, rows=rows, summaries=summarise(rows), folder=folder / "results")
