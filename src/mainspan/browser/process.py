"""A browser as a process: started with pipes for commands, and ended with all its children."""

from __future__ import annotations

import json
import os
import select
import signal
import tempfile
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

# The file descriptors of the browser's two pipes.
_ASKED, _ANSWERED = 3, 4  # no rule: file descriptors
_CHUNK: Final = 1 << 16
MAX_FOLDER_LENGTH: Final = 40  # no rule: room for the path of a socket
_OPTIONS: Final = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
    # High enough for much of what is only loaded when it becomes visible.
    "--window-size=1280,3000",
)


class BrowserEndedError(Exception):
    """The browser is gone."""


class Browser:
    """A running browser with a profile of its own, for one page."""

    def __init__(self, program: str, deadline: float) -> None:
        self.deadline = deadline
        self._folder = tempfile.TemporaryDirectory(
            "", "mainspan-", _short_folder(), ignore_cleanup_errors=True
        )
        to_browser, self._asking = os.pipe()
        self._answers, from_browser = os.pipe()
        self._parts: list[bytes] = []
        self._messages: deque[bytes] = deque()
        self._news = select.poll()
        self._news.register(self._answers, select.POLLIN)
        try:
            self._pid = _start(program, Path(self._folder.name), to_browser, from_browser)
        except OSError:
            self._let_go()
            raise
        finally:
            os.close(to_browser)
            os.close(from_browser)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        """End the browser and all its processes, and remove its profile."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        self._let_go()

    def _let_go(self) -> None:
        os.close(self._asking)
        os.close(self._answers)
        self._folder.cleanup()

    @property
    def folder(self) -> Path:
        """A folder that lives as long as the browser."""
        return Path(self._folder.name)

    def send(self, message: dict[str, Any]) -> None:
        """Send the browser a message."""
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self._asking, data) :]
        except OSError:
            raise BrowserEndedError from None

    def receive(self, until: float) -> dict[str, Any] | None:
        """The next message of the browser; None if there is none before this time."""
        while not self._messages:
            wait = min(until, self.deadline) - time.monotonic()
            if wait <= 0 or not self._news.poll(1000 * wait):
                return None
            chunk = os.read(self._answers, _CHUNK)
            if not chunk:
                raise BrowserEndedError
            self._take_in(chunk)
        message: dict[str, Any] = json.loads(self._messages.popleft())
        return message

    def _take_in(self, chunk: bytes) -> None:
        *ended, rest = chunk.split(b"\0")
        for piece in ended:
            self._messages.append(b"".join([*self._parts, piece]))
            self._parts = []
        self._parts.append(rest)


def _short_folder() -> str | None:
    """The parent of the profile. The path of a socket in it must not exceed about a hundred characters."""
    return None if len(tempfile.gettempdir()) < MAX_FOLDER_LENGTH else "/tmp"


def _start(program: str, folder: Path, asked: int, answered: int) -> int:
    """Start a browser in a process group of its own, with these ends of the pipes; returns its process id."""
    # Copies with high numbers, which the new ones cannot overwrite.
    ends = _dup_high(asked), _dup_high(answered)
    actions = [
        (os.POSIX_SPAWN_DUP2, ends[0], _ASKED),
        (os.POSIX_SPAWN_DUP2, ends[1], _ANSWERED),
        *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)),
    ]
    # All that it stores, also in its home, is removed with the folder.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = kept | {"HOME": str(folder), "TMPDIR": str(folder)}
    # The browser refuses to start as root with a sandbox.
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    profile = f"--user-data-dir={folder / 'profile'}"
    try:
        return os.posix_spawn(
            program,
            [program, *_OPTIONS, *root, profile, "about:blank"],
            environment,
            file_actions=actions,
            setpgroup=0,
        )
    finally:
        for end in ends:
            os.close(end)


def _dup_high(number: int) -> int:
    import fcntl

    return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 10)
