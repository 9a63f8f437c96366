"""The reader address: GET /read/https://example.org/a?b=c gives the page in the form that `Accept` asks for.

All that follows /read/ is the address of the page, its query too: nothing of it is read as an option, and
nothing is decoded.
"""

from __future__ import annotations

import html
import json
import re
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Scope

from mainspan.fetch.addresses import is_on_the_web
from mainspan.service.access import access_of
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError, invalid
from mainspan.service.jobs import ExtractJob
from mainspan.service.models import ExtractAnswer
from mainspan.service.schema import ERRORS, NEEDS_TOKEN

_PATH: Final = "/read/"
# What can be requested, and its form; the first is the default.
_FORMS: Final = {
    "text/markdown": "markdown",
    "text/html": "html",
    "application/json": "markdown",
    "text/plain": "text",
}
# Proxies and clients make one slash of two.
_SCHEME: Final = re.compile(r"(https?):/+", re.IGNORECASE)
# An address of which even the beginning is encoded was encoded as a whole.
_ENCODED: Final = re.compile(r"https?%3a", re.IGNORECASE)
_HOST: Final = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[0-9]+)?(?:[/?]|$)", re.IGNORECASE)
# The page was made by somebody else: it gets an origin of its own, and loads nothing.
_POLICY: Final = "default-src 'none'; sandbox; frame-ancestors 'none'"
_HTML: Final = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
{content}</body>
</html>
"""
router = APIRouter(tags=["reader"], responses=ERRORS)
_CONTENT: Final[dict[str, Any]] = {
    "description": "The main content, in the requested form.",
    "content": {
        media_type: {"schema": {"type": "string"}} for media_type in _FORMS if "json" not in media_type
    },
}


@router.get(
    "/read/{address:path}",
    response_model=ExtractAnswer,
    responses={200: _CONTENT},
    openapi_extra=NEEDS_TOKEN,
)
async def read(request: Request, address: str) -> Response:
    """The main content of a page: Markdown, or HTML, JSON or text, as the Accept header asks."""
    media_type = choose(request.headers.get("accept", "*/*"))
    url = address_in(request.scope)
    context = context_of(request)
    page = await context.sources.read(url, access_of(request))
    body = await context.pool.do(ExtractJob(page, format=_FORMS[media_type]))
    headers = {"Vary": "Accept"}
    if media_type == "application/json":
        return Response(body, headers=headers, media_type=media_type)
    found = json.loads(body)
    if not found["content"]:
        raise ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "nothing_found",
            f"nothing to read: {found['reason']}",
            advice="Accept: application/json gives what is known about the page.",
            headers=headers,
        )
    content = found["content"]
    if media_type == "text/html":
        headers["Content-Security-Policy"] = _POLICY
        language, title = html.escape(found["language"] or ""), html.escape(found["title"] or url)
        content = _HTML.format(language=language, title=title, content=content)
    return Response(content, headers=headers, media_type=f"{media_type}; charset=utf-8")


def address_in(scope: Scope) -> str:
    """The address of the page, as it was written after /read/."""
    raw = scope.get("raw_path") or scope["path"].encode()
    written = raw.decode("latin-1").partition("?")[0].partition(_PATH)[2]
    if _ENCODED.match(written):
        written = unquote(written)
    elif scope["query_string"]:
        written = f"{written}?{scope['query_string'].decode('latin-1')}"
    if _SCHEME.match(written):
        address = _SCHEME.sub(r"\1://", written, count=1)
    elif _HOST.match(written):
        address = f"https://{written}"
    else:
        address = written
    if not is_on_the_web(address):
        raise invalid(
            f"{written[:200]!r} is no address of a page",
            advice=f"Write it after {_PATH} as it is: {_PATH}https://example.org/a?b=c",
        )
    return address


def choose(accept: str) -> str:
    """The media type to answer with, or a 406."""
    wanted = [_range(each) for each in accept.split(",") if each.strip()] or [("*/*", 1.0)]
    best = max(_FORMS, key=lambda media_type: _quality(media_type, wanted))
    if _quality(best, wanted) <= 0:
        raise ApiError(
            HTTPStatus.NOT_ACCEPTABLE,
            "not_acceptable",
            f"the page can be had as {', '.join(_FORMS)}",
            advice="Name one of them in the Accept header.",
            headers={"Vary": "Accept"},
        )
    return best


def _range(written: str) -> tuple[str, float]:
    """A media range and its quality."""
    name, *parameters = (each.strip().lower() for each in written.split(";"))
    for each in parameters:
        key, _, value = each.partition("=")
        if key.strip() == "q":
            try:
                return name, min(max(float(value), 0.0), 1.0)
            except ValueError:
                return name, 0.0
    return name, 1.0


def _quality(media_type: str, wanted: list[tuple[str, float]]) -> float:
    """How much a type is wanted: the most specific range that holds it says so."""
    for name in (media_type, f"{media_type.partition('/')[0]}/*", "*/*"):
        found = [quality for each, quality in wanted if each == name]
        if found:
            return max(found)
    return 0.0
