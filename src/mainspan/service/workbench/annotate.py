"""The views for annotators: queues, marking a page, agreement, differences. With `/answer`, the data."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Annotated, Any, Final
from urllib.parse import quote, unquote, urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from mainspan.algorithms.learned.types import TYPES
from mainspan.annotation import BEGINNINGS, Part, agree, annotator_name, read_queue
from mainspan.annotation.store import answer_path
from mainspan.errors import AnnotationError
from mainspan.evaluation.meta import FLAGS
from mainspan.evaluation.packages import Document
from mainspan.service.access import access_of
from mainspan.service.bodies import read_json
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError, invalid
from mainspan.service.packages import overview
from mainspan.service.workbench.annotate_models import GoldRequest, MergeRequest, SaveAnswerRequest
from mainspan.service.workbench.annotating import (
    AddPageJob,
    AnswersJob,
    BlockJob,
    MergeJob,
    OpenJob,
    PartJob,
    SaveAnswerJob,
    SaveGoldJob,
)
from mainspan.service.workbench.common import Source, as_data, read_shown, show

router = APIRouter(include_in_schema=False)

# Who annotates is in each address, and remembered for the next one.
Annotator = Annotated[str, Query(alias="as", max_length=100)]
StartChoice = Annotated[str, Query(alias="from", max_length=20)]
_COOKIE: Final = "mainspan-annotator"
_REMEMBERED_SECONDS: Final = 365 * 24 * 3600  # no rule: a year
_VIEW: Final = "Annotate"


@router.get("/annotate")
async def choose_package(request: Request, source: Source = "") -> Response:
    """All packages; with a source, a form that adds its page to one of them."""
    packages = context_of(request).packages

    def read() -> list[dict[str, Any]]:
        return [overview(name, folder) for name, folder in packages.folders().items()]

    found = await run_in_threadpool(read)
    kind, _, name = source.partition(":")
    if kind == "package":
        package, _, document = name.partition("/")
        return _to_document(package, document, _remembered(request))
    return show(request, "annotate.html", _VIEW, source=source, packages=found, name=_remembered(request))


@router.post("/annotate")
async def add_page(
    request: Request,
    source: Annotated[str, Form(max_length=8000)],
    package: Annotated[str, Form(max_length=200)] = "",
    new_package: Annotated[str, Form(max_length=200)] = "",
    document: Annotated[str, Form(max_length=200)] = "",
    name: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Add a page to a package, and mark it."""
    access_of(request).require_token("adding a page")
    context = context_of(request)
    annotator = annotator_name(name)
    folder = await run_in_threadpool(context.packages.folder_for, new_package.strip() or package)
    page = await read_shown(request, source)
    async with context.saving:
        job = AddPageJob(Document(folder, document.strip()), page)
        added = json.loads(await context.pool.do(job))
    return _to_document(folder.name, added["document"], annotator)


@router.get("/annotate/{package}")
async def show_queue(request: Request, package: str, annotator: Annotator = "") -> Response:
    """The pages of a package, and how far an annotator is."""
    folder = await run_in_threadpool(context_of(request).packages.folder, package)
    name = _name(annotator or _remembered(request))
    found = await run_in_threadpool(read_queue, folder, name) if name else None
    shown = show(request, "queue.html", _VIEW, package=package, name=name, queue=found)
    if name:
        _remember(shown, name)
    return shown


@router.get("/annotate/{package}/{document}")
async def mark_page(
    request: Request, package: str, document: str, annotator: Annotator = "", start: StartChoice = ""
) -> Response:
    """Mark the main content of a page."""
    found, name = await _find(request, package, document, annotator)
    if not name:
        return RedirectResponse(_address(package), HTTPStatus.SEE_OTHER)
    data = await context_of(request).pool.do(OpenJob(found, name, start))
    source = f"package:{package}/{document}"
    return show(
        request,
        "mark.html",
        _VIEW,
        source=source,
        package=package,
        document=document,
        name=name,
        data=json.loads(data),
        data_json=as_data(data),
        page_types=TYPES,
        flags=FLAGS,
        beginnings=BEGINNINGS,
        frame_address=f"/frame?{urlencode({'source': source}, quote_via=quote)}",
    )


@router.get("/annotate/{package}/{document}/answer")
async def read_answer(
    request: Request, package: str, document: str, annotator: Annotator, start: StartChoice = ""
) -> Response:
    """An annotator's answer as data."""
    found, name = await _find(request, package, document, annotator)
    return await _do(request, OpenJob(found, name, start))


@router.put("/annotate/{package}/{document}/answer")
async def save_answer(request: Request, package: str, document: str, annotator: Annotator) -> Response:
    """Save an annotator's answer. Over a newer version: 409, with both."""
    access_of(request).require_token("saving an answer")
    found, name = await _find(request, package, document, annotator)
    wanted = await read_json(request, SaveAnswerRequest)
    return await _do(request, SaveAnswerJob(found, name, wanted.change()))


@router.get("/annotate/{package}/{document}/block")
async def read_block(request: Request, package: str, document: str, block: int) -> Response:
    """The characters of a block."""
    found, _ = await _find(request, package, document, "")
    return await _do(request, BlockJob(found, block))


@router.get("/annotate/{package}/{document}/part")
async def find_part(
    request: Request, package: str, document: str, block: int, first: int, last: int
) -> Response:
    """The spans of some characters of a block."""
    found, _ = await _find(request, package, document, "")
    return await _do(request, PartJob(found, Part(block, first, last)))


@router.get("/annotate/{package}/{document}/compare")
async def compare_annotators(
    request: Request, package: str, document: str, annotator: Annotator = ""
) -> Response:
    """Where annotators differ, and one answer of all."""
    found, name = await _find(request, package, document, annotator)
    if not name:
        return RedirectResponse(_address(package), HTTPStatus.SEE_OTHER)
    data = await context_of(request).pool.do(AnswersJob(found, name))
    source = f"package:{package}/{document}"
    return show(
        request,
        "answers.html",
        _VIEW,
        source=source,
        package=package,
        document=document,
        name=name,
        data=json.loads(data),
        data_json=as_data(data),
        frame_address=f"/frame?{urlencode({'source': source}, quote_via=quote)}",
    )


@router.put("/annotate/{package}/{document}/merged")
async def save_merged(request: Request, package: str, document: str, annotator: Annotator) -> Response:
    """Save what was decided so far."""
    access_of(request).require_token("merging answers")
    found, name = await _find(request, package, document, annotator)
    wanted = await read_json(request, MergeRequest)
    return await _do(
        request, MergeJob(found, name, wanted.taken(name), wanted.version, wanted.chosen_fields())
    )


@router.put("/annotate/{package}/{document}/gold")
async def save_gold(request: Request, package: str, document: str, annotator: Annotator) -> Response:
    """Save an answer as the gold of the package. Over a newer version: 409, with both."""
    access_of(request).require_token("saving gold")
    found, name = await _find(request, package, document, annotator)
    wanted = await read_json(request, GoldRequest)
    async with context_of(request).saving:
        job = SaveGoldJob(found, name, wanted.over, wanted.merged, wanted.force)
        return await _do(request, job)


@router.get("/queue/{package}")
async def queue_data(request: Request, package: str, annotator: Annotator) -> dict[str, Any]:
    """The queue as data."""
    folder = await run_in_threadpool(context_of(request).packages.folder, package)
    queue = await run_in_threadpool(read_queue, folder, annotator)
    return {
        "documents": [[each.document.name, each.state] for each in queue.entries],
        "next": None if queue.next is None else queue.next.name,
        "finished": queue.progress["finished"],
    }


@router.get("/agreement/{package}")
async def show_agreement(request: Request, package: str) -> Response:
    """How far the annotators of a package agree."""
    folder = await run_in_threadpool(context_of(request).packages.folder, package)
    found = await asyncio.to_thread(agree, folder)
    return show(request, "agreement.html", _VIEW, package=package, found=found, name=_remembered(request))


async def _find(request: Request, package: str, document: str, annotator: str) -> tuple[Document, str]:
    """A document, and the name of the annotator in its one form; empty if nobody is named."""
    packages = context_of(request).packages
    found = await run_in_threadpool(packages.document, package, document)
    name = _name(annotator or (_remembered(request) if request.method == "GET" else ""))
    if request.method != "GET" and not name:
        raise invalid("who annotates is missing", advice="Add ?as=NAME to the address.")
    # A link must not lead out of the packages folder, nor into the answers of another document.
    if not packages.is_inside(answer_path(found, name or "anybody")):
        raise invalid(f"the answers of {document} are not in the packages folder", advice="Remove the link.")
    return found, name


async def _do(request: Request, job: Any) -> Response:
    """The answer of a worker; a newer version is an error that has both."""
    data = await context_of(request).pool.do(job)
    if data.startswith(b'{"conflict"'):
        conflict = json.loads(data)["conflict"]
        raise ApiError(HTTPStatus.CONFLICT, "conflict", conflict.pop("message"), more=conflict)
    return Response(data, media_type="application/json")


def _name(annotator: str) -> str:
    return annotator_name(annotator) if annotator else ""


def _remembered(request: Request) -> str:
    """Who annotated last in this browser."""
    try:
        return _name(unquote(request.cookies.get(_COOKIE, "")))
    except AnnotationError:
        return ""


def _remember(response: Response, name: str) -> None:
    # Cookies are ASCII.
    response.set_cookie(_COOKIE, quote(name), max_age=_REMEMBERED_SECONDS, samesite="strict", httponly=True)


def _address(*parts: str) -> str:
    return "/annotate/" + "/".join(quote(each, safe="") for each in parts)


def _to_document(package: str, document: str, name: str) -> Response:
    query = f"?as={quote(name)}" if name else ""
    return RedirectResponse(f"{_address(package, document)}{query}", HTTPStatus.SEE_OTHER)
