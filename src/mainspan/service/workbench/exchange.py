"""Packages in and out: a zip archive of ours, or one in WCXB's form."""

from __future__ import annotations

import tempfile
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, UploadFile
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, RedirectResponse, Response

from mainspan.annotation import export_package, import_package
from mainspan.errors import SourceError
from mainspan.evaluation.importers import corpus, import_corpus
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.packages import DESCRIPTION
from mainspan.service.access import access_of
from mainspan.service.context import context_of
from mainspan.service.errors import invalid

router = APIRouter(include_in_schema=False)


@router.get("/export/{package}")
async def export(
    request: Request,
    package: str,
    form: Literal["package", "wcxb"] = "package",
    answers: bool = False,
) -> Response:
    """A package as a zip archive. `answers`: with those of all annotators."""
    folder = await run_in_threadpool(context_of(request).packages.folder, package)
    made = tempfile.TemporaryDirectory(prefix="mainspan-")
    try:
        path = Path(made.name) / f"{package}.zip"
        await run_in_threadpool(export_package, folder, path, form=form, answers=answers)
    except BaseException:
        made.cleanup()
        raise
    name = f"{package}-{form}.zip"
    return FileResponse(
        path, media_type="application/zip", filename=name, background=BackgroundTask(made.cleanup)
    )


@router.post("/import")
async def import_archive(
    request: Request, file: UploadFile, name: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """A new package from an archive."""
    access_of(request).require_token("importing a package")
    context = context_of(request)
    given = name.strip() or Path(file.filename or "").stem
    data = await file.read()
    async with context.saving:
        folder = await run_in_threadpool(context.packages.folder_for, given)
        if folder.exists():
            raise invalid(
                f"there is a package {given} already", advice="Choose another name for the new one."
            )
        await run_in_threadpool(_import, data, folder)
    return RedirectResponse(f"/annotate/{quote(folder.name, safe='')}", HTTPStatus.SEE_OTHER)


def _import(data: bytes, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="mainspan-") as temporary:
        archive = Path(temporary) / "archive.zip"
        archive.write_bytes(data)
        try:
            with Files(archive) as files:
                is_own = bool(files.matching(DESCRIPTION))
            if is_own:
                import_package(archive, folder)
            else:
                import_corpus(corpus("wcxb"), archive, folder)
        except SourceError as error:
            # The name of a temporary file means nothing to anybody.
            raise invalid(
                str(error).replace(str(archive), "the archive"),
                advice="Choose a zip archive of a package, or one in WCXB's form.",
            ) from None
