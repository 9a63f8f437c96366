"""The page of the API, made from its OpenAPI schema. It loads nothing, from nowhere."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from mainspan.service.access import address_of
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError

router = APIRouter(include_in_schema=False)
_JSON: Final = "application/json"
_CODE: Final = re.compile("`([^`]+)`")
# The body of the request that is shown for an address.
_BODIES: Final = {
    "/extract": '{"html": "<h1>Title</h1><p>Some text.", "format": "markdown"}',
    "/explain": '{"source": "sample:article", "kept": false}',
    "/compare": '{"source": "sample:forum", "algorithms": ["mainspan", "density"]}',
    "/signals": '{"source": "sample:article", "algorithm": "density", "points": 20}',
    "/pages": '{"html": "<h1>Title</h1><p>Some text."}',
    "/evaluate": '{"packages": ["wiki"], "contestants": ["mainspan", "density"]}',
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request or an answer."""

    name: str
    kind: str
    default: str
    about: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    about: str
    token: str
    fields: list[Field]
    answer: list[Field]
    example: str


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The page of the API."""
    schema = request.app.openapi()
    address = address_of(context_of(request).settings).rstrip("/")
    return page(
        "docs.html", title="The API of Mainspan", groups=_groups(schema, address), info=schema["info"]
    )


def show_error(error: ApiError) -> HTMLResponse:
    """An error as a page of its own."""
    shown = page("error.html", error.status, title="That did not work", error=error)
    for name, value in error.headers.items():
        shown.headers[name] = value
    return shown


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page of our own: no scripts, and the one style sheet that is in it."""
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
    html = _templates().get_template(template).render(style=style, **values)
    return HTMLResponse(html, status, {"Content-Security-Policy": policy})


def operations(app: FastAPI) -> list[Operation]:
    """All that the API can do."""
    return [each for group in _groups(app.openapi(), "").values() for each in group]


@cache
def _templates() -> Environment:
    made = Environment(loader=PackageLoader("mainspan.service"), autoescape=True, trim_blocks=True)
    made.filters["with_code"] = _with_code
    return made


def _with_code(text: str) -> Markup:
    """A text for people, with what is in backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


@cache
def _style() -> str:
    return resources.files("mainspan.service").joinpath("templates", "plain.css").read_text("utf-8")


def _groups(schema: dict[str, Any], address: str) -> dict[str, list[Operation]]:
    """All operations by subject."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            made = _operation(schema, address, path, method, about)
            groups.setdefault(about.get("tags", ["service"])[0], []).append(made)
    return groups


def _operation(
    schema: dict[str, Any], address: str, path: str, method: str, about: dict[str, Any]
) -> Operation:
    given = [
        Field(
            each["name"], _type(schema, each["schema"]), f"in the {each['in']}", each.get("description", "")
        )
        for each in about.get("parameters", ())
    ]
    body = about.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema", {})
    answer = about["responses"].get("200", about["responses"].get("201", {}))
    security = about.get("security", [])
    token = "" if not security else "for fetching" if {} in security else "always"
    return Operation(
        method=method.upper(),
        path=path,
        about=about.get("description", ""),
        token=token,
        fields=[*given, *_fields(schema, body)],
        answer=list(_fields(schema, answer.get("content", {}).get(_JSON, {}).get("schema", {}))),
        example=_example(method.upper(), f"{address}{path}", _BODIES.get(path, ""), token == "always"),
    )


def _fields(schema: dict[str, Any], model: dict[str, Any]) -> Iterator[Field]:
    found = _resolved(schema, model)
    required = found.get("required", ())
    for name, each in found.get("properties", {}).items():
        default = "" if name in required or each.get("default") is None else str(each["default"])
        if isinstance(each.get("default"), (list, bool)):
            default = str(each["default"]).lower() if not isinstance(each["default"], list) else ""
        yield Field(name, _type(schema, each), default, each.get("description", ""))


def _resolved(schema: dict[str, Any], model: dict[str, Any]) -> dict[str, Any]:
    name = model.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else model
    return found


def _type(schema: dict[str, Any], field: dict[str, Any]) -> str:
    """The type of a field in a few words."""
    found = _resolved(schema, field)
    if "enum" in found:
        return " | ".join(map(str, found["enum"]))
    if "anyOf" in found:
        return " | ".join(dict.fromkeys(_type(schema, each) for each in found["anyOf"]))
    if found.get("type") == "array":
        return f"list of {_type(schema, found.get('items', {}))}"
    return str(found.get("type", "any"))


def _example(method: str, address: str, body: str, needs_token: bool) -> str:
    parts = ["curl"] + [f"-X {method}"] * (method not in ("GET", "POST"))
    parts += ["-H 'Authorization: Bearer TOKEN'"] * needs_token
    if body:
        parts += [f"-H 'Content-Type: {_JSON}'", f"-d '{body}'"]
    return " ".join([*parts, address])
