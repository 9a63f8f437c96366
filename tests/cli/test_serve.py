"""mainspan serve: what it says, what it refuses, and that it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import httpx
import pytest

from mainspan.extras import install_command
from mainspan.service import run
from mainspan.service.run import has_browser
from mainspan.service.settings import Settings

Run = Callable[..., str]
PROGRAM = [sys.executable, "-c", "from mainspan.cli import main; main()", "serve", "--workers", "1"]


def start(tmp_path: Path, *options: str) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("DISPLAY")}
    command = [*PROGRAM, "--port", "0", "--folder", str(tmp_path), *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    return process.returncode, said


def test_the_workbench_is_where_it_says_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    process = start(tmp_path)
    assert process.stderr is not None
    where = process.stderr.readline().removeprefix("Mainspan is at ").strip()
    assert process.stderr.readline() == "Ctrl-C ends it.\n"
    with httpx.Client(trust_env=False, follow_redirects=True) as client:
        answer = client.get(where)
        assert (answer.status_code, str(answer.url)) == (200, where.partition("?")[0])
        assert answer.headers["content-type"].startswith("text/html")
        assert client.cookies
    assert end(process) == (0, "")


def test_the_api_alone(tmp_path: Path) -> None:
    process = start(tmp_path, "--api-only", "--token", "x" * 20)
    assert process.stderr is not None
    first, second, third = (process.stderr.readline() for _ in range(3))
    address = first.removeprefix("Mainspan's API is at ").split()[0]
    assert second.endswith(f"Authorization: Bearer {'x' * 20}\n")
    with httpx.Client(trust_env=False) as client:
        assert client.get(f"{address}health").json()["status"] in ("ok", "starting")
        assert client.get(address).status_code == 307
    assert third == "Ctrl-C ends it.\n"
    assert end(process) == (0, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--host", "0.0.0.0"], "others can reach 0.0.0.0: give a token"),
        (["--host", "192.0.2.1", "--token", "x" * 20], "192.0.2.1: cannot listen on port"),
        (["--host", "no.such.host.invalid", "--token", "x" * 20], "not an address of this machine"),
        (["--token", "short"], "at least 16 characters"),
        (["--packages", "nowhere"], "nowhere: no such folder"),
        (["--allow-origin", "*"], "is no origin"),
        (["--seconds", "0"], "above 0 seconds"),
    ],
)
def test_wrong_use_is_one_line(refused: Run, options: list[str], message: str) -> None:
    said = refused("serve", "--port", "0", *options)
    assert message in said
    assert said.count("\n") == 1


def test_a_port_that_is_taken(refused: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = refused("serve", "--port", str(taken.getsockname()[1]))
    assert "--port 0 for any that is free" in said


def test_a_missing_extra_is_named(refused: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mainspan.service.run")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert f"need uvicorn: {install_command('mainspan[serve]')}\n" in refused("serve", "--port", "0")


def test_other_commands_import_nothing_of_the_service() -> None:
    code = (
        "import sys; from mainspan.cli import load_commands; load_commands()\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not set(loaded.split()) & {"fastapi", "starlette", "uvicorn", "jinja2", "pydantic", "multipart"}


@pytest.mark.parametrize("is_wanted", [True, False])
def test_the_browser_is_opened_with_the_token(monkeypatch: pytest.MonkeyPatch, is_wanted: bool) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(run, "has_browser", lambda: True)
    said: list[str] = []
    run.announce(Settings(token="x" * 20), open_browser=is_wanted, say=said.append)
    assert said[0] == f"Mainspan is at http://127.0.0.1:8642/?token={'x' * 20}"
    if is_wanted:
        assert said[0].endswith(opened.get(timeout=60))
    assert opened.empty()


def test_a_browser_needs_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_browser()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    assert has_browser()

    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert not has_browser()
