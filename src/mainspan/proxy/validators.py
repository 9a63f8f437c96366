"""ETag and Last-Modified: a stored original and a stored extract are never confused.

The validator of an extract is made from the one of its original and from our settings:

    "ms-SETTINGS-s-..."    of a strong ETag
    "ms-SETTINGS-w-..."    of a weak one
    "ms-SETTINGS-m-..."    of Last-Modified, where there is no ETag

A client sends it back in If-None-Match. If the settings are the same, the server is asked with its own
validator, so that it can answer 304. All other validators are those of originals, or of extracts with other
settings: they are not sent, so the server answers with the page, which is extracted anew.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from mainspan.proxy.fields import Field, Fields, split, value, without

_TAG: Final = re.compile(r'(?:W/)?"ms-([0-9a-f]+)-([swm])-([A-Za-z0-9_=-]+)"')
_ENTITY_TAG: Final = re.compile(r'(W/)?"[!#-~\x80-\xff]*"')
_CONDITIONS: Final = ("if-none-match", "if-modified-since", "if-match", "if-unmodified-since")
# Longer validators do not come back: some servers refuse long headers.
_MAX_LENGTH: Final = 1000


def make_tag(fields: Fields, digest: str) -> str | None:
    """The validator for the extract of an answer with these fields; None if it has no validator itself."""
    etag, modified = value(fields, "etag").strip(), value(fields, "last-modified").strip()
    if len(etag) + len(modified) > _MAX_LENGTH:
        return None
    if match := _ENTITY_TAG.fullmatch(etag):
        weak = match[1] or ""
        return f'{weak}"ms-{digest}-{"w" if weak else "s"}-{_encode(etag.removeprefix(weak))}"'
    return f'W/"ms-{digest}-m-{_encode(modified)}"' if modified else None


def _encode(text: str) -> str:
    return urlsafe_b64encode(text.encode("latin-1", "replace")).decode("ascii")


def _read_tag(tag: str, digest: str) -> Field | None:
    """The condition that the server understands, for a validator of ours with the same settings."""
    match = _TAG.fullmatch(tag)
    if match is None or match[1] != digest:
        return None
    try:
        original = urlsafe_b64decode(match[3]).decode("latin-1")
    except ValueError:
        return None
    if not original.isprintable():
        return None
    if match[2] == "m":
        return "If-Modified-Since", original
    return "If-None-Match", ("W/" if match[2] == "w" else "") + original


def ask_for_original(fields: Fields, digest: str) -> list[Field]:
    """The fields of a request for a page to be extracted, with conditions that the server understands."""
    conditions = [found for tag in split(value(fields, "if-none-match")) if (found := _read_tag(tag, digest))]
    left = without(fields, _CONDITIONS)
    tags = [written for name, written in conditions if name == "If-None-Match"]
    if tags:
        return [*left, ("If-None-Match", ", ".join(tags))]
    # A date is only asked for alone: with tags, servers ignore it.
    return [*left, *conditions[:1]]


def resume_from_start(fields: Fields) -> list[Field]:
    """The fields of a request that continues an extract: no server has it, so all of it is asked for."""
    if _TAG.fullmatch(value(fields, "if-range").strip()):
        return without(fields, ("range", "if-range"))
    return list(fields)
