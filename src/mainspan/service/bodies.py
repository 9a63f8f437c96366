"""The body of a request: JSON for a model, or a page with its options in the query."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, TypeVar, get_origin

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from mainspan.fetch import Fetched
from mainspan.fetch.addresses import is_on_the_web
from mainspan.page.decode import encode
from mainspan.service.access import access_of
from mainspan.service.context import context_of
from mainspan.service.errors import ApiError, invalid, of_validation
from mainspan.service.models import PageRequest

M = TypeVar("M", bound=BaseModel)
P = TypeVar("P", bound=PageRequest)
_JSON: Final = "application/json"
# The page itself, as it was read from a file or from the web.
_PAGES: Final = ("text/html", "application/xhtml+xml", "application/octet-stream")


async def read_json(request: Request, model: type[M]) -> M:
    """The body of a request as a model, or an ApiError."""
    media_type, _ = _media_type(request)
    if not _is_json(media_type):
        raise _unsupported(f"the body is of the type {media_type[:100]!r}", [_JSON])
    return _validate(model, await request.body())


async def read_page(request: Request, model: type[P]) -> tuple[Fetched, P]:
    """The page that a request is about, and the request."""
    media_type, charset = _media_type(request)
    place: Fetched | str
    if media_type in _PAGES:
        wanted = _of_query(request, model)
        place = Fetched(await request.body(), wanted.url or "", charset)
    elif _is_json(media_type):
        wanted = _validate(model, await request.body())
        place = _place_of(wanted)
    else:
        raise _unsupported(f"the body is of the type {media_type[:100]!r}", [_JSON, *_PAGES])
    sources, access = context_of(request).sources, access_of(request)
    if isinstance(place, str) and not (wanted.render and is_on_the_web(place)):
        place = await sources.read(place, access, wanted.seconds)
    if wanted.render:
        place = await sources.render(place, access, wanted.seconds)
    assert isinstance(place, Fetched)
    return place, wanted


def _place_of(wanted: PageRequest) -> Fetched | str:
    """The page in a request, or the source that it names."""
    if wanted.html is not None:
        return Fetched(encode(wanted.html), wanted.url or "", "utf-8")
    if wanted.source is not None:
        return wanted.source
    address = wanted.url or ""
    if not is_on_the_web(address):
        raise invalid(f"url: {address[:200]!r} is no address", advice="Write it as https://host/path.")
    return address


def _validate(model: type[M], body: bytes) -> M:
    try:
        # A text where a number belongs is a mistake; in a query, all are texts.
        return model.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise of_validation(error) from None


def _of_query(request: Request, model: type[P]) -> P:
    """Options that are in the query, since the body is the page."""
    given: dict[str, Any] = {}
    for name in request.query_params:
        field = model.model_fields.get(name)
        is_list = field is not None and get_origin(field.annotation) is list
        values = request.query_params.getlist(name)
        given[name] = values if is_list else values[-1]
    if not {"html", "source"}.isdisjoint(given):
        raise invalid("the body is the page: html and source cannot be given as well")
    try:
        return model.model_validate({**given, "html": ""})
    except ValidationError as error:
        raise of_validation(error) from None


def _media_type(request: Request) -> tuple[str, str | None]:
    """The type of the body and its charset; JSON if there is no type."""
    if (encoding := request.headers.get("content-encoding", "identity")) != "identity":
        raise _unsupported(f"the body is encoded as {encoding[:100]!r}", ["it as it is"])
    whole = request.headers.get("content-type", _JSON)
    name, _, parameters = whole.partition(";")
    for each in parameters.split(";"):
        key, _, value = each.strip().partition("=")
        if key.lower() == "charset" and value:
            return name.strip().lower(), value.strip("\"' ")
    return name.strip().lower(), None


def _is_json(media_type: str) -> bool:
    return media_type == _JSON or media_type.endswith("+json")


def _unsupported(message: str, allowed: list[str]) -> ApiError:
    return ApiError(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "unsupported_media_type",
        message,
        advice=f"Send {' or '.join(allowed)}.",
    )
