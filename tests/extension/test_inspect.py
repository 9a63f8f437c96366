"""The panel: the page's tree with its figures, its blocks in order, and its menus."""

from __future__ import annotations

import pytest

from mainspan import Page, algorithm
from mainspan.algorithms import ratio_tree
from tests.extension.conftest import Window
from tests.extension.notice import choose, extract, middle
from tests.extension.site import PARAGRAPH, Site

LINKS = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Home", "News", "About"))
PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><body><nav><ul>{LINKS}</ul></nav>
<article id=main class="story long">{f"<p>{PARAGRAPH}</p>" * 12}</article>
<aside><p>{PARAGRAPH * 2}</p></aside><footer>Imprint</footer></body></html>"""
ROWS = "[...document.querySelectorAll('.node')]"
FRAMES = "document.querySelector('mainspan-frames')?.shadowRoot"


def open_panel(window: Window, tab: int) -> None:
    window.open_own(f"panel/panel.html?tab={tab}")
    window.wait(f"{ROWS}.length > 0")


def test_the_tree_has_the_figures_of_the_python_method(window: Window, site: Site) -> None:
    window.open(site.serve("/inspect", PAGE))
    extract(window)
    tab = window.tab_id()
    tree = ratio_tree(Page(PAGE), algorithm("wlr"))
    best = list(tree)[tree.best or 0]
    with window.another():
        open_panel(window, tab)
        found = window.run("return document.querySelector('.node.best').innerText").split()
        figures = [f"{best.words}", f"{best.leaves}", f"{best.ratio:.1f}", f"{best.weight:.2f}", "100%"]
        assert found[-6:] == ["article#main.story.long", *figures]
        assert window.run(f"return {ROWS}.filter(row => row.classList.contains('initial')).length") >= 1
        # Another method counts something else.
        window.run(
            "const method = document.getElementById('method'); method.value = 'clr';"
            "method.dispatchEvent(new Event('change'))"
        )
        window.wait("document.querySelector('.heads').textContent.includes('Characters')")
        characters = int(ratio_tree(Page(PAGE), algorithm("clr")).characters[0])
        assert window.run(f"return {ROWS}[0].innerText").split()[1] == f"{characters:,}"


def test_blocks_in_order_of_relevance_and_menus(window: Window, site: Site) -> None:
    window.open(site.serve("/blocks", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        open_panel(window, tab)
        names = "return [...document.querySelectorAll('#{} li b')].map(each => each.textContent)"
        assert window.run(names.format("blocks"))[:2] == ["article#main.story.long", "aside"]
        assert window.run(names.format("menus")) == ["ul"]


def test_hovering_shows_the_element_both_ways(window: Window, site: Site) -> None:
    window.open(site.serve("/hover", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        open_panel(window, tab)
        window.move(*middle(window, "document.querySelector('.node.best .name')"))
        with window.back_to_first():
            window.wait(f"{FRAMES}?.textContent.includes('article#main')")
            window.move(*middle(window, "document.querySelectorAll('article p')[2]"))
        window.wait("document.querySelector('.node.pointed')")
        pointed = window.run("return document.querySelector('.node.pointed').innerText").split()
        assert pointed[-6:-2] == ["▸p", "18", "1", "18.0"]


def test_keys_walk_through_the_tree(window: Window, site: Site) -> None:
    window.open(site.serve("/keys", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        open_panel(window, tab)
        window.run("document.getElementById('tree').focus()")
        chosen = "document.querySelector('.node[aria-selected=true]')"
        window.key(window.keys["down"])
        window.wait(f"{chosen}?.classList.contains('best')")
        window.key(window.keys["right"])
        window.wait(f"{chosen}.getAttribute('aria-expanded') === 'true'")
        window.key(window.keys["down"])
        window.wait(f"{chosen}.getAttribute('aria-level') === '3'")


def test_without_a_page_the_panel_says_what_to_do(window: Window, site: Site) -> None:
    window.open(site.serve("/untouched", PAGE))
    tab = window.tab_id()
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        window.wait("document.getElementById('empty').textContent.includes('Alt+Shift+I')")


def test_the_notice_opens_the_panel(window: Window, site: Site) -> None:
    if window.name == "firefox":
        pytest.skip("Firefox opens its sidebar only for a key, a menu or the button")
    window.open(site.serve("/side", PAGE))
    extract(window)
    choose(window, "inspect")
    window.wait_target("panel/panel.html")
