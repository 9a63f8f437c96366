"""One request, with its redirects: within limits of time and size."""

from __future__ import annotations

import http.client
import time
from email.message import Message
from typing import IO, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from mainspan import __version__
from mainspan.errors import SourceError
from mainspan.fetch.addresses import WEB, split_address
from mainspan.fetch.compression import decompress, offers
from mainspan.fetch.reasons import ELSEWHERE, MAX_REDIRECTS, failure, http_failure

MAX_SECONDS: Final = 30.0
MAX_BYTES: Final = 50_000_000
_CHUNK: Final = 64 * 1024
# Characters that need no encoding in an address.
_SAFE: Final = "%/:?#[]@!$&'()*+,;=~"
_HEADERS: Final = {
    "User-Agent": f"Mozilla/5.0 (compatible; Mainspan/{__version__})",
    "Accept": "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5",
}


class Fetched(NamedTuple):
    """A page's bytes, its address after redirects, and the charset and type that the server named."""

    body: bytes
    url: str
    charset: str | None
    media_type: str = ""


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
        if urlsplit(newurl).scheme not in WEB:
            raise SourceError(f"{req.full_url}: {ELSEWHERE.format(newurl)}")
        # All steps together have one time limit.
        req.timeout = max(self.deadline - time.monotonic(), 0.001)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(url: str, *, seconds: float = MAX_SECONDS, max_bytes: int = MAX_BYTES) -> Fetched:
    """Fetch an http or https address, or raise a SourceError that says what failed."""
    request = Request(_quote(url), headers=_HEADERS | {"Accept-Encoding": offers()})
    deadline = time.monotonic() + seconds
    # Some servers give a cookie first, and the page to those who bring it along. It lasts for this page.
    opener = build_opener(_FewRedirects(deadline), HTTPCookieProcessor())
    try:
        with opener.open(request, timeout=seconds) as answer:
            body = _read(answer, url, deadline, max_bytes)
            encoding = answer.headers.get("Content-Encoding", "").strip().lower()
            charset, media_type = answer.headers.get_content_charset(), _media_type(answer.headers)
            return Fetched(decompress(body, encoding, url, max_bytes), answer.geturl(), charset, media_type)
    except HTTPError as error:
        error.close()
        raise http_failure(url, error) from None
    except URLError as error:
        raise failure(url, error.reason) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise failure(url, error) from None


def _media_type(headers: Message) -> str:
    """The type that the server named; none if it named none."""
    return headers.get_content_type() if "Content-Type" in headers else ""


def _quote(url: str) -> str:
    """The address with letters outside ASCII written as the standards want them."""
    parts = split_address(url)
    try:
        host = parts.netloc if parts.netloc.isascii() else parts.netloc.encode("idna").decode("ascii")
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    return urlunsplit((parts.scheme, host, *(quote(part, safe=_SAFE) for part in parts[2:])))


def _read(answer: http.client.HTTPResponse, url: str, deadline: float, max_bytes: int) -> bytes:
    parts, size = [], 0
    # read1 comes back with what is there, so that the clock is looked at even if bytes only drip.
    while chunk := answer.read1(_CHUNK):
        size += len(chunk)
        if size > max_bytes:
            raise SourceError(f"{url}: larger than {max_bytes:,} bytes")
        if time.monotonic() > deadline:
            raise SourceError(f"{url}: not finished in time")
        parts.append(chunk)
    if answer.length:
        raise SourceError(f"{url}: the connection broke before the page was complete")
    return b"".join(parts)
