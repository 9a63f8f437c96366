"""How commands are run: in this process, each test in a folder of its own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app, load_commands, main
from tests.cli.extracting import PAGE

load_commands()
Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each test has a folder of its own, a wide terminal without colours, and no proxy."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "PYTHONUNBUFFERED", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def out() -> Run:
    """What a successful command writes to standard output; standard error must be empty."""

    def run(*args: str, stdin: bytes | None = None) -> str:
        result = CliRunner().invoke(app, args, input=stdin, catch_exceptions=False)
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return run


@pytest.fixture
def failed() -> Run:
    """What a command whose page fails says on standard error."""

    def run(*args: str, stdin: bytes | None = None) -> str:
        result = CliRunner().invoke(app, args, input=stdin, catch_exceptions=False)
        assert (result.exit_code, result.stdout) == (1, "")
        return result.stderr

    return run


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """What a command that is wrong use says on standard error: it runs as installed, but in this process."""

    def run(*args: str) -> str:
        monkeypatch.setattr(sys, "argv", ["mainspan", *args])
        with pytest.raises(SystemExit) as caught:
            main()
        written = capsys.readouterr()
        assert (caught.value.code, written.out) == (2, "")
        return written.err

    return run


class Handler(BaseHTTPRequestHandler):
    """A site with one page, and an old address that redirects to it."""

    def do_GET(self) -> None:
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/page")
        else:
            self.send_response(200 if self.path == "/page" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a site that has /page and /old."""
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
