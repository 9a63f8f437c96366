"""Trafilatura through the pipeline of bulk runs, to compare with."""

from __future__ import annotations

from mainspan.bulk.extracting import Extracting, Row
from mainspan.bulk.http import Message
from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.bulk.supervised import PagesWorker


class TrafilaturaWorker(PagesWorker):
    """Trafilatura in the place of the methods, with its own defaults, and without metadata."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.extract = _Trafilatura(settings)


class _Trafilatura(Extracting):
    def _extracted(self, row: Row, page: RawPage, message: Message, body: bytes) -> Row:
        import trafilatura

        text = trafilatura.extract(body, url=page.url or None, output_format="markdown")
        return row | {"text": text, "status": "ok" if text else "empty", "n_words": len((text or "").split())}
