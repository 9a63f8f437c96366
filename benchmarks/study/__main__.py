"""Run the study: evaluate, time, count, and write docs/reproduction.md.

    python -m benchmarks.study PACKAGE... -o RESULTS [--every N [--whole N]] [--no-peers] [--document FILE]
    python -m benchmarks.study -o RESULTS          # only write the document again

All steps leave their results in the folder RESULTS. A command that was stopped is resumed if given again.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from benchmarks.study.contestants import MEASURES, PEERS, methods
from benchmarks.study.density_ends import Ends, count_all, read_ends, write_ends
from benchmarks.study.document import write_document
from benchmarks.study.figures import Figures
from benchmarks.study.pages import Library
from benchmarks.study.speeds import Speeds, measure_speeds, read_speeds, sample, write_speeds
from mainspan import MainspanError, evaluate
from mainspan.algorithms import ALGORITHMS
from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Row
from mainspan.evaluation.results import Results
from mainspan.evaluation.subset import Subset
from mainspan.output import write_file

DOCUMENT: Final = Path(__file__).parent.parent.parent / "docs" / "reproduction.md"
COMMAND: Final = 'make reproduction PACKAGES="FOLDER ..." OUT=RESULTS'
SPEEDS: Final = "speeds.json"
ENDS: Final = "density-ends.json"
# Of the variants, only this one is timed: the paper of 2011 has its speed.
_TIMED_VARIANT: Final = "tccb:range=18"


@dataclass(frozen=True)
class Sample(Subset):
    """Every N-th document of large packages: small ones have none to spare."""

    whole: int = 0

    def __call__(self, package: Package) -> Package:
        """The package with the selected documents."""
        is_small = len(package) <= self.whole
        return Subset()(package) if is_small else super().__call__(package)


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", type=Path, metavar="PACKAGE")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder of results")
    parser.add_argument("-j", "--jobs", type=int, help="processes; one for each core by default")
    parser.add_argument("--every", type=int, default=1, help="take every N-th document only")
    parser.add_argument("--whole", type=int, default=0, help="but packages of at most this size whole")
    parser.add_argument("--no-peers", action="store_true", help="leave other libraries out")
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    options = parser.parse_args(arguments)
    try:
        if options.packages:
            _evaluate(options)
        results = Results.read(options.output)
        figures = Figures(results, _speeds(results), _ends(results))
        write_file(options.document, write_document(results, figures, COMMAND).encode())
    except MainspanError as error:
        raise SystemExit(str(error)) from None


def _evaluate(options: argparse.Namespace) -> None:
    peers = () if options.no_peers else (f"peer:{name}" for name in PEERS)
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("evaluating")

        def show(done: int, total: int, row: Row | None) -> None:
            progress.update(task, completed=done, total=total)

        evaluate(
            options.packages,
            [*methods(), *peers],
            measures=MEASURES,
            output=options.output,
            jobs=options.jobs,
            subset=Sample(every=options.every, whole=options.whole),
            progress=show,
        )


def _speeds(results: Results) -> Speeds:
    """The speeds in the folder of results, or new ones if there are none of these contestants and pages."""
    library = Library(results)
    packages = {package: library.documents(package) for package in library.timed}
    names = [
        f"peer:{each['name']}" if each["kind"] == "peer" else each["name"]
        for each in results.run["contestants"]
        if each["kind"] == "peer" or each["name"] in (*ALGORITHMS, _TIMED_VARIANT)
    ]
    path = results.folder / SPEEDS
    pages = {(package, each.name) for package, found in packages.items() for each in sample(found)}
    found = read_speeds(path)
    known = {each.removeprefix("peer:") for each in names}
    if found is None or set(found.by_contestant) != known or {each.place for each in found.timings} != pages:
        with Progress(console=Console(stderr=True)) as progress:
            task = progress.add_task("measuring speeds", total=len(pages))
            found = measure_speeds(packages, names, progress=lambda document: progress.advance(task))
        write_speeds(path, found)
    return found


def _ends(results: Results) -> dict[str, Ends]:
    """The counts in the folder of results, or new ones if there are none of these packages."""
    library = Library(results)
    packages = {package: library.documents(package) for package in library.checked}
    path = results.folder / ENDS
    found = read_ends(path)
    if found is None or {name: each.pages for name, each in found.items()} != {
        name: sum(document.gold.is_file() for document in documents) for name, documents in packages.items()
    }:
        Console(stderr=True).print("counting the ends of density's regions")
        found = count_all(packages)
        write_ends(path, found)
    return found


if __name__ == "__main__":
    main()
