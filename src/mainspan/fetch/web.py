"""One request, with its redirects: within limits of time and size, to addresses that a guard allows."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import Message
from http.cookiejar import CookieJar
from string import punctuation
from typing import Final, NamedTuple
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import Request

from mainspan import __version__
from mainspan.errors import SourceError
from mainspan.fetch.addresses import WEB, WebAddress, parse_address
from mainspan.fetch.compression import decompress, offers
from mainspan.fetch.connection import Connection
from mainspan.fetch.guard import UNGUARDED, Guard, PrivateAddressError
from mainspan.fetch.reasons import ELSEWHERE, MAX_REDIRECTS, failure, http_failure

MAX_SECONDS: Final = 30.0
MAX_BYTES: Final = 50_000_000
_CHUNK: Final = 64 * 1024
# Python reads cookies and types in quadratic time, so long headers would take minutes.
MAX_HEADER_LENGTH: Final = 64_000
MAX_TYPE_LENGTH: Final = 1_000
_REDIRECTS: Final = (301, 302, 303, 307, 308)  # no rule: codes of HTTP
_HEADERS: Final = {
    "User-Agent": f"Mozilla/5.0 (compatible; Mainspan/{__version__})",
    "Accept": "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5",
    "Connection": "close",
}


class Fetched(NamedTuple):
    """A page's bytes, its address after redirects, and the charset and type that the server named."""

    body: bytes
    url: str
    charset: str | None
    media_type: str = ""


def fetch(
    url: str, *, seconds: float = MAX_SECONDS, max_bytes: int = MAX_BYTES, guard: Guard = UNGUARDED
) -> Fetched:
    """Fetch what is at an http or https address, or raise a SourceError that says what failed.

    seconds, max_bytes: limits for all redirects together, and for the body before and after unpacking.
    guard: which network addresses may be reached, also by redirects.
    """
    address, deadline = parse_address(url), time.monotonic() + seconds
    # Some servers give a cookie first, and the page to those who bring it along. It lasts for this page.
    cookies = CookieJar()
    try:
        for _ in range(MAX_REDIRECTS + 1):
            with _asked(address, cookies, guard, deadline) as answer:
                target = _target(answer, address.url)
                if target is None:
                    return _receive(answer, url, address.url, max_bytes)
            address = _follow(url, target)
    except PrivateAddressError as error:
        raise PrivateAddressError(f"{url}: {error}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise failure(url, error) from None
    raise SourceError(f"{url}: redirected more than {MAX_REDIRECTS} times")


@contextmanager
def _asked(
    address: WebAddress, cookies: CookieJar, guard: Guard, deadline: float
) -> Iterator[http.client.HTTPResponse]:
    """The server's answer to one request."""
    request = Request(address.url)
    cookies.add_cookie_header(request)
    headers = _HEADERS | {"Accept-Encoding": offers()}
    if cookie := request.get_header("Cookie"):
        headers["Cookie"] = cookie
    with closing(Connection(address, guard, deadline)) as connection, connection.ask(headers) as answer:
        _check_headers(answer.headers)
        cookies.extract_cookies(answer, request)
        yield answer


def _check_headers(headers: Message) -> None:
    if sum(len(name) + len(value) for name, value in headers.items()) > MAX_HEADER_LENGTH:
        raise http.client.HTTPException(f"the headers have more than {MAX_HEADER_LENGTH:,} characters")


def _target(answer: http.client.HTTPResponse, url: str) -> str | None:
    """The address that an answer redirects to."""
    location = answer.headers.get("Location", "") if answer.status in _REDIRECTS else ""
    # Headers are decoded as Latin-1, so this restores the bytes that were sent.
    return urljoin(url, quote(location, encoding="latin-1", safe=punctuation)) if location else None


def _follow(url: str, target: str) -> WebAddress:
    if urlsplit(target).scheme not in WEB:
        raise SourceError(f"{url}: {ELSEWHERE.format(target)}")
    try:
        return parse_address(target)
    except SourceError as error:
        raise SourceError(f"{url}: redirected to {error}") from None


def _receive(answer: http.client.HTTPResponse, name: str, url: str, max_bytes: int) -> Fetched:
    if not http.client.OK <= answer.status < http.client.MULTIPLE_CHOICES:
        raise http_failure(name, answer.status, answer.reason, answer.headers)
    body = _read(answer, name, max_bytes)
    encoding = answer.headers.get("Content-Encoding", "").strip().lower()
    charset, media_type = _content_type(answer.headers.get("Content-Type"))
    return Fetched(decompress(body, encoding, name, max_bytes), url, charset, media_type)


def _content_type(written: str | None) -> tuple[str | None, str]:
    """The charset and the type that the server named; none if it named none."""
    if written is None:
        return None, ""
    header = Message()
    header["Content-Type"] = written[:MAX_TYPE_LENGTH]
    return header.get_content_charset(), header.get_content_type()


def _read(answer: http.client.HTTPResponse, name: str, max_bytes: int) -> bytes:
    parts, size = [], 0
    while chunk := answer.read1(_CHUNK):
        size += len(chunk)
        if size > max_bytes:
            raise SourceError(f"{name}: larger than {max_bytes:,} bytes")
        parts.append(chunk)
    if answer.length:
        raise SourceError(f"{name}: the connection broke before the page was complete")
    return b"".join(parts)
