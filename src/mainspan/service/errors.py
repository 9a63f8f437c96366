"""Structured errors: {"error": {"id", "code", "message", "advice"}}. The id is also in the log."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mainspan.errors import MainspanError

log = logging.getLogger("mainspan.service")
_MAX_INPUT_LENGTH: Final = 80  # no rule: layout of a message

# What to do about an error of each kind, unless the error itself knows better.
_ADVICE: Final = {
    "not_found": "GET /openapi.json lists all addresses.",
    "method_not_allowed": "The Allow header names the methods that this address takes.",
    "invalid_request": "Correct the request; GET /openapi.json describes it.",
    "too_large": "Send a smaller page, or start the service with a higher --max-bytes.",
    "busy": "Try again after the seconds in the Retry-After header.",
    "token_missing": "Send the token that the service showed at its start: Authorization: Bearer TOKEN.",
    "not_saved": 'Correct the gold or the metadata. "force": true saves a gold that is not in the page.',
    "conflict": "Look at both, and save again with the version of the other one.",
    "internal": "Please report it with the lines of the log that have this id.",
}


class ApiError(Exception):
    """An answer that is an error. `more` is added beside the error, `headers` to the answer."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        advice: str = "",
        details: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.advice = advice or _ADVICE.get(code, "")
        self.details = details or []
        self.headers = dict(headers or {})
        self.more = dict(more or {})
        self.id = secrets.token_hex(6)

    def response(self) -> Response:
        """The answer."""
        error: dict[str, Any] = {
            "id": self.id,
            "code": self.code,
            "message": self.message,
            "advice": self.advice,
        }
        if self.details:
            error["details"] = self.details
        # Escaped, since what is wrong with a request may be that it is no text.
        body = json.dumps({"error": error, **self.more})
        return Response(body, self.status, self.headers, "application/json")


def busy(message: str, *, seconds: int = 1, status: int = HTTPStatus.SERVICE_UNAVAILABLE) -> ApiError:
    """There is too much to do now."""
    return ApiError(status, "busy", message, headers={"Retry-After": str(seconds)})


def invalid(message: str, *, details: list[dict[str, str]] | None = None, advice: str = "") -> ApiError:
    """The request is wrong."""
    return ApiError(
        HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", message, details=details, advice=advice
    )


def of_validation(error: ValidationError | RequestValidationError) -> ApiError:
    """What is wrong with a request, field by field."""
    details = [
        {"where": ".".join(map(str, each["loc"])) or "body", "what": _what(each), "given": _shown(each)}
        for each in error.errors()
    ]
    first = details[0]
    message = f"{first['where']}: {first['what']}"
    more = len(details) - 1
    return invalid(message if not more else f"{message} (and {more} more)", details=details)


def _what(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "there is no such field"
    return str(fault["msg"]).removeprefix("Value error, ")


def _shown(fault: Any) -> str:
    if fault.get("type") in ("missing", "json_invalid"):
        return ""
    text = repr(fault.get("input"))
    return text if len(text) <= _MAX_INPUT_LENGTH else f"{text[:_MAX_INPUT_LENGTH]}..."


def of_http(error: HTTPException) -> ApiError:
    """An error of the framework."""
    codes = {HTTPStatus.NOT_FOUND: "not_found", HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed"}
    try:
        known = HTTPStatus(error.status_code)
        code, phrase = codes.get(known, known.name.lower()), known.phrase
    except ValueError:
        code, phrase = "error", "error"
    messages = {"not_found": "there is nothing at this address"}
    detail = error.detail if error.detail and error.detail != phrase else messages.get(code, phrase.lower())
    return ApiError(error.status_code, code, str(detail), headers=error.headers)


def add_handlers(app: FastAPI) -> None:
    """Let all errors of the application be structured."""

    async def structured(request: Request, error: Exception) -> Response:
        found = _to_api_error(error)
        log_error(found, request.scope)
        show = getattr(request.app.state, "show_error", None)
        if show is None or not is_for_people(request):
            return found.response()
        page: Response = show(request, found)
        return page

    for kind in (ApiError, HTTPException, RequestValidationError, ValidationError, MainspanError):
        app.add_exception_handler(kind, structured)


def is_for_people(request: Request) -> bool:
    """Whether an answer is shown to a person. Programs get JSON."""
    return "text/html" in request.headers.get("accept", "")


def _to_api_error(error: Exception) -> ApiError:
    if isinstance(error, ApiError):
        return error
    if isinstance(error, HTTPException):
        return of_http(error)
    if isinstance(error, (RequestValidationError, ValidationError)):
        return of_validation(error)
    return invalid(str(error))


def log_error(error: ApiError, scope: Scope) -> None:
    """Write an error to the log: failures of the service itself as errors, others as information."""
    level = logging.ERROR if error.status == HTTPStatus.INTERNAL_SERVER_ERROR else logging.INFO
    where = f"{scope.get('method', '')} {scope.get('path', '')!r}"
    log.log(level, "%s %s %s %s: %s", error.id, error.status, error.code, where, error.message)


class CatchAll:
    """The outermost layer: what nobody caught is an answer too, and its traceback is in the log.

    `show` makes a page of an error that needs nothing else of the service: what is refused here may not even
    load a style sheet.
    """

    def __init__(self, app: ASGIApp, show: Callable[[ApiError], Response]) -> None:
        self.app = app
        self.show = show

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def watch(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ApiError as error:
            log_error(error, scope)
            if has_begun:
                raise
            await self._answer(error, scope)(scope, receive, send)
        except Exception as error:
            message = f"the service failed ({type(error).__name__})"
            failure = ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", message)
            log.exception("%s %s", failure.id, message)
            if has_begun:
                raise
            await self._answer(failure, scope)(scope, receive, send)

    def _answer(self, error: ApiError, scope: Scope) -> Response:
        return self.show(error) if is_for_people(Request(scope)) else error.response()
