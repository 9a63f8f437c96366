"""Whether the service works, and its figures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse

from mainspan import __version__
from mainspan.service.context import context_of
from mainspan.service.metrics import MEDIA_TYPE
from mainspan.service.models import HealthAnswer
from mainspan.service.schema import ERRORS

router = APIRouter(tags=["service"], responses=ERRORS)


@router.get("/health", response_model=HealthAnswer)
async def health(request: Request) -> dict[str, Any]:
    """Whether the service works. It needs no token."""
    workers = len(context_of(request).pool.pids)
    return {"status": "ok" if workers else "starting", "version": __version__, "workers": workers}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """Figures on the service, in the text format of Prometheus."""
    return PlainTextResponse(context_of(request).metrics.write(), media_type=MEDIA_TYPE)
