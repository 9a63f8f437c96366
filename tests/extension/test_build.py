"""What `make extension` writes: manifests, archives and texts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from mainspan import __version__
from tests.extension.building import ROOT, SOURCE

BROWSERS = ("chromium", "firefox")
COMMON = ["activeTab", "scripting", "storage", "downloads", "contextMenus"]
LANGUAGES = ("en", "de", "ar", "zh_CN")
_MAX_BYTES = 300_000


def manifest_of(extension: Path, browser: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((extension / browser / "manifest.json").read_text())
    return found


@pytest.mark.parametrize("browser", BROWSERS)
def test_the_archive_is_the_folder_and_small(extension: Path, browser: str) -> None:
    path = extension / f"mainspan-{browser}.zip"
    assert path.stat().st_size < _MAX_BYTES
    folder = extension / browser
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        packed = {name: archive.read(name) for name in archive.namelist()}
    files = [each for each in folder.rglob("*") if each.is_file()]
    assert packed == {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}


def test_permissions_are_few(extension: Path) -> None:
    chromium, firefox = (manifest_of(extension, browser) for browser in BROWSERS)
    assert chromium["permissions"] == [*COMMON, "sidePanel"]
    assert firefox["permissions"] == COMMON
    for manifest in (chromium, firefox):
        assert manifest["manifest_version"] == 3
        assert manifest["version"] == __version__
        assert manifest["optional_host_permissions"] == ["http://127.0.0.1/*", "http://localhost/*"]
        assert "host_permissions" not in manifest
        assert "content_scripts" not in manifest
        assert "web_accessible_resources" not in manifest
        assert "<all_urls>" not in json.dumps(manifest)
    settings = firefox["browser_specific_settings"]
    assert isinstance(settings, dict)
    assert settings["gecko"]["data_collection_permissions"] == {"required": ["none"]}


def test_nothing_is_loaded_from_elsewhere(extension: Path) -> None:
    allowed = ("http://127.0.0.1", "http://localhost", "http://www.w3.org/", "http://${")
    for path in (extension / "firefox").rglob("*"):
        if path.suffix in (".js", ".html", ".css"):
            for address in re.findall(r"https?://[^\s\"'`<>)]+", path.read_text()):
                assert address.startswith(allowed), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_are_there_in_each_language(language: str) -> None:
    def texts(name: str) -> dict[str, dict[str, str]]:
        path = SOURCE / "src" / "_locales" / name / "messages.json"
        found: dict[str, dict[str, str]] = json.loads(path.read_text())
        return found

    english, own = texts("en"), texts(language)
    assert own.keys() == english.keys()
    for name, entry in own.items():
        assert entry["message"].strip(), name
        places = [set(re.findall(r"\$\d", each["message"])) for each in (entry, english[name])]
        assert places[0] == places[1], name


def test_all_texts_that_are_shown_exist() -> None:
    english = json.loads((SOURCE / "src" / "_locales" / "en" / "messages.json").read_text())
    sources = [path.read_text() for path in (SOURCE / "src").rglob("*") if path.suffix in (".js", ".html")]
    sources += [(SOURCE / name).read_text() for name in ("manifest.json", "browsers.json")]
    used = r'text\("(\w+)"[,)]|data-text(?:-[a-z-]+)?="(\w+)"|__MSG_(\w+?)__'
    names = {name for source in sources for found in re.findall(used, source) for name in found if name}
    assert len(names) > 80
    assert names <= english.keys()


def tool(name: str) -> str:
    """A tool that checks the extension; without it, the test is skipped."""
    path = SOURCE / "node_modules" / ".bin" / name
    if not path.exists() or shutil.which("node") is None:
        pytest.skip(f"{name} is not installed (make test installs it where npm is)")
    return str(path)


def test_types() -> None:
    subprocess.run([tool("tsc"), "-p", str(SOURCE)], check=True, cwd=ROOT, timeout=300)


def test_lint(extension: Path) -> None:
    command = [tool("web-ext"), "lint", "--self-hosted", "--warnings-as-errors", "--source-dir"]
    version = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout
    if int(version.lstrip("v").partition(".")[0]) < 20:
        pytest.skip("web-ext needs Node.js 20 or newer")
    subprocess.run([*command, str(extension / "firefox")], check=True, capture_output=True, timeout=300)
