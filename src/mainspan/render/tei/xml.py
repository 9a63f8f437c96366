"""Text and attributes as XML wants them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# Characters that no XML document may hold, not even as references. Reads each character once.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Characters that an address must have percent-encoded.
_UNSAFE: Final = re.compile(r'[\x00-\x20\x7f<>"{}|\\^`]')
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,20}):")
_SCHEMES: Final = ("http", "https", "mailto", "tel", "ftp")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}")


def without_forbidden(text: str) -> str:
    """A text without the characters that XML forbids."""
    return text if text.isascii() and text.isprintable() else _FORBIDDEN.sub("", text)


def escape(text: str) -> str:
    """A text as it is written between tags."""
    if "&" not in text and "<" not in text and ">" not in text and "\r" not in text:
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def write_attributes(attributes: Mapping[str, str]) -> str:
    """Attributes as they are written in a tag; those without a value are left out."""
    values = ((name, " ".join(value.split())) for name, value in attributes.items())
    quoted = ((name, escape(value).replace('"', "&quot;")) for name, value in values if value)
    return "".join(f' {name}="{value}"' for name, value in quoted)


def clean_address(address: str) -> str:
    """An address that is safe to follow, as XML wants it written; else an empty text."""
    address = address.strip()
    scheme = _SCHEME.match(address)
    if scheme and scheme.group(1).lower() not in _SCHEMES:
        return ""
    return _UNSAFE.sub(lambda found: f"%{ord(found.group()):02X}", address)


def clean_language(language: str) -> str:
    """The tag of a language if it has the form of one, else an empty text."""
    language = language.strip().replace("_", "-")
    return language if _LANGUAGE.fullmatch(language) else ""
