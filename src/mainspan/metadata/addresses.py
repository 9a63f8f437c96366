"""Addresses (URLs): made absolute; only http and https are accepted."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin, urlsplit

# Longer addresses are broken, or data.
_MAX_CHARACTERS: Final = 2_000


def absolute(value: object, base: str = "") -> str:
    """The absolute form of an address; empty if a browser would not fetch it."""
    if not isinstance(value, str):
        return ""
    # Browsers drop line breaks and tabs; no other whitespace or control character is part of an address.
    text = value.strip().replace("\n", "").replace("\r", "").replace("\t", "").replace("&amp;", "&")
    if not text or len(text) > _MAX_CHARACTERS or any(letter <= " " or letter == "\x7f" for letter in text):
        return ""
    try:
        joined = urljoin(base, text)
        parts = urlsplit(joined)
        host = parts.hostname
    except ValueError:
        return ""
    return joined if parts.scheme in ("http", "https") and host else ""


def host_name(url: str) -> str:
    """The host of an address in lower case, without www; empty if there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
