"""Which addresses can be fetched, and what is said of the others."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from mainspan.errors import SourceError

WEB: Final = ("http", "https")


def is_on_the_web(address: str) -> bool:
    """Whether this is an http or https address with a host."""
    try:
        parts = urlsplit(address)
        return parts.scheme in WEB and bool(parts.hostname) and len(parts.netloc.split()) == 1
    except ValueError:
        return False


def split_address(url: str) -> SplitResult:
    """The parts of an http or https address, or a SourceError about any other."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    if parts.scheme == "file":
        raise SourceError(f"{url}: is a file: give its path instead, {unquote(parts.path)}")
    if parts.scheme not in WEB or not parts.netloc:
        raise SourceError(f"{url}: only http and https addresses can be fetched")
    return parts
