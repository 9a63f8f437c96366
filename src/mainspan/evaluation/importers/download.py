"""Download a corpus from its source, or say what a person can do instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus
from mainspan.fetch import fetch

MAX_SECONDS: Final = 1800.0
MAX_BYTES: Final = 2_000_000_000
_ADDRESS: Final = re.compile(r"https?://", re.IGNORECASE)


def is_address(path: str) -> bool:
    """Whether a path is the address of an archive."""
    return bool(_ADDRESS.match(path))


def download(corpus: Corpus, addresses: tuple[str, ...], folder: Path) -> Path:
    """Fetch a corpus into a folder: the archive, or the folder if there are several."""
    if not addresses:
        raise SourceError(f"{corpus.title} cannot be downloaded automatically. {corpus.where}")
    for number, address in enumerate(addresses):
        try:
            body = fetch(address, seconds=MAX_SECONDS, max_bytes=MAX_BYTES).body
        except SourceError as error:
            raise SourceError(f"{error}. {corpus.where}") from None
        # Readers recognise archives by their suffixes.
        name = unquote(urlsplit(address).path).rpartition("/")[2] or "corpus"
        target = folder / f"{number}-{name}"
        target.write_bytes(body)
    return target if len(addresses) == 1 else folder
