"""Pictures: which of them belong to the kept text, and where they are fetched from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import chain
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, INVISIBLE, OPEN, TEXT, Flags
from mainspan.render.addresses import picture
from mainspan.render.events import Attributes
from mainspan.render.formulas import Formula
from mainspan.render.layout import Places
from mainspan.render.pieces import are_inside
from mainspan.render.repeats import Marks, without_repeats
from mainspan.render.surroundings import Frames

_A: Final = tags.NUMBERS["a"]
_IMG: Final = tags.NUMBERS["img"]
_SOURCE: Final = tags.NUMBERS["source"]
_PICTURE: Final = tags.NUMBERS["picture"]
_NOSCRIPT: Final = tags.NUMBERS["noscript"]
# Where pages put the address of a picture that a script fetches when it comes into sight.
_LAZY: Final = "data-src data-original data-lazy-src data-lazy data-hi-res-src data-url data-image".split()
_LAZY_SETS: Final = ("data-srcset", "data-lazy-srcset", "data-original-set", "srcset")
# A file with one of these in its name is a placeholder.
_PLACEHOLDERS: Final = ("blank", "spacer", "pixel", "placeholder", "transparent", "clear", "1x1")
_PLACEHOLDER_WORDS: Final = (*_PLACEHOLDERS, "space")
_PLACEHOLDER: Final = re.compile(rf"(?:^|[_.-])(?:{'|'.join(_PLACEHOLDERS)})|^space\.gif$", re.I)
# A picture, and how wide or dense it is; an address never holds whitespace, so this reads everything once.
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([0-9]{1,6}(?:\.[0-9]{1,3})?)[wx])?\s*(?:,|$)")
# Pictures with a side below this count readers or fill space, unless a script gives them their size.
_MIN_SIDE: Final = 3
_MAX_SPACER: Final = 10
# Signs of persons and services have sides of at most this. They are known by the names of classes and files.
_MAX_SIGN: Final = 128
_SMALL_SIGN: Final = re.compile(
    r"(?:^|[^a-z])(?:author|byline|profile|user|icon|logo|badge|button|share)s?(?:[^a-z]|$)", re.I
)
_SERVICES: Final = "facebook|twitter|linkedin|pinterest|reddit|whatsapp"
_SIGN: Final = re.compile(
    r"(?:^|[^a-z])(?:avatar|gravatar|userpic)s?(?:[^a-z]|$)"
    rf"|(?:^|[^a-z])(?:icon|social|share|ico)[-_]?(?:{_SERVICES}|x|mail|email|print)(?:[^a-z]|$)"
    rf"|(?:^|[^a-z])(?:{_SERVICES})[-_]?(?:icon|logo|share|button)",
    re.I,
)
# A picture whose sides are known and at most this long is an icon, and so is one that is not known to be
# larger than a sign and has such a file. Icons that begin a line, or have no text beside them, go.
_MAX_ICON: Final = 48
_ICON_FILE: Final = re.compile(
    r"/(?:(?:[^/?#]*[^a-z/?#])?[a-z]*icons?(?:[^a-z/?#][^/?#]*)?|icos?|buttons?|btns?|smil(?:ie|ey)s|emoticons?)/[^/?#]*\.(?:gif|png|svg|webp|ico)(?:$|[?#])"
    r"|/(?:icon|ico|button|btn|bullet)s?[-_][^/?#]*\.(?:gif|png|svg|webp|ico)(?:$|[?#])",
    re.I,
)
# One of these is in each of them.
_ICON_WORDS: Final = ("ico", "button", "btn", "smil", "bullet")
# Names with none of these parts are no sign's: that is faster found.
_SIGN_PARTS: Final = tuple(f"avatar|userpic|ico|social|share|{_SERVICES}".encode().split(b"|"))
_MAX_NAMES: Final = 500
# A small picture in a link to one of these is a button that shares the page, or leads to a profile.
_SHARES: Final = re.compile(
    r' href="[^"]*?(?:/sharer|/share\b|/sharing/|/share[-A]|/intent/|/submit\?|pin/create|//wa\.me/|/send\?'
    r"|mailto:|javascript:"
    r"|//(?:www\.|m\.)?(?:facebook|twitter|x|instagram|linkedin|pinterest|youtube|tiktok|vk)\.com"
    r"/(?:company/|in/|user/|channel/|c/)?[@\w.-]*/?\")",
    re.I,
)
# A picture that is not known to be larger than a sign shares the page if an element with such a name and no
# text is around it, at most this number of levels above.
_SHARE_BOX: Final = re.compile(
    r"(?:^|[\s_-])(?:shar(?:e|es|ing|ebar)|addthis|addtoany|a2a"
    r"|socials?(?:$|\s|[_-]?(?:icons?|links?|media|shar(?:e|ing)|buttons?|btns?|bar|list)))(?:$|[\s_-])",
    re.I,
)
# One of these is in each of them.
_SHARE_WORDS: Final = ("shar", "social", "addthis", "addtoany", "a2a")
_MAX_BOX_LEVELS: Final = 3
# And so it is the sign of a person in an element with such a name, whatever text that has: beside a post.
_PROFILE_BOX: Final = re.compile(
    r"(?:^|[\s_-])(?:avatars?|user-?info|post-?profile|(?:post|poster|message|reply)-?(?:author|user|info)|author-?pane)"
    r"(?:$|[\s_-])",
    re.I,
)
# One of these is in each of them.
_PROFILE_WORDS: Final = ("avatar", "user", "profile", "author", "info")
# After the text a picture in a link is an advertisement or a logo, unless it leads to a larger picture. The
# link is at most this number of elements around it.
_PICTURE_FILE: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])", re.I)
_MAX_LEVELS: Final = 3
# Pages of AMP have an element of their own.
_AMP: Final = (b"<amp-img",)
# The size in an address, and the width below which it is that of a blurred picture.
_WIDTH: Final = re.compile(r"[?&/,_;](?:w|width|resize|max)[=_/:](\d{1,4})(?!\d)", re.I)
_BLURRED: Final = re.compile(r"[?&/,_;](?:e_)?blur(?:[=_:/]|$)|lqip", re.I)
_MIN_ADDRESS_WIDTH: Final = 64
# A picture of less than this width is a small one, if there are others.
_MIN_WIDTH: Final = 480
_MAX_DIGITS: Final = 6
# A picture of the content is at most this many tokens before the first piece or after the last one.
_MAX_TOKENS_OUTSIDE: Final = 300
# The source or the copy of a picture is at most this many tokens away.
_MAX_TOKENS_APART: Final = 40


def find_images(
    page: Page, kept: NDArray[np.int64], base: str, formulas: Sequence[Formula] = ()
) -> dict[int, Attributes]:
    """The pictures inside the kept text by their tokens; `kept` counts the kept pieces before each token."""
    tokens = page.tokens
    first, last = (kept.searchsorted([1, kept[-1]]) - 1).tolist()
    begin = max(first - _MAX_TOKENS_OUTSIDE + 1, 0)
    part = slice(begin, last + _MAX_TOKENS_OUTSIDE)
    places = np.flatnonzero(_are_pictures(page, part)) + begin
    places = places[(tokens.marks[places] & (HIDDEN | INVISIBLE)) == 0]
    if formulas:
        ends = np.array([(formula.first, formula.last) for formula in formulas])
        places = places[~are_inside(places, ends[:, 0], ends[:, 1])]
    if not len(places):
        return {}
    finder = _Finder(page, kept, base)
    return without_repeats(page, kept, finder.find(places), finder.marks)


def _are_pictures(page: Page, part: slice) -> Flags:
    """Which of these tokens are pictures, by their tags."""
    tokens = page.tokens
    tag = tokens.tag[part]
    found: Flags = tag == _IMG
    # A name that HTML does not have has no number.
    nameless = ((tag == 0) & (tokens.kind[part] == OPEN)).nonzero()[0]
    found[nameless[page.hold_words(nameless + part.start, _AMP)]] = True
    return found


class _Finder:
    """Goes over the pictures in order; copies are known by the one before them."""

    def __init__(self, page: Page, kept: NDArray[np.int64], base: str) -> None:
        self.page, self.kept, self.base = page, kept, base
        self.frames = Frames(page, kept)
        self.marks = Marks(page, kept)
        self.found: dict[int, Attributes] = {}
        # The picture before, and whether a script fetches it.
        self.last, self.is_lazy = -1, False

    def find(self, places: Places) -> dict[int, Attributes]:
        """Those of these pictures that belong to the kept text, with their attributes."""
        may_be_signs = self.page.hold_words(places, _SIGN_PARTS)
        columns = (places, self.frames.parents(places), may_be_signs)
        for token, parent, may_be_sign in zip(*(column.tolist() for column in columns), strict=True):
            least = self.frames.least_width(token, parent)
            if least == inf or self._leads_away(token) or self._is_out_of_sight(parent):
                continue
            attributes = self.page.attributes(token)
            width, height = _side(attributes.get("width")), _side(attributes.get("height"))
            if _is_sign(attributes, width, height, may_be_sign):
                continue
            may_be_small = max(width, height) <= _MAX_SIGN
            if may_be_small and (_shares(self.page, token) or self._is_in_box_of_signs(parent)):
                continue
            is_small = _is_small(width, height)
            is_icon = is_small or (may_be_small and _has_icon_file(attributes))
            if is_icon and not self._continues_line(token, attributes, linked=is_small):
                continue
            shown = _image(self.page, token, attributes, self.base)
            if shown and int(shown.get("width", "0")) >= least:
                self._add(token, shown, is_lazy=any(map(attributes.get, (*_LAZY, *_LAZY_SETS))))
        return self.found

    def _leads_away(self, token: int) -> bool:
        """Whether a picture after the last text is in a link to another page."""
        if self.kept.item(token) < self.kept.item(-1):
            return False
        elements = self.page.elements
        element = elements.parent.item(elements.open.searchsorted(token, side="right") - 1)
        for _ in range(_MAX_LEVELS):
            if element < 0:
                return False
            if elements.tag.item(element) == _A:
                address = self.page.attribute(elements.open.item(element), "href") or ""
                return bool(address) and not _PICTURE_FILE.search(address) and address[0] != "#"
            element = elements.parent.item(element)
        return False

    def _is_out_of_sight(self, element: int) -> bool:
        """Whether an element around a picture is hidden and has no kept text: for services that share it."""
        elements, marks = self.page.elements, self.page.tokens.marks
        for _ in range(_MAX_BOX_LEVELS):
            if element < 0 or self.frames.has_kept(element):
                return False
            if marks.item(elements.open.item(element)) & HIDDEN:
                return True
            element = elements.parent.item(element)
        return False

    def _is_in_box_of_signs(self, element: int) -> bool:
        """Whether the elements around a picture up to one with kept text are named after persons, or those
        without are named after sharing.
        """
        elements = self.page.elements
        for _ in range(_MAX_BOX_LEVELS):
            if element < 0:
                return False
            name = self.page.attribute(elements.open.item(element), "class")
            if name and _holds(name, _PROFILE_WORDS) and _PROFILE_BOX.search(name):
                return True
            if self.frames.has_kept(element):
                return False
            if name and _holds(name, _SHARE_WORDS) and _SHARE_BOX.search(name):
                return True
            element = elements.parent.item(element)
        return False

    def _continues_line(self, token: int, attributes: dict[str, str], *, linked: bool) -> bool:
        """Whether an icon is a part of a sentence, or a mark in a table; one without a description is not.

        linked: whether the mark may lead somewhere.
        """
        if attributes.get("alt") == "":
            return False
        if self.marks.has(token, linked=linked):
            return True
        tokens, kept = self.page.tokens, self.kept
        for before in range(token - 1, max(token - _MAX_TOKENS_APART, 0), -1):
            if kept.item(before + 1) > kept.item(before):
                return True
            if tokens.kind.item(before) != TEXT and not tags.IS_INLINE[tokens.tag.item(before)]:
                return False
        return False

    def _add(self, token: int, shown: dict[str, str], *, is_lazy: bool) -> None:
        last = self.last
        if last >= 0 and _is_copy(self.page, token, last):
            if not self.is_lazy:
                # The first is a blurred one, and browsers without scripts show the picture.
                self.found[last] = {**self.found[last], "src": shown["src"]}
        elif last < 0 or shown["src"] != self.found[last]["src"] or self._are_apart(last, token):
            self.found[token] = shown
            self.last, self.is_lazy = token, is_lazy

    def _are_apart(self, one: int, other: int) -> bool:
        """Whether there is text between two pictures, or the border of a cell."""
        if self.kept.item(other) > self.kept.item(one):
            return True
        return bool(tags.IS_CELL[self.page.tokens.tag[one:other]].any())


def _image(page: Page, token: int, attributes: dict[str, str], base: str) -> dict[str, str]:
    """The attributes of a picture, its address resolved; empty if there is nothing to look at."""
    for address in chain(_addresses(attributes), _sources(page, token)):
        source = picture(base, address)
        if source and not _is_placeholder(source):
            return {"src": source, **_shown(attributes)}
    return {}


def _is_sign(attributes: dict[str, str], width: int, height: int, may_be_named: bool) -> bool:
    """Whether a picture counts readers, fills space, or is the sign of a person or of a service.

    may_be_named: whether its tag holds a part of the names that signs have.
    """
    longer = max(width, height)
    shorter = min(width, height) if width >= 0 and height >= 0 else longer
    if 0 <= shorter < _MIN_SIDE and longer < _MAX_SPACER:
        return True
    # Sides of 0 are filled in by a script.
    if 0 < width < _MIN_SIDE or 0 < height < _MIN_SIDE:
        return True
    is_small = 0 <= longer <= _MAX_SIGN
    if not is_small and not may_be_named:
        return False
    names = f"{attributes.get('class', '')} {attributes.get('src', '')[:_MAX_NAMES]}"
    if is_small and _SMALL_SIGN.search(names):
        return True
    return may_be_named and bool(_SIGN.search(names))


def _has_icon_file(attributes: dict[str, str]) -> bool:
    """Whether a picture is an icon by the name of its file."""
    source = attributes.get("src", "")[:_MAX_NAMES]
    return _holds(source, _ICON_WORDS) and bool(_ICON_FILE.search(source))


def _is_small(width: int, height: int) -> bool:
    """Whether both sides of a picture are known, and those of an icon."""
    return 0 < width <= _MAX_ICON and 0 < height <= _MAX_ICON


def _shares(page: Page, token: int) -> bool:
    """Whether a picture that is not known to be large is a button that shares the page."""
    tokens = page.tokens
    if tokens.tag.item(token - 1) != _A:
        return False
    return bool(_SHARES.search(page.source, tokens.start.item(token - 1), tokens.end.item(token - 1)))


def _side(written: str | None) -> int:
    """A width or height in pixels; -1 if it is not known."""
    if not written:
        return -1
    digits = written.strip().lower().removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < _MAX_DIGITS else -1


def _is_placeholder(source: str) -> bool:
    name = source.partition("?")[0].rpartition("/")[2]
    return _holds(name, _PLACEHOLDER_WORDS) and bool(_PLACEHOLDER.search(name))


def _holds(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text holds one of some words, in any case: a faster test than the expressions for them."""
    text = text.lower()
    return any(word in text for word in words)


def _shown(attributes: dict[str, str]) -> dict[str, str]:
    """The description of a picture, and its size."""
    found = {}
    if "alt" in attributes:
        found["alt"] = _described(attributes["alt"])  # an empty one marks decoration
    title = _described(attributes.get("title", ""))
    if title and title != found.get("alt"):
        found["title"] = title
    for key in ("width", "height"):
        if key in attributes and attributes[key].isascii() and attributes[key].isdecimal():
            found[key] = attributes[key]
    return found


def _described(text: str) -> str:
    """A description on one line. Some pages write its character references twice: "Tom &amp;amp; Ann"."""
    return " ".join((unescape(text) if "&" in text else text).split())


def _addresses(attributes: dict[str, str]) -> Iterator[str]:
    """Where a picture may be fetched, the best first: where a script takes it from, then what it shows."""
    for key in _LAZY:
        if key in attributes:
            yield attributes[key]
    shown, is_lazy = attributes.get("src"), any(attributes.get(key) for key in _LAZY_SETS[:-1])
    sizes = attributes.get("srcset", "")
    if shown and not is_lazy and not (sizes and (_is_blurred(shown) or _is_smallest(shown, sizes))):
        yield shown
    yield from _largest(attributes[key] for key in _LAZY_SETS if attributes.get(key))
    yield attributes.get("src", "")


def _is_blurred(address: str) -> bool:
    """Whether an address asks for a picture that is too small or too blurred to be looked at."""
    width = _WIDTH.search(address)
    return bool(width and int(width.group(1)) < _MIN_ADDRESS_WIDTH) or bool(_BLURRED.search(address))


def _is_smallest(address: str, sizes: str) -> bool:
    """Whether an address is that of a small picture of which there are larger ones."""
    if address not in sizes:
        return False
    widths = {each: float(size or 0) for each, size in _CANDIDATE.findall(sizes)}
    return 1 < widths.get(address, 0) < _MIN_WIDTH <= max(widths.values())


def _largest(sets: Iterable[str]) -> Iterator[str]:
    """The largest picture of each set."""
    for text in sets:
        found = [
            (float(size or 1), -i, address) for i, (address, size) in enumerate(_CANDIDATE.findall(text))
        ]
        if found:
            yield max(found)[2]


def _sources(page: Page, token: int) -> Iterator[str]:
    """The largest pictures of the sources before a picture, in the same picture element."""
    tokens = page.tokens
    first = token - 1
    while first > 0 and not (tokens.kind[first] == OPEN and tokens.tag[first] == _PICTURE):
        if token - first > _MAX_TOKENS_APART or tokens.partner[first] > token:
            return
        first -= 1
    sources: Places = np.flatnonzero(tokens.tag[first:token] == _SOURCE) + first
    for place in sources.tolist():
        attributes = page.attributes(place)
        yield from _largest(attributes[key] for key in _LAZY_SETS if attributes.get(key))


def _is_copy(page: Page, token: int, last: int) -> bool:
    """Whether a picture is a copy of the last one, in a noscript right after it."""
    tokens = page.tokens
    first = token - 1
    while first > 0 and token - first < _MAX_TOKENS_APART and tokens.kind[first] != OPEN:
        first -= 1
    if tokens.tag[first] != _NOSCRIPT:
        return False
    return first - last < _MAX_TOKENS_APART and not (tokens.words[last:first] > 0).any()
