"""Who may do what: the checks of Host, Origin and token, and the headers that browsers obey.

- A request must name this host. Otherwise a name that somebody else owns could lead browsers here (DNS
  rebinding).
- Pages of other sites change nothing and fetch nothing here, whatever cookies the browser sends along.
- Fetching and writing need the token: as `Authorization: Bearer TOKEN`, or as the cookie that the workbench
  sets, which counts only for its own pages. Everything that is not read-only is taken for writing, unless it
  is in `_READING_POSTS`.
- For any address but loopback, all but /health needs the token.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mainspan.service.errors import ApiError
from mainspan.service.settings import Settings

HEALTH: Final = "/health"
START: Final = "/"
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# They work on a page that is in the request: that neither fetches nor writes. If they are to fetch, they
# ask for the token themselves (see sources.py).
_READING_POSTS: Final = ("/extract", "/explain", "/compare", "/signals")
# Extensions of browsers are programs, not pages: a page cannot have such an origin.
_EXTENSIONS: Final = ("chrome-extension://", "moz-extension://", "safari-web-extension://")
_PORTS: Final = {"http": 80, "https": 443}
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": with that, browsers hide the origin of a form from the service's own pages too.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "authorization, content-type, if-match, if-none-match",
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": "600",
}


@dataclass(frozen=True, slots=True)
class Access:
    """What a request may do. `is_foreign`: it comes from a page of another site."""

    has_token: bool
    is_foreign: bool

    def require_token(self, what: str) -> None:
        """Raise an error unless the request may fetch and write."""
        if self.is_foreign:
            raise ApiError(
                HTTPStatus.FORBIDDEN,
                "foreign_origin",
                f"a page of another site requested this; {what} is for the own pages of the service",
                advice="If you trust that site, start the service with --allow-origin and its origin.",
            )
        if not self.has_token:
            raise ApiError(
                HTTPStatus.UNAUTHORIZED,
                "token_missing",
                f"{what} needs the token",
                headers={"WWW-Authenticate": "Bearer"},
            )


def access_of(request: Request) -> Access:
    """What a request may do."""
    found: Access = request.scope["mainspan.access"]
    return found


class Guard:
    """Checks requests, as the module's docstring says."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.cookie = f"mainspan-{settings.port}"
        self._hosts = _own_hosts(settings)
        self._token = settings.token.encode()
        # Cookies are sent to all ports of a host: this one is of no use as a token elsewhere.
        self._cookie_value = hashlib.sha256(b"cookie " + self._token).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with an error."""
        if scope["type"] != "http":
            # There are no web sockets.
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._check_host(headers)
        if (login := self._log_in(scope)) is not None:
            await login(scope, receive, send)
            return
        origin = headers.get("origin", "")
        is_allowed = origin in self.settings.allow_origins
        if is_allowed and scope["method"] == "OPTIONS":
            await Response(headers=_cors(origin) | _PREFLIGHT)(scope, receive, send)
            return
        scope["mainspan.access"] = access = self._access(headers)
        self._check(scope["method"], scope["path"], access)
        await self.app(scope, receive, _adding(send, _cors(origin)) if is_allowed else send)

    def _check_host(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) == 1 and self._is_own_host(hosts[0]):
            return
        given = hosts[0] if hosts else ""
        raise ApiError(
            HTTPStatus.MISDIRECTED_REQUEST,
            "foreign_host",
            f"this service is not called {given!r}",
            advice=f"Use {self.address}, or start the service with --host-name and the name that you use.",
        )

    def _is_own_host(self, host: str) -> bool:
        name, port = _split_host(host)
        if (name, port) in self._hosts or (name, None) in self._hosts:
            return True
        # On all addresses of this machine, any of them is its own. A number cannot be rebound.
        return self.settings.is_wildcard and port == self.settings.port and _is_number(name)

    @property
    def address(self) -> str:
        """The address of the service."""
        return address_of(self.settings)

    def _access(self, headers: Headers) -> Access:
        origin = headers.get("origin", "")
        has_bearer, is_own = self._has_bearer(headers), _is_from_own_page(headers)
        is_extension = has_bearer and origin.startswith(_EXTENSIONS)
        may_call = is_own or is_extension or origin in self.settings.allow_origins
        has_cookie = is_own and self._has_cookie(headers)
        return Access(has_token=has_bearer or has_cookie, is_foreign=not may_call)

    def _has_bearer(self, headers: Headers) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and _equal(given.strip(), self._token)

    def _has_cookie(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return found is not None and _equal(found.value, self._cookie_value.encode())

    def _check(self, method: str, path: str, access: Access) -> None:
        is_safe = method in _SAFE_METHODS
        if not is_safe and (access.is_foreign or path not in _READING_POSTS):
            access.require_token("changing anything")
        if not self.settings.is_loopback and path != HEALTH:
            access.require_token("a service that others can reach")

    def _log_in(self, scope: Scope) -> Response | None:
        """The answer to the start address with a token: a cookie, and the address without it."""
        if scope["method"] != "GET" or scope["path"] != START:
            return None
        given = QueryParams(scope["query_string"]).get("token")
        if given is None:
            return None
        if not _equal(given, self._token):
            raise ApiError(
                HTTPStatus.UNAUTHORIZED,
                "token_wrong",
                "this is not the token of the service",
                advice="Each start makes a new token: open the address that the service showed last.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        answer = RedirectResponse(START, HTTPStatus.SEE_OTHER)
        answer.set_cookie(self.cookie, self._cookie_value, httponly=True, samesite="strict")
        return answer


class SecurityHeaders:
    """Adds headers to each answer that does not have them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        await self.app(scope, receive, _adding(send, _HEADERS))


def address_of(settings: Settings) -> str:
    """The address of the service, for people on this machine."""
    host = "127.0.0.1" if settings.is_wildcard else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _is_from_own_page(headers: Headers) -> bool:
    """Whether a request comes from a page of the service itself, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    scheme, _, host = origin.partition("://")
    port = _PORTS.get(scheme)
    return port is not None and _split_host(host, port) == _split_host(headers.get("host", ""), port)


def _adding(send: Send, headers: dict[str, str]) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            found = MutableHeaders(scope=message)
            for name, value in headers.items():
                if name == "Vary":
                    found.add_vary_header(value)
                else:
                    found.setdefault(name, value)
        await send(message)

    return add


def _cors(origin: str) -> dict[str, str]:
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": "etag, retry-after",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Origin",
    }


def _own_hosts(settings: Settings) -> set[tuple[str, int | None]]:
    """Names and ports by which requests may call the service; no port means any."""
    own = {(name, settings.port) for name in ("localhost", "127.0.0.1", "::1", settings.host.lower())}
    named = {_split_host(name, None) for name in settings.host_names}
    return {*own, *named}


def _split_host(host: str, port: int | None = _PORTS["http"]) -> tuple[str, int | None]:
    """A host's name and port; -1 for what is no port."""
    name, colon, given = host.rpartition(":")
    if not colon or given.endswith("]"):
        name, given = host, ""
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    if given:
        port = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else -1
    return name.lower(), port


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _equal(given: str, wanted: bytes) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), wanted)
