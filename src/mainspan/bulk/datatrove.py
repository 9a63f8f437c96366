"""An extractor for datatrove's pipelines, with that library's own interface."""

from __future__ import annotations

from typing import Any

from datatrove.pipeline.extractors.base import BaseExtractor

from mainspan.algorithms import DEFAULT
from mainspan.extraction import extract


class MainspanExtractor(BaseExtractor):  # type: ignore[misc]
    """Extracts the text of documents whose text is HTML; takes the place of `Trafilatura(...)` in a pipeline.

    method: a method's name, with parameters if you like.
    form: text, markdown or html.
    timeout: the seconds that a document may take; datatrove ends its process then.
    """

    name = "⛏ Mainspan"

    def __init__(self, method: str = DEFAULT, form: str = "text", timeout: float = 10) -> None:
        super().__init__(timeout=timeout)
        self.method = method
        self.form = form

    def extract(self, text: Any) -> str:
        """The main content of a page, as text or bytes."""
        return extract(text, algorithm=self.method).render(self.form)
