"""Records of many pages in one file, a line for each, that a later run can go on with.

Each record names its page (`source`) and the settings that it was made by (`settings`, a digest of them). So
the file itself says how far a run has come and whether another one may go on with it, and nothing has to be
kept beside it: it can be moved, or have been written to standard output. A line that was cut off when a run
was ended is dropped. Failures are records too, and stay until they are to be tried again.
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
    """A record as one line of JSON, or as several, with letters as they are where they can be written."""
    written = json.dumps(record, ensure_ascii=False, indent=indent)
    try:
        written.encode("utf-8")
    except UnicodeEncodeError:
        # A file's name that is no text, say.
        written = json.dumps(record, indent=indent)
    return written + "\n"


class Lines:
    """A file of records. `done` counts the records of each page that it has already, `failed` the failures.

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
                # What was there before is not touched until there is something to write.
                self._cut()
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
        """Let go of the file. One that was made here and has got nothing is removed."""
        with suppress(OSError):
            if self._is_new and self.path.is_file() and not self.path.stat().st_size:
                self.path.unlink()
        with suppress(OSError):
            self._file.close()

    def _take_back(self) -> None:
        """Drop what was written of a line. Should that fail too, the next run does it."""
        with suppress(OSError):
            self._cut()

    def _cut(self) -> None:
        """Cut the file behind the last whole line. A pipe or a device stays as it is."""
        if self.path.is_file():
            os.ftruncate(self._file.fileno(), self._end)
            self._file.seek(self._end)

    def _failure(self, error: OSError) -> OutputError:
        return OutputError(f"{self.path}: {error.strerror or error}")

    def _read(self, settings: str) -> int:
        """Count the pages that are there, and give the place where the last whole line ends."""
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
    """Open a file to go on at its end, and lock it; a pipe or a device as it is."""
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
