"""Fetch pages from the web, within limits of time and size, and politely.

    fetch_page(url)     a page, after redirects; a SourceError says what failed, or that it is no page
    Politeness          shared by several pages: pauses between requests to one host
    fetch(url)          one request, whatever the server answers
    fetch_on_behalf(url, Guard())   a page that somebody else names: from the public internet only

A page that a user names is fetched as by a browser. So robots.txt is not read: it is for programs that find
pages by themselves, which ask `Robots` first. Requests to one host come one after the other,
with a pause between them, and a busy server gets the time that it asks for. Proxies that the environment
names are used for one's own pages, and for those of others only if `Guard(use_proxies=True)` says so.

>>> from mainspan import extract
>>> from mainspan.fetch import fetch_page
>>> from mainspan.sources import to_page
>>> extract(to_page(fetch_page("https://example.org/"))).text  # doctest: +SKIP
"""

from mainspan.fetch.guard import UNGUARDED, Guard, PrivateAddressError
from mainspan.fetch.page import fetch_on_behalf, fetch_page
from mainspan.fetch.politeness import DELAY, Politeness
from mainspan.fetch.reasons import MAX_REDIRECTS, StatusError
from mainspan.fetch.robots import Robots, RobotsError
from mainspan.fetch.web import MAX_BYTES, MAX_SECONDS, Fetched, fetch

__all__ = [
    "DELAY",
    "MAX_BYTES",
    "MAX_REDIRECTS",
    "MAX_SECONDS",
    "UNGUARDED",
    "Fetched",
    "Guard",
    "Politeness",
    "PrivateAddressError",
    "Robots",
    "RobotsError",
    "StatusError",
    "fetch",
    "fetch_on_behalf",
    "fetch_page",
]
