"""The head of docs/reproduction.md: what was run, by which commands, and how verdicts are made."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.study import verdicts
from benchmarks.study.figures import Figures
from benchmarks.study.pages import OWN, UNCHECKED
from benchmarks.study.speeds import PACKAGE_PAGES, ROUNDS
from benchmarks.study.statements import ABOUT, EVEN
from mainspan.evaluation.results import Results
from mainspan.evaluation.significance import DRAWS, MIN_SITES

_ORIGIN: Final = """Made by `{command}`. This evaluates
as below, measures the speeds, counts where the regions of density end, and writes this page. All of it is
generated. A sentence that begins with "We think" is an opinion.

    {evaluate}

Packages and pages: {packages}. We do not have the papers' own packages. So
our figures are not theirs, and what is tested is what the papers say of their figures.{notes}

Some pages show hardly any text but have it in their structured data or in the data of their scripts. All our
methods get that text there. This is in no paper.

Mainspan {version}, Python {python}, {machine}{peers}."""

_RULES: Final = """## How verdicts are made

{rules}

Figures are means over documents. A figure over several packages is the mean of the packages' figures, each
with the same weight. F1 is that of words in sequence unless another measure is named. An interval, in
brackets, has the middle 95 % of {draws} bootstrap samples, by site where a package has {sites} or more, and
by document otherwise. Over several packages the bootstrap is stratified by package: it is about pages like
these, not of other packages. p is two-sided, and never below that of a sign test on as many sites or
documents. The p beside a figure is that against the nearest bound, before any correction. Counts of packages
that are better, worse or neither are at 5 % after Holm's correction. There is no correction over statements.

"Comparable" means an F1 that differs by less than {even}: the paper of 2008 calls differences of up to .016
comparable, and one of .039 significant. "About N times" means between N/{about:g} and {about:g}N. "Much
longer" means more than twice as long. Other bounds are beside their statements.

Speeds are measured apart from the evaluation, on up to {pages} pages of each package. All contestants take
turns in one process, each round in another order, and the shortest of up to {rounds} CPU times counts. Only
pages on which all compared methods answer are compared. "From bytes to text" includes the parse, which all
our methods share, and writing the text. "The method alone" is a further call on a page that is parsed
already. An interval is over sites, or over pages where there are fewer than 10 sites. These are the
speeds of our programs on one machine; the papers timed other programs."""


def write_rules() -> str:
    """How verdicts are made, in the words of the module that makes them."""
    return _RULES.format(
        rules=(verdicts.__doc__ or "").partition("\n")[2].strip(),
        draws=f"{DRAWS:,}",
        sites=MIN_SITES,
        even=EVEN,
        about=ABOUT,
        pages=PACKAGE_PAGES,
        rounds=ROUNDS,
    )


def write_origin(results: Results, figures: Figures, command: str) -> str:
    """What was run, and by which commands."""
    run = results.run
    made = run.get("made_with", {})
    names = figures.library.names
    return _ORIGIN.format(
        command=command,
        evaluate=_evaluate(run, list(names)),
        packages=", ".join(f"{name} {len(found)}" for name, found in names.items()),
        notes="".join(f" {note}" for note in _notes(figures)),
        version=run.get("version", ""),
        python=made.get("python", ""),
        machine=made.get("machine", ""),
        peers="".join(f", {name} {version}" for name, version in made.get("peers", {}).items()),
    )


def _evaluate(run: dict[str, Any], packages: list[str]) -> str:
    """The command that gives the same evaluation, with the packages' names for their folders."""
    flags = {"method": "-a", "peer": "--peer"}
    every = run.get("choice", {}).get("every", 1)
    parts = [
        *("mainspan evaluate", *packages),
        *(f"{flags[each['kind']]} {each['name']}" for each in run["contestants"] if each["kind"] in flags),
        *(f"-m {name}" for name in run.get("measures", ())),
        *([f"--every {every}"] if every > 1 else []),
        "-o RESULTS",
    ]
    return " ".join(parts)


def _notes(figures: Figures) -> list[str]:
    """What kinds of packages there are among those that were run."""
    library = figures.library
    own = [name for name in library.names if name in OWN]
    unchecked = [f"{name} ({UNCHECKED[name]})" for name in library.names if name in UNCHECKED]
    unscored = [name for name in library.names if name not in library.scored]
    whole = figures.library.results.run.get("choice", {}).get("whole", 0)
    notes = [f"Packages of at most {whole} pages were taken whole."] if whole else []
    if own:
        notes.append(
            f"The pages of {', '.join(own)} were written for this project; a verdict on their scores says so."
        )
    if unchecked:
        notes.append(
            f"No person made or checked the gold of {', '.join(unchecked)}: it decides nothing. "
            "Speeds are measured on all of them."
        )
    if unscored:
        notes.append(f"No gold text, only segments, so no F1: {', '.join(unscored)}.")
    return notes
