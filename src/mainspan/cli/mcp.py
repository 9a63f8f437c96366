"""mainspan mcp: a server that lets assistants read pages through Mainspan."""

from __future__ import annotations

import signal
import sys
from typing import Annotated

import typer

from mainspan.cli import options
from mainspan.cli.app import app, errors
from mainspan.extras import extra
from mainspan.fetch import MAX_SECONDS, Guard


@app.command(name="mcp")
def serve_assistants(
    method: options.Method = None,
    seconds: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0.1, help="The time limit for fetching and for extracting a page."
        ),
    ] = MAX_SECONDS,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private addresses too, such as localhost.")
    ] = False,
    use_proxy: Annotated[
        bool, typer.Option("--use-proxy", help="Use the proxies that the environment names.")
    ] = False,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots-txt", help="Fetch what a site's robots.txt closes to programs.")
    ] = False,
) -> None:
    """Let assistants read pages through Mainspan (MCP).

    An assistant starts this command and sends requests to it on standard input and
    output. It gets the tools fetch, extract, explain and outline. Pages are
    fetched from the public internet only, and robots.txt is respected.

    Most assistants take this configuration:
    {"mcpServers": {"mainspan": {"command": "mainspan", "args": ["mcp"]}}}

    \b
    Examples:
    mainspan mcp
    mainspan mcp --seconds 10 -a mainspan:comments=true
    """
    with extra("mcp", "MCP servers"):
        from mainspan.service.mcp import Options, serve

    chosen = Options(
        Guard(allow_private=allow_private, use_proxies=use_proxy),
        ignore_robots=ignore_robots,
        algorithm=options.one_method(method),
        seconds=seconds,
    )
    # A thread that waits for input cannot be interrupted, so Ctrl-C ends the process. Workers end with it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin.isatty():
        errors.print("Waiting for an assistant on standard input (docs/SERVICE.md). Ctrl-C ends it.")
    serve(chosen)
