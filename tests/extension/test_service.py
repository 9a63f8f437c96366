"""With `mainspan serve` on this machine: its default method, and gold that is sent to it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import mainspan
from mainspan.evaluation.check import check_package
from tests.extension.conftest import Window
from tests.extension.notice import choose, click, extract, wait_for
from tests.extension.site import Site
from tests.service.running import TOKEN, Running, running


@pytest.fixture(scope="module")
def extension(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Chromium's question for the permission cannot be answered by a program: here it is granted already.

    Firefox answers it with yes.
    """
    folder = tmp_path_factory.mktemp("granted")
    shutil.copytree(extension, folder, dirs_exist_ok=True)
    path = folder / "chromium" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["host_permissions"] = manifest.pop("optional_host_permissions")
    path.write_text(json.dumps(manifest))
    return folder


def connect(window: Window, address: str, token: str) -> str:
    """Set up the workbench in the options; returns what they say."""
    with window.another():
        window.open_own("options/options.html")
        window.wait("document.getElementById('sites').childElementCount")
        window.run(
            "document.getElementById('address').value = a; document.getElementById('token').value = b",
            address,
            token,
        )
        click(window, "document.getElementById('connect')")
        window.wait("document.getElementById('status').matches('.ok, .bad')")
        return str(window.run("return document.getElementById('status').textContent"))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages") / "mine"
    folder.mkdir()
    about = {"name": "mine", "description": "Mine", "license": "MIT"}
    (folder / "package.json").write_text(json.dumps(about))
    return folder


@pytest.fixture(scope="module")
def service(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("service"), packages=package.parent, workers=1) as found:
        yield found


def test_the_default_method_and_sending_gold(
    window: Window, site: Site, service: Running, package: Path, corpus: Path
) -> None:
    # Both browsers save the same page into one package, one after the other.
    for path in package.glob("ferry.*"):
        path.unlink()
    html = (corpus / "styles" / "en-news-ferry.html").read_bytes()
    window.open(site.serve("/ferry", html))
    assert "token" in connect(window, service.url, "wrong")
    assert connect(window, service.url, TOKEN) == "Connected. The method is mainspan."
    extract(window)
    wait_for(window, "(mainspan)")
    kept = window.run(
        "return document.querySelector('mainspan-notice').shadowRoot.querySelector('p').innerText"
    )
    words = int(kept.split(" of ")[0].replace(",", ""))
    # The page in the browser is not quite that on the disk: its scripts have run.
    assert abs(words - mainspan.extract(html).words) < 0.05 * words

    tab = window.tab_id()
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        window.wait("!document.getElementById('inspect').hidden")
        window.run("document.getElementById('tab-annotate').click()")
        window.wait("!document.getElementById('workbench').hidden")
        window.run("document.getElementById('name').value = 'ferry'")
        click(window, "document.getElementById('send')")
        window.wait("document.getElementById('status').textContent.includes('now in the package mine')")
        # It is there already now.
        click(window, "document.getElementById('send')")
        window.wait("document.getElementById('status').textContent.includes('exists already')")
    assert [defect.message for defect in check_package(package)] == []
    assert "The last diesel ferry" in (package / "ferry.txt").read_text()


def test_without_the_service_the_notice_says_so(window: Window, site: Site, service: Running) -> None:
    connect(window, service.url, TOKEN)
    text = "<p>The ferry crosses the sound four times a day.</p>" * 9
    window.open(site.serve("/alone", f"<!DOCTYPE html><body><nav>Menu</nav><main>{text}</main>"))
    with window.another():
        window.open_own("options/options.html")
        window.run(
            "return chrome.storage.local.get('settings').then(({settings}) =>"
            "chrome.storage.local.set({settings: {...settings, address: 'http://127.0.0.1:9'}}))"
        )
    extract(window)
    wait_for(window, "(wlr)")
    wait_for(window, "The workbench does not answer on this machine")
    choose(window, "showAll")


def test_only_this_machine_is_called(window: Window, site: Site) -> None:
    assert "must be on this machine" in connect(window, "http://example.org:8642", TOKEN)
