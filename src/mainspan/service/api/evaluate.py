"""Evaluations: background jobs with progress."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from mainspan.service.access import access_of
from mainspan.service.answers import answer
from mainspan.service.bodies import read_json
from mainspan.service.context import context_of
from mainspan.service.evaluation_worker import EvaluationJob
from mainspan.service.evaluations import cores
from mainspan.service.models import EvaluateRequest, EvaluationAnswer, EvaluationsAnswer
from mainspan.service.schema import ERRORS, NEEDS_TOKEN, json_body

# Seconds without news after which a sign of life is sent: proxies close connections that are silent.
_ALIVE_SECONDS: Final = 15.0  # no rule: waiting time
router = APIRouter(tags=["evaluations"], responses=ERRORS)
_EVENTS: Final[dict[str, Any]] = {
    "description": "Server-sent events: `progress`, then `done`, `failed`, `cancelled` or `stopped`.",
    "content": {
        "text/event-stream": {
            # Of each event.
            "schema": {
                "type": "object",
                "properties": {
                    "event": {"type": "string"},
                    "data": {"type": "string", "contentMediaType": "application/json"},
                },
                "required": ["event", "data"],
            }
        }
    },
}


@router.post(
    "/evaluate",
    status_code=HTTPStatus.ACCEPTED,
    response_model=EvaluationAnswer,
    openapi_extra=json_body(EvaluateRequest),
)
async def start(request: Request) -> Response:
    """Measure contestants on test packages, in the background. The Location header is where to look."""
    access_of(request).require_token("evaluating")
    wanted = await read_json(request, EvaluateRequest)
    context = context_of(request)
    folders = await run_in_threadpool(lambda: tuple(map(context.packages.folder, wanted.packages)))
    job = EvaluationJob(
        packages=folders,
        contestants=tuple(wanted.contestants),
        measures=None if wanted.measures is None else tuple(wanted.measures),
        output=context.evaluations.new_output(),
        jobs=min(wanted.jobs or cores(), cores()),
        limit=wanted.limit,
        subset=wanted.subset(),
    )
    made = context.evaluations.start(job, wanted.packages)
    return answer(made.record(), HTTPStatus.ACCEPTED, {"Location": f"/evaluate/{made.id}"})


@router.get("/evaluate", response_model=EvaluationsAnswer)
async def evaluations(request: Request) -> Response:
    """All evaluations, the newest first."""
    found = await run_in_threadpool(context_of(request).evaluations.all)
    reason = "" if found else "no evaluation has been started yet"
    return answer({"evaluations": [each.progress() for each in found], "reason": reason})


@router.get("/evaluate/{id}", response_model=EvaluationAnswer)
async def evaluation(request: Request, id: str) -> Response:
    """How far an evaluation is, and its results when it is done."""
    found = await run_in_threadpool(context_of(request).evaluations.get, id)
    return answer(found.record())


@router.get("/evaluate/{id}/events", responses={200: _EVENTS}, response_class=StreamingResponse)
async def events(request: Request, id: str) -> StreamingResponse:
    """The progress of an evaluation, as server-sent events."""
    known = context_of(request).evaluations
    known.get(id)

    async def lines() -> AsyncIterator[str]:
        async for each in known.watch(id, _ALIVE_SECONDS):
            if each is None:
                yield ": alive\n\n"
            else:
                name = "progress" if each["state"] in ("waiting", "running") else each["state"]
                yield f"event: {name}\ndata: {json.dumps(each)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


@router.delete("/evaluate/{id}", response_model=EvaluationAnswer, openapi_extra=NEEDS_TOKEN)
async def cancel(request: Request, id: str) -> Response:
    """Cancel an evaluation. One that is over stays as it is."""
    access_of(request).require_token("cancelling")
    return answer((await context_of(request).evaluations.cancel(id)).record())
