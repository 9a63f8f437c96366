"""One page: extract, explain, compare, signals, and the methods."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from mainspan.algorithms import ALGORITHMS, Algorithm, describe
from mainspan.forms import FORMS
from mainspan.parameters import parameters_of
from mainspan.service.bodies import read_page
from mainspan.service.context import context_of
from mainspan.service.jobs import CompareJob, ExplainJob, ExtractJob, SignalsJob
from mainspan.service.models import (
    AlgorithmsAnswer,
    CompareAnswer,
    CompareRequest,
    ExplainAnswer,
    ExplainRequest,
    ExtractAnswer,
    ExtractRequest,
    SignalsAnswer,
    SignalsRequest,
)
from mainspan.service.schema import ERRORS, page_body

router = APIRouter(tags=["pages"], responses=ERRORS)


@router.post("/extract", response_model=ExtractAnswer, openapi_extra=page_body(ExtractRequest))
async def extract(request: Request) -> Response:
    """The main content of a page, with metadata; an empty content has a reason."""
    page, wanted = await read_page(request, ExtractRequest)
    job = ExtractJob(
        page,
        algorithm=wanted.algorithm,
        format=str(wanted.format),
        also=tuple(map(str, wanted.also)),
        keep=tuple(wanted.keep),
        drop=tuple(wanted.drop),
        links=wanted.links,
        images=wanted.images,
        tables=wanted.tables,
        encoding=wanted.encoding,
        debug=wanted.debug,
        marks=wanted.marks,
        is_rendered=wanted.render,
    )
    return await _answer(request, job, wanted.seconds)


@router.post("/explain", response_model=ExplainAnswer, openapi_extra=page_body(ExplainRequest))
async def explain(request: Request) -> Response:
    """A page block by block: what was kept, what was not, and why."""
    page, wanted = await read_page(request, ExplainRequest)
    job = ExplainJob(
        page, wanted.algorithm, wanted.encoding, wanted.kept, wanted.around, wanted.reasons, wanted.tree
    )
    return await _answer(request, job, wanted.seconds)


@router.post("/compare", response_model=CompareAnswer, openapi_extra=page_body(CompareRequest))
async def compare(request: Request) -> Response:
    """Methods side by side on a page."""
    page, wanted = await read_page(request, CompareRequest)
    return await _answer(request, CompareJob(page, tuple(wanted.algorithms), wanted.encoding), wanted.seconds)


@router.post("/signals", response_model=SignalsAnswer, openapi_extra=page_body(SignalsRequest))
async def signals(request: Request) -> Response:
    """The curves that a method decides by, as its paper draws them."""
    page, wanted = await read_page(request, SignalsRequest)
    job = SignalsJob(page, wanted.algorithm, wanted.encoding, wanted.points)
    return await _answer(request, job, wanted.seconds)


@router.get("/algorithms", response_model=AlgorithmsAnswer)
async def algorithms() -> dict[str, Any]:
    """All methods with their parameters, and all forms that a result can be written in."""
    return {
        "algorithms": [_described(each) for each in ALGORITHMS.values()],
        "formats": {form.name: form.help for form in FORMS.values()},
    }


def _described(method: type[Algorithm]) -> dict[str, Any]:
    """A method with the parameters that requests can set."""
    declared = parameters_of(method)
    found = describe(method)
    allowed = [each for each in found["parameters"] if not declared[each["name"]].is_path]
    return found | {"parameters": allowed}


async def _answer(request: Request, job: Any, seconds: float | None) -> Response:
    """The answer of a worker, as it wrote it."""
    body = await context_of(request).pool.do(job, seconds)
    return Response(body, media_type="application/json")
