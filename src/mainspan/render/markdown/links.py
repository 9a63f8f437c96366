"""Where links and images lead, and their titles."""

from __future__ import annotations

import re
from typing import Final

from mainspan.render.events import Attributes
from mainspan.render.markdown.escape import ALL, MARKUP, escape, is_reference

_LINKED: Final = frozenset(["http", "https", "mailto", "tel", "ftp"])
_SHOWN: Final = frozenset(["http", "https"])
# Browsers ignore these in an address, so a scheme may be written with them inside.
_IGNORED: Final = re.compile(r"[\x00-\x20\x7f-\xa0]+")
_SCHEME: Final = re.compile(r"[^/?#:]*:")
_UNFIT: Final = re.compile(r"[\s\x00-\x20\x7f<>\\`\"]")
_AMPERSAND: Final = re.compile("&")
# An address of which nothing is encoded, and that no browser reads differently.
_PLAIN: Final = re.compile(r"https?://[!#-'*-;=?-\[\]^_a-z{|}~]*")
_PARENTHESES: Final = re.compile(r"[()]")
_MAX_PARENTHESES: Final = 30


def link_end(attributes: Attributes) -> str:
    """What is written after the text of a link; empty if it has no address."""
    href = attributes.get("href", "").strip()
    if not href or not (_PLAIN.fullmatch(href) or _is_safe(href, _LINKED)):
        return ""
    return f"]({_target(href, attributes.get('title', ''))})"


def image(attributes: Attributes) -> str:
    """An image; nothing if there is no address to show it from."""
    src = attributes.get("src", "").strip()
    is_safe = _PLAIN.fullmatch(src) or _is_safe(src, _SHOWN) or src.lower().startswith("data:image/")
    if not src or not is_safe:
        return ""
    alt = escape(" ".join(attributes.get("alt", "").split()), MARKUP, MARKUP, ALL, in_link=True)
    return f"![{alt}]({_target(src, attributes.get('title', ''))})"


def _is_safe(address: str, schemes: frozenset[str]) -> bool:
    scheme = _SCHEME.match(_IGNORED.sub("", address))
    return scheme is None or scheme[0][:-1].lower() in schemes


def _target(address: str, title: str) -> str:
    title = _without_references(" ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"'))
    return f'{_destination(address)} "{title}"' if title else _destination(address)


def _destination(address: str) -> str:
    """An address that is read as it is, with no more encoded than must be."""
    if _PLAIN.fullmatch(address):
        return _without_references(address)
    address = _UNFIT.sub(_percent, address)
    if ("(" in address or ")" in address) and not _is_balanced(address):
        address = address.replace("(", "%28").replace(")", "%29")
    return _without_references(address)


def _percent(match: re.Match[str]) -> str:
    return "".join([f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")])


def _is_balanced(address: str) -> bool:
    depth = 0
    for match in _PARENTHESES.finditer(address):
        depth += 1 if match[0] == "(" else -1
        if not 0 <= depth <= _MAX_PARENTHESES:
            return False
    return depth == 0


def _without_references(text: str) -> str:
    if "&" not in text or ";" not in text:
        return text
    return _AMPERSAND.sub(lambda match: "\\&" if is_reference(text, match.start()) else "&", text)
