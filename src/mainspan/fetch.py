"""Fetch one page for a person: within limits of time and size, and with a plain word on what failed."""

from __future__ import annotations

import http.client
import time
import zlib
from email.message import Message
from typing import IO, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from mainspan.errors import SourceError

MAX_SECONDS: Final = 30.0
MAX_BYTES: Final = 50_000_000
MAX_REDIRECTS: Final = 5
_CHUNK: Final = 64 * 1024
_HEADERS: Final = {
    "User-Agent": "Mozilla/5.0 (compatible; Mainspan/0.1)",
    "Accept": "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


class Fetched(NamedTuple):
    """A page's bytes, its address after redirects, and the charset that the server named."""

    body: bytes
    url: str
    charset: str | None


class _FewRedirects(HTTPRedirectHandler):
    max_redirections = MAX_REDIRECTS
    max_repeats = 2

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        _check_scheme(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(url: str, *, seconds: float = MAX_SECONDS, most: int = MAX_BYTES) -> Fetched:
    """Fetch a page over http or https, or raise a SourceError that says what failed."""
    _check_scheme(url)
    deadline = time.monotonic() + seconds
    try:
        with _opener().open(Request(url, headers=_HEADERS), timeout=seconds) as answer:
            body = _read(answer, url, deadline, most)
            encoding = answer.headers.get("Content-Encoding", "").strip().lower()
            return Fetched(
                _decompress(body, encoding, url, most), answer.geturl(), answer.headers.get_content_charset()
            )
    except HTTPError as error:
        if error.code in (301, 302, 303, 307, 308):
            raise SourceError(f"{url}: redirected more than {MAX_REDIRECTS} times") from None
        raise SourceError(f"{url}: the server answered {error.code} {error.reason}") from None
    except URLError as error:
        raise SourceError(f"{url}: {_reason(error.reason)}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SourceError(f"{url}: {_reason(error)}") from None


def _opener() -> OpenerDirector:
    return build_opener(_FewRedirects)


def _check_scheme(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise SourceError(f"{url}: only http and https addresses can be fetched")


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error) or type(error).__name__


def _read(answer: IO[bytes], url: str, deadline: float, most: int) -> bytes:
    parts, size = [], 0
    while chunk := answer.read(_CHUNK):
        size += len(chunk)
        if size > most:
            raise SourceError(f"{url}: larger than {most // 1_000_000} MB")
        if time.monotonic() > deadline:
            raise SourceError(f"{url}: not finished in time")
        parts.append(chunk)
    return b"".join(parts)


def _decompress(body: bytes, encoding: str, url: str, most: int) -> bytes:
    """Undo the transfer's compression, never to more than the size limit."""
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise SourceError(f"{url}: sent in an encoding that was not asked for ({encoding})")
    try:
        return _inflate(body, 47, most, url)
    except zlib.error:
        try:
            return _inflate(body, -15, most, url)
        except zlib.error:
            raise SourceError(f"{url}: the compressed answer is broken") from None


def _inflate(body: bytes, window: int, most: int, url: str) -> bytes:
    stream = zlib.decompressobj(window)
    text = stream.decompress(body, most + 1)
    if len(text) > most:
        raise SourceError(f"{url}: larger than {most // 1_000_000} MB when unpacked")
    return text
