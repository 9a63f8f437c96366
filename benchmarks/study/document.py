"""docs/reproduction.md: the statements of the papers with their verdicts, and the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Final

from benchmarks.study import arias_2009, gottron_2007, gottron_2008, insa_2013, mohammadzadeh_2011
from benchmarks.study.figures import Figures
from benchmarks.study.head import write_origin, write_rules
from benchmarks.study.markdown import table
from benchmarks.study.statements import Finding, Statement, explain, find
from benchmarks.study.tables import write_tables
from benchmarks.study.verdicts import Verdict
from mainspan.evaluation.results import Results
from mainspan.evaluation.significance import LEVEL

PAPERS: Final = (gottron_2007, gottron_2008, arias_2009, mohammadzadeh_2011, insa_2013)
# With more figures than this, those that are inside their bounds are only counted.
_MOST_CHECKS: Final = 6  # no rule: the length of a list


def write_document(results: Results, figures: Figures, command: str) -> str:
    """The whole document; `command` is the command that writes it."""
    findings = [
        (statement, {label: find(weigh, figures) for label, weigh in statement.readings.items()})
        for paper in PAPERS
        for statement in paper.STATEMENTS
    ]
    parts = [
        "# The papers' statements, and what we found",
        write_origin(results, figures, command),
        write_rules(),
        "## All verdicts",
        _overview(findings),
        *_papers(findings, figures),
        *write_tables(results, figures),
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


Found = tuple[Statement, dict[str, Finding]]


def _overview(findings: Sequence[Found]) -> str:
    counts: dict[Verdict, int] = {"confirmed": 0, "refuted": 0, "undecided": 0, "not measured": 0}
    rows = []
    for number, (statement, found) in enumerate(findings, 1):
        for each in found.values():
            counts[each.verdict] += 1
        rows.append([str(number), statement.text, _verdicts(found)])
    total = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    return f"{table(['', 'statement', 'verdict'], rows)}\n\nVerdicts, each reading counted: {total}."


def _verdicts(found: dict[str, Finding]) -> str:
    """The verdicts of all readings: once if they agree."""
    verdicts = {label: _verdict(each) for label, each in found.items()}
    if len(set(verdicts.values())) == 1:
        return next(iter(verdicts.values()))
    return "; ".join(f"{label}: {verdict}" for label, verdict in verdicts.items())


def _verdict(finding: Finding) -> str:
    return f"{finding.verdict}{', on our own pages only' if finding.own else ''}"


def _papers(findings: Sequence[Found], figures: Figures) -> Iterable[str]:
    number = 0
    for paper in PAPERS:
        yield f"## {_title(paper)}"
        for _ in paper.STATEMENTS:
            statement, found = findings[number]
            number += 1
            yield _section(number, statement, found, figures)


def _title(paper: ModuleType) -> str:
    return " ".join((paper.__doc__ or "").split())


def _section(number: int, statement: Statement, found: dict[str, Finding], figures: Figures) -> str:
    first = next(iter(found.values())).verdict
    parts = [
        f"### {number}. {statement.text}",
        f"In the paper: {statement.place}.",
        *(_finding(label, each) for label, each in found.items()),
        explain(statement, first, figures),
    ]
    return "\n\n".join(filter(None, parts))


def _finding(label: str, finding: Finding) -> str:
    reading = f" ({label})" if label else ""
    verdict = f"**{_verdict(finding).capitalize()}**{reading}."
    return "\n".join([f"{verdict}{_asked(finding)}", "", *_items([*_checks(finding), *finding.lines])])


def _asked(finding: Finding) -> str:
    """The bounds of the figures, which are the same for all figures of a statement."""
    asked = " or ".join(dict.fromkeys(check.asked for check in finding.checks))
    each = "each figure" if len(finding.checks) > 1 else "the figure"
    return f" Asked: {each} is {asked}." if asked else ""


def _items(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _checks(finding: Finding) -> list[str]:
    checks = finding.checks
    if len(checks) <= _MOST_CHECKS:
        return list(map(str, checks))
    others = [check for check in checks if not check.is_inside]
    counted = f"{len(checks) - len(others)} of {len(checks)} figures are so with p < {LEVEL:g}"
    return [counted + ("; the others:" if others else ""), *map(str, others)]
