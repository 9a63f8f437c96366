"""mainspan proxy: pages arrive as their main content."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mainspan.cli.app import app, errors
from mainspan.cli.options import Method, one_method
from mainspan.extras import extra
from mainspan.proxy import settings as defaults
from mainspan.proxy.settings import FORMATS, Settings
from mainspan.service.settings import default_workers

if TYPE_CHECKING:
    FormName = str
else:
    FormName = StrEnum("FormName", {name: name for name in FORMATS})

_FORMAT = (
    "html: a small readable page; hide, collapse, mark: the whole page; text and markdown: as plain text."
)
# There, mitmproxy and mcp need versions of h11 and typing-extensions that exclude each other.
_OWN_ENVIRONMENT = """
On Python 3.11 and 3.12, it does not install beside the extra 'mcp'. If you use that too, make an environment
for the proxy alone: python -m venv proxy && proxy/bin/python -m pip install '/path/to/mainspan[proxy]'"""


@app.command(name="proxy")
def run_proxy(
    method: Method = None,
    format: Annotated[FormName, typer.Option("--format", "-f", help=_FORMAT)] = "html",
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Change this host and those below it, no others; repeatable."),
    ] = None,
    excluded: Annotated[
        list[str] | None,
        typer.Option("--except", metavar="HOST", help="Leave this host and those below it; repeatable."),
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = defaults.HOST,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = defaults.PORT,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            envvar="MAINSPAN_TOKEN",
            help="The password of clients, with any host but loopback. The user name is mainspan.",
            show_default=False,
        ),
    ] = None,
    scripts: Annotated[
        bool, typer.Option("--scripts", help="Keep the scripts of whole pages, which may undo the hiding.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="Pages that take longer pass unchanged.")
    ] = defaults.MAX_SECONDS,
    max_bytes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Larger pages stream through unchanged.")
    ] = defaults.MAX_BYTES,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Worker processes. By default, two per core and two."),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Let pages load from private addresses on other hosts.")
    ] = False,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the certificate authority is kept.")
    ] = None,
    upstream_ca: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Certificates of authorities to trust instead of the usual ones."),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Log requests, without their query strings.")] = False,
    log_queries: Annotated[
        bool, typer.Option("--log-queries", help="Log requests with their query strings.")
    ] = False,
) -> None:
    """Run a proxy through which every page arrives as its main content, in any browser.

    Set it as the HTTP and HTTPS proxy of a browser, open http://mainspan.proxy/ and trust its certificate.
    What is no page passes untouched, and so do pages where nothing is found. The headers Mainspan-Result and
    Mainspan-Reason explain each answer. docs/PROXY.md has all of it.

    \b
    Examples:
    mainspan proxy
    mainspan proxy --format collapse --except bank.example
    mainspan proxy -a dana --format text --only example.org --port 8080
    curl -x http://127.0.0.1:8643 http://example.org/
    MAINSPAN_TOKEN=... mainspan proxy --host 0.0.0.0
    """
    settings = Settings(
        host=host,
        port=port,
        token=token,
        algorithm=one_method(method),
        format=str(format),
        scripts=scripts,
        only=tuple(only or ()),
        excluded=tuple(excluded or ()),
        max_bytes=max_bytes,
        seconds=seconds,
        workers=workers or default_workers(),
        allow_private=allow_private,
        folder=folder or defaults.default_folder(),
        upstream_ca=upstream_ca,
        log=log or log_queries,
        log_queries=log_queries,
    )
    with extra("proxy", "proxies", _OWN_ENVIRONMENT if sys.version_info < (3, 13) else ""):
        from mainspan.proxy.run import serve

    serve(settings, lambda text: errors.print(text, markup=False))
