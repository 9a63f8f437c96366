"""A real browser for the tests of the workbench, and a window that the user has opened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from mainspan.browser import find_browser
from tests.service.running import TOKEN, Running

# A busy machine may take long; a person would wait.
PATIENCE = 60_000


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of the workbench; without one, the tests that use it are skipped."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def view(browser: Browser, service: Running) -> Iterator[Page]:
    """A window in which the user has followed the address that the service showed."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page = context.new_page()
    page.goto(f"{service.url}/?token={TOKEN}")
    yield page
    context.close()
