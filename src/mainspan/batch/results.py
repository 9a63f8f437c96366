"""Where the outcomes of a run are written: standard output, one file, a folder, or a resumable file of lines.

>>> from mainspan.batch.many import Batch
>>> from mainspan.batch.pages import Settings
>>> from mainspan.sources import find_sources
>>> batch = Batch(Settings("mainspan", "jsonl"), jobs=4)
>>> pages = find_sources(["pages/"], keys=batch.keys)  # doctest: +SKIP
>>> with Results("pages.jsonl", batch.settings, pages) as results:  # doctest: +SKIP
...     for outcome in batch.outcomes(pages, results.done):
...         results.write(outcome)
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from mainspan.batch.pages import CSV, JSON_LINES, Outcome, Settings, write_failure
from mainspan.errors import OutputError
from mainspan.forms import FORMS
from mainspan.output import File, Folder, Lines, Rows, Standard, StandardRows
from mainspan.sources import Source

Place = Standard | StandardRows | File | Folder | Lines | Rows
_SUFFIXES: Final = frozenset(form.suffix for form in FORMS.values())


class Results:
    """The results of a run in their place. Wrong use is an OutputError here, before the work begins.

    output: a file for one page or for JSON Lines, else a folder; None for standard output.
    pages: the pages of the run, over which no result is written.
    again: overwrite a JSON Lines file; otherwise the pages in it are done, and the run continues it.
    retry: remove failures from the JSON Lines file, so that their pages are not done.

    `done` counts the pages that are in the JSON Lines file already, by name, and `failed` those of them
    that failed.
    """

    def __init__(
        self,
        output: str | None,
        settings: Settings,
        pages: Sequence[Source],
        *,
        again: bool = False,
        retry: bool = False,
    ) -> None:
        self.settings = settings
        self._files = {os.path.realpath(page.name): page.name for page in pages if not page.is_address}
        self._place = _make_place(output, settings, again)
        try:
            for page in pages:
                self._protect(Outcome(name=page.name, key=page.key))
            if retry and isinstance(self._place, Lines):
                self._place.forget_failures()
        except BaseException:
            self.close()
            raise
        lines = self._place if isinstance(self._place, Lines) else None
        self.is_resumable = lines is not None
        self.done: Counter[str] = lines.done if lines else Counter()
        self.failed: Counter[str] = lines.failed if lines else Counter()

    def write(self, outcome: Outcome) -> None:
        """Write the result of a page. For a page that failed, only JSON Lines have a record."""
        self._protect(outcome)
        if not outcome.error:
            self._place.write(outcome.name, outcome.key, outcome.text)
        elif self.settings.form == JSON_LINES:
            record = write_failure(outcome.name, outcome.error, self.settings)
            self._place.write(outcome.name, outcome.key, record)

    def close(self) -> None:
        """Close the place of the results."""
        if isinstance(self._place, (Lines, Rows)):
            self._place.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _protect(self, outcome: Outcome) -> None:
        """Refuse a result that would overwrite a page of the run."""
        if isinstance(self._place, (Standard, StandardRows)):
            return
        if page := self._files.get(os.path.realpath(self._place.target(outcome.key))):
            raise OutputError(f"{page}: would be overwritten by a result; choose another output")


def _make_place(output: str | None, settings: Settings, again: bool) -> Place:
    form = FORMS[settings.form or ""]
    if output is None and form.name == CSV:
        return StandardRows()
    if output is None:
        return Standard(None if settings.is_only else form.heading)
    if form.name == CSV and not (output.endswith("/") or Path(output).is_dir()):
        return Rows(Path(output))
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
