"""The report in Markdown: its tables, without figures and page-level views."""

from __future__ import annotations

from mainspan.evaluation.report import content
from mainspan.evaluation.report.breakdown import breakdowns
from mainspan.evaluation.report.escape import markdown_escaped
from mainspan.evaluation.report.overview import Overview
from mainspan.evaluation.report.tables import Table, as_markdown
from mainspan.evaluation.report.worst import Worst


def markdown_report(
    view: Overview, worst: list[tuple[str, list[Worst]]], about: list[str], lacks: list[str]
) -> str:
    """All of it."""
    parts = ["# Evaluation report", *map(markdown_escaped, about)]
    if lacks:
        parts += ["## Missing", "\n".join(f"- {markdown_escaped(line)}" for line in lacks)]
    if view.packages:
        parts += ["## Summary", as_markdown(content.summary_table(view))]
        parts += ["## Means", *(as_markdown(content.package_table(view, each)) for each in view.packages)]
    if (kinds := content.kinds_table(view)).rows:
        parts += ["## Structure", as_markdown(kinds)]
    if view.parts:
        tables = [each for found in breakdowns(view) for each in (found.together, found.each) if each]
        parts += _section("By flag", tables)
    parts += _section("Pairs of contestants", content.pair_tables(view))
    parts += _section("Errors", [content.error_table(view), content.unscored_table(view)])
    tables = [content.worst_table(name, found, [""] * len(found), view.measure) for name, found in worst]
    parts += _section("Worst documents", tables)
    return "\n\n".join(each.strip("\n") for each in parts) + "\n"


def _section(title: str, tables: list[Table]) -> list[str]:
    filled = [as_markdown(each) for each in tables if each.rows]
    return [f"## {title}", *(filled or ["None."])]
