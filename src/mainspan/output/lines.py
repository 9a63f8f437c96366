"""JSON Lines: one file for the records of many pages, which a later run can continue.

Each record names its page (`source`) and the settings of its run (`settings`, a digest of them). So the file
itself says which pages are done, and whether a run with other settings made it. An incomplete last line is
dropped. Failures are records too, and stay until they are tried again.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from contextlib import suppress
from io import FileIO
from pathlib import Path, PurePosixPath
from typing import Any

from mainspan.errors import OutputError
from mainspan.output.places import check_writable, replacing


def json_line(record: dict[str, Any], *, indent: int | None = None) -> str:
    """A record as one line of JSON, or indented. Characters are escaped only if UTF-8 has none for them."""
    written = json.dumps(record, ensure_ascii=False, indent=indent)
    try:
        written.encode("utf-8")
    except UnicodeEncodeError:
        # For example a file name with bytes that are no text.
        written = json.dumps(record, indent=indent)
    return written + "\n"


class Lines:
    """A file of records. `done` counts the records of each page, `failed` those of failures.

    The file is locked until it is closed: two runs at once would write each page twice.
    """

    def __init__(self, path: Path, settings: str, *, again: bool = False) -> None:
        if path.is_dir():
            raise OutputError(f"{path}: is a folder; name a file for the records")
        check_writable(path)
        self.path = path
        self.done: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self._is_new = not path.exists()
        self._is_trimmed = False
        try:
            self._file = _open(path)
            try:
                self._end = self._read(settings) if path.is_file() and not again else 0
            except BaseException:
                self.close()
                raise
        except OSError as error:
            raise self._failure(error) from None

    def target(self, key: PurePosixPath) -> Path:
        """The file of a result."""
        return self.path

    def write(self, name: str, key: PurePosixPath, text: str) -> None:
        """Write one line: whole, or not at all."""
        data = text.encode("utf-8")
        left = memoryview(data)
        try:
            if not self._is_trimmed:
                # The file is not changed until there is something to write.
                self._truncate()
                self._is_trimmed = True
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError as error:
            self._take_back()
            raise self._failure(error) from None
        except BaseException:
            self._take_back()
            raise
        self._end += len(data)

    def forget_failures(self) -> None:
        """Take the failures out of the file, in one step: their pages are no longer done."""
        if not self.failed:
            return
        locked = None
        try:
            with self.path.open("rb") as old, replacing(self.path) as new:
                end = sum(new.write(line) for line in old if _is_kept(line))
                new.flush()
                # The new file is locked before it takes the place of the old one.
                locked = FileIO(os.dup(new.fileno()), "a")
                _lock(locked, self.path)
        except OSError as error:
            if locked is not None:
                locked.close()
            raise self._failure(error) from None
        self._file.close()
        self._file, self._end = locked, end
        self.done, self.failed = self.done - self.failed, Counter()

    def close(self) -> None:
        """Close the file. One that is new and empty is removed."""
        with suppress(OSError):
            if self._is_new and self.path.is_file() and not self.path.stat().st_size:
                self.path.unlink()
        with suppress(OSError):
            self._file.close()

    def _take_back(self) -> None:
        """Drop what was written of a line. Should that fail too, the next run does it."""
        with suppress(OSError):
            self._truncate()

    def _truncate(self) -> None:
        """Truncate the file after the last whole line. A pipe or a device stays as it is."""
        if self.path.is_file():
            os.ftruncate(self._file.fileno(), self._end)
            self._file.seek(self._end)

    def _failure(self, error: OSError) -> OutputError:
        return OutputError(f"{self.path}: {error.strerror or error}")

    def _read(self, settings: str) -> int:
        """Count the pages in the file; returns where its last whole line ends."""
        end = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                source, has_failed = self._check(line, number, settings)
                self.done[source] += 1
                if has_failed:
                    self.failed[source] += 1
                end += len(line)
        return end

    def _check(self, line: bytes, number: int, settings: str) -> tuple[str, bool]:
        """The page of a record, and whether it failed."""
        try:
            record = json.loads(line)
            source, made_by = record["source"], record["settings"]
        except (ValueError, RecursionError, LookupError, TypeError):
            raise OutputError(
                f"{self.path}: line {number} is no record of an extraction; {_REMEDY}"
            ) from None
        if made_by != settings:
            raise OutputError(f"{self.path}: line {number} was made by other settings; {_REMEDY}")
        return str(source), "error" in record


_REMEDY = "choose another output, or write it anew with --again"


def _is_kept(line: bytes) -> bool:
    """Whether a line of a file that was read before is whole, and no failure."""
    return line.endswith(b"\n") and "error" not in json.loads(line)


def _open(path: Path) -> FileIO:
    """Open a file to append to it, and lock it; a pipe or a device as it is."""
    if path.exists() and not path.is_file():
        return FileIO(path, "w")
    path.parent.mkdir(parents=True, exist_ok=True)
    file = FileIO(path, "a")
    try:
        _lock(file, path)
    except OutputError:
        file.close()
        raise
    return file


def _lock(file: FileIO, path: Path) -> None:
    """Lock a file until it is closed, where the system and the file system can do that."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OutputError(
            f"{path}: another run is writing to this file: wait until it ends, or choose another output"
        ) from None
    except OSError:
        return
