"""Contestants that run in this process. Only the step from bytes to text is timed.

Imports and the setup of a first page (tables, compiled expressions) are not timed: each contestant first
extracts a page of our own.
"""

from __future__ import annotations

import logging
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Final

from mainspan.algorithms import Algorithm
from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError, one_line
from mainspan.evaluation.structure.markup import Form, Markup
from mainspan.page.decode import encode

# The page's bytes and its address, if known, to the text found.
Work = Callable[[bytes, str | None], str | None]

_FIRST_PAGE: Final = (
    b"<!DOCTYPE html><html lang=en><head><title>A page</title></head><body><h1>A page to begin with</h1>"
    + b"<p>This is a page that is here to be read first, and it has some words in a few sentences.</p>" * 4
    + b"<ul><li><a href=/>Home</a></li></ul></body></html>"
)


class InProcess(Contestant):
    """A contestant that is a function. It is hashable, so that it is loaded once in each process."""

    @abstractmethod
    def load(self) -> Work:
        """Import what is needed and return the function that extracts, or raise a MissingExtraError."""

    def load_markup(self, form: Form) -> Work | None:
        """The function that extracts to this form, or None if there is none."""
        return None

    def markup(self, html: bytes, form: Form, *, url: str | None = None) -> Markup | None:
        """The main content in this form, or None if the contestant has no such form."""
        with quiet():
            work = self.load_markup(form)
            try:
                return None if work is None else Markup(form, work(html, url) or "", url)
            except (Exception, SystemExit) as error:
                raise ContestantError(one_line(error)) from None

    def warm_up(self) -> None:
        """Import what is needed, so that the first page does not have to wait for it."""
        with quiet():
            _loaded(self)

    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        """Find the main text of a page, or raise a ContestantError."""
        with quiet():
            work = _loaded(self)
            begun = perf_counter()
            try:
                text = work(html, url)
            except (Exception, SystemExit) as error:
                raise ContestantError(one_line(error)) from None
            seconds = perf_counter() - begun
        # None is an empty answer. Lone surrogates could not be written.
        return Answer(encode(text or "").decode("utf-8"), seconds)


@dataclass(frozen=True)
class Method(InProcess):
    """A method of ours: the page is decoded, read and extracted to text."""

    algorithm: Algorithm
    name: str = field(init=False)
    kind: str = field(default="method", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", repr(self.algorithm))

    def load(self) -> Work:
        """Import what extraction needs."""
        from mainspan.extraction import extract

        return lambda html, url: extract(html, algorithm=self.algorithm, url=url).text

    def load_markup(self, form: Form) -> Work:
        """The function that extracts to this form."""
        from mainspan.extraction import extract

        return lambda html, url: extract(html, algorithm=self.algorithm, url=url).render(form)


@cache
def _loaded(contestant: InProcess) -> Work:
    """The contestant's function, after a first page that is not timed."""
    work = contestant.load()
    with suppress(Exception, SystemExit):
        work(_FIRST_PAGE, None)
    return work


@contextmanager
def quiet() -> Iterator[None]:
    """Silence logs and warnings of other libraries."""
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)
