"""The files in a folder of results: written in full, or line by line so that a run can be resumed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.evaluation.flags import Flags, Part
from mainspan.evaluation.packages import unused
from mainspan.evaluation.records import Row
from mainspan.evaluation.significance import Significance
from mainspan.evaluation.summary import Summary
from mainspan.evaluation.tables import Cell, RowFormat, records, table
from mainspan.output import write_file
from mainspan.sources import read_file

RUN: Final = "run.json"
SUMMARY: Final = "summary.tsv"
SIGNIFICANCE: Final = "significance.tsv"
FLAGS: Final = "flags.tsv"
BREAKDOWN: Final = "breakdown.tsv"
PART: Final = ".part"
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._=,-]")
_MAX_NAME_LENGTH: Final = 120


@dataclass(frozen=True)
class Table:
    """The files of one contestant on one package."""

    package: str
    contestant: str
    final: Path
    final_texts: Path

    @classmethod
    def of(cls, folder: Path, package: dict[str, Any], contestant: dict[str, Any]) -> Table:
        """The files that belong to these entries of run.json."""
        path = folder / package["file"] / contestant["file"]
        name = path.name
        rows, texts = path.with_name(f"{name}.tsv"), path.with_name(f"{name}.texts.jsonl")
        return cls(package["name"], contestant["name"], rows, texts)

    @property
    def part(self) -> Path:
        """Where rows are appended during the run."""
        return self.final.with_name(self.final.name + PART)

    @property
    def part_texts(self) -> Path:
        """Where texts are appended during the run."""
        return self.final_texts.with_name(self.final_texts.name + PART)

    def rows(self) -> dict[str, Row]:
        """All complete rows, by document."""
        return self._read_rows(self.final if self.final.exists() else self.part)

    def texts(self) -> dict[str, str]:
        """All complete texts, by document."""
        return _read_texts(self.final_texts if self.final_texts.exists() else self.part_texts)

    def unfinished(self) -> dict[str, Row]:
        """The rows of a stopped run, for the documents whose texts are complete too."""
        texts = _read_texts(self.part_texts)
        return {name: row for name, row in self._read_rows(self.part).items() if name in texts}

    def finish(self, form: RowFormat, rows: Iterable[Row]) -> None:
        """Write the whole table, sorted by document, and remove the parts."""
        texts = self.texts()
        ordered = sorted(rows, key=lambda row: row.document)
        lines = (text_line(row.document, texts.get(row.document, "")) for row in ordered)
        write_file(self.final_texts, encoded("".join(lines)))
        write_file(self.final, encoded(form.header + "".join(map(form.line, ordered))))
        self.part.unlink(missing_ok=True)
        self.part_texts.unlink(missing_ok=True)

    def _read_rows(self, path: Path) -> dict[str, Row]:
        header, *lines = whole_lines(path) or [""]
        if not header:
            return {}
        try:
            form = RowFormat.of_header(header)
        except ValueError:
            raise SourceError(f"{path}: not a table of results") from None
        rows = {}
        for line in lines:
            try:
                row = form.row(line, self.package, self.contestant)
            except ValueError:
                continue  # damaged when the run was stopped: the document will be measured again
            rows[row.document] = row
        return rows


def read_run(folder: Path) -> dict[str, Any]:
    """The content of run.json, or a SourceError."""
    path = folder / RUN
    if not path.is_file():
        raise SourceError(f"{folder}: no results here ({RUN} is missing); mainspan evaluate writes them")
    try:
        run = json.loads(read_file(path))
        if not (
            isinstance(run, dict) and all(isinstance(run[key], list) for key in ("packages", "contestants"))
        ):
            raise ValueError
    except (ValueError, KeyError):
        raise SourceError(f"{path}: damaged; run again with --fresh") from None
    return run


def write_run(folder: Path, run: dict[str, Any]) -> None:
    """Write run.json."""
    write_file(folder / RUN, encoded(json.dumps(run, ensure_ascii=False, indent=2) + "\n"))


def write_summaries(folder: Path, summaries: Sequence[Summary], measures: Sequence[str]) -> None:
    """Write the table of summaries."""
    figures = list(dict.fromkeys(name for each in summaries for name in each.figures))
    lines = (_summary_line(each, measures, figures) for each in summaries)
    write_file(folder / SUMMARY, encoded(table(_summary_header(measures, figures), lines)))


def write_breakdown(folder: Path, parts: Sequence[Part], measures: Sequence[str]) -> None:
    """Write the table of results by flag. The columns after flag and value are those of the summaries."""
    figures = list(dict.fromkeys(name for each in parts for name in each.summary.figures))
    lines = ([each.flag, each.value, *_summary_line(each.summary, measures, figures)] for each in parts)
    header = ["flag", "value", *_summary_header(measures, figures)]
    write_file(folder / BREAKDOWN, encoded(table(header, lines)))


def write_flags(folder: Path, flags: Flags) -> None:
    """Write the flags of all documents, a column for each flag."""
    names = list(dict.fromkeys(name for each in flags.values() for name in each))
    lines = ([*document, *(found.get(name) for name in names)] for document, found in flags.items())
    write_file(folder / FLAGS, encoded(table(["package", "document", *names], lines)))


def read_flags(folder: Path) -> Flags:
    """The flags of all documents; empty if there is no such table."""
    path = folder / FLAGS
    if not path.exists():
        return {}
    found = {}
    for line in records(read_file(path).decode("utf-8", "replace")):
        package, document, *flags = line.items()
        found[package[1], document[1]] = {name: value for name, value in flags if value}
    return found


def write_significance(folder: Path, pairs: Sequence[Significance]) -> None:
    """Write the table of pairs."""
    header = [each.name for each in fields(Significance)]
    write_file(folder / SIGNIFICANCE, encoded(table(header, (list(asdict(each).values()) for each in pairs))))


def safe_name(name: str) -> str:
    """A name for a file: unsafe characters become "-", and long names are shortened.

    >>> safe_name("command:prog --fast")
    'command-prog---fast'
    """
    safe = _UNSAFE.sub("-", name)
    if len(safe) > _MAX_NAME_LENGTH:
        safe = f"{safe[:_MAX_NAME_LENGTH]}-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return f"-{safe[1:]}" if safe.startswith(".") else safe or "-"


def safe_names(names: Iterable[str]) -> list[str]:
    """Unique names for files, even if case is ignored."""
    used: set[str] = set()
    safe = []
    for name in names:
        safe.append(unused(safe_name(name), used))
        used.add(safe[-1].lower())
    return safe


def text_line(document: str, text: str) -> str:
    """A text that was found, as a line of JSON."""
    return json.dumps({"document": document, "text": text}, ensure_ascii=False) + "\n"


def encoded(text: str) -> bytes:
    """As UTF-8; lone surrogates are escaped as JSON and our tables read them."""
    return text.encode("utf-8", "backslashreplace")


def whole_lines(path: Path) -> list[str]:
    """The lines of a file, without an incomplete last one."""
    if not path.exists():
        return []
    return read_file(path).decode("utf-8", "replace").split("\n")[:-1]


def _read_texts(path: Path) -> dict[str, str]:
    texts = {}
    for line in whole_lines(path):
        try:
            record = json.loads(line)
            texts[str(record["document"])] = str(record["text"])
        except (ValueError, KeyError, TypeError):
            continue  # damaged when the run was stopped
    return texts


def read_significance(folder: Path) -> list[Significance]:
    """The table of pairs; empty if there is none yet."""
    path = folder / SIGNIFICANCE
    if not path.exists():
        return []
    kinds = {"documents": int, "units": int, "difference": float, "low": float, "high": float, "p": float}
    found = records(read_file(path).decode("utf-8", "replace"))
    names = [each.name for each in fields(Significance)]
    return [Significance(**{name: kinds.get(name, str)(each[name]) for name in names}) for each in found]


def _summary_header(measures: Sequence[str], figures: Sequence[str]) -> list[str]:
    parts = ("precision", "recall", "f1", "sd", "documents", "too large")
    header = ["package", "contestant", "documents", "errors", "bytes", "seconds", "s/kB", "MB/s"]
    return header + [f"{name} {part}" for name in measures for part in parts] + list(figures)


def _summary_line(summary: Summary, measures: Sequence[str], figures: Sequence[str]) -> list[Cell]:
    line: list[Cell] = [summary.package, summary.contestant, summary.documents, summary.errors]
    line += [summary.bytes, summary.seconds, summary.seconds_per_kb, summary.mb_per_second]
    for name in measures:
        line += summary.means.get(name, (None, None, None))
        line += [summary.deviations.get(name), summary.counts.get(name, 0), summary.too_large.get(name, 0)]
    return line + [summary.figures.get(name) for name in figures]
