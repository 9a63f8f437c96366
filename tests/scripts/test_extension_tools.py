"""scripts/extension-tools with the real npm, and a registry on this machine that plays the one on the web."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOLS = json.loads((ROOT / "extension" / "package.json").read_text("utf-8"))["devDependencies"]

pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")


def package(name: str) -> bytes:
    """An archive with nothing but the package's name."""
    manifest = json.dumps({"name": name, "version": "99.0.0"}).encode()
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        entry = tarfile.TarInfo("package/package.json")
        entry.size = len(manifest)
        archive.addfile(entry, io.BytesIO(manifest))
    return written.getvalue()


@contextmanager
def registry(names: Iterable[str], busy: int = 0) -> Iterator[str]:
    """A registry that has these packages, and answers each address at first so many times that it is busy."""
    archives = {name: package(name) for name in names}
    asked: dict[str, int] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked[self.path] = asked.get(self.path, 0) + 1
            if asked[self.path] <= busy:
                self.answer(503, b"busy")
                return
            name, _, rest = unquote(self.path[1:]).partition("/-/")
            if name not in archives:
                self.answer(404, b"{}")
            else:
                self.answer(200, archives[name] if rest else json.dumps(self.described(name)).encode())

        def described(self, name: str) -> object:
            digest = base64.b64encode(hashlib.sha512(archives[name]).digest()).decode()
            dist = {"tarball": f"{url}/{name}/-/x.tgz", "integrity": f"sha512-{digest}"}
            version = {"name": name, "version": "99.0.0", "dist": dist}
            return {"name": name, "dist-tags": {"latest": "99.0.0"}, "versions": {"99.0.0": version}}

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield url
    server.shutdown()
    thread.join()
    server.server_close()


def install(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a copy of what it needs."""
    for name in ("scripts/extension-tools", "extension/package.json"):
        (folder / name).parent.mkdir()
        shutil.copy(ROOT / name, folder / name)
    own = {"npm_config_registry": url, "npm_config_cache": str(folder / "cache"), "HOME": str(folder)}
    return subprocess.run(
        [folder / "scripts" / "extension-tools"],
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_a_registry_that_is_busy_at_first_is_asked_again(tmp_path: Path) -> None:
    with registry(TOOLS, busy=1) as url:
        done = install(tmp_path, url)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "extension" / "node_modules" / "ready").exists()
    for name in TOOLS:
        assert (tmp_path / "extension" / "node_modules" / name / "package.json").exists()


def test_where_npm_fails_its_reason_is_said(tmp_path: Path) -> None:
    with registry([]) as url:
        done = install(tmp_path, url)
    assert done.returncode == 1
    assert "is there a network?" in done.stderr
    assert "404" in done.stderr
    assert not (tmp_path / "extension" / "node_modules" / "ready").exists()
