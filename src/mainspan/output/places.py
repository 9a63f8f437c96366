"""Where results go: standard output, one file, or a folder with a file for each page."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from mainspan.errors import OutputError


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all, text as UTF-8. A pipe or a device is written to as it is."""
    if isinstance(data, str):
        data = data.encode("utf-8")
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as file:
            file.write(data)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}") from None


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of the one at this path once all is written, and not if that fails."""
    target = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The permissions of a file, or those that it would be made with."""
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Standard:
    """Results one after the other on standard output, with a heading each if there are several."""

    def __init__(self, heading: str | None) -> None:
        self.heading = heading

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Write one result."""
        if self.heading is not None:
            # What would end a comment is broken up.
            sys.stdout.write(self.heading.format(name=name.replace("-->", "-- >")))
        sys.stdout.write(text)


class File:
    """The only result in one file."""

    def __init__(self, path: Path) -> None:
        if path.is_dir():
            raise OutputError(f"{path}: is a folder; name a file for the result of one page")
        check_writable(path)
        self.path = path

    def target(self, key: PurePosixPath) -> Path:
        """The file of a result."""
        return self.path

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Write the result."""
        write_file(self.path, text)


class StandardRows:
    """Rows of CSV on standard output; the names of the columns come once."""

    def __init__(self) -> None:
        self.is_begun = False

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Write the row of one result."""
        sys.stdout.write(text.partition("\n")[2] if self.is_begun else text)
        self.is_begun = True


class Rows:
    """Rows of CSV in one file; the names of the columns come once. It is written when all rows are known."""

    def __init__(self, path: Path) -> None:
        check_writable(path)
        self.path = path
        self._rows: list[str] = []

    def target(self, key: PurePosixPath) -> Path:
        """The file of a result."""
        return self.path

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Keep the row of one result."""
        self._rows.append(text.partition("\n")[2] if self._rows else text)

    def close(self) -> None:
        """Write the file."""
        if self._rows:
            write_file(self.path, "".join(self._rows).encode("utf-8", "backslashreplace"))
            self._rows.clear()


class Folder:
    """A file for each result."""

    def __init__(self, path: Path, suffix: str) -> None:
        if path.exists() and not path.is_dir():
            raise OutputError(f"{path}: is a file; name a folder for the results of several pages")
        check_writable(path)
        self.path = path
        self.suffix = suffix

    def target(self, key: PurePosixPath) -> Path:
        """The file of a result."""
        return self.path / key.with_name(key.name + self.suffix)

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Write one result."""
        write_file(self.target(key), text)


def check_writable(path: Path) -> None:
    """Find out before the work begins that the result could not be written."""
    parent = path if path.is_dir() else path.parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise OutputError(f"{path}: cannot write to {parent}")
