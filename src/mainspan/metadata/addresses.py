"""Addresses as absolute ones, and nothing but http and https."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin, urlsplit

MOST: Final = 2_000


def absolute(value: object, base: str = "") -> str:
    """The address made absolute, or an empty string where it is none that a browser would fetch."""
    if not isinstance(value, str):
        return ""
    # Browsers drop line breaks and tabs; other white space and control characters are no part of an address.
    text = value.strip().replace("\n", "").replace("\r", "").replace("\t", "").replace("&amp;", "&")
    if not text or len(text) > MOST or any(letter <= " " or letter == "\x7f" for letter in text):
        return ""
    try:
        joined = urljoin(base, text)
        parts = urlsplit(joined)
        host = parts.hostname
    except ValueError:
        return ""
    return joined if parts.scheme in ("http", "https") and host else ""


def host_name(url: str) -> str:
    """The host of an address without its www, in small letters; empty if there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
