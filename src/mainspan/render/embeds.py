"""Videos, recordings, posts and other things from elsewhere: each leaves a link with its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qs, urlsplit

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, OPEN, VOID
from mainspan.render.addresses import link
from mainspan.render.surroundings import are_surrounded

# With elements of names that HTML does not have.
_FRAMES: Final = (0, *sorted(tags.numbers("iframe embed object video audio")))
_IS_FRAME: Final = np.isin(np.arange(len(tags.NAMES)), _FRAMES)
_MEDIA: Final = tags.numbers("video audio")
_SOURCE: Final = tags.NUMBERS["source"]
_OBJECT: Final = tags.NUMBERS["object"]
# Elements of their own names that become a frame when somebody looks at them.
_LITE: Final = ("<lite-youtube", "<youtube-video", "<lite-vimeo", "<vimeo-video")
# Frames from these services are looked at or listened to; others are advertisements, forms or counters,
# unless they may fill the screen.
_SERVICES: Final = re.compile(
    r"//(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|ted\.com"
    r"|soundcloud\.com|spotify\.com|bandcamp\.com|podcasts\.apple\.com|mixcloud\.com|simplecast\.com|megaphone\.fm"
    r"|libsyn\.com|buzzsprout\.com|acast\.com|codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|observablehq\.com"
    r"|twitter\.com|x\.com|instagram\.com|tiktok\.com|bsky\.app|reddit\.com|redditmedia\.com|giphy\.com|imgur\.com"
    r"|slideshare\.net|speakerdeck\.com|scribd\.com|issuu\.com|datawrapper\.de|dwcdn\.net|infogram\.com|flourish\.studio"
    r"|openstreetmap\.org|streamable\.com|wistia\.(?:com|net)|loom\.com|bilibili\.com|youku\.com|qq\.com|archive\.org"
    r"|player\.[\w.-]+|google\.com/maps|facebook\.com/plugins/(?:video|post))",
    re.IGNORECASE,
)
_YOUTUBE: Final = re.compile(r"//(?:www\.)?youtube(?:-nocookie)?\.com/embed/([\w-]{6,20})", re.I)
_VIMEO: Final = re.compile(r"//player\.vimeo\.com/video/(\d+)", re.I)
_NAME: Final = re.compile(r"[\w-]{6,20}")
# An embed of the content is at most this many tokens before the first piece or after the last one.
_MAX_TOKENS_OUTSIDE: Final = 300
_MAX_TITLE: Final = 200


def find_embeds(page: Page, kept: NDArray[np.int64], base: str) -> dict[int, dict[str, str]]:
    """The embeds inside the kept text, by their tokens: where each leads, and its title."""
    tokens = page.tokens
    first, last = (kept.searchsorted([1, kept[-1]]) - 1).tolist()
    begin = max(first - _MAX_TOKENS_OUTSIDE + 1, 0)
    part = slice(begin, last + _MAX_TOKENS_OUTSIDE)
    # Hardly any token is one, so the names come first.
    places = _IS_FRAME.take(tokens.tag[part]).nonzero()[0] + begin
    if not len(places):
        return {}
    kind = tokens.kind.take(places)
    is_shown = (tokens.marks.take(places) & np.uint8(HIDDEN)) == 0
    places = places[((kind == OPEN) | (kind == VOID)) & is_shown]
    found = {token: embed for token in places.tolist() if (embed := _embed(page, token, base))}
    if not found:
        return {}
    inside = are_surrounded(page, np.array(sorted(found)), kept).tolist()
    return {token: found[token] for token, is_kept in zip(sorted(found), inside, strict=True) if is_kept}


def _embed(page: Page, token: int, base: str) -> dict[str, str]:
    """The address and the title of an embed; empty if it is none, or nothing to look at."""
    tag = int(page.tokens.tag[token])
    if not tag:
        return _lite(page, token)
    attributes = page.attributes(token)
    for address in _addresses(page, token, tag, attributes):
        href = link(base, _watched(address))
        if not href.startswith(("http://", "https://")):
            continue
        if tag in _MEDIA or _SERVICES.search(address) or "allowfullscreen" in attributes:
            return {"href": href, "title": _title(attributes) or _name_of(href, is_file=tag in _MEDIA)}
    return {}


def _lite(page: Page, token: int) -> dict[str, str]:
    if not page.source.startswith(_LITE, int(page.tokens.start[token])):
        return {}
    attributes = page.attributes(token)
    name = attributes.get("videoid", "")
    if not _NAME.fullmatch(name):
        return {}
    is_vimeo = name.isdecimal()
    href = f"https://vimeo.com/{name}" if is_vimeo else f"https://www.youtube.com/watch?v={name}"
    return {"href": href, "title": _title(attributes) or _name_of(href)}


def _addresses(page: Page, token: int, tag: int, attributes: dict[str, str]) -> Iterator[str]:
    """Where an embed is from: what a script puts there, its own address, those of its sources."""
    keys = ("data",) if tag == _OBJECT else ("data-src", "data-lazy-src", "data-litespeed-src", "src")
    yield from (attributes[key] for key in keys if attributes.get(key))
    if tag in _MEDIA:
        last = int(page.tokens.partner[token])
        for place in (np.flatnonzero(page.tokens.tag[token:last] == _SOURCE) + token).tolist():
            yield page.attribute(place, "src") or ""


def _watched(address: str) -> str:
    """The page where a video is watched, instead of its frame."""
    if found := _YOUTUBE.search(address):
        return f"https://www.youtube.com/watch?v={found.group(1)}"
    if found := _VIMEO.search(address):
        return f"https://vimeo.com/{found.group(1)}"
    if "facebook.com/plugins/" in address:
        return parse_qs(urlsplit(address).query).get("href", [address])[0]
    return address


def _title(attributes: dict[str, str]) -> str:
    titles = (" ".join(attributes.get(key, "").split()) for key in ("title", "aria-label", "playlabel"))
    return next(filter(None, titles), "")[:_MAX_TITLE]


def _name_of(href: str, *, is_file: bool = False) -> str:
    """The name of a file, or that of the service."""
    parts = urlsplit(href)
    name = parts.path.rpartition("/")[2] if is_file else ""
    return name or (parts.hostname or "").removeprefix("www.")
