"""Corrections: a click adds a block or leaves it out, and the site remembers it."""

from __future__ import annotations

import json

from tests.extension.conftest import Window
from tests.extension.notice import NOTICE, choose, click, extract, is_seen, wait_for
from tests.extension.site import PARAGRAPH, Site

PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><body>
<nav><a id=home href=/elsewhere>Home</a></nav><p class=lead>The ferry was late.</p>
<article>{f"<p>{PARAGRAPH}</p>" * 6}<p class=advert>{PARAGRAPH}</p></article>
<footer>Imprint</footer></body></html>"""
LEAD, ADVERT = (f"document.querySelector('.{name}')" for name in ("lead", "advert"))


def test_corrections_hold_on_the_next_page_of_the_site(window: Window, site: Site) -> None:
    address = site.serve("/correct", PAGE)
    window.open(address)
    extract(window)
    assert not is_seen(window, LEAD)
    choose(window, "correct")
    wait_for(window, "Click a block")
    # While correcting, all is to be seen, and links lead nowhere.
    assert is_seen(window, LEAD)
    click(window, "document.getElementById('home')")
    click(window, "document.getElementById('home')")
    click(window, LEAD)
    click(window, ADVERT)
    choose(window, "done")
    window.wait(f"getComputedStyle({ADVERT}).visibility === 'hidden'")
    assert is_seen(window, LEAD)
    assert window.run("return location.href") == address

    window.open(site.serve("/next", PAGE.replace("was late", "was early")))
    extract(window)
    assert is_seen(window, LEAD)
    assert not is_seen(window, ADVERT)
    wait_for(window, "Your corrections for this site: 2")

    with window.another():
        window.open_own("options/options.html")
        window.wait("document.getElementById('sites').childElementCount")
        click(window, "document.getElementById('export')")
        saved = json.loads(window.downloaded("mainspan-corrections.json").read_text())
    [(host, corrections)] = saved["corrections"].items()
    assert host == site.url.removeprefix("http://")
    assert corrections == [{"selector": "p.lead", "keep": True}, {"selector": "p.advert", "keep": False}]

    choose(window, "correct")
    choose(window, "forgetSite")
    window.wait(f"getComputedStyle({LEAD}).visibility === 'hidden'")
    choose(window, "showAll")
    window.wait(f"!{NOTICE}")
    assert window.run("return document.querySelector('[style]')") is None


def test_corrections_by_keys(window: Window, site: Site) -> None:
    window.open(site.serve("/keys", PAGE))
    extract(window)
    choose(window, "correct")
    wait_for(window, "Click a block")
    for key in ("j", "j", window.keys["enter"]):
        window.key(key)
    wait_for(window, f"{18 * 7 + 4} of")
    window.key(window.keys["escape"])
    window.wait(f"getComputedStyle({ADVERT}).visibility === 'visible'")
    assert is_seen(window, LEAD)
    choose(window, "correct")
    choose(window, "forgetSite")
