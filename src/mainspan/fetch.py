"""Fetch one page for a person: within limits of time and size, and with a plain word on what failed."""

from __future__ import annotations

import http.client
import time
import zlib
from email.message import Message
from typing import IO, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from mainspan.errors import SourceError

MAX_SECONDS: Final = 30.0
MAX_BYTES: Final = 50_000_000
MAX_REDIRECTS: Final = 5
_CHUNK: Final = 64 * 1024
# Window sizes of zlib: with a frame of gzip or zlib, and without any.
_ANY_FRAME: Final = 47
_NO_FRAME: Final = -15
_ELSEWHERE: Final = "redirected to {}, but only http and https addresses can be fetched"
# What may stand in an address as it is.
_SAFE: Final = "%/:?#[]@!$&'()*+,;=~"
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

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        # What a redirecting answer says besides is of no interest, however long it is.
        fp.close()
        if urlsplit(newurl).scheme not in ("http", "https"):
            raise SourceError(f"{req.full_url}: {_ELSEWHERE.format(newurl)}")
        # All steps together have one time limit.
        req.timeout = max(self.deadline - time.monotonic(), 0.001)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(url: str, *, seconds: float = MAX_SECONDS, most: int = MAX_BYTES) -> Fetched:
    """Fetch a page over http or https, or raise a SourceError that says what failed."""
    request = Request(_quote(url), headers=_HEADERS)
    deadline = time.monotonic() + seconds
    try:
        with build_opener(_FewRedirects(deadline)).open(request, timeout=seconds) as answer:
            body = _read(answer, url, deadline, most)
            encoding = answer.headers.get("Content-Encoding", "").strip().lower()
            charset = answer.headers.get_content_charset()
            return Fetched(_decompress(body, encoding, url, most), answer.geturl(), charset)
    except HTTPError as error:
        error.close()
        raise SourceError(f"{url}: {_http_reason(error)}") from None
    except URLError as error:
        raise SourceError(f"{url}: {_reason(error.reason)}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SourceError(f"{url}: {_reason(error)}") from None


def _quote(url: str) -> str:
    """The address with letters outside ASCII written as the standards want them."""
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise SourceError(f"{url}: only http and https addresses can be fetched")
        host = parts.netloc if parts.netloc.isascii() else parts.netloc.encode("idna").decode("ascii")
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    return urlunsplit((parts.scheme, host, *(quote(part, safe=_SAFE) for part in parts[2:])))


def _http_reason(error: HTTPError) -> str:
    said = str(error.reason)
    if "infinite loop" in said:
        return f"redirected more than {MAX_REDIRECTS} times"
    if "is not allowed" in said:
        return _ELSEWHERE.format(error.headers.get("Location"))
    return f"the server answered {error.code} {said}".rstrip()


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error) or type(error).__name__


def _read(answer: http.client.HTTPResponse, url: str, deadline: float, most: int) -> bytes:
    parts, size = [], 0
    # read1 comes back with what is there, so that the clock is looked at even if bytes only drip.
    while chunk := answer.read1(_CHUNK):
        size += len(chunk)
        if size > most:
            raise SourceError(f"{url}: larger than {most:,} bytes")
        if time.monotonic() > deadline:
            raise SourceError(f"{url}: not finished in time")
        parts.append(chunk)
    if answer.length:
        raise SourceError(f"{url}: the connection broke before the page was complete")
    return b"".join(parts)


def _decompress(body: bytes, encoding: str, url: str, most: int) -> bytes:
    """Undo the transfer's compression, never to more than the size limit."""
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise SourceError(f"{url}: sent in an encoding that was not asked for ({encoding})")
    # Servers send deflate with and without its frame.
    for window in (_ANY_FRAME, _NO_FRAME):
        try:
            return _inflate(body, window, most, url)
        except zlib.error:
            pass
    raise SourceError(f"{url}: the compressed answer is broken")


def _inflate(body: bytes, window: int, most: int, url: str) -> bytes:
    """Unpack one or several compressed members, one after the other."""
    parts, room = [], most + 1
    while body and room:
        stream = zlib.decompressobj(window)
        parts.append(stream.decompress(body, room))
        room -= len(parts[-1])
        if room and not stream.eof:
            raise zlib.error("cut off")
        body = stream.unused_data
    if not room:
        raise SourceError(f"{url}: larger than {most:,} bytes when unpacked")
    return b"".join(parts)
