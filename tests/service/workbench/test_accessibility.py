"""Everybody can use each view: checked by axe-core, by keyboard and at a phone's width, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.screenshots import DESKTOP, PHONE
from benchmarks.views import VIEWS, View, make_data, marked
from tests.accessibility import FOCUS_FAULTS, violations
from tests.service.running import TOKEN, Running, running
from tests.service.workbench.conftest import PATIENCE


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with a package and results."""
    folder = tmp_path_factory.mktemp("full")
    packages, results = make_data(folder)
    with running(folder, packages=packages, results=results) as found:
        yield found


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One window for all views, which is quicker than one for each."""
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        yield context.new_page()


@pytest.fixture(params=VIEWS, ids=lambda view: view.name)
def shown(request: pytest.FixtureRequest, window: Page, full: Running, service: Running) -> Page:
    """A view, as a person left it who is logged in."""
    view: View = request.param
    url = service.url if view.bare else full.url
    window.unroute_all()
    window.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    window.emulate_media(color_scheme="light")
    window.goto(f"{url}/?token={TOKEN}")
    window.goto(f"{url}{view.path}")
    view.act(window)
    return window


def test_all_is_accessible(shown: Page) -> None:
    assert violations(shown) == []
    # What the width and the colours decide.
    shown.emulate_media(color_scheme="dark")
    shown.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert violations(shown, runOnly=["color-contrast", "scrollable-region-focusable", "target-size"]) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert shown.evaluate(FOCUS_FAULTS) == []


def test_the_tab_key_leads_past_the_header_and_then_through_the_page(window: Page, full: Running) -> None:
    window.goto(f"{full.url}/?token={TOKEN}")
    window.keyboard.press("Tab")
    assert window.evaluate("document.activeElement.textContent") == "Skip to the content"
    window.keyboard.press("Enter")
    window.keyboard.press("Tab")
    assert window.evaluate("document.activeElement.id") == "address"
    window.keyboard.press("Tab")
    assert window.evaluate("document.activeElement.textContent") == "Fetch and open"


def test_the_answer_and_the_page_scroll_but_the_window_does_not(window: Page, full: Running) -> None:
    window.set_viewport_size({"width": 1280, "height": 600})
    window.goto(f"{full.url}/inspect?source=sample:article")
    marked(window)
    for _ in range(30):
        window.keyboard.press("j")
    expect(window.locator("#blocks [aria-selected=true]")).to_have_attribute("aria-posinset", "30")
    window.wait_for_function("document.getElementById('answer').scrollTop > 0")
    assert window.evaluate("scrollY") == 0
