"""The proxy as users run it: a process of its own, in the environment that has mitmproxy."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.proxy.upstream import wait_for_port

ROOT = Path(__file__).parent.parent.parent
_OWN = ROOT / ".venv" / "proxy" / "bin" / "python"
MAIN = "import sys; sys.argv[0] = 'mainspan'; from mainspan.cli import main; main()"


def find_python() -> Path | None:
    """The Python that has mitmproxy: this one, or that of .venv/proxy."""
    if find_spec("mitmproxy") is not None:
        return Path(sys.executable)
    return _OWN if _OWN.exists() else None


needs_proxy = pytest.mark.skipif(find_python() is None, reason="make .venv/proxy/ready installs mitmproxy")


class Proxy:
    """A proxy that runs, and a client that uses it."""

    def __init__(self, process: subprocess.Popen[str], port: int, folder: Path, token: str) -> None:
        self.process = process
        self.port = port
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        auth = ("mainspan", token) if token else None
        self.client = httpx.Client(proxy=httpx.Proxy(self.url, auth=auth), timeout=60, trust_env=False)

    @property
    def certificate(self) -> Path:
        return self.folder / "ca" / "mitmproxy-ca-cert.pem"

    def get(self, url: str, **options: Any) -> httpx.Response:
        return self.client.get(url, **options)

    def counters(self) -> dict[str, Any]:
        counters: dict[str, Any] = self.get("http://mainspan.proxy/status.json").json()["counters"]
        return counters

    def log(self) -> str:
        """All that the proxy has written until now."""
        return Path(self.folder, "log").read_text()


@contextmanager
def running(folder: Path, *options: str, workers: int = 2, token: str = "") -> Iterator[Proxy]:
    """A proxy with these options, until the end of the block."""
    python = find_python()
    assert python is not None
    folder.mkdir(exist_ok=True)
    command: list[Any] = [python, "-c", MAIN, "proxy", "--port", "0", "--folder", folder / "ca"]
    command += ["--workers", workers, *options]
    environment = os.environ | ({"MAINSPAN_TOKEN": token} if token else {})
    with (folder / "log").open("w") as logged:
        process = subprocess.Popen(
            list(map(str, command)), stdout=logged, stderr=logged, text=True, env=environment
        )
    try:
        port = _port(process, folder / "log")
        proxy = Proxy(process, port, folder, token)
        with proxy.client:
            yield proxy
    finally:
        process.terminate()
        process.wait(30)


def _port(process: subprocess.Popen[str], logged: Path) -> int:
    """The port that it says it listens on, once it does."""
    while not (found := re.search(r"listens on http://\S+:(\d+)", logged.read_text())):
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(logged.read_text())
    return int(found[1])


@contextmanager
def bare(folder: Path, *options: str) -> Iterator[int]:
    """A plain mitmproxy, without our part: its port."""
    python = find_python()
    assert python is not None
    port = _free_port()
    command = [str(python.parent / "mitmdump"), "--quiet", "--listen-host", "127.0.0.1"]
    command += ["--listen-port", str(port), "--set", f"confdir={folder}", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port, lambda: process.poll() is None)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def tls_front(folder: Path, port_of_server: int, *, name: str = "front") -> Iterator[tuple[int, Path]]:
    """A server with TLS and HTTP/2 before one without them; gives its port and its authority.

    It is a plain mitmproxy, in the mode that is a server to its clients.
    """
    authority = folder / name
    with bare(authority, "--mode", f"reverse:http://127.0.0.1:{port_of_server}") as port:
        yield port, authority / "mitmproxy-ca-cert.pem"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
