"""Which requests and answers pass untouched, and why.

Each reason is a word that the header Mainspan-Reason has; docs/PROXY.md explains them.
"""

from __future__ import annotations

from typing import Final

from mainspan.proxy.fields import Fields, media_type, split, tokens, value

# Of requests.
BYPASS: Final = "bypass"
HOST: Final = "host"
METHOD: Final = "method"
RANGE: Final = "range"
UPGRADE: Final = "upgrade"
FRAGMENT: Final = "fragment"
# Of answers.
STATUS: Final = "status"
NOT_HTML: Final = "not-html"
DOWNLOAD: Final = "download"
ENCODING: Final = "encoding"
TOO_LARGE: Final = "too-large"
EMPTY: Final = "empty"
# Of pages.
FORM: Final = "form"
NOTHING_FOUND: Final = "nothing-found"
TIME_LIMIT: Final = "time-limit"
MEMORY_LIMIT: Final = "memory-limit"
BUSY: Final = "busy"
ERROR: Final = "error"

# A request with the header `Mainspan-Proxy: bypass` gets the original. With `always`, pages that would pass
# because they are forms, or because nothing is found, are answered with what was found: for measuring.
ASK: Final = "mainspan-proxy"
ALWAYS: Final = "always"
_DOCUMENTS: Final = ("document", "frame", "iframe")
# Scripts that replace a part of a page ask for it with one of these.
_PARTS: Final = ("hx-request", "x-pjax", "turbo-frame", "x-up-target")
HTML: Final = ("text/html", "application/xhtml+xml")
CODINGS: Final = ("gzip", "x-gzip", "deflate", "br", "zstd", "identity")
_OK: Final = 200  # no rule: a code of HTTP


def why_request_passes(method: str, fields: Fields) -> str | None:
    """Why the answer to a request passes, whatever it is; None if it may be changed."""
    if method != "GET":
        return METHOD
    if BYPASS in tokens(fields, ASK):
        return BYPASS
    if value(fields, "upgrade"):
        return UPGRADE
    if value(fields, "range"):
        return RANGE
    return FRAGMENT if _is_fragment(fields) else None


def _is_fragment(fields: Fields) -> bool:
    """Whether a script of a page, or an element such as a picture, asks."""
    if value(fields, "x-requested-with").lower() == "xmlhttprequest":
        return True
    if any(value(fields, name) for name in _PARTS):
        return True
    destination = value(fields, "sec-fetch-dest").lower()
    return bool(destination) and destination not in _DOCUMENTS


def is_always(fields: Fields) -> bool:
    """Whether a request wants what was found, even if that is nothing."""
    return ALWAYS in tokens(fields, ASK)


def why_answer_passes(status: int, fields: Fields) -> str | None:
    """Why an answer passes, as far as its head shows; None if it may be a page to change."""
    if media_type(fields) not in HTML:
        return NOT_HTML
    if status != _OK:
        return STATUS
    if split(value(fields, "content-disposition"), ";")[:1] not in ([], ["inline"]):
        return DOWNLOAD
    if any(coding not in CODINGS for coding in tokens(fields, "content-encoding")):
        return ENCODING
    return EMPTY if value(fields, "content-length").strip() == "0" else None
