"""The part of mainspan evaluate that classifies and clusters: --classify."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from mainspan.cli.app import errors, make_table, results_console
from mainspan.cli.progress import show_progress
from mainspan.errors import SourceError
from mainspan.evaluation.classify import Classified, as_table, classify_package, require
from mainspan.evaluation.labels import DEFAULT_LABEL, Labelled, label_documents
from mainspan.evaluation.packages import Package
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.subset import Subset
from mainspan.output import write_file

FILE: Final = "classify.tsv"

Classify = Annotated[
    bool,
    typer.Option(
        "--classify",
        help="Also classify and cluster the pages by their labels, on whole, extracted and gold text.",
    ),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="KEY",
        help=f"The key in NAME.json that --classify uses as the label; by default {DEFAULT_LABEL}.",
    ),
]


def check_labels(packages: Iterable[Path], label: str | None, subset: Subset) -> None:
    """Refuse, before a long run, what could not be done after it."""
    require()
    for folder in packages:
        with suppress(SourceError):  # the run will say what cannot be read
            label_documents(subset(Package.read(folder)), label)


def classify_found(evaluation: Evaluation, label: str | None, output: Path | None) -> None:
    """Judge what a run has found: show a table for each package, and write one for all."""
    contestants = [str(each["name"]) for each in evaluation.run["contestants"]]
    labelled = {name: label_documents(package, label) for name, package in _packages(evaluation).items()}
    judged: dict[str, list[Classified]] = {}
    with show_progress() as update:
        update(description="classifying", total=len(labelled) * (len(contestants) + 2))
        for name, each in labelled.items():
            found = {contestant: evaluation.texts(name, contestant) for contestant in contestants}
            judged[name] = classify_package(each, found, name=name, progress=lambda: update(advance=1))
    if output is not None:
        write_file(output / FILE, as_table([row for rows in judged.values() for row in rows]))
    for name, rows in judged.items():
        _say_what_coincides(name, labelled[name])
        _show(rows)


def _packages(evaluation: Evaluation) -> dict[str, Package]:
    """The packages of a run by name, each with the documents that were taken."""
    taken: dict[str, set[str]] = defaultdict(set)
    for row in evaluation.rows:
        taken[row.package].add(row.document)
    folders = {str(each["name"]): Path(each["absolute"]) for each in evaluation.run["packages"]}
    read = {name: Package.read(folder) for name, folder in folders.items()}
    return {
        name: replace(
            package, documents=tuple(each for each in package.documents if each.name in taken[name])
        )
        for name, package in read.items()
    }


def _say_what_coincides(name: str, labelled: Labelled) -> None:
    """Warn of labels on one site only: they cannot be distinguished from the site."""
    single = labelled.single
    if not single:
        return
    if len(single) > len(set(labelled.labels)) - 2:
        which = "labels and sites coincide (fewer than two labels are on several sites)"
        what = "no classifier can be judged on sites that it has not seen; the clusters are"
    else:
        which = f"on one site only: {', '.join(single)}"
        what = "the classifier is judged without these labels, the clusters with them"
    errors.print(f"{name}: {labelled.key}: {which}: {what}", style="yellow", markup=False)


def _show(rows: list[Classified]) -> None:
    first, console = rows[0], results_console()
    where = f"{first.documents} documents of {first.sites} sites in {first.package}"
    about = f"{where}, {first.labels} labels ({first.label})"
    if first.guessing is not None:
        about += f", {first.folds} folds of disjoint sites"
        about += f"; always the commonest label: accuracy {first.guessing:.3f}"
    console.print()
    console.print(about, markup=False, soft_wrap=True)
    console.print()
    titles = ("accuracy", "sd", "macro-F1", "mutual\ninformation", "adjusted\nRand")
    table = make_table("text", *titles, right=titles, fold=["text"])
    for row in rows:
        figures = (row.accuracy, row.accuracy_sd, row.macro_f1, row.mutual_information, row.adjusted_rand)
        table.add_row(row.text, *("-" if each is None else f"{each:.3f}" for each in figures))
    console.print(table)
