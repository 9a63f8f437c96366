"""What goes around a page that is written again: its kind of document, and what we put into its head."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

from mainspan.page import Page, tags
from mainspan.render.whole.cleaning import ATTRIBUTE

_BASE: Final = tags.NUMBERS["base"]
# How far into a page its doctype is looked for: only comments may stand before it.
_REACH: Final = 4096
# Identifiers as all doctypes in use have them; they decide on the mode in which a browser lays out the page.
_DOCTYPE: Final = re.compile(
    rb"<!doctype[\t\n\f\r ]++html[\t\n\f\r ]++public[\t\n\f\r ]*+(\"[ -!#-;=?-~]*+\"|'[ -&(-;=?-~]*+')"
    rb"[\t\n\f\r ]*+(\"[ -!#-;=?-~]*+\"|'[ -&(-;=?-~]*+')?",
    re.I,
)
_CHARSET: Final = '<meta data-mainspan="head" charset="utf-8">'
_POLICY: Final = (
    '<meta data-mainspan="head" http-equiv="Content-Security-Policy" '
    "content=\"script-src 'none'; object-src 'none'\">"
)


def doctype(page: Page) -> str:
    """The page's doctype: the source tells only whether there is one, not the mode that it stands for."""
    if not page.source.startswith("<!DOCTYPE"):
        return ""
    found = None if page.salvaged else _DOCTYPE.search(page._utf8[:_REACH])
    if found is None:
        return "<!DOCTYPE html>"
    public, system = (part[1:-1].decode() if part else "" for part in found.groups())
    if '"' in public + system:
        return "<!DOCTYPE html>"
    return (
        f'<!DOCTYPE html PUBLIC "{public}" "{system}">' if found[2] else f'<!DOCTYPE html PUBLIC "{public}">'
    )


def head(page: Page, style: str, *, scripts: bool) -> str:
    """What we put at the beginning of the head, where it goes before all that the page says.

    The encoding, a policy against scripts, the address that the page's own ones are relative to, our style.
    """
    address = _base(page)
    base = f'<base data-mainspan="head" href="{escape(address)}">' if address else ""
    own = f'<style data-mainspan="head">{style}</style>' if style else ""
    return _CHARSET + ("" if scripts else _POLICY) + base + own


def _base(page: Page) -> str:
    """The absolute address that the page's addresses are relative to, or nothing if that is unknown."""
    address = page.url or ""
    elements, tokens = page.elements, page.tokens
    for token in elements.open[elements.tag == _BASE].tolist():
        named = dict(ATTRIBUTE.findall(page.source, int(tokens.start[token]), int(tokens.end[token])))
        if "href" in named:
            address = _join(address, unescape(named["href"]))
            break
    try:
        return address if urlsplit(address).scheme in ("http", "https") else ""
    except ValueError:
        return ""


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return base
