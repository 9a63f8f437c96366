"""A run of extract as a user sees it: progress, failures and warnings on standard error."""

from __future__ import annotations

from collections.abc import Iterable

from mainspan.batch.many import Progress
from mainspan.batch.pages import Outcome
from mainspan.batch.results import Results
from mainspan.browser import find_browser, how_to_install
from mainspan.cli.app import errors
from mainspan.cli.progress import Update
from mainspan.errors import OutputError, SourceError
from mainspan.sources import Listing, Source


class RunProgress(Progress):
    """Shows a run on a bar, and its warnings above that."""

    more_pages = "--most N takes more"
    base_url = "--url gives their base"

    def __init__(self) -> None:
        self.total = self.done = 0
        self.update: Update = lambda **_: None

    def show(self, update: Update, total: int, done: int) -> None:
        """Show the run on a bar from now on."""
        self.update, self.total, self.done = update, total, done
        self.update(total=total, completed=done)

    def listed(self, source: Source, listing: Listing, taken: int) -> None:
        """A feed or sitemap was read."""
        super().listed(source, listing, taken)
        self.total += taken - 1
        self.update(total=self.total)

    def compared(self, done: int, total: int) -> None:
        """Pages of sites were read to be compared."""
        self.total = total
        is_over = done == total
        self.update(description="comparing the pages", total=total, completed=self.done if is_over else done)

    def warn(self, message: str) -> None:
        """Something is worth knowing, but no error."""
        errors.print(message, style="yellow", markup=False)


class Run:
    """The pages of one command, and what became of them."""

    def __init__(self, results: Results, progress: RunProgress) -> None:
        self.results = results
        self.progress = progress
        self.done = self.failed = self.empty = 0

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Write each outcome, and report what a user must know."""
        for outcome in outcomes:
            self.progress.update(description=outcome.name[-50:], advance=1)
            self._write(outcome)

    def _write(self, outcome: Outcome) -> None:
        try:
            self.results.write(outcome)
        except OutputError as error:
            self.done += 1
            self._complain(str(error))
            return
        # A run that is interrupted counts what is written, and no more.
        self.done += 1
        if outcome.error:
            self._complain(f"{outcome.name}: {outcome.error}")
        elif outcome.reason:
            self.empty += 1
        for hint in _hints(outcome):
            self.progress.warn(f"{outcome.name}: {hint}")

    def _complain(self, message: str) -> None:
        self.failed += 1
        errors.print(message, style="red", markup=False)


def _hints(outcome: Outcome) -> list[str]:
    """That nothing was found, and what might help."""
    parts = [f"nothing found: {outcome.reason}"] if outcome.reason else []
    if outcome.needs_browser:
        parts.append(_browser_hint() if parts else f"seems to need a browser: {_browser_hint()}")
    unmatched = [f"no element matches --keep {selector}" for selector in outcome.unmatched]
    return ["; ".join(parts), *unmatched] if parts else unmatched


def _browser_hint() -> str:
    try:
        is_there = find_browser() is not None
    except SourceError:
        is_there = False
    return "try --render" if is_there else f"none is installed for --render: {how_to_install()}"
