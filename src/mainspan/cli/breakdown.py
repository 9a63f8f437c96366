"""The part of mainspan evaluate that breaks results down by flags of the documents: --by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

from rich.table import Table
from rich.text import Text

from mainspan.cli.app import make_table, results_console
from mainspan.cli.options import Names, named
from mainspan.errors import ParameterError, SourceError
from mainspan.evaluation.flags import ALL_PACKAGES, KNOWN, Part, flags_of
from mainspan.evaluation.packages import Package
from mainspan.evaluation.results import Evaluation, Summary
from mainspan.evaluation.subset import Subset

_HELP: Final = f"Also show results by a flag in NAME.json ({', '.join(KNOWN)}, ...); repeatable."
By = Annotated[Names, named("--by", "FLAG", _HELP, KNOWN)]
_FIGURES: Final = ("documents", "precision", "recall", "F1", "sd")


def check_flags(packages: Iterable[Path], names: Sequence[str], subset: Subset) -> None:
    """Refuse, before a long run, flags that its results cannot be broken down by."""
    values: dict[str, set[str]] = {}
    for folder in packages:
        with suppress(SourceError):  # the run reports what cannot be read
            for flags in flags_of(subset(Package.read(folder)).documents).values():
                for name, value in flags.items():
                    values.setdefault(name, set()).add(value)
    several = [name for name, found in values.items() if len(found) > 1]
    for name in names:
        if name not in several:
            (value,) = values.get(name, {""})
            has = f"all documents have the same value, {value}" if value else "no document has this flag"
            others = f"choose from {', '.join(several)}" if several else "these packages have no other flag"
            raise ParameterError(f"--by {name}: {has}; {others}")


def show_breakdown(found: Evaluation, names: Sequence[str], measure: str) -> None:
    """Print a table for each flag: its values and contestants as rows."""
    parts = found.break_down() if names else []
    console = results_console()
    for name in names:
        own = [each for each in parts if each.flag == name and each.summary.counts.get(measure)]
        console.print()
        console.print(f"By {name}: means by {measure} over documents; sd: of F1.", markup=False)
        console.print()
        console.print(_table(name, own, measure))


def _table(name: str, parts: list[Part], measure: str) -> Table:
    head = ("package", name, "contestant")
    table = make_table(*head, *_FIGURES, right=_FIGURES, fold=head)
    shown = ""
    for (package, value), group in groupby(parts, key=lambda each: (each.summary.package, each.value)):
        named = "all packages" if package == ALL_PACKAGES else package
        beginning = ("" if named == shown else named, value)
        shown = named
        for part in sorted(group, key=lambda each: -each.summary.means[measure].f1):
            table.add_row(*map(Text, (*beginning, *_cells(part.summary, measure))))
            beginning = ("", "")
    return table


def _cells(summary: Summary, measure: str) -> list[str]:
    """The contestant of a summary, and its figures."""
    figures = [f"{each:.3f}" for each in summary.means[measure]]
    spread = summary.deviations.get(measure)
    figures.append("-" if spread is None else f"{spread:.3f}")
    return [summary.contestant, f"{summary.counts[measure]:,}", *figures]
