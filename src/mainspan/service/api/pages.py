"""Pages that the service keeps: pasted and uploaded ones, and those that were fetched to be looked at."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from mainspan.service.answers import answer
from mainspan.service.bodies import read_page
from mainspan.service.context import context_of
from mainspan.service.models import KeptPage, PageRequest
from mainspan.service.schema import ERRORS, NEEDS_TOKEN, page_body

router = APIRouter(tags=["pages"], responses=ERRORS)


@router.post(
    "/pages",
    status_code=HTTPStatus.CREATED,
    response_model=KeptPage,
    openapi_extra=page_body(PageRequest) | NEEDS_TOKEN,
)
async def keep(request: Request) -> Response:
    """Keep a page. It can be named as page:DIGEST until newer ones need its room."""
    page, _ = await read_page(request, PageRequest)
    digest = await run_in_threadpool(context_of(request).store.keep, page)
    kept = {"source": f"page:{digest}", "digest": digest, "url": page.url or None, "bytes": len(page.body)}
    return answer(kept, HTTPStatus.CREATED)
