"""Render pages that need scripts, in an installed Chromium: headless, with a new profile, in limited time.

    render(place)       a page as the browser shows it: an address, a file, or the bytes of a page
    find_browser()      the browser that is used; None if there is none

>>> from mainspan import extract
>>> from mainspan.browser import render
>>> from mainspan.sources import to_page
>>> extract(to_page(render("https://example.org/"))).text  # doctest: +SKIP

The browser is controlled through a pipe, by the DevTools protocol. So no port is opened, no library is
needed, and nothing is left behind. A page is complete when nothing is loading any more and its timers have
run for ten seconds. Its clock runs ahead while nothing is loading, so this takes no time. What is still
loading some time after the page itself, such as a connection that stays open, is not waited for.
"""

from mainspan.browser.find import BROWSERS, find_browser, how_to_install
from mainspan.browser.render import MAX_SECONDS, render

__all__ = ["BROWSERS", "MAX_SECONDS", "find_browser", "how_to_install", "render"]
