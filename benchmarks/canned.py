"""A web server for measurements, in a process of its own: it gives files from a folder, as fast as it can.

    python -m benchmarks.canned FOLDER

It prints its port. Files are read once. NAME.html is a page, NAME.html.gz a page in gzip, NAME.png a picture,
anything else is JSON. A path that begins with a number has that as its status: /404/NAME.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".gz": "text/html\r\nContent-Encoding: gzip",
    ".png": "image/png",
}
_WITHOUT_BODY = (204, 304)
_MISSING = b"<p>?"


class _Files:
    """Whole answers by path and method."""

    def __init__(self, folder: Path) -> None:
        self._bodies = {path.name: path.read_bytes() for path in folder.iterdir()}

    def answer(self, method: str, path: str) -> bytes:
        status, _, name = path.partition("?")[0].removeprefix("/").rpartition("/")
        body = self._bodies.get(name)
        number = int(status or 200) if body is not None else 404
        body = b"" if number in _WITHOUT_BODY else _MISSING if body is None else body
        kind = _TYPES.get(Path(name).suffix, "application/json")
        head = f'HTTP/1.1 {number} Canned\r\nContent-Type: {kind}\r\nETag: "{name}"\r\nLocation: /{name}\r\n'
        length = "" if number in _WITHOUT_BODY else f"Content-Length: {len(body)}\r\n"
        return f"{head}{length}\r\n".encode() + (b"" if method == "HEAD" else body)


async def _serve(folder: Path) -> None:
    files = _Files(folder)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                method, path, _ = head.split(" ", 2)
                _, _, rest = head.lower().partition("\r\ncontent-length:")
                await reader.readexactly(int(rest.partition("\r\n")[0] or 0))
                writer.write(files.answer(method, path))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


@contextmanager
def canned(folder: Path) -> Iterator[int]:
    """Such a server, until the end of the block: its port."""
    command = [sys.executable, "-m", "benchmarks.canned", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
