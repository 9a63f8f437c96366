"""Both browsers with the extension, and a site to use it on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

from mainspan.browser import find_browser
from tests.extension.building import build
from tests.extension.chromium import Chromium, chromium
from tests.extension.firefox import Firefox, find_firefox, firefox
from tests.extension.site import Site, serving

Window = Chromium | Firefox


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both forms of the extension and their archives."""
    return build(tmp_path_factory.mktemp("extension"))


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """It can run only once at a time, also for other tests after these."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def window(
    request: pytest.FixtureRequest,
    playwright: Playwright,
    extension: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Window]:
    """A window of each browser; one that is not installed is skipped.

    Using the extension as a person does takes minutes, more than all other tests together.
    """
    if not os.environ.get("MAINSPAN_LONG"):
        pytest.skip("takes long: make test-extension")
    if request.param == "chromium":
        if find_browser() is None:
            pytest.skip("no Chromium is installed")
        with chromium(playwright, extension / "chromium", tmp_path_factory.mktemp("chromium")) as window:
            yield window
    else:
        if find_firefox() is None:
            pytest.skip("no Firefox is installed (on Debian: apt-get install firefox-esr)")
        with firefox(extension / "firefox", tmp_path_factory.mktemp("firefox")) as other:
            yield other
