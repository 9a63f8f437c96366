"""The view of several methods and other libraries on one page. With `.json`, its data."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from mainspan.algorithms import ALGORITHMS, DEFAULT, algorithm
from mainspan.evaluation.contestants.peers import PEERS
from mainspan.service.context import context_of
from mainspan.service.errors import invalid
from mainspan.service.workbench.common import Method, Source, as_data, gold_of, read_shown, show, work
from mainspan.service.workbench.comparison import PEER, CompareJob, DifferenceJob

# What is compared if nothing is chosen: the default, and one method of each kind.
COMPARED: Final = (DEFAULT, "bte", "dsc", "accb", "lqf", "density", "wlr")

router = APIRouter(include_in_schema=False)


@router.get("/compare")
async def compare(
    request: Request,
    source: Source = "",
    a: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006 - the framework copies it
    one: Method = "",
    other: Method = "",
) -> Response:
    """Several methods and other libraries on one page."""
    if not source:
        return RedirectResponse("/?view=compare", HTTPStatus.SEE_OTHER)
    chosen = _contestants(a) or list(COMPARED)
    job = CompareJob(await read_shown(request, source), tuple(chosen), gold_of(request, source))
    written = await context_of(request).pool.do(job)
    data = json.loads(written)
    if not one and not other:
        # So that a difference is shown without a choice: of the first two that kept something.
        kept = [each["name"] for each in data["contestants"] if not each["reason"]]
        one, other = kept[:2] if len(kept) > 1 else ("", "")
    return show(
        request,
        "compare.html",
        "Compare",
        view_path="/compare",
        source=source,
        data=data,
        data_json=as_data(written),
        chosen=chosen,
        methods=list(ALGORITHMS),
        peers=[f"{PEER}{name}" for name in PEERS],
        methods_shown=chosen,
        one=one,
        other=other,
    )


@router.get("/compare.json")
async def compare_data(
    request: Request,
    source: Source,
    a: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006 - the framework copies it
) -> Response:
    """The same as data."""
    chosen = _contestants(a) or list(COMPARED)
    return await work(
        request, CompareJob(await read_shown(request, source), tuple(chosen), gold_of(request, source))
    )


@router.get("/difference.json")
async def difference(request: Request, source: Source, one: Method, other: Method) -> Response:
    """Where two answers differ, word by word."""
    page, gold = await read_shown(request, source), gold_of(request, source)
    return await work(request, DifferenceJob(page, one, other, gold))


def _contestants(names: list[str]) -> list[str]:
    """Checked names, each once: methods as they write themselves, and other libraries."""
    found = []
    for name in filter(None, map(str.strip, names)):
        is_peer = name.startswith(PEER)
        if is_peer and name.removeprefix(PEER) not in PEERS:
            raise invalid(f"{name[:100]!r} is no library", advice=f"They are {', '.join(PEERS)}.")
        found.append(name if is_peer else repr(algorithm(name)))
    return list(dict.fromkeys(found))
