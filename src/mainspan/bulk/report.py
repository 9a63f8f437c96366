"""How a run went: report.json, and a page to look at. Every record is accounted for."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from mainspan.bulk.columns import DROPPED, STATUSES
from mainspan.bulk.extracting import REASONS
from mainspan.bulk.figures import histogram
from mainspan.bulk.losses import KINDS
from mainspan.bulk.run import Entry, Result, Run
from mainspan.bulk.tally import Tally, percentile, total
from mainspan.evaluation.report.escape import escaped
from mainspan.evaluation.report.tables import Cell, Table, as_html, counted

REPORT: Final = "report.json"
PAGE: Final = "report.html"
_SHARES: Final = (0.5, 0.9, 0.99, 0.999)
# Records with a page, each of which must become a row.
_PAGES: Final = ("response", "resource", "page")
# Lines of tables that could have thousands.
_MOST: Final = 30


@dataclass
class Summary:
    """A run in figures."""

    entries: list[Entry]
    missing: list[tuple[str, str]]
    tally: Tally = field(default_factory=Tally)
    records: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    restarts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.tally = total(Tally.of(entry["tally"]) for entry in self.entries)
        for entry in self.entries:
            self.records.update(entry["records"])
            self.lost.update(entry["lost"])
            self.restarts.update(entry["restarts"])

    @property
    def rows(self) -> int:
        """The rows of all parts."""
        return sum(entry["rows"] for entry in self.entries)

    @property
    def pages(self) -> int:
        """The records that must have become rows."""
        return sum(self.records[name] for name in _PAGES)

    @property
    def agrees(self) -> bool:
        """Whether each page that was read is a row, or was dropped for a reason."""
        dropped = sum(entry["pages"] - entry["rows"] for entry in self.entries)
        rows: int = self.tally.status.total()
        return bool(self.pages == rows == self.rows + dropped)

    @property
    def is_complete(self) -> bool:
        """Whether a second run could do no more."""
        return not self.missing and all(entry["is_complete"] for entry in self.entries)

    @property
    def seconds(self) -> float:
        """The time of all shards together: that of one worker."""
        return float(sum(entry["seconds"] for entry in self.entries))

    @property
    def rate(self) -> float:
        """Pages a second of each worker."""
        return self.pages / self.seconds if self.seconds else 0.0

    def lines(self) -> list[str]:
        """The run in a few lines."""
        counts = ", ".join(f"{count:,} {status}" for status, count in self.tally.status.most_common())
        parts = sum(len(entry["parts"]) for entry in self.entries)
        read = f"{counted(self.pages, 'page')} of {counted(self.records.total(), 'record')}"
        lines = [f"{read}: {counts or 'none'}"]
        rate = f"{self.rate:,.0f} pages/s for each worker"
        lines.append(f"{counted(self.rows, 'row')} in {counted(parts, 'part')}; {rate}")
        if errors := _only(self.tally.reason, "error: "):
            lines.append("errors: " + ", ".join(f"{count:,} {name}" for name, count in errors.most_common()))
        if self.lost:
            kinds = ", ".join(f"{count:,} {kind}" for kind, count in self.lost.most_common())
            lines.append(f"losses in the inputs: {kinds}")
        if not self.agrees:
            lines.append("the sums do not agree: please report this")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        tally = self.tally
        return {
            "records": dict(sorted(self.records.items())),
            "pages": self.pages,
            "rows": self.rows,
            "parts": sum(len(entry["parts"]) for entry in self.entries),
            "shards": len(self.entries),
            "agrees": self.agrees,
            "is_complete": self.is_complete,
            "missing": [{"shard": name, "message": message} for name, message in self.missing],
            "status": dict(tally.status),
            "reasons": dict(sorted(tally.reason.items())),
            "languages": dict(tally.language.most_common()),
            "page_types": dict(tally.page_type.most_common()),
            "charsets": dict(tally.charset.most_common()),
            "losses": dict(self.lost),
            "lost_bytes": sum(entry["lost_bytes"] for entry in self.entries),
            "loss_list": [loss for entry in self.entries for loss in entry["losses"]],
            "restarts": dict(self.restarts),
            "worker_seconds": round(self.seconds, 3),
            "pages_per_second_per_worker": round(self.rate, 1),
            "content_bytes": tally.content_bytes,
            "cpu_seconds": round(tally.cpu_seconds, 1),
            "page_milliseconds": {
                str(share): round(percentile(tally.seconds, share) / 1000, 2) for share in _SHARES
            },
            "words": {str(share): round(percentile(tally.words, share)) for share in _SHARES},
            "bytes": {str(share): round(percentile(tally.bytes, share)) for share in _SHARES},
            "slowest": [{"seconds": seconds, "url": url} for seconds, url in reversed(tally.slowest)],
        }


def write_report(run: Run, result: Result) -> Summary:
    """Write the report of a run beside its parts."""
    known = {entry["shard"]["name"] for entry in result.entries}
    messages = {failure.shard.name: failure.message for failure in result.failures}
    missing = [
        (shard.name, messages.get(shard.name, "not done")) for shard in run.shards if shard.name not in known
    ]
    summary = Summary(result.entries, missing)
    about = {"settings": run.settings.to_dict(), "digest": run.settings.digest}
    run.store.write_json(REPORT, about | summary.to_dict())
    run.store.write(PAGE, html_page(summary, run).encode("utf-8"))
    return summary


def html_page(summary: Summary, run: Run) -> str:
    """The report as a page without scripts, which loads nothing."""
    tally = summary.tally
    is_good = summary.agrees and summary.is_complete
    state = (
        "Every page that was read is a row or was dropped for a reason."
        if is_good
        else _what_is_wrong(summary)
    )
    sections = [
        ("Pages by status", _counts(tally.status, "status", STATUSES)),
        ("Reasons", _counts(tally.reason, "status: reason", _explained(tally.reason))),
        ("Records by type", _counts(summary.records, "type", {})),
        ("Losses in the inputs", _counts(summary.lost, "kind", KINDS) + _losses(summary)),
        (
            "Time",
            _times(summary)
            + histogram(tally.seconds, "CPU time of a page", lambda value: f"{value / 1000:,.3g} ms"),
        ),
        ("Slowest pages", _slowest(tally)),
        ("Length", histogram(tally.words, "words of a text", lambda value: f"{value:,.0f}")),
        ("Languages", _counts(tally.language, "language", {})),
        ("Types of pages", _counts(tally.page_type, "type", {})),
        ("Encodings", _counts(tally.charset, "encoding", {})),
    ]
    written = "".join(f"<section><h2>{title}</h2>\n{body or _NONE}</section>\n" for title, body in sections)
    lines = "".join(
        f"<p>{escaped(line)}</p>" for line in [*summary.lines(), f"Methods: {', '.join(run.settings.names)}"]
    )
    warn = "" if is_good else ' class="missing"'
    return _page(f"<header><h1>Bulk run</h1>{lines}<p{warn}>{escaped(state)}</p></header>\n{written}")


_NONE: Final = '<p class="note">None.</p>'


def _page(body: str) -> str:
    style = files("mainspan.evaluation.report").joinpath("style.css").read_text("utf-8")
    digest = b64encode(sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>Bulk run</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _what_is_wrong(summary: Summary) -> str:
    if not summary.agrees:
        counted = summary.tally.status.total()
        return f"The sums do not agree: {summary.pages:,} pages were read, and {counted:,} counted."
    names = ", ".join(f"{name} ({message})" for name, message in summary.missing[:_MOST])
    incomplete = [entry["shard"]["address"] for entry in summary.entries if not entry["is_complete"]]
    parts = [f"Shards that are missing: {names}." if names else ""]
    parts += [f"Inputs that are incomplete: {', '.join(incomplete[:_MOST])}." if incomplete else ""]
    return " ".join(filter(None, parts))


def _counts(counts: Counter[str], name: str, help: dict[str, str]) -> str:
    if not counts:
        return ""
    whole = counts.total()
    titles = [name, "pages", "share"] + (["meaning"] if help else [])
    rows = [
        [key, f"{count:,}", f"{count / whole:.2%}"] + ([help.get(key, "")] if help else [])
        for key, count in counts.most_common(_MOST)
    ]
    if (more := len(counts) - _MOST) > 0:
        rest = sum(count for _, count in counts.most_common()[_MOST:])
        rows.append([f"{more} more", f"{rest:,}", f"{rest / whole:.2%}"] + ([""] if help else []))
    return _table(titles, rows, words={0, 3})


def _explained(reasons: Iterable[str]) -> dict[str, str]:
    found = {}
    for each in reasons:
        status, _, code = each.partition(": ")
        found[each] = "excluded by this filter" if status == DROPPED else REASONS.get(code, "")
    return found


def _losses(summary: Summary) -> str:
    losses = [loss for entry in summary.entries for loss in entry["losses"]]
    rows = [
        [each["address"], each["kind"], f"{each['offset']:,}", f"{each['length']:,}", each["detail"]]
        for each in losses[:_MOST]
    ]
    if not rows:
        return ""
    return _table(["input", "kind", "from byte", "bytes", ""], rows, words={0, 1, 4})


def _times(summary: Summary) -> str:
    tally = summary.tally
    rows = [
        ["pages/s for each worker", f"{summary.rate:,.1f}"],
        ["time of all workers", f"{summary.seconds:,.1f} s"],
        ["CPU time of pages", f"{tally.cpu_seconds:,.1f} s"],
        [
            "processes that were replaced",
            ", ".join(f"{n} {name}" for name, n in summary.restarts.items()) or "none",
        ],
    ]
    rows += [
        [f"{share:.1%} of the pages take at most", f"{percentile(tally.seconds, share) / 1000:,.2f} ms"]
        for share in _SHARES
    ]
    return _table(["", ""], rows, words={0})


def _slowest(tally: Tally) -> str:
    rows = [[url, f"{seconds:,.3f} s"] for seconds, url in reversed(tally.slowest)]
    return _table(["page", "CPU time"], rows, words={0}) if rows else ""


def _table(titles: list[str], rows: list[list[str]], words: set[int]) -> str:
    made = tuple(tuple(map(Cell, row)) for row in rows)
    return as_html(Table("", tuple(titles), made, frozenset(words)))


def _only(reasons: Counter[str], status: str) -> Counter[str]:
    return Counter({name.removeprefix(status): n for name, n in reasons.items() if name.startswith(status)})
