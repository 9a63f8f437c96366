"""The pages of the proxy itself, at http://mainspan.proxy/ and at the address that it listens on.

    /                   status, settings and counters, with links to the others
    /status.json        the same for programs
    /certificate.pem    the certificate to be trusted (/certificate.cer for Windows, Android and iOS)
    /proxy.pac          the file for the automatic setup of browsers
    /original/ADDRESS   leads to ADDRESS, whose original is given once

They only show counts: no address that was visited, no token, nothing of the key.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any, Final, NamedTuple

from mainspan import __version__
from mainspan.fetch.addresses import is_on_the_web
from mainspan.proxy.hosts import plain_host
from mainspan.proxy.policy import hash_of
from mainspan.proxy.readable import ORIGINAL, OWN_HOST, STYLE
from mainspan.proxy.settings import Settings

PAC: Final = "/proxy.pac"
PEM: Final = "/certificate.pem"
CER: Final = "/certificate.cer"
STATUS: Final = "/status.json"
_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mainspan proxy</title><style>{style}</style></head>
<body>
<header><h1>Mainspan proxy</h1><p>Version {version}. Pages arrive as their main content.</p></header>
<main>
<h2>Set up</h2>
<ul>
<li><a href="{pem}">The certificate</a> (<a href="{cer}">for Windows, Android and iOS</a>): trust it in the
browser, for HTTPS. Its key is on this computer, readable by you alone.</li>
<li><a href="{pac}">The PAC file</a>: its address is for the automatic proxy configuration of browsers.</li>
<li>The original of a page: http://{host}{original}ADDRESS, or the request header
<code>Mainspan-Proxy: bypass</code>.</li>
</ul>
<h2>Settings</h2>
{settings}
<h2>Counters</h2>
{counters}
<p><a href="{status}">The same as JSON</a></p>
</main>
</body>
</html>
"""


class OwnAnswer(NamedTuple):
    """An answer of the proxy itself."""

    status: int
    media_type: str
    body: bytes = b""
    location: str = ""

    def fields(self) -> list[tuple[str, str]]:
        """The header fields. No page may show it in a frame, and nothing in it runs."""
        policy = f"default-src 'none'; style-src {hash_of(STYLE)}; frame-ancestors 'none'; base-uri 'none'"
        return [
            ("Content-Type", self.media_type),
            ("Content-Length", str(len(self.body))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", policy),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            *([("Location", self.location)] if self.location else []),
        ]


class OwnPages:
    """Answers requests to the proxy itself.

    counters: returns the counts. `certificate`: returns the certificate as PEM or, given True, as DER.
    grant: called with an address whose original may be given once.
    """

    def __init__(
        self,
        settings: Settings,
        counters: Callable[[], dict[str, Any]],
        certificate: Callable[[bool], bytes],
        grant: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self._counters = counters
        self._certificate = certificate
        self._grant = grant

    def answer(self, method: str, path: str) -> OwnAnswer:
        """The answer to a request; `path` is as it was sent, with its query."""
        if method not in ("GET", "HEAD"):
            return _text(405, "Only GET and HEAD.")
        if path.startswith(ORIGINAL):
            return self._lead_to(path.removeprefix(ORIGINAL))
        match path.partition("?")[0]:
            case "/":
                return OwnAnswer(200, "text/html; charset=utf-8", self._page().encode())
            case "/status.json":
                return OwnAnswer(200, "application/json", (json.dumps(self.status()) + "\n").encode())
            case "/proxy.pac":
                return OwnAnswer(200, "application/x-ns-proxy-autoconfig", pac(self.settings).encode())
            case "/certificate.pem":
                return OwnAnswer(200, "application/x-x509-ca-cert", self._certificate(False))
            case "/certificate.cer":
                return OwnAnswer(200, "application/x-x509-ca-cert", self._certificate(True))
        return _text(404, f"There is no such page; http://{OWN_HOST}/ lists all.")

    def status(self) -> dict[str, Any]:
        """Settings and counters."""
        return {"version": __version__, "settings": _shown(self.settings), "counters": self._counters()}

    def _lead_to(self, address: str) -> OwnAnswer:
        # Some clients make one slash of two.
        scheme, colon, rest = address.partition(":")
        address = f"{scheme.lower()}{colon}//{rest.lstrip('/')}"
        if not is_on_the_web(address) or not address.isascii() or not address.isprintable():
            return _text(400, f"Write the address as http://{OWN_HOST}{ORIGINAL}https://example.org/page")
        self._grant(address)
        return OwnAnswer(302, "text/plain", b"", address)

    def _page(self) -> str:
        return _PAGE.format(
            style=STYLE,
            version=__version__,
            host=OWN_HOST,
            original=ORIGINAL,
            pem=PEM,
            cer=CER,
            pac=PAC,
            status=STATUS,
            settings=_table(_shown(self.settings)),
            counters=_table(_flat(self._counters())),
        )


def pac(settings: Settings) -> str:
    """A file that says to a browser which hosts to reach through the proxy."""
    host = settings.host if settings.host not in ("0.0.0.0", "::", "") else "127.0.0.1"
    host = f"[{host}]" if ":" in host else host
    proxy = json.dumps(f"PROXY {host}:{settings.port}; DIRECT")
    rules = [f'if (host == "{OWN_HOST}") return {proxy};', 'if (isPlainHostName(host)) return "DIRECT";']
    rules += [f'if ({_is_below(name)}) return "DIRECT";' for name in settings.excluded]
    rules += [f"if ({_is_below(name)}) return {proxy};" for name in settings.only]
    rules.append('return "DIRECT";' if settings.only else f"return {proxy};")
    return "function FindProxyForURL(url, host) {\n  " + "\n  ".join(rules) + "\n}\n"


def _is_below(name: str) -> str:
    plain = plain_host(name)
    return f"host == {json.dumps(plain)} || dnsDomainIs(host, {json.dumps('.' + plain)})"


def _text(status: int, text: str) -> OwnAnswer:
    return OwnAnswer(status, "text/plain; charset=utf-8", f"{text}\n".encode())


def _shown(settings: Settings) -> dict[str, Any]:
    """The settings that everybody may see."""
    return {
        "host": settings.host,
        "port": settings.port,
        "needs_token": settings.token is not None,
        "algorithm": settings.algorithm,
        "format": settings.format,
        "scripts": settings.scripts,
        "only": list(settings.only),
        "except": list(settings.excluded),
        "max_bytes": settings.max_bytes,
        "seconds": settings.seconds,
        "workers": settings.workers,
        "allow_private": settings.allow_private,
    }


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """Counts of counts in one level."""
    flat: dict[str, Any] = {}
    for name, each in record.items():
        inner = each if isinstance(each, dict) else {"": each}
        flat |= {f"{name} {key}".strip(): number for key, number in inner.items()}
    return flat


def _table(record: dict[str, Any]) -> str:
    rows = (
        f"<tr><th>{escape(name.replace('_', ' '))}</th><td>{escape(_written(each))}</td></tr>"
        for name, each in record.items()
    )
    return f"<table>{''.join(rows)}</table>"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)
