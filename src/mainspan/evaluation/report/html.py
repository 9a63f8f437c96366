"""The report as one self-contained HTML page: no network, and no script but our own.

The page can be read without JavaScript; our script only opens the view that a link leads to. The content
security policy forbids everything else, so that no text from a page could run.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from urllib.parse import urlsplit

from mainspan.evaluation.report import content
from mainspan.evaluation.report.breakdown import breakdowns
from mainspan.evaluation.report.diff import Difference, Kind
from mainspan.evaluation.report.escape import escaped
from mainspan.evaluation.report.overview import Overview
from mainspan.evaluation.report.panels import f1_figure, scatter_figure, spread_figure
from mainspan.evaluation.report.tables import Table, as_html
from mainspan.evaluation.report.views import view as shown
from mainspan.evaluation.report.worst import Worst


def html_report(
    view: Overview, worst: list[tuple[str, list[Worst]]], about: list[str], lacks: list[str]
) -> str:
    """The whole page."""
    errors = (content.error_table(view), content.unscored_table(view))
    sections = [
        ("summary", "Summary", as_html(content.summary_table(view)) if view.packages else ""),
        ("measures", "F1 by measure", f1_figure(view)),
        ("precision-recall", "Precision against recall", scatter_figure(view)),
        ("spread-time", "Spread and time", spread_figure(view)),
        ("flags", "By flag", _flags(view)),
        ("means", "All means", _folded(content.package_table(view, each) for each in view.packages)),
        ("pairs", "Pairs of contestants", _folded(content.pair_tables(view))),
        ("errors", "Errors", "".join(as_html(each) for each in errors if each.rows)),
        ("worst", "Worst documents", _worst(view, worst)),
    ]
    if (kinds := content.kinds_table(view)).rows:
        sections.insert(1, ("structure", "Structure", as_html(kinds)))
    if lacks:
        items = "".join(f'<li dir="auto">{escaped(line)}</li>' for line in lacks)
        hint = "Run the same <code>mainspan evaluate</code> command again to complete the results."
        sections.insert(
            0, ("missing", "Missing", f'<ul class="missing">{items}</ul><p class="note">{hint}</p>')
        )
    body = "".join(
        f'<section id="{name}"><h2>{title}</h2>\n{written or _NOTHING}</section>\n'
        for name, title, written in sections
    )
    links = "".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections)
    intro = "".join(f'<p dir="auto">{escaped(each)}</p>' for each in about)
    return _page(
        f"<header><h1>Evaluation report</h1>{intro}<nav aria-label='Sections'>{links}</nav></header>\n{body}"
    )


_NOTHING = '<p class="note">None.</p>'


def _page(body: str) -> str:
    folder = files(__package__ or "mainspan.evaluation.report")
    style, script = (folder.joinpath(name).read_text("utf-8") for name in ("style.css", "script.js"))
    digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>Evaluation report</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<main>\n{body}</main>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _folded(tables: Iterable[Table]) -> str:
    """Tables that are folded at first."""
    return "".join(
        f'<details><summary dir="auto">{escaped(each.caption)}</summary>{as_html(each)}</details>\n'
        for each in tables
    )


def _flags(view: Overview) -> str:
    """A table for each flag, and what goes into detail folded."""
    return "".join(
        f"<h3 dir='auto'>{escaped(found.flag)}</h3>{as_html(found.together)}"
        + _folded(each for each in (found.each, found.figures) if each)
        for found in breakdowns(view)
    )


def _worst(view: Overview, worst: list[tuple[str, list[Worst]]]) -> str:
    parts = []
    for number, (contestant, found) in enumerate(worst):
        links = [f"view-{number}-{i}" for i in range(len(found))]
        parts.append(f'<h3 dir="auto">{escaped(contestant)}</h3>\n')
        parts.append(
            as_html(content.worst_table(contestant, found, links, view.measure)) if found else _NOTHING
        )
        parts += [_view(each, link) for each, link in zip(found, links, strict=True)]
    return _LEGEND + "".join(parts) if parts else ""


_LEGEND = (
    '<p class="legend">Each document opens as a diff of gold and found text: <span>in both</span> '
    "<span><del>missing: in the gold text only</del></span> "
    "<span><ins>superfluous: in the found text only</ins></span></p>\n"
)
_CHOICES = (("both", "diff", " checked"), ("gold", "gold text", ""), ("found", "found text", ""))


def _view(worst: Worst, link: str) -> str:
    """The view of one document. The anchor is inside of it, so that browsers open it for a link."""
    name = escaped(f"{worst.row.package} / {worst.row.document}")
    inside = f'<p class="note">{escaped(worst.reason)}</p>'
    if worst.difference is not None:
        inside = f"{_choices(link)}{_counts(worst.difference)}{shown(worst.difference)}"
    return (
        f'<details class="view"><summary><bdi>{name}</bdi> <span class="faint">F1 {worst.score.f1:.3f}</span>'
        f'</summary><div id="{link}">{_address(worst.url)}{inside}</div></details>\n'
    )


def _choices(link: str) -> str:
    """What to show; the style sheet does it, without a script."""
    made = "".join(
        f'<label><input type="radio" name="{link}" class="{name}"{state}>{label}</label>'
        for name, label, state in _CHOICES
    )
    return f'<p class="choices" role="radiogroup" aria-label="What to show">{made}</p>'


def _counts(difference: Difference) -> str:
    common, lost, much = (difference.words(kind) for kind in (Kind.common, Kind.missing, Kind.superfluous))
    return f'<p class="note">Words in both: {common:,}; missing: {lost:,}; superfluous: {much:,}.</p>'


def _address(url: str) -> str:
    """The page's address; a link only if it is http or https."""
    if not url:
        return ""
    try:
        is_web = urlsplit(url).scheme in ("http", "https")
    except ValueError:
        is_web = False
    address = escaped(url)
    link = f'<a href="{address}" rel="noreferrer noopener">{address}</a>' if is_web else address
    return f'<p class="address" dir="ltr">{link}</p>'
