"""Everybody can use the extension's own pages: checked by axe-core and by the keyboard."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.accessibility import FOCUS_FAULTS, violations
from tests.extension.chromium import Chromium
from tests.extension.notice import choose, extract
from tests.extension.site import PARAGRAPH, Site

PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><body><ul><li><a href=/a>Home</a>
<li><a href=/b>News</a>
</ul><article><h1>The ferry</h1>{f"<p>{PARAGRAPH}</p>" * 6}</article><footer>Imprint</footer></body></html>"""
SCHEMES: list[Literal["light", "dark"]] = ["dark", "light"]
# The pages are the same in both browsers; axe-core reaches those in Chromium.
pytestmark = pytest.mark.parametrize("window", ["chromium"], indirect=True, scope="module")


def faults(window: Chromium) -> list[str]:
    """What is wrong with the page in front."""
    found = []
    for scheme in SCHEMES:
        window.page.emulate_media(color_scheme=scheme)
        found += violations(window.page)
    keyboard: list[str] = window.run(f"return ({FOCUS_FAULTS})()")
    return found + keyboard


@pytest.mark.parametrize("path", ["options/options.html", "welcome/welcome.html", "says/says.html?forbidden"])
def test_pages_with_settings_and_notes(window: Chromium, path: str) -> None:
    with window.another():
        window.open_own(path)
        window.wait("document.querySelector('h1').textContent")
        assert faults(window) == []


def test_all_views_of_the_panel(window: Chromium, site: Site) -> None:
    window.open(site.serve("/panel", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        for view in ("inspect", "blocks", "menus", "annotate"):
            window.wait(f"document.getElementById('tab-{view}').textContent")
            window.run(f"document.getElementById('tab-{view}').click()")
            window.wait(f"!document.getElementById('{view}').hidden")
            assert faults(window) == []
        window.open_own("panel/panel.html?tab=0")
        window.wait("!document.getElementById('empty').hidden")
        assert faults(window) == []


def test_the_reader(window: Chromium, site: Site) -> None:
    window.open(site.serve("/reader", PAGE))
    extract(window)
    choose(window, "read")
    with window.opened("reader/reader.html"):
        window.wait("document.querySelector('#article h1') && document.getElementById('time').textContent")
        assert faults(window) == []
        window.run("document.getElementById('look').open = true")
        assert faults(window) == []
