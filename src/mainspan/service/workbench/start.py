"""Bring a page: the start page, pasted and uploaded pages, and the pages of packages."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from mainspan.fetch import Fetched
from mainspan.fetch.addresses import is_on_the_web
from mainspan.page.decode import encode
from mainspan.service.access import access_of
from mainspan.service.context import context_of
from mainspan.service.errors import invalid
from mainspan.service.packages import overview
from mainspan.service.sources import samples
from mainspan.service.workbench.common import show

router = APIRouter(include_in_schema=False)


# The views that a page can be brought to.
_VIEWS: Final = {"inspect": "Inspect", "compare": "Compare"}


@router.get("/")
async def start(request: Request, view: str = "inspect") -> Response:
    """Bring a page, to a view."""
    view = _checked(view)
    packages = context_of(request).packages
    found = [overview(name, folder) for name, folder in packages.folders().items()]
    # Inspect is where one begins: nobody has chosen it.
    name = _VIEWS[view] if view != "inspect" else ""
    return show(request, "start.html", name, samples=samples(), packages=found, to=view, view_path=f"/{view}")


def _checked(view: str) -> str:
    return view if view in _VIEWS else "inspect"


@router.post("/bring")
async def bring_page(request: Request) -> Response:
    """Keep a pasted or uploaded page, and show it."""
    access_of(request).require_token("keeping a page")
    body, url, view = await _read_form(request)
    if url and not is_on_the_web(url):
        raise invalid(
            f"{url[:200]!r} is no address", advice="Write it as https://host/path, or leave it out."
        )
    page = Fetched(body, url, None) if isinstance(body, bytes) else Fetched(encode(body), url, "utf-8")
    if not page.body.strip():
        raise invalid("there is no page", advice="Paste HTML, or choose a file that is not empty.")
    digest = context_of(request).store.keep(page)
    return RedirectResponse(f"/{view}?source=page:{digest}", HTTPStatus.SEE_OTHER)


async def _read_form(request: Request) -> tuple[bytes | str, str, str]:
    """The page, as bytes if it is a file, its address, and the view to show it in.

    A pasted page may be as large as any request.
    """
    async with request.form(max_part_size=context_of(request).settings.max_bytes) as form:
        file = form.get("file")
        html, url, view = (_text(form.get(name)) for name in ("html", "url", "view"))
        body = await file.read() if isinstance(file, UploadFile) else b""
    return body or html, url, _checked(view)


def _text(value: UploadFile | str | None) -> str:
    return value if isinstance(value, str) else ""


@router.get("/packages/{package}/open")
async def open_package(request: Request, package: str, view: str = "inspect") -> Response:
    """The pages of a package, for a view."""
    packages = context_of(request).packages
    names = packages.documents(packages.folder(package))
    return show(request, "package.html", package=package, documents=names, to=_checked(view))
