"""A run of extract: results go to their place, failures and warnings to standard error."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from mainspan.batch.many import Progress
from mainspan.batch.pages import JSON_LINES, Outcome, Settings, write_failure
from mainspan.browser import find_browser, how_to_install
from mainspan.cli.app import errors
from mainspan.cli.progress import Update
from mainspan.errors import OutputError, SourceError
from mainspan.forms import FORMS
from mainspan.output import File, Folder, Lines, Standard
from mainspan.sources import Listing, Source

Place = Standard | File | Folder | Lines
_SUFFIXES: Final = frozenset(form.suffix for form in FORMS.values())


def make_place(output: str | None, settings: Settings, again: bool) -> Place:
    """Where the results of a run go."""
    form = FORMS[settings.form or ""]
    if output is None:
        return Standard(None if settings.is_only else form.heading)
    if form.name == JSON_LINES:
        return Lines(Path(output), settings.digest, again=again)
    if not settings.is_only or output.endswith("/") or Path(output).is_dir():
        _refuse_name_of_a_file(output)
        return Folder(Path(output), form.suffix)
    return File(Path(output))


def _refuse_name_of_a_file(output: str) -> None:
    """Refuse a folder that is named like a file, unless it exists or ends in a slash."""
    path = Path(output)
    if path.suffix.lower() in _SUFFIXES and not path.exists() and not output.endswith("/"):
        raise OutputError(
            f"{output}: is the name of a file, and there are several pages: name a folder, or use -f jsonl"
        )


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

    def __init__(self, settings: Settings, place: Place, progress: RunProgress) -> None:
        self.settings = settings
        self.place = place
        self.progress = progress
        self.done = self.failed = self.empty = 0
        self._own_files: dict[str, str] = {}

    def protect(self, pages: Sequence[Source]) -> None:
        """Refuse results that would overwrite a page."""
        self._own_files = {os.path.realpath(page.name): page.name for page in pages if not page.is_address}
        for page in pages:
            self._check_target(Outcome(name=page.name, key=page.key))

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Write each outcome to its place."""
        for outcome in outcomes:
            self.progress.update(description=outcome.name[-50:], advance=1)
            self._finish(outcome)

    def _check_target(self, outcome: Outcome) -> None:
        if isinstance(self.place, Standard):
            return
        if own := self._own_files.get(os.path.realpath(self.place.target(outcome.key))):
            raise OutputError(f"{own}: would be overwritten by a result; choose another output")

    def _finish(self, outcome: Outcome) -> None:
        try:
            self._check_target(outcome)
            self._write(outcome)
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

    def _write(self, outcome: Outcome) -> None:
        if not outcome.error:
            self.place.write(outcome.name, outcome.key, outcome.text)
        elif self.settings.form == JSON_LINES:
            record = write_failure(outcome.name, outcome.error, self.settings)
            self.place.write(outcome.name, outcome.key, record)

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
