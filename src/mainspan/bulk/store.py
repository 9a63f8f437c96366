"""Where the results of a run are: a folder here, or at any address that fsspec knows."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mainspan.bulk.places import Place, is_remote
from mainspan.errors import OutputError, SourceError
from mainspan.output import write_file

# Files that are being written are hidden, and end like this.
_UNFINISHED: Final = ".unfinished"


@dataclass(frozen=True)
class Store:
    """A folder of results. Files appear in it whole, or not at all."""

    address: str
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def is_here(self) -> bool:
        """Whether it is a folder of this machine, or one that is mounted here."""
        return not is_remote(self.address)

    def path(self, name: str) -> Path:
        """The path of a file in a folder of this machine."""
        return Path(self.address, name)

    def place(self, name: str) -> Place:
        """A file in it, to read."""
        return Place(f"{self.address.rstrip('/')}/{name}", self.options)

    def read(self, name: str) -> bytes | None:
        """A file's bytes; None if there is none."""
        try:
            return self.place(name).read_all()
        except SourceError:
            return None

    def read_json(self, name: str) -> Any:
        """A file of JSON; None if there is none, or if it is none."""
        data = self.read(name)
        try:
            return None if data is None else json.loads(data)
        except ValueError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Write a file."""
        if self.is_here:
            write_file(self.path(name), data)
            return
        system, path = self._there(name)
        _checked(name, lambda: system.pipe_file(path, data))

    def write_json(self, name: str, value: Any) -> None:
        """Write a file of JSON."""
        text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
        self.write(name, text.encode("utf-8", "surrogateescape") + b"\n")

    def names(self, folder: str) -> list[str]:
        """The files in a folder of it."""
        if self.is_here:
            try:
                return sorted(entry.name for entry in os.scandir(self.path(folder)) if entry.is_file())
            except FileNotFoundError:
                return []
        system, path = self._there(folder)
        try:
            return sorted(each.rsplit("/", 1)[-1] for each in system.ls(path, detail=False))
        except FileNotFoundError:
            return []

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            if self.is_here:
                self.path(name).unlink()
            else:
                system, path = self._there(name)
                system.rm_file(path)

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """A path to write a file to, which takes its place in the end, and not if that fails.

        Several attempts may write the same file at once: each has a path of its own.
        """
        folder = self.path(name).parent if self.is_here else Path(tempfile.mkdtemp(prefix="mainspan-bulk-"))
        path = folder / f".{Path(name).name}.{uuid.uuid4().hex[:12]}{_UNFINISHED}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            yield path
            with path.open("rb") as written:
                os.fsync(written.fileno())
            if self.is_here:
                os.replace(path, self.path(name))
            else:
                system, target = self._there(name)
                _checked(name, lambda: system.put_file(str(path), target))
        except OSError as error:
            raise OutputError(f"{self.address}: {error.strerror or error}") from None
        finally:
            path.unlink(missing_ok=True)
            if not self.is_here:
                shutil.rmtree(folder, ignore_errors=True)

    def remove_unfinished(self, folder: str) -> None:
        """Remove what runs left that were ended in the middle."""
        if self.is_here:
            for name in self.names(folder):
                if name.endswith(_UNFINISHED):
                    self.remove(f"{folder}/{name}")

    def _there(self, name: str) -> tuple[Any, str]:
        return self.place(name).system()


def _checked(name: str, work: Any) -> None:
    try:
        work()
    except Exception as error:
        raise OutputError(f"{name}: cannot be written: {error}") from None
