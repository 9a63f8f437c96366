"""Pages that were pasted, uploaded or fetched, kept by digest in a folder of bounded size."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import OrderedDict
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any, Final

from mainspan.fetch import Fetched
from mainspan.output import write_file
from mainspan.service.errors import ApiError

_DIGITS: Final = 32  # no rule: half of a SHA-256
_DIGEST: Final = re.compile(r"[0-9a-f]{32}")
_SUFFIX: Final = ".html"


class PageStore:
    """Keeps pages. When they need more room than there is, those that nobody read for longest go first."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self.folder = folder
        self.max_bytes = max_bytes
        self._lock = Lock()
        # Digest to size, the least recently read first.
        self._sizes: OrderedDict[str, int] = OrderedDict(self._found())

    @property
    def size(self) -> int:
        """The size of all pages in bytes."""
        with self._lock:
            return sum(self._sizes.values())

    def keep(self, page: Fetched) -> str:
        """Keep a page. The result is its digest, by which it can be read."""
        if len(page.body) > self.max_bytes:
            raise ApiError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "too_large",
                f"the page has {len(page.body):,} bytes; all pages that are kept may have {self.max_bytes:,}",
            )
        about = {"url": page.url, "charset": page.charset, "media_type": page.media_type}
        written = json.dumps(about, sort_keys=True).encode()
        digest = hashlib.sha256(written + b"\0" + page.body).hexdigest()[:_DIGITS]
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_file(self._about(digest), written)
            write_file(self._page(digest), page.body)
            self._sizes[digest] = len(page.body)
            self._sizes.move_to_end(digest)
            self._make_room()
        return digest

    def read(self, digest: str) -> Fetched:
        """A page that was kept, or a 404."""
        if not _DIGEST.fullmatch(digest):
            raise _gone(digest)
        with self._lock:
            try:
                body = self._page(digest).read_bytes()
                about: dict[str, Any] = json.loads(self._about(digest).read_bytes())
            except (OSError, ValueError):
                self._forget(digest)
                raise _gone(digest) from None
            self._sizes[digest] = len(body)
            self._sizes.move_to_end(digest)
            with suppress(OSError):
                os.utime(self._page(digest))
        return Fetched(body, str(about["url"]), about["charset"], str(about["media_type"]))

    def _found(self) -> list[tuple[str, int]]:
        """The pages of an earlier run, in the order in which they were read."""
        found = []
        for path in self.folder.glob(f"*{_SUFFIX}"):
            with suppress(OSError):
                if _DIGEST.fullmatch(path.stem):
                    stat = path.stat()
                    found.append((stat.st_mtime_ns, path.stem, stat.st_size))
        return [(digest, size) for _, digest, size in sorted(found)]

    def _make_room(self) -> None:
        while sum(self._sizes.values()) > self.max_bytes:
            self._forget(next(iter(self._sizes)))

    def _forget(self, digest: str) -> None:
        self._sizes.pop(digest, None)
        for path in (self._page(digest), self._about(digest)):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _page(self, digest: str) -> Path:
        return self.folder / f"{digest}{_SUFFIX}"

    def _about(self, digest: str) -> Path:
        return self.folder / f"{digest}.json"


def _gone(digest: str) -> ApiError:
    return ApiError(
        HTTPStatus.NOT_FOUND,
        "page_gone",
        f"the page {digest[:_DIGITS]!r} is not kept, or no longer",
        advice="Fetch, paste or upload it again. --max-kept-bytes sets how much is kept.",
    )
