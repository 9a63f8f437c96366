"""Compare the papers' claims with the results of an evaluation, and write docs/reproduction.md.

    python -m benchmarks.reproduction RESULTS [-o docs/reproduction.md]

RESULTS is a folder that `mainspan evaluate PACKAGE... -o RESULTS` made, with all our methods and any peers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from benchmarks.claim_figures import OWN, Figures, find_discussed
from benchmarks.claims import CLAIMS, Claim
from mainspan import MainspanError
from mainspan.evaluation.results import Results
from mainspan.output import write_file

DOCUMENT = Path(__file__).parent.parent / "docs" / "reproduction.md"
COMMAND = "python -m benchmarks.reproduction RESULTS"
_HEAD: Final = """# The papers' claims, and what we found

Made by `{command}` from the results of
`mainspan evaluate PACKAGE... -a all --peer ... -m words -m chars -m bag -m set -o RESULTS`; nothing in it is
written by hand but the explanations. Figures are means of words-F1 (longest common subsequence of words) over
the documents of a package; a mean over packages gives each the same weight. The papers' own packages are not
public, so their figures can only be compared in order.
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=DOCUMENT)
    options = parser.parse_args()
    try:
        write_file(options.output, write_document(Results.read(options.results), COMMAND))
    except MainspanError as error:
        raise SystemExit(str(error)) from None


def write_document(results: Results, command: str) -> str:
    """The claims and figures as Markdown; `command` is the command that writes it."""
    figures = Figures(results, find_discussed(results))
    parts = [
        _HEAD.format(command=command),
        *(_section(number, claim, figures) for number, claim in enumerate(CLAIMS, 1)),
        "## All contestants on all packages",
        "Words-F1, the best of a package in bold; the mean over the published packages, and the speed.",
        _table(figures),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _section(number: int, claim: Claim, figures: Figures) -> str:
    finding = claim.judge(figures)
    own = ", on our own pages only" if finding.own_pages_only else ""
    lines = [
        f"## {number}. {claim.text}",
        f"{claim.paper}. **{finding.verdict.capitalize()}{own}.**",
        "\n".join(f"- {line}" for line in finding.figures),
        claim.because.get(finding.verdict, ""),
    ]
    return "\n\n".join(filter(None, lines))


def _table(figures: Figures) -> str:
    packages = [*figures.real, *(each for each in figures.packages if each in OWN)]
    best = {each: max(figures.f1(name, each) for name in figures.contestants) for each in packages}
    head = ["contestant", *(f"{each} (ours)" if each in OWN else each for each in packages), "mean", "MB/s"]
    rows = [_row(name, packages, best, figures) for name in figures.contestants]
    return "\n".join([_line(head), _line(["---"] * len(head)), *map(_line, rows)])


def _row(name: str, packages: list[str], best: dict[str, float], figures: Figures) -> list[str]:
    cells = [_cell(figures.f1(name, each), best[each]) for each in packages]
    mean = f"{figures.f1(name):.3f}" if figures.real else ""
    return [name, *cells, mean, f"{figures.speed(name):.1f}"]


def _cell(value: float, best: float) -> str:
    return f"**{value:.3f}**" if value == best else f"{value:.3f}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    main()
