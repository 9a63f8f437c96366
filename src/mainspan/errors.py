"""The errors that Mainspan raises. A broken page is no error: any bytes can be parsed as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mainspan.annotation.answer import Answer


class MainspanError(Exception):
    """The base of all errors that Mainspan raises on purpose."""


class UnknownAlgorithmError(MainspanError, LookupError):
    """No method has this name."""


class ParameterError(MainspanError, ValueError):
    """A method's parameter is unknown, of the wrong type or out of range."""


class EncodingError(MainspanError, LookupError):
    """No encoding has this label."""


class SelectorError(MainspanError, ValueError):
    """Not a CSS selector."""


class SourceError(MainspanError):
    """A file, folder or address that cannot be read."""


class OutputError(MainspanError):
    """A place that cannot be written."""


class MissingExtraError(MainspanError, ImportError):
    """An optional part that is not installed."""


class PlotError(MainspanError, ValueError):
    """A method or a page with nothing to draw."""


class SiteError(MainspanError, ValueError):
    """Too few pages to find what a site's pages have in common."""


class EvaluationError(MainspanError):
    """Packages that cannot be measured as asked: too few sites, no labels."""


class PackageError(MainspanError, ValueError):
    """What a test package cannot take, or rules that make none."""


class AnnotationError(MainspanError, ValueError):
    """What is no annotator's answer, or cannot be done with it."""


class ConflictError(AnnotationError):
    """An answer that would overwrite a newer one: `mine`, and `theirs` (None if it was deleted)."""

    def __init__(self, message: str, *, mine: Answer, theirs: Answer | None) -> None:
        super().__init__(message)
        self.mine = mine
        self.theirs = theirs


class TimeLimitError(MainspanError, TimeoutError):
    """Work that took longer than it may."""
