"""Trafilatura through the pipeline of bulk runs, to compare with."""

from __future__ import annotations

from mainspan.bulk.extracting import Extracting, Row
from mainspan.bulk.http import Message
from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.bulk.supervised import PagesWorker


class TrafilaturaWorker(PagesWorker):
    """Trafilatura in the place of the methods, with its own defaults, and metadata, as the rows have."""

    metadata = True

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.extract = _Trafilatura(settings, self.metadata)


class BareTrafilaturaWorker(TrafilaturaWorker):
    """The same without metadata: only the text."""

    metadata = False


class _Trafilatura(Extracting):
    def __init__(self, settings: Settings, metadata: bool) -> None:
        super().__init__(settings)
        self._metadata = metadata

    def _extracted(self, row: Row, page: RawPage, message: Message, body: bytes) -> Row:
        import trafilatura

        text = trafilatura.extract(
            body, url=page.url or None, output_format="markdown", with_metadata=self._metadata
        )
        return row | {"text": text, "status": "ok" if text else "empty", "n_words": len((text or "").split())}
