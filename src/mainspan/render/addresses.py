"""Addresses that are absolute and run nothing."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

from mainspan.page import Page, tags

_BASE: Final = tags.NUMBERS["base"]
# Browsers ignore these in an address, so a scheme may be written with them inside.
_CONTROLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]")
# An absolute address without anything strange in it, and no longer than it may be.
_PLAIN: Final = re.compile(r"https?://[a-zA-Z0-9.:-]{1,250}(?:[/?#][!#-;=?-~]{0,3500})?\Z")
# A path from the root of the host. One with steps up has a part that begins with a stop.
_ROOTED: Final = re.compile(r"/(?:[!#-.0-;=?-~][!#-;=?-~]{0,3500})?\Z")
_STEP: Final = "/."
# A place in the page, or a host and a path, without signs that joining might drop.
_BESIDE: Final = re.compile(
    r"#[!#-;=?-~]{1,3500}\Z|//[a-zA-Z0-9.:-]{1,250}/(?:[!$-:=@-~][!$-:=?-~]{0,3500})?(?<!\?)\Z"
)
_SIMPLE: Final = re.compile(r"https?://[a-zA-Z0-9.:-]{1,250}/[!$-:=?-~]{0,3500}(?<!\?)(?:#|\Z)")
_LINE_BREAKS: Final = re.compile(r"[\t\r\n]")
_BLANKS: Final = "".join(map(chr, range(0x21)))
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_LINKS: Final = frozenset(["http", "https", "mailto", "tel", "ftp"])
_PICTURES: Final = frozenset(["http", "https"])
_MAX_ADDRESS_CHARACTERS: Final = 4000


def base_of(page: Page) -> str:
    """The address that links are relative to: that of its base element, or the page's own."""
    elements = page.elements
    bases = elements.open[elements.tag == _BASE].tolist() if page.has(_BASE) else ()
    for token in bases:
        address = _join(page.url or "", page.attributes(token).get("href", ""), _PICTURES)
        if address:
            return address
    return page.url or ""


def link(base: str, address: str) -> str:
    """The address of a link, absolute where the base is known; nothing for schemes that run code."""
    return _join(base, address, _LINKS)


def picture(base: str, address: str) -> str:
    """The address of a picture, absolute where the base is known; nothing unless it can be fetched."""
    return _join(base, address, _PICTURES)


def _join(base: str, address: str, schemes: frozenset[str]) -> str:
    if _PLAIN.match(address):
        return address  # nearly all are of this form ...
    if _ROOTED.match(address) and address.find(_STEP, 1) < 0 and base.startswith(("https://", "http://")):
        return base[: f"{base}/".find("/", 8)] + address  # ... or of this one
    if _BESIDE.match(address) and _SIMPLE.match(base):
        # A place in the page itself, or an address without a scheme.
        return (base.partition("#")[0] if address[0] == "#" else base[: base.find("/")]) + address
    address = _LINE_BREAKS.sub("", address).strip(_BLANKS)
    if not address or len(address) > _MAX_ADDRESS_CHARACTERS:
        return ""
    scheme = _SCHEME.match(_CONTROLS.sub("", address))
    if scheme and scheme.group()[:-1].lower() not in schemes:
        return ""
    try:
        joined = urljoin(base, address).replace(" ", "%20")
        # Browsers ignore control characters inside a scheme, and would still follow it.
        return joined if urlsplit(joined).scheme in (schemes if base or scheme else ("",)) else ""
    except ValueError:
        return ""
