"""Firefox's own remote protocol, Marionette: numbered messages in JSON, each after its length and a colon."""

from __future__ import annotations

import json
import socket
import time
from typing import Any


class MarionetteError(Exception):
    """Firefox could not do what was wanted."""


class Marionette:
    """A connection to a Firefox that was started with `--marionette`."""

    def __init__(self, port: int, patience: float) -> None:
        self._socket = _connect(port, patience)
        self._socket.settimeout(patience)
        self._number = 0
        self._receive()
        self.call("WebDriver:NewSession")

    def call(self, name: str, **parameters: Any) -> Any:
        """The answer to a command."""
        self._number += 1
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._receive()
        if error is not None:
            raise MarionetteError(f"{name}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> Any:
        length = b""
        while (byte := self._read(1)) != b":":
            length += byte
        return json.loads(self._read(int(length)))

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            part = self._socket.recv(size)
            if not part:
                raise MarionetteError("Firefox has ended")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _connect(port: int, patience: float) -> socket.socket:
    deadline = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
