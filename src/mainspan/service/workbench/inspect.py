"""The view of one page and one method. With `.json`, its data."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from mainspan.algorithms import ALGORITHMS, DEFAULT, Algorithm, algorithm, describe
from mainspan.forms import FORMS
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError, invalid
from mainspan.service.workbench import frame
from mainspan.service.workbench.common import Method, Source, as_data, read_shown, show, work
from mainspan.service.workbench.inspection import ContentJob, FrameJob, InspectJob, ReasonsJob
from mainspan.service.workbench.picture import PictureJob
from mainspan.service.workbench.tree import TreeJob

TABS: Final = (
    ("text", "Text"),
    ("rendered", "Rendered"),
    ("markdown", "Markdown"),
    ("html", "HTML"),
    ("json", "JSON"),
    ("metadata", "Metadata"),
)
# The end of a line inside a paragraph.
_LINE_END: Final = re.compile(r"(?<=[^\n])\n(?=\S)")

router = APIRouter(include_in_schema=False)


@router.get("/inspect")
async def inspect(
    request: Request, source: Source = "", a: Method = DEFAULT, fresh: bool = False, pictures: bool = False
) -> Response:
    """One page and one method."""
    if not source:
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)
    method = algorithm(a)
    page = await read_shown(request, source, fresh=fresh)
    data = await context_of(request).pool.do(InspectJob(page, repr(method)))
    methods = [_described(each) for each in ALGORITHMS.values()]
    address = {"source": source} | ({"pictures": "1"} if pictures else {})
    return show(
        request,
        "inspect.html",
        "Inspect",
        source=source,
        data=json.loads(data),
        data_json=as_data(data),
        method=method,
        method_about=_described(type(method))["about"],
        methods=methods,
        methods_json=as_data(methods),
        methods_shown=[repr(method)],
        frame_address=f"/frame?{urlencode(address, quote_via=quote)}",
        pictures=pictures,
        tabs=TABS,
    )


def _described(method: type[Algorithm]) -> dict[str, Any]:
    """A method for people: lines of its description are as long as there is room; tables stay as they are."""
    found = describe(method)
    return found | {"about": _LINE_END.sub(" ", found["about"])}


@router.get("/inspect.json")
async def inspect_data(request: Request, source: Source, a: Method = DEFAULT) -> Response:
    """What a method kept of a page, as data."""
    return await work(request, InspectJob(await read_shown(request, source), repr(algorithm(a))))


@router.get("/reasons.json")
async def reasons(request: Request, source: Source, a: Method = DEFAULT) -> Response:
    """Why each block was kept or not."""
    return await work(request, ReasonsJob(await read_shown(request, source), repr(algorithm(a))))


@router.get("/content.json")
async def content(request: Request, source: Source, a: Method = DEFAULT, form: str = "text") -> Response:
    """The answer in one of the forms."""
    if form not in FORMS:
        raise invalid(f"{form[:100]!r} is no form", advice=f"The forms are {', '.join(FORMS)}.")
    return await work(request, ContentJob(await read_shown(request, source), repr(algorithm(a)), form))


@router.get("/picture.json")
async def picture(
    request: Request,
    source: Source,
    a: Method = DEFAULT,
    first: Annotated[int, Query(ge=0)] = 0,
    last: Annotated[int, Query(ge=0)] = 0,
    steps: bool = False,
) -> Response:
    """The method's picture of a part of the page, or after each step."""
    if 0 < last <= first:
        raise invalid(f"the part from {first} to {last} is empty", advice="Give a `last` above `first`.")
    page = await read_shown(request, source)
    return await work(request, PictureJob(page, repr(algorithm(a)), first, last, steps))


@router.get("/tree.json")
async def tree(request: Request, source: Source, a: Method) -> Response:
    """The tree that a words-leaves method chooses from."""
    return await work(request, TreeJob(await read_shown(request, source), repr(algorithm(a))))


@router.get("/frame")
async def show_frame(request: Request, source: Source, pictures: bool = False) -> Response:
    """The page itself, for the frame of a view."""
    nonce, status = frame.make_nonce(), int(HTTPStatus.OK)
    own = frame.own_elements(nonce)
    try:
        body = await context_of(request).pool.do(FrameJob(await read_shown(request, source), own))
    except ApiError as error:
        # The usual page of an error cannot be shown in a frame.
        body, status = frame.error_page(own, error.message), error.status
    headers = frame.headers(nonce, from_web=pictures)
    return Response(body, status, headers, "text/html; charset=utf-8")
