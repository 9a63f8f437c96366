"""All ways in: the context menu and the keys, besides the button; and what the options change."""

from __future__ import annotations

import pytest

from tests.extension.conftest import Window
from tests.extension.firefox import Firefox
from tests.extension.notice import NOTICE, button, click, extract, is_seen, wait_for
from tests.extension.site import PARAGRAPH, Site
from tests.extension.waiting import wait_until

PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><body><nav>Menu</nav>
<article><h1>The ferry</h1>{f"<p>{PARAGRAPH}</p>" * 12}</article><footer>Imprint</footer></body></html>"""
WAYS = ["menu", "shortcut"]
NAV = "document.querySelector('nav')"


def open_page(window: Window, site: Site, path: str) -> None:
    """A page in front. In Firefox, the menu and the keys grant it; in Chromium, the button does."""
    window.open(site.serve(path, PAGE))
    if window.name == "chromium":
        extract(window)
        window.press()
        window.wait(f"!{NOTICE}")


def use(window: Window, way: str, command: str) -> None:
    if way == "menu":
        window.menu(command)
    else:
        window.shortcut("_execute_action" if command == "extract" else command)


@pytest.mark.parametrize("way", WAYS)
def test_hiding_and_showing_again(window: Window, site: Site, way: str) -> None:
    open_page(window, site, "/way")
    use(window, way, "extract")
    window.wait(button("showAll"))
    assert not is_seen(window, NAV)
    use(window, way, "extract")
    window.wait(f"!{NOTICE}")
    assert is_seen(window, NAV)


@pytest.mark.parametrize("way", WAYS)
def test_reading(window: Window, site: Site, way: str) -> None:
    open_page(window, site, "/read")
    use(window, way, "read")
    with window.opened("reader/reader.html"):
        window.wait("document.querySelector('#article h1')")
        assert window.run("return document.querySelector('#article h1').textContent") == "The ferry"
    assert is_seen(window, NAV)


@pytest.mark.parametrize("command", ["inspect", "annotate"])
@pytest.mark.parametrize("way", WAYS)
def test_the_panel(window: Window, site: Site, way: str, command: str) -> None:
    open_page(window, site, "/panel")
    tab = window.tab_id()
    use(window, way, command)
    if isinstance(window, Firefox):
        wait_until(lambda: "mainspan" in window.sidebar(), 60, "the sidebar")
    wanted = "chrome.storage.session.get('view').then(({view}) => view)"
    window.wait_background(wanted, command)
    # The panel reads the page, which needs the page's scripts.
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        window.wait(f"!document.getElementById('{command}').hidden")


def test_the_reading_of_the_relevance_is_chosen_in_the_options(window: Window, site: Site) -> None:
    stored = "chrome.storage.local.get('settings').then(({settings}) => settings?.relevance)"
    with window.another():
        window.open_own("options/options.html")
        window.wait("document.getElementById('sites').childElementCount")
        names = window.run("return [...document.getElementById('relevance').options].map(each => each.value)")
        assert names[0] == "combined"
        click(window, "document.getElementById('relevance')")
        window.choose_next()
        window.wait("document.getElementById('relevance').value === a", names[1])
    window.wait_background(stored, names[1])
    window.open(site.serve("/relevance", PAGE))
    extract(window)
    wait_for(window, f"(wlr:relevance={names[1]})")
