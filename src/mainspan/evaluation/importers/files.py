"""The files of a corpus: in a folder, in an archive, or in archives inside of either.

No member is unpacked to disk under its own name: members are read one by one, up to a limit, so that neither
a hostile name nor a decompression bomb does harm. A compressed tar is unpacked into one anonymous temporary
file, because it can only be read forwards.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import re
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from mainspan.errors import SourceError

MAX_FILE_BYTES: Final = 50_000_000
MAX_ARCHIVE_BYTES: Final = 4_000_000_000
MAX_PACKED_BYTES: Final = 1_000_000_000
MAX_FILES: Final = 500_000  # no rule: a limit against hostile archives
_IN_MEMORY_BYTES: Final = 32_000_000
_CHUNK: Final = 1_000_000
_ARCHIVE: Final = re.compile(r"\.(?:zip|tar|tgz|tbz2?|txz|tar\.(?:gz|bz2|xz))$", re.IGNORECASE)
_UNPACKERS: Final[tuple[tuple[bytes, Callable[[IO[bytes]], Any]], ...]] = (
    (b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ", lzma.LZMAFile),
)
_BROKEN: Final = (
    OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, RuntimeError,
    ValueError,
)  # fmt: skip
_LARGE_FILE_POINTER: Final = b"version https://git-lfs.github.com/spec/"


class Files:
    """Files by their paths, with slashes. Use it in a `with` statement, which closes the archives."""

    def __init__(self, path: Path) -> None:
        """Open a folder or an archive, or raise a SourceError."""
        self.path = path
        self._stack = ExitStack()
        self._readers: dict[str, Callable[[int], bytes]] = {}
        try:
            if path.is_dir():
                self._add_folder(path)
            else:
                self._add_archive(_open(path), str(path), "")
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Files:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def __contains__(self, name: str) -> bool:
        return name in self._readers

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._readers))

    def matching(self, pattern: str) -> list[re.Match[str]]:
        """The paths that a pattern matches, whole or from a slash to the end."""
        compiled = re.compile(rf"(?:.*/|)(?:{pattern})", re.IGNORECASE)
        return [found for name in self if (found := compiled.fullmatch(name))]

    def read(self, name: str, most: int = MAX_FILE_BYTES) -> bytes:
        """A file's bytes, or a SourceError."""
        reader = self._readers.get(name)
        if reader is None:
            raise SourceError(f"{name}: missing")
        try:
            data = reader(most + 1)
        except _BROKEN as error:
            raise SourceError(f"{name}: cannot be read ({error})") from None
        if len(data) > most:
            raise SourceError(f"{name}: larger than {most:,} bytes")
        if data.startswith(_LARGE_FILE_POINTER):
            raise SourceError(f"{name}: only a pointer to a large file; run `git lfs pull` in the clone")
        return data

    def read_page(self, name: str) -> bytes:
        """The bytes of a page, unpacked if they are compressed, also into a file NAME.gz."""
        data = self.read(packed if (packed := f"{name}.gz") in self else name)
        if not data.startswith(b"\x1f\x8b"):
            return data
        try:
            page: bytes = gzip.GzipFile(fileobj=BytesIO(data)).read(MAX_FILE_BYTES + 1)
        except _BROKEN as error:
            raise SourceError(f"{name}: cannot be unpacked ({error})") from None
        if len(page) > MAX_FILE_BYTES:
            raise SourceError(f"{name}: larger than {MAX_FILE_BYTES:,} bytes when unpacked")
        return page

    def read_object(self, name: str) -> dict[str, Any]:
        """A file with a JSON object."""
        try:
            found = json.loads(self.read(name).decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise SourceError(f"{name}: no JSON ({error})") from None
        if not isinstance(found, dict):
            raise SourceError(f"{name}: no JSON object")
        return found

    def open_archives(self, pattern: str) -> None:
        """Add the files of archives that a pattern matches, as if each had been unpacked in its folder."""
        for found in self.matching(pattern):
            name = found.group()
            if _ARCHIVE.search(name):
                self._add_archive(BytesIO(self.read(name, MAX_PACKED_BYTES)), name, name.rpartition("/")[0])

    def _add(self, name: str, reader: Callable[[int], bytes]) -> None:
        if len(self._readers) >= MAX_FILES:
            raise SourceError(f"{self.path}: more than {MAX_FILES:,} files")
        parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
        is_junk = parts[-1:] and (parts[-1].startswith("._") or {"__MACOSX", ".git"} & set(parts))
        if parts and ".." not in parts and not is_junk:
            # An unpacked file takes precedence over one in an archive.
            self._readers.setdefault("/".join(parts), reader)

    def _add_folder(self, root: Path) -> None:
        inside = root.resolve()
        for folder, _, names in os.walk(root):
            for name in names:
                file = Path(folder, name)
                if not file.is_symlink() or file.resolve().is_relative_to(inside):
                    self._add(file.relative_to(root).as_posix(), partial(_read, partial(_open, file)))

    def _add_archive(self, file: IO[bytes], name: str, folder: str) -> None:
        self._stack.callback(file.close)
        try:
            start = file.read(8)
            file.seek(0)
            if start.startswith(b"PK"):
                self._add_zip(file, folder)
            else:
                self._add_tar(self._unpacked(file, start, name), folder)
        except _BROKEN as error:
            raise SourceError(f"{name}: neither a folder nor a whole zip or tar archive ({error})") from None

    def _add_zip(self, file: IO[bytes], folder: str) -> None:
        archive = self._stack.enter_context(zipfile.ZipFile(file))
        for member in archive.infolist():
            if not member.is_dir():
                self._add(f"{folder}/{member.filename}", partial(_read, partial(archive.open, member)))

    def _add_tar(self, file: IO[bytes], folder: str) -> None:
        archive = self._stack.enter_context(tarfile.open(fileobj=file, mode="r:"))  # noqa: SIM115
        for member in archive:
            if member.isreg():
                self._add(f"{folder}/{member.name}", partial(_read, partial(archive.extractfile, member)))

    def _unpacked(self, file: IO[bytes], start: bytes, name: str) -> IO[bytes]:
        """The tar inside of a compressed file, with random access."""
        for mark, unpacker in _UNPACKERS:
            if start.startswith(mark):
                target = tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES)  # noqa: SIM115
                self._stack.callback(target.close)
                with unpacker(file) as stream:
                    while chunk := stream.read(_CHUNK):
                        if target.tell() + len(chunk) > MAX_ARCHIVE_BYTES:
                            raise SourceError(
                                f"{name}: larger than {MAX_ARCHIVE_BYTES:,} bytes when unpacked"
                            )
                        target.write(chunk)
                target.seek(0)
                return target
        return file


def _open(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None


def _read(open_file: Callable[[], IO[bytes] | None], most: int) -> bytes:
    """The first bytes of a file, of a folder or of an archive."""
    file = open_file()
    assert file is not None  # only members without content cannot be opened
    with file:
        return file.read(most)
