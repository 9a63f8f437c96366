"""Test packages: what there is, and saving gold."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from mainspan.evaluation.packages import Document, Package
from mainspan.fetch import Fetched
from mainspan.page.decode import decode, encode
from mainspan.service.access import access_of
from mainspan.service.answers import answer
from mainspan.service.bodies import read_json
from mainspan.service.context import Context, context_of
from mainspan.service.errors import ApiError, invalid
from mainspan.service.jobs import ANY_VERSION, SaveJob
from mainspan.service.models import (
    ConflictAnswer,
    DocumentAnswer,
    PackageAnswer,
    PackagesAnswer,
    SaveAnswer,
    SaveRequest,
)
from mainspan.service.packages import overview
from mainspan.service.schema import ERRORS, json_body
from mainspan.service.versions import version_of

router = APIRouter(tags=["packages"], responses=ERRORS)


@router.get("/packages", response_model=PackagesAnswer)
async def packages(request: Request) -> Response:
    """All test packages."""
    found = context_of(request).packages

    def read() -> dict[str, Any]:
        folders = found.folders()
        reason = "" if folders else found.why_none()
        return {"packages": [overview(name, folder) for name, folder in folders.items()], "reason": reason}

    return answer(await run_in_threadpool(read))


@router.get("/packages/{package}", response_model=PackageAnswer)
async def package(request: Request, package: str) -> Response:
    """A package with the names of its documents."""
    found = context_of(request).packages

    def read() -> dict[str, Any]:
        folder = found.folder(package)
        documents = [_entry(Document(folder, name)) for name in found.documents(folder)]
        return {"name": package, "about": Package(folder, ()).about, "documents": documents}

    return answer(await run_in_threadpool(read))


@router.get("/packages/{package}/documents/{document}", response_model=DocumentAnswer)
async def document(request: Request, package: str, document: str) -> Response:
    """A document: its page, its gold, its metadata and its version."""
    found = await run_in_threadpool(_read, context_of(request), package, document)
    return answer(found, headers={"ETag": f'"{found["version"]}"'})


@router.put(
    "/packages/{package}/documents/{document}",
    response_model=SaveAnswer,
    responses={
        201: {"model": SaveAnswer, "description": "A new document was added."},
        409: {"model": ConflictAnswer, "description": "Somebody saved a newer version; here are both."},
    },
    openapi_extra=json_body(SaveRequest),
)
async def save(request: Request, package: str, document: str) -> Response:
    """Save the gold of a document. Over a newer version than the one that was edited: 409, with both."""
    access_of(request).require_token("saving gold")
    wanted = await read_json(request, SaveRequest)
    context = context_of(request)
    folder = await run_in_threadpool(context.packages.folder, package)
    is_new = document not in await run_in_threadpool(context.packages.documents, folder)
    page = await _new_page(request, wanted, document) if is_new else None
    edited = ANY_VERSION if is_new else _edited_version(document, wanted, _if_match(request))
    found = Document(folder, document)
    job = SaveJob(found, wanted.gold, wanted.meta, wanted.force, page, version=edited)
    async with context.saving:
        saved = json.loads(await context.pool.do(job))
    if "conflict" in saved:
        raise _conflict(wanted, edited, await run_in_threadpool(_read, context, package, document))
    return answer(
        {"package": package, "name": document, **saved},
        HTTPStatus.CREATED if is_new else HTTPStatus.OK,
        {"ETag": f'"{saved["version"]}"'},
    )


def _entry(document: Document) -> dict[str, Any]:
    about = document.about
    texts = {
        key: about[key] if isinstance(about.get(key), str) else None for key in ("language", "page_type")
    }
    return {"name": document.name, "has_gold": document.gold.is_file(), "url": document.url, **texts}


def _read(context: Context, package: str, name: str) -> dict[str, Any]:
    found = context.packages.document(package, name)
    decoded = decode(found.read_page())
    return {
        "package": package,
        "name": name,
        "version": version_of(found),
        "gold": found.read_gold(),
        "meta": found.about,
        "html": decoded.utf8.decode("utf-8", "replace"),
        "encoding": decoded.encoding,
    }


def _edited_version(name: str, wanted: SaveRequest, if_match: str | None) -> str:
    """The version that was edited, or an error that asks for it."""
    if wanted.html is not None or wanted.source is not None:
        raise invalid(f"{name} exists already, and its page stays", advice="Leave html and source out.")
    edited = if_match or wanted.version
    if edited is None:
        raise ApiError(
            HTTPStatus.PRECONDITION_REQUIRED,
            "version_missing",
            f"{name} exists already: say which version you edited",
            advice="Send the ETag of the document as If-Match, or its version; If-Match: * saves over any.",
        )
    return edited


def _conflict(wanted: SaveRequest, edited: str, theirs: dict[str, Any]) -> ApiError:
    return ApiError(
        HTTPStatus.CONFLICT,
        "conflict",
        f"{theirs['name']} was saved by somebody else in the meantime",
        more={"yours": {"version": edited, "gold": wanted.gold, "meta": wanted.meta}, "theirs": theirs},
    )


def _if_match(request: Request) -> str | None:
    given = request.headers.get("if-match")
    return None if given is None else given.strip().removeprefix("W/").strip('"')


async def _new_page(request: Request, wanted: SaveRequest, name: str) -> Fetched:
    """The page of a new document."""
    if wanted.html is not None:
        return Fetched(encode(wanted.html), wanted.url or "", "utf-8")
    source = wanted.source or wanted.url
    if source is None:
        raise ApiError(
            HTTPStatus.NOT_FOUND,
            "not_found",
            f"there is no document {name!r} yet, and the request has no page to make it",
            advice="Send its page as html or source, or correct the name.",
        )
    return await context_of(request).sources.read(source, access_of(request))
