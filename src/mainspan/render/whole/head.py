"""What goes around a page that is written again: its kind of document, and what we put into its head."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from mainspan.page import Page
from mainspan.render.addresses import base_of

_IS_ABSOLUTE: Final = re.compile("https?:", re.I)
# A doctype is in the first characters of a page: only comments may be before it.
_MAX_DOCTYPE_OFFSET: Final = 4096
# Identifiers as all doctypes in use have them; they decide on the mode in which a browser lays out the page.
_IDENTIFIER: Final = rb"[\t\n\f\r ]*+(\"[ -!#-;=?-~]*+\"|'[ -&(-;=?-~]*+')"
_DOCTYPE: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[\t\n\f\r ]++|<!--(?s:.*?)-->|<\?[^>]*+>)*+"
    rb"<!doctype[\t\n\f\r ]++html[\t\n\f\r ]++public" + _IDENTIFIER + rb"(?:" + _IDENTIFIER + rb")?",
    re.I,
)
_CHARSET: Final = '<meta data-mainspan="head" charset="utf-8">'
_POLICY: Final = (
    '<meta data-mainspan="head" http-equiv="Content-Security-Policy" '
    "content=\"script-src 'none'; object-src 'none'\">"
)


def doctype(page: Page) -> str:
    """The page's doctype: the source has only whether there is one, not its mode."""
    if not _has_doctype(page):
        return ""
    found = _DOCTYPE.match(page._utf8[:_MAX_DOCTYPE_OFFSET])
    identifiers = [part[1:-1].decode() for part in found.groups() if part] if found else []
    if not identifiers or '"' in "".join(identifiers):
        return "<!DOCTYPE html>"
    return "<!DOCTYPE html PUBLIC " + " ".join(f'"{part}"' for part in identifiers) + ">"


def _has_doctype(page: Page) -> bool:
    tokens, source = page.tokens, page.source
    root = int(page.elements.open[0]) if len(page.elements) else 0
    return any(source.startswith("<!DOCTYPE", start) for start in tokens.start[:root].tolist())


def head(page: Page, style: str, *, scripts: bool, own: str = "") -> str:
    """What we put at the beginning of the head, before all that the page has there.

    The encoding, a policy against scripts, the address that the page's own ones are relative to, our style.
    `own` are elements of the caller: where there are some, who serves the page sets the policy.
    """
    address = base_of(page)
    base = f'<base data-mainspan="head" href="{escape(address)}">' if _IS_ABSOLUTE.match(address) else ""
    styled = f'<style data-mainspan="head">{style}</style>' if style else ""
    return _CHARSET + ("" if scripts or own else _POLICY) + base + styled + own
