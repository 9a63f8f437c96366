"""Content-Security-Policy of an extract: the page's own, with room for our style, and a stricter one of ours.

A browser applies all policies of an answer, so what the page's own forbid stays forbidden. Our style is in
the page itself, which many policies forbid. It is allowed by its hash, and no other style with it.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from mainspan.proxy.fields import split
from mainspan.proxy.readable import STYLE
from mainspan.render.whole.collapsing import COLLAPSE_STYLE
from mainspan.render.whole.wrapping import HIDE_STYLE, MARK_STYLE

_STYLES: Final = {"html": STYLE, "hide": HIDE_STYLE, "collapse": COLLAPSE_STYLE, "mark": MARK_STYLE}
# In order: a browser reads the first that a policy has.
_STYLE_DIRECTIVES: Final = ("style-src-elem", "style-src", "default-src")


def hash_of(style: str) -> str:
    """A style as a source of a policy."""
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode('ascii')}'"


def policies_for(form: str, policies: list[str], *, scripts: bool) -> list[str]:
    """The policies of an extract in a form, given those of the page."""
    if form not in _STYLES:
        return policies
    allowed = hash_of(_STYLES[form])
    kept = [_with_style(policy, allowed) for header in policies for policy in split(header)]
    return kept if scripts and form != "html" else [*kept, _own_policy(form, allowed)]


def _own_policy(form: str, allowed: str) -> str:
    if form != "html":
        return "script-src 'none'; object-src 'none'"
    return (
        f"default-src 'none'; img-src * data: blob:; media-src * data: blob:; style-src {allowed}; "
        "base-uri 'none'; form-action 'none'"
    )


def _with_style(policy: str, allowed: str) -> str:
    """A policy that also allows this style."""
    directives = [part.split() for part in policy.split(";") if part.strip()]
    named = {words[0].lower(): words for words in reversed(directives)}
    decisive = next((name for name in _STYLE_DIRECTIVES if name in named), None)
    if decisive is None:
        return policy
    sources = named[decisive][1:]
    # Beside a hash or a nonce, browsers ignore 'unsafe-inline', on which the page's own style may depend.
    lower = [each.lower() for each in sources]
    if "'unsafe-inline'" in lower and not any(each.startswith(("'sha", "'nonce-")) for each in lower):
        return policy
    wider = [*(each for each in sources if each.lower() != "'none'"), allowed]
    if decisive == "default-src":
        return "; ".join(" ".join(words) for words in [*directives, ["style-src", *wider]])
    changed = [[words[0], *wider] if words is named[decisive] else words for words in directives]
    return "; ".join(map(" ".join, changed))
