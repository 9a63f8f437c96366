"""Limits for requests: how many at a time, how large, and how long a client may take to send one."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mainspan.service.errors import ApiError, busy
from mainspan.service.metrics import Metrics
from mainspan.service.settings import Settings

# Whoever looks after the service must get an answer when it is busy, and events are sent over hours.
_ALWAYS: Final = ("/health", "/metrics")
_EVENTS: Final = "/events"


class HeadAsGet:
    """Answers HEAD wherever GET is answered; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self.app({**scope, "method": "GET"} if is_head else scope, receive, send)


class Gate:
    """Lets requests in as long as there is room, and stops those that are too large or too slow."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["path"] in _ALWAYS or scope["path"].endswith(_EVENTS):
            await self.app(scope, receive, send)
            return
        if self._inside >= self.settings.max_requests:
            raise busy(f"{self._inside} requests are under way, which is the limit")
        self._inside += 1
        self.metrics.set("mainspan_requests_in_progress", self._inside)
        try:
            await self.app(scope, self._limited(scope, receive), send)
        finally:
            self._inside -= 1
            self.metrics.set("mainspan_requests_in_progress", self._inside)

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """The parts of a request's body, as long as they are not too many and come in time."""
        limit, size, is_complete = self.settings.max_bytes, 0, False
        length = Headers(scope=scope).get("content-length", "")
        if length.isascii() and length.isdigit() and int(length) > limit:
            size = int(length)
        deadline = asyncio.get_running_loop().time() + self.settings.seconds

        async def next_part() -> Message:
            nonlocal size, is_complete
            if (
                is_complete
            ):  # what follows is the end of the connection, for which one waits as long as it takes
                return await receive()
            if size > limit:
                raise self._too_large()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise ApiError(
                    HTTPStatus.REQUEST_TIMEOUT,
                    "slow_request",
                    f"the request was not complete after {self.settings.seconds:g} s",
                    advice="Use a faster connection, or start the service with more --seconds.",
                ) from None
            size += len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if size > limit:
                raise self._too_large()
            return message

        return next_part

    def _too_large(self) -> ApiError:
        return ApiError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "too_large",
            f"the request is larger than {self.settings.max_bytes:,} bytes",
        )
