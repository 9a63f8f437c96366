"""Any program as a contestant: the page on standard input, text or HTML on standard output.

The program is started for each page, without a shell, and the whole process is timed. Its output is HTML if
it begins with `<` (after whitespace) and has a tag; the tags are removed then. Otherwise it is text in UTF-8.
The page's address, if known, is in the environment variable MAINSPAN_URL.
"""

from __future__ import annotations

import os
import shlex
import signal
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import Final

from mainspan.errors import ParameterError
from mainspan.evaluation.contestants.base import (
    LIMIT_SECONDS,
    Answer,
    Contestant,
    ContestantError,
    table_name,
)
from mainspan.evaluation.contestants.process import Ended, run_program
from mainspan.evaluation.contestants.strip import (
    looks_like_html,
    max_bytes,
    output_to_markup,
    output_to_text,
    too_many_bytes,
)

ADDRESS: Final = "MAINSPAN_URL"


@dataclass(frozen=True)
class Command(Contestant):
    """A program with its arguments, and its time limit for a page in seconds."""

    command: str
    limit: float = LIMIT_SECONDS
    name: str = field(init=False)
    kind: str = field(default="command", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", table_name("command", self.command))
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise ParameterError(f"{self.name}: {str(error).lower()}; check the quotes") from None
        if not words or not words[0]:
            raise ParameterError("command: needs a program, as in 'command:prog --option'")

    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        """Run the program on a page, or raise a ContestantError that says how it failed."""
        ended = self._run(html, url)
        if ended.late:
            raise ContestantError(f"no answer within {self.limit:g} seconds; the program was ended")
        if ended.full:
            raise too_many_bytes(html)
        if ended.code:
            raise ContestantError(_how_it_ended(ended))
        is_html = looks_like_html(ended.output)
        markup = output_to_markup(ended.output, is_html=is_html, url=url)
        return Answer(output_to_text(ended.output, is_html=is_html), ended.seconds, markup)

    def _run(self, html: bytes, url: str | None) -> Ended:
        words = shlex.split(self.command)
        environment = {**os.environ, ADDRESS: (url or "").replace("\0", "")}
        # A file never blocks, even if the program does not read all of it.
        with TemporaryFile() as page:
            page.write(html)
            page.seek(0)
            try:
                return run_program(
                    words, page, environment=environment, limit=self.limit, most=max_bytes(html)
                )
            except (OSError, ValueError) as error:
                raise ContestantError(f"{words[0]}: {_start_reason(error)}") from None


def _start_reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such program; give its path, or check that it is installed"
    return getattr(error, "strerror", None) or str(error)


def _how_it_ended(ended: Ended) -> str:
    """How a program failed, and the last line on its standard error."""
    written = ended.stderr_end.decode("utf-8", "replace")
    lines = [" ".join(line.split()) for line in written.splitlines() if line.strip()]
    return f"{_code(ended.code)}: {lines[-1]}" if lines else _code(ended.code)


def _code(code: int) -> str:
    if code > 0:
        return f"ended with code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
