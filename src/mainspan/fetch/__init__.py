"""Fetch pages for a person: within limits of time and size, politely, and with a plain word on what failed.

A page that a person names is read as their browser would read it, so robots.txt is not asked: that is for
programs that find their way by themselves, and this one follows no links. Servers are still treated well: of
several pages of one host each waits for the one before, with a pause between (`Manners`), and a server that
is busy is given the time that it asks for.
"""

from mainspan.fetch.manners import Manners
from mainspan.fetch.page import fetch_page
from mainspan.fetch.reasons import MAX_REDIRECTS
from mainspan.fetch.web import MAX_BYTES, MAX_SECONDS, Fetched, fetch

__all__ = [
    "MAX_BYTES",
    "MAX_REDIRECTS",
    "MAX_SECONDS",
    "Fetched",
    "Manners",
    "fetch",
    "fetch_page",
]
