"""What all views share: templates, the policy of their pages, and where they take pages from."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Query, Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from mainspan import __version__
from mainspan.fetch import Fetched
from mainspan.service.access import access_of
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError
from mainspan.service.workbench.pages import ShownPages
from mainspan.service.workbench.static_files import ADDRESS, module

FOLDER: Final = Path(__file__).parent
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
VIEWS: Final = (
    ("Inspect", "/inspect"),
    ("Compare", "/compare"),
    ("Results", "/results"),
    ("Annotate", "/annotate"),
)

Source = Annotated[str, Query(max_length=8000)]
Method = Annotated[str, Query(max_length=1000)]

_templates = Jinja2Templates(FOLDER / "templates")
_templates.env.globals.update(static=ADDRESS, module=cache(module))


def show(request: Request, template: str, view: str = "", status: int = 200, **values: Any) -> Response:
    """A view as a page."""
    shared = {"views": VIEWS, "view": view, "version": __version__, "source": "", **values}
    headers = {"Content-Security-Policy": POLICY}
    return _templates.TemplateResponse(request, template, shared, status_code=status, headers=headers)


def show_error(request: Request, error: ApiError) -> Response:
    """An error as a page."""
    source = request.query_params.get("source", "")
    # Advice that names requests is for programs.
    advice = "" if "GET /" in error.advice else error.advice
    return show(request, "error.html", status=error.status, error=error, advice=advice, source=source)


def as_data(value: Any) -> str:
    """Data to be put into a script element of a page: nothing in it can end that element."""
    text = value.decode() if isinstance(value, bytes) else json.dumps(value)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


async def read_shown(request: Request, source: str, *, fresh: bool = False) -> Fetched:
    """The page that a view is about."""
    shown: ShownPages = request.app.state.shown_pages
    return await shown.read(source, access_of(request), fresh=fresh)


async def work(request: Request, job: Any) -> Response:
    """The answer of a worker, which is JSON."""
    return Response(await context_of(request).pool.do(job), media_type="application/json")


def gold_of(request: Request, source: str) -> str | None:
    """The gold text of a page of a package."""
    kind, _, name = source.partition(":")
    if kind != "package":
        return None
    package, _, document = name.partition("/")
    return context_of(request).packages.document(package, document).read_gold()
