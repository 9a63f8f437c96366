"""Reports: a folder of results as one HTML page and as Markdown, for people to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mainspan.errors import OutputError
from mainspan.evaluation.report.html import html_report
from mainspan.evaluation.report.markdown import markdown_report
from mainspan.evaluation.report.overview import Overview, missing, overview
from mainspan.evaluation.report.tables import counted
from mainspan.evaluation.report.worst import Golds, worst_documents
from mainspan.evaluation.results import Results
from mainspan.output import write_file

__all__ = ["WORST", "write_report"]

WORST: Final = 5
_HTML: Final = "report.html"
_MARKDOWN: Final = "report.md"


def write_report(
    results: str | Path, output: str | Path | None = None, *, measure: str | None = None, worst: int = WORST
) -> list[Path]:
    """Write report.html and report.md from a folder of results, and return their paths.

    They are written to `output`, or else to the folder `report` in the results. `measure` ranks contestants:
    words, or the first one if words were not measured. `worst` is the number of documents that are shown for
    each contestant.
    """
    folder = Path(output) if output is not None else Path(results) / "report"
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder for the report")
    read = Results.read(results)
    view = overview(read, measure or _usual(read))
    golds = Golds(view.results)
    lacks = missing(view) + golds.problems
    found = list(worst_documents(view, golds, worst))
    about = _about(view)
    html, markdown = folder / _HTML, folder / _MARKDOWN
    write_file(html, html_report(view, found, about, lacks))
    write_file(markdown, markdown_report(view, found, about, lacks))
    return [html, markdown]


def _usual(results: Results) -> str:
    measured = list(map(str, results.run.get("measures", ())))
    return "words" if "words" in measured or not measured else measured[0]


def _about(view: Overview) -> list[str]:
    """A description of the run in two lines. No date: the same results give the same report."""
    documents = len({(row.package, row.document) for row in view.results.rows})
    version = view.results.run.get("version")
    by = f"Mainspan {version}" if version else "Mainspan"
    where = f"{counted(documents, 'document')} of {counted(len(view.packages), 'package')}"
    line = f"{by} measured {counted(len(view.contestants), 'contestant')} on {where}."
    return [line, f"Measures: {', '.join(view.measures)}."] if view.measures else [line]
