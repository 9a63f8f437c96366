"""create_app(settings): the parts of the service put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse

from mainspan import __version__
from mainspan.service import docs, reader
from mainspan.service.access import Guard, SecurityHeaders
from mainspan.service.api import evaluate, extract, health, packages, pages
from mainspan.service.context import Context
from mainspan.service.errors import CatchAll, add_handlers
from mainspan.service.gate import Gate, HeadAsGet
from mainspan.service.metrics import Measure
from mainspan.service.schema import add_schema
from mainspan.service.settings import Settings
from mainspan.service.workbench import add_workbench


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI application. Its workers are started and ended with it."""
    context = Context.make(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context.start()
        try:
            yield
        finally:
            context.stop()

    app = FastAPI(
        title="Mainspan",
        version=__version__,
        lifespan=lifespan,
        # The framework's pages load scripts from a CDN.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # The first is the outermost.
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Measure, metrics=context.metrics),
            Middleware(CatchAll, show=docs.show_error),
            Middleware(Guard, settings=settings),
            Middleware(Gate, settings=settings, metrics=context.metrics),
            Middleware(HeadAsGet),
        ],
    )
    app.state.context = context
    for part in (extract, reader, pages, packages, evaluate, health, docs):
        app.include_router(part.router)
    if settings.api_only:
        app.add_api_route("/", lambda: RedirectResponse("/docs"), include_in_schema=False)
    else:
        add_workbench(app, context)
    add_handlers(app)
    add_schema(app)
    return app
