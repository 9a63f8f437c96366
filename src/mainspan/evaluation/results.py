"""The folder of results that a run writes. It can be read, moved, and resumed.

run.json                        what was run: version, packages, contestants, measures, options
PACKAGE/CONTESTANT.tsv          a row for each document
PACKAGE/CONTESTANT.texts.jsonl  what was found in each document
summary.tsv                     a row for each package and contestant
flags.tsv                       a row for each document: language, page type and other flags
breakdown.tsv                   a row for each flag, value, package and contestant
significance.tsv                a row for each package, measure and pair of contestants

During a run, rows and texts are appended to files that end in `.part`. Names of files are made safe; the
original names are in run.json.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mainspan.evaluation.flags import Flags, Part, break_down
from mainspan.evaluation.records import Row
from mainspan.evaluation.result_files import Table, read_flags, read_run, read_significance
from mainspan.evaluation.significance import Significance
from mainspan.evaluation.summary import Summary, summarise

__all__ = ["Evaluation", "Results", "Significance", "Summary", "summarise"]


@dataclass
class Evaluation:
    """The results of a run: rows, their summaries, and the significance of differences.

    `run` says what was run; `problems` has a line for each package that could not be read; `flags` are those
    of each document, by package and name.
    """

    run: dict[str, Any] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    summaries: list[Summary] = field(default_factory=list)
    significance: list[Significance] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    found: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict, repr=False)
    flags: Flags = field(default_factory=dict, repr=False)

    def break_down(self) -> list[Part]:
        """The results by flag, package and value."""
        return break_down(self.rows, self.flags)

    def texts(self, package: str, contestant: str) -> dict[str, str]:
        """What a contestant found in each document of a package."""
        return self.found.get((package, contestant), {})


@dataclass
class Results(Evaluation):
    """An evaluation in a folder. If the run has not ended, it has the rows so far."""

    folder: Path = Path()

    @classmethod
    def read(cls, folder: str | Path) -> Results:
        """Read a folder of results, or raise a SourceError."""
        folder = Path(folder)
        run = read_run(folder)
        rows = [
            row
            for package in run["packages"]
            for contestant in run["contestants"]
            for row in Table.of(folder, package, contestant).rows().values()
        ]
        return cls(
            run=run,
            rows=rows,
            summaries=summarise(rows),
            significance=read_significance(folder),
            problems=list(run.get("problems", ())),
            flags=read_flags(folder),
            folder=folder,
        )

    def texts(self, package: str, contestant: str) -> dict[str, str]:
        """What a contestant found in each document of a package; empty if it was not run."""
        for one in self.run["packages"]:
            for other in self.run["contestants"]:
                if (one["name"], other["name"]) == (package, contestant):
                    return Table.of(self.folder, one, other).texts()
        return {}

    def package_folder(self, package: str) -> Path | None:
        """The folder of a package's documents; None if it cannot be found."""
        for each in self.run["packages"]:
            if each["name"] == package:
                folders = [self.folder / each.get("folder", ""), Path(each.get("absolute", ""))]
                return next((path for path in folders if path.name and path.is_dir()), None)
        return None
