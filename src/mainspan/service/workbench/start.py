"""The start page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from mainspan.service.access import address_of
from mainspan.service.context import context_of
from mainspan.service.docs import operations, page

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start(request: Request) -> HTMLResponse:
    """What there is."""
    address = address_of(context_of(request).settings)
    body = '{"source": "sample:article", "format": "markdown"}'
    example = f"curl -H 'Content-Type: application/json' -d '{body}' {address}extract"
    return page("start.html", example=example, operations=operations(request.app))
