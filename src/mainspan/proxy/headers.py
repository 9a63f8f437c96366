"""The header fields of an extract, and those that say what the proxy did."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.proxy.fields import Field, Fields, split, tokens, value, values, without
from mainspan.proxy.policy import policies_for
from mainspan.proxy.rules import ASK, CODINGS
from mainspan.proxy.settings import WHOLE_PAGES
from mainspan.proxy.validators import make_tag

OURS: Final = (
    "mainspan-result",
    "mainspan-reason",
    "mainspan-method",
    "mainspan-confidence",
    "mainspan-time",
    "mainspan-share",
)
# What the answer depends on, besides what the server names: see `rules`.
_VARY: Final = ("Sec-Fetch-Dest", "X-Requested-With", "Mainspan-Proxy")
# What is about the bytes of the original.
_ABOUT_BYTES: Final = (
    "accept-ranges",
    "age",
    "content-digest",
    "content-encoding",
    "content-length",
    "content-md5",
    "content-range",
    "digest",
    "etag",
    "expires",
    "last-modified",
    "repr-digest",
    "signature",
    "signature-input",
    "trailer",
    "transfer-encoding",
    "use-as-dictionary",
)
# Rewritten below, or sent for no one's use.
_REWRITTEN: Final = (
    "cache-control",
    "content-security-policy",
    "content-security-policy-report-only",
    "content-type",
    "link",
    "pragma",
    "vary",
    "x-content-type-options",
)
# Links that make a browser load what an extract does not use.
_LOADING: Final = frozenset(
    "dns-prefetch modulepreload preconnect prefetch preload prerender stylesheet".split()
)
_LOADING_SCRIPTS: Final = frozenset(["modulepreload", "prerender"])


class Report(NamedTuple):
    """What the proxy did with an answer; `reason` is empty for an extract."""

    reason: str = ""
    method: str = "none"
    confidence: float | None = None
    milliseconds: float = 0.0
    share: float = 1.0

    def fields(self) -> list[Field]:
        """The header fields that say it."""
        return [
            ("Mainspan-Result", "passed" if self.reason else "extracted"),
            *([("Mainspan-Reason", self.reason)] if self.reason else []),
            ("Mainspan-Method", self.method),
            ("Mainspan-Confidence", "none" if self.confidence is None else f"{self.confidence:.3f}"),
            ("Mainspan-Time", f"{self.milliseconds:.1f}"),
            ("Mainspan-Share", f"{self.share:.3f}"),
        ]


def passed_fields(fields: Fields, report: Report, *, is_html: bool, is_bypassed: bool = False) -> list[Field]:
    """The fields of an answer that passes unchanged.

    A page depends on how it was asked for. An original that was asked for once must not be shown from a
    browser's store the next time.
    """
    kept = [*without(fields, OURS), *report.fields()]
    if not is_html:
        return kept
    kept = [*without(kept, ["vary"]), ("Vary", _vary(fields))]
    if is_bypassed:
        kept = [*without(kept, ["cache-control", "expires"]), ("Cache-Control", _caching(fields))]
    return kept


def extract_fields(
    fields: Fields, report: Report, form: str, media_type: str, length: int, *, digest: str, scripts: bool
) -> list[Field]:
    """The fields of an extract of this length, given those of its original."""
    kept = stored_fields(fields, form, digest=digest, scripts=scripts)
    kept = without(kept, OURS)
    return [
        *kept,
        ("Content-Type", f"{media_type}; charset=utf-8"),
        ("Content-Length", str(length)),
        *report.fields(),
    ]


def stored_fields(fields: Fields, form: str, *, digest: str, scripts: bool) -> list[Field]:
    """The fields of an extract without those about its bytes: also for 304, which renews a stored one."""
    kept = without(fields, (*_ABOUT_BYTES, *_REWRITTEN))
    if tag := make_tag(fields, digest):
        kept.append(("ETag", tag))
    kept.append(("Cache-Control", _caching(fields)))
    kept.append(("Vary", _vary(fields)))
    if link := ", ".join(_links(value(fields, "link"), form, scripts=scripts)):
        kept.append(("Link", link))
    policies = policies_for(form, values(fields, "content-security-policy"), scripts=scripts)
    kept += [("Content-Security-Policy", policy) for policy in policies]
    # Text must not be taken for a page.
    kept.append(("X-Content-Type-Options", "nosniff"))
    return kept


def request_fields(fields: Fields) -> list[Field]:
    """The fields of a request, without our own, and with codings that can be undone."""
    kept = without(fields, (ASK, "accept-encoding", "available-dictionary", "dictionary-id"))
    offered = [each for each in split(value(fields, "accept-encoding")) if _coding(each) in (*CODINGS, "*")]
    if not tokens(fields, "accept-encoding"):
        return kept
    return [*kept, ("Accept-Encoding", ", ".join(offered) or "identity")]


def _coding(written: str) -> str:
    return written.partition(";")[0].strip().lower()


def _vary(fields: Fields) -> str:
    named = split(value(fields, "vary"))
    if "*" in named:
        return "*"
    lower = [each.lower() for each in named]
    return ", ".join([*named, *(each for each in _VARY if each.lower() not in lower)])


def _caching(fields: Fields) -> str:
    """How long an answer may be shown without asking: never, since the proxy may be off the next time."""
    named = [each.partition("=")[0].strip() for each in tokens(fields, "cache-control")]
    return ", ".join(["no-store"] if "no-store" in named else ["private", "no-cache"])


def _links(header: str, form: str, *, scripts: bool) -> list[str]:
    """The links of a header that an extract has use for."""
    is_whole = form in WHOLE_PAGES
    if is_whole and scripts:
        return split(header)
    return [link for link in split(header) if not _is_useless(link, is_whole)]


def _is_useless(link: str, is_whole: bool) -> bool:
    parameters: dict[str, str] = {}
    for part in split(link, ";")[1:]:
        name, _, written = part.partition("=")
        parameters.setdefault(name.strip().lower(), written.strip().strip('"').lower())
    relations = set(parameters.get("rel", "").split())
    if is_whole:
        return bool(relations & _LOADING_SCRIPTS) or parameters.get("as", "") in ("script", "worker")
    return bool(relations & _LOADING)
