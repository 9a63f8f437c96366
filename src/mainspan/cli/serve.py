"""mainspan serve: the workbench and the JSON API."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from mainspan.cli.app import app, errors
from mainspan.errors import ParameterError
from mainspan.extras import extra
from mainspan.service import settings as defaults
from mainspan.service.settings import Settings, is_loopback

_HOST_NAME = (
    "A further name by which the service may be called, such as that of a proxy before it; repeatable."
)
_TOKEN = "The token that fetching and writing need. Without it, a new one is made at each start."


@app.command(name="serve")
def serve_pages(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = defaults.HOST,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = defaults.PORT,
    api_only: Annotated[bool, typer.Option("--api-only", help="Only the JSON API, no workbench.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    packages: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder of test packages.")
    ] = None,
    results: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder of results of evaluations.")
    ] = None,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where all that is kept.")] = None,
    token: Annotated[
        str | None, typer.Option(metavar="TEXT", envvar="MAINSPAN_TOKEN", help=_TOKEN, show_default=False)
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Worker processes. By default, two per core and two."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="The time limit for fetching and for extracting a page.")
    ] = defaults.MAX_SECONDS,
    max_bytes: Annotated[
        int, typer.Option(metavar="N", min=1, help="The size of the largest page and request.")
    ] = defaults.MAX_BYTES,
    max_requests: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many requests may be under way at a time.")
    ] = defaults.MAX_REQUESTS,
    max_kept_bytes: Annotated[
        int, typer.Option(metavar="N", min=1, help="The size of all kept pages; the oldest go first.")
    ] = defaults.MAX_KEPT_BYTES,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private addresses too, and render pages.")
    ] = False,
    host_name: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_HOST_NAME)] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="Let pages of this origin use the API (CORS); repeatable."),
    ] = None,
) -> None:
    """Open the workbench in the browser, and serve the JSON API.

    Only programs on this machine can connect. For any other address than loopback, a
    token must be given, and then everything but /health needs it.

    \b
    Examples:
    mainspan serve
    mainspan serve --packages corpus/ --results results/
    mainspan serve --api-only --port 8000 --workers 4
    MAINSPAN_TOKEN=... mainspan serve --api-only --host 0.0.0.0 --host-name example.org
    """
    if token is None and not is_loopback(host):
        raise ParameterError(
            f"others can reach {host}: give a token, as MAINSPAN_TOKEN or --token, such as "
            f"{defaults.make_token()}"
        )
    with extra("serve", "the workbench and the API"):
        from mainspan.service.run import bind, serve

    settings = Settings(
        host=host,
        port=port,
        host_names=tuple(host_name or ()),
        allow_origins=tuple(allow_origin or ()),
        token=defaults.make_token() if token is None else token,
        folder=folder or defaults.default_folder(),
        packages=packages,
        results=results,
        workers=workers or defaults.default_workers(),
        max_bytes=max_bytes,
        seconds=seconds,
        max_requests=max_requests,
        max_kept_bytes=max_kept_bytes,
        allow_private=allow_private,
        api_only=api_only,
    )
    bound, port = bind(host, port)
    serve(
        replace(settings, port=port),
        bound,
        open_browser=not (api_only or no_browser),
        say=lambda text: errors.print(text, markup=False),
    )
