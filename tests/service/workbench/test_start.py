"""Bringing a page to the view that was chosen, and what browsers keep of the workbench itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from mainspan.service.workbench.static_files import ADDRESS, FOLDER, modules_of
from tests.service.running import BEARER, Running

HENS = "<title>Hens</title><p>Hens lay eggs, and nobody knows why."


def test_who_wants_to_compare_is_asked_for_a_page_first(view: Page, service: Running) -> None:
    view.get_by_role("link", name="Compare").click()
    expect(view.get_by_role("heading", level=1)).to_contain_text("On which page")
    expect(view.get_by_role("link", name="Compare")).to_have_attribute("aria-current", "page")
    view.get_by_role("link", name="forum").click()
    view.wait_for_url(re.compile("/compare.source=sample:forum"))
    # The first two are compared, so that one sees what a difference looks like.
    expect(view.locator("#difference .piece").first).to_be_visible()
    expect(view.locator("select.side").first).to_have_value("one")
    expect(view.locator("select.side").nth(1)).to_have_value("other")


@pytest.mark.parametrize(
    ("wanted", "path"), [("compare", "/compare"), ("inspect", "/inspect"), ("//x", "/inspect")]
)
def test_a_pasted_page_is_brought_to_the_view(service: Running, wanted: str, path: str) -> None:
    answer = service.client.post("/bring", data={"html": HENS, "view": wanted}, headers=BEARER)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{path}?source=page:")


def test_what_never_changes_is_kept_by_browsers(service: Running) -> None:
    page = service.get("/compare", params={"source": "sample:article"}).text
    scripts = re.findall(r'"(/static/[^"]+\.js)"', page)
    assert scripts == [f"{ADDRESS}/dom.js", f"{ADDRESS}/compare.js"]
    for each in scripts:
        answer = service.get(each)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert service.get(scripts[0].replace("dom.js", "../app.py")).status_code == 404
    assert service.get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("script", [path.name for path in FOLDER.glob("*.js")])
def test_all_modules_of_a_script_are_named(script: str) -> None:
    imported = re.findall(r'from\s*"\./([a-z_]+\.js)"', (FOLDER / script).read_text())
    assert set(imported) <= set(modules_of(script))
