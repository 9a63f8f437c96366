"""Where inputs are: files here, or at any address that fsspec knows. Busy servers are asked again."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from mainspan.errors import MissingExtraError, SourceError
from mainspan.extras import extra, install_command

T = TypeVar("T")
Options = Mapping[str, Any]

_ADDRESS: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+)(?:://|::)")
# A server that is busy is asked this often, with pauses that double from the first one.
MAX_TRIES: Final = 6
_FIRST_PAUSE_SECONDS: Final = 1.0
_MAX_PAUSE_SECONDS: Final = 60.0
# What will be the same the next time.
_LASTING: Final = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError, ImportError)
_BUSY: Final = frozenset([408, 425, 429, 500, 502, 503, 504])
_EXTRAS: Final = {
    "s3": "mainspan[s3]",
    "s3a": "mainspan[s3]",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "hf": "huggingface_hub",
}


class GoneError(SourceError):
    """A file that is not there, or not any more."""


def is_remote(address: str) -> bool:
    """Whether an address is for fsspec, and not a path."""
    return bool(_ADDRESS.match(address))


@dataclass(frozen=True)
class Place:
    """A file to read in ranges: a path or an address, with the options of its file system.

    The options may hold passwords, so they are not shown.
    """

    address: str
    options: Options = field(default_factory=dict, repr=False)

    def size(self) -> int:
        """The number of bytes."""
        if not is_remote(self.address):
            return self._here(lambda: os.stat(self.address).st_size)
        system, path = self.system()
        size = self._patiently(lambda: system.info(path)).get("size")
        if size is None:
            raise SourceError(f"{self.address}: the server does not give its size: download it first")
        return int(size)

    def read(self, start: int, length: int) -> bytes:
        """These bytes; fewer at the end of the file."""
        if length <= 0:
            return b""
        if not is_remote(self.address):
            return self._here(lambda: _read_here(self.address, start, length))
        system, path = self.system()
        data: bytes = self._patiently(lambda: system.cat_file(path, start=start, end=start + length))
        if len(data) > length:
            raise SourceError(f"{self.address}: the server does not send ranges: download it first")
        return data

    def read_all(self) -> bytes:
        """The whole file."""
        if not is_remote(self.address):
            return self._here(Path(self.address).read_bytes)
        system, path = self.system()
        data: bytes = self._patiently(lambda: system.cat_file(path))
        return data

    def open(self) -> Any:
        """The file as an object that can seek, for libraries that want one."""
        return _Seekable(self)

    def listing(self) -> list[str] | None:
        """The files below a folder at any depth, in order; None if this is no folder."""
        if not is_remote(self.address):
            if not os.path.isdir(self.address):
                return None
            found = (Path(folder, name) for folder, _, names in os.walk(self.address) for name in names)
            return sorted(str(each) for each in found if each.is_file())
        system, path = self.system()
        if not self._patiently(lambda: system.isdir(path)):
            return None
        return sorted(system.unstrip_protocol(each) for each in self._patiently(lambda: system.find(path)))

    def system(self) -> tuple[Any, str]:
        """The file system of fsspec, and the path in it."""
        with extra("bulk", "bulk runs"):
            from fsspec.core import url_to_fs
        try:
            system, path = url_to_fs(self.address, **self.options)
        except ImportError as error:
            protocol = _ADDRESS.match(self.address)
            package = _EXTRAS.get(protocol[1] if protocol else "", "")
            how = install_command(package) if package else str(error)
            raise MissingExtraError(
                f"{self.address}: a library for such addresses is missing: {how}"
            ) from None
        except ValueError as error:
            raise SourceError(f"{self.address}: {error}") from None
        return system, str(path)

    def _here(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except FileNotFoundError:
            raise GoneError(f"{self.address}: no such file or folder") from None
        except (OSError, ValueError) as error:
            raise SourceError(f"{self.address}: {getattr(error, 'strerror', None) or error}") from None

    def _patiently(self, work: Callable[[], T]) -> T:
        """Do something with a server, again if it is busy or cannot be reached."""
        for attempt in range(1, MAX_TRIES + 1):
            try:
                return work()
            except FileNotFoundError:
                raise GoneError(f"{self.address}: no such file or folder") from None
            except Exception as error:
                if attempt == MAX_TRIES or not _may_pass(error):
                    message = " ".join(str(error).split()) or type(error).__name__
                    raise SourceError(f"{self.address}: {message[:300]}") from None
                time.sleep(_pause(attempt, error))
        raise AssertionError


class _Seekable:
    """A place as a file object: as much of one as pyarrow's readers want."""

    def __init__(self, place: Place) -> None:
        self._place, self._size, self._at = place, place.size(), 0
        self.closed = False
        self.mode = "rb"

    def read(self, size: int = -1) -> bytes:
        """Read from where we are."""
        left = max(0, self._size - self._at)
        data = self._place.read(self._at, left if size is None or size < 0 else min(size, left))
        self._at += len(data)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to an offset from the start, from here or from the end."""
        self._at = offset + (0, self._at, self._size)[whence]
        return self._at

    def tell(self) -> int:
        """Where we are."""
        return self._at

    def readable(self) -> bool:
        """It is."""
        return True

    seekable = readable

    def writable(self) -> bool:
        """It is not."""
        return False

    def flush(self) -> None:
        """Nothing is written."""

    def close(self) -> None:
        """Nothing is held open."""
        self.closed = True


def _read_here(path: str, start: int, length: int) -> bytes:
    with open(path, "rb") as file:
        file.seek(start)
        return file.read(length)


def _may_pass(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, _LASTING):
        return False
    status = _status(error)
    if status is not None:
        return status in _BUSY
    return isinstance(error, (OSError, EOFError, asyncio.TimeoutError)) or _is_of_a_client(error)


def _status(error: Exception) -> int | None:
    """The status code that a server answered, by the error of aiohttp or botocore."""
    status = getattr(error, "status", None)
    if status is None:
        cause = error if hasattr(error, "response") else error.__cause__
        response = getattr(cause, "response", None)
        if isinstance(response, dict):
            status = response.get("ResponseMetadata", {}).get("HTTPStatusCode")
    return status if isinstance(status, int) and status >= 400 else None


def _is_of_a_client(error: Exception) -> bool:
    """Errors of connections, which the libraries derive from no class of Python's."""
    return type(error).__module__.partition(".")[0] in (
        "aiohttp",
        "botocore",
        "aiobotocore",
        "urllib3",
        "requests",
    )


def _pause(attempt: int, error: Exception) -> float:
    """Seconds to wait: what the server asks for, or about twice as long as before."""
    headers = getattr(error, "headers", None)
    try:
        asked = float(headers["Retry-After"]) if headers is not None else 0.0
    except (KeyError, TypeError, ValueError):
        asked = 0.0
    doubled: float = _FIRST_PAUSE_SECONDS * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
    return min(_MAX_PAUSE_SECONDS, max(asked, doubled))
