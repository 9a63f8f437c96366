"""The OpenAPI schema: what the framework finds, and the bodies that are read without it."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from mainspan import __version__
from mainspan.service.models import ErrorAnswer

_REFERENCE: Final = "#/components/schemas/{model}"
_ABOUT: Final = """The main content of web pages, with reasons.

A page is sent as HTML or named by its address. Fetching and writing need the token that the service shows at
its start: `Authorization: Bearer TOKEN`. Every error is `{"error": {"id", "code", "message", "advice"}}`.
"""
# All answers that are errors have one shape.
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": ErrorAnswer, "description": "The request cannot be answered; `code` says why."},
    "5XX": {"model": ErrorAnswer, "description": "The service or another server failed; `code` says how."},
}
NEEDS_TOKEN: Final[dict[str, Any]] = {"security": [{"token": []}]}
_MAY_NEED_TOKEN: Final[dict[str, Any]] = {"security": [{}, {"token": []}]}
_bodies: dict[str, type[BaseModel]] = {}


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """What a route says about a body in JSON."""
    _bodies[model.__name__] = model
    content = {"application/json": {"schema": {"$ref": _REFERENCE.format(model=model.__name__)}}}
    return {"requestBody": {"required": True, "content": content}, **NEEDS_TOKEN}


def page_body(model: type[BaseModel]) -> dict[str, Any]:
    """What a route says about a body that is a page, or JSON with one."""
    found = json_body(model)
    found["requestBody"]["content"]["text/html"] = {"schema": {"contentMediaType": "text/html"}}
    found["requestBody"]["description"] = (
        "JSON, or the page itself as its bytes (text/html), with the other fields in the query."
    )
    return found | _MAY_NEED_TOKEN


def add_schema(app: FastAPI) -> None:
    """Let the application give the whole schema."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _make(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _make(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(title="Mainspan", version=__version__, description=_ABOUT, routes=app.routes)
    inputs = [(model, "validation") for model in _bodies.values()]
    _, definitions = models_json_schema(inputs, ref_template=_REFERENCE)  # type: ignore[arg-type]
    components = made.setdefault("components", {})
    components.setdefault("schemas", {}).update(definitions.get("$defs", {}))
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return made
