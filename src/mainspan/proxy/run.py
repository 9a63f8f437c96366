"""Run the proxy until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from mitmproxy import ctx
from mitmproxy.options import Options
from mitmproxy.tools.dump import DumpMaster

from mainspan.errors import OutputError
from mainspan.proxy.addon import MainspanProxy
from mainspan.proxy.authority import make_authority
from mainspan.proxy.readable import OWN_HOST
from mainspan.proxy.settings import Settings

Say = Callable[[str], None]


def serve(settings: Settings, say: Say) -> None:
    """Run the proxy. `say` gets what the user should know."""
    make_authority(settings.folder)
    settings = replace(settings, port=_free_port(settings.host, settings.port))
    _log_to(say)
    asyncio.run(_serve(settings, say))


async def _serve(settings: Settings, say: Say) -> None:
    master = DumpMaster(_options(settings), with_termlog=False, with_dumper=False)
    master.options.update(**_further_options(settings))
    # Its page, mitm.it, would offer the certificate under another name.
    master.options.update(onboarding=False)
    # It would end the process without a word; what fails is shown below.
    master.addons.remove(master.addons.get("errorcheck"))
    master.addons.add(MainspanProxy(settings), _Ready(settings, say))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError):
            loop.add_signal_handler(number, master.shutdown)
    await master.run()


def _options(settings: Settings) -> Options:
    return Options(
        listen_host=settings.host,
        listen_port=settings.port,
        confdir=str(settings.folder),
        ssl_verify_upstream_trusted_ca=str(settings.upstream_ca) if settings.upstream_ca else None,
    )


def _further_options(settings: Settings) -> dict[str, Any]:
    """Options that add-ons of mitmproxy declare."""
    if settings.token is None:
        return {}
    # Who has the token may connect from anywhere.
    return {"proxyauth": f"mainspan:{settings.token}", "block_global": False}


class _Ready:
    """Says where the proxy is, once it listens."""

    def __init__(self, settings: Settings, say: Say) -> None:
        self._settings = settings
        self._say = say

    def running(self) -> None:
        """Say it, or stop if nothing listens: another program was faster."""
        if not ctx.master.addons.get("proxyserver").listen_addrs():
            self._say(f"cannot listen on {self._settings.host} port {self._settings.port}")
            ctx.master.shutdown()
            return
        host = f"[{self._settings.host}]" if ":" in self._settings.host else self._settings.host
        self._say(f"The proxy listens on http://{host}:{self._settings.port} (Ctrl-C stops it).")
        self._say(f"Through it, http://{OWN_HOST}/ shows its status, its certificate and a PAC file.")


def _free_port(host: str, port: int) -> int:
    """The port, or one that is free for 0; an OutputError if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            free: int = probe.getsockname()[1]
            return free
    except OSError as error:
        advice = "; --port names another" if error.errno == errno.EADDRINUSE else ""
        raise OutputError(f"cannot listen on {host} port {port}: {error.strerror}{advice}") from None


def _log_to(say: Say) -> None:
    """Show what goes wrong, and requests if they are wanted. mitmproxy's own log has addresses in it."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            say(self.format(record))

    handler = Handler()
    logger = logging.getLogger("mainspan")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    logger.propagate = False
