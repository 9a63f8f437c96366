"""Run the service: bind the port, print the address, open the browser, and serve until stopped."""

from __future__ import annotations

import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

import uvicorn

from mainspan.errors import OutputError
from mainspan.service.access import address_of
from mainspan.service.app import create_app
from mainspan.service.settings import Settings

# Seconds that requests under way get when the service is stopped.
_MAX_END_SECONDS: Final = 3  # no rule: waiting time


class Server(uvicorn.Server):
    """Calls a function once requests are answered."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._started()


def bind(host: str, port: int) -> tuple[socket.socket, int]:
    """A socket on this address, and its port, or an OutputError that says what to do."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OutputError(f"{host}: not an address of this machine ({error.strerror or error})") from None
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(place)
    except OSError as error:
        bound.close()
        raise OutputError(
            f"{host}: cannot listen on port {port} ({error.strerror or error}): "
            "name another with --port, or --port 0 for any that is free"
        ) from None
    return bound, int(bound.getsockname()[1])


def make_server(settings: Settings, started: Callable[[], None] = lambda: None) -> Server:
    """The web server for these settings."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=_MAX_END_SECONDS,
    )
    return Server(config, started)


def serve(
    settings: Settings, bound: socket.socket, *, open_browser: bool, say: Callable[[str], None]
) -> None:
    """Serve until somebody presses Ctrl-C."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(message)s")
    logging.getLogger("mainspan.service").setLevel(logging.INFO)
    server = make_server(settings, lambda: announce(settings, open_browser=open_browser, say=say))
    with suppress(KeyboardInterrupt):
        server.run(sockets=[bound])


def announce(settings: Settings, *, open_browser: bool, say: Callable[[str], None]) -> None:
    """Say where the service is, and open it in the browser if there is one."""
    address = address_of(settings)
    start = f"{address}?token={settings.token}"
    if settings.api_only:
        say(f"Mainspan's API is at {address} and its documentation at {address}docs")
        say(f"Fetching and writing need this header: Authorization: Bearer {settings.token}")
    else:
        say(f"Mainspan is at {start}")
    say("Ctrl-C ends it.")
    if open_browser and has_browser():
        Thread(target=webbrowser.open, args=(start,), daemon=True).start()


def has_browser() -> bool:
    """Whether there is a browser with a window; one in the terminal would take it over."""
    if sys.platform not in ("darwin", "win32") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
