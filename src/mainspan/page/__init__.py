"""One page, read once: bytes to columns."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mainspan.lazy import lazy
from mainspan.page import tags
from mainspan.page.attributes import read_attribute, read_attributes
from mainspan.page.columns import Blocks, Elements, Words
from mainspan.page.decode import Decoded, decode, encode
from mainspan.page.formats import find_binary, find_format
from mainspan.page.kinds import RAW, Flags, Tokens
from mainspan.page.parse import Parsed, parse, select
from mainspan.page.search import find_classed, hold_characters, hold_words
from mainspan.page.tokenise import tokenise

__all__ = ["Page"]

# What a page keeps once it is computed.
_COLUMNS = ("_parsed", "_names", "source", "tokens", "elements", "words", "blocks", "derived", "_with_hidden")


class Page:
    """A web page as columns.

    >>> page = Page("<p>Hello <b>world</b></p>")
    >>> len(page.words)
    2

    `source` is the normalised document: all offsets refer to it. The columns `tokens`, `elements`,
    `words` and `blocks` are computed when they are first read, and kept.
    """

    def __init__(
        self,
        html: str | bytes | bytearray | memoryview,
        *,
        url: str | None = None,
        encoding: str | None = None,
        charset: str | None = None,
        hint: str | None = None,
        hidden: bool = False,
    ) -> None:
        """Read a page.

        html: the document, as text or as the bytes that came from the web.
        url: its address, if known.
        encoding: the encoding to use, whatever the page says.
        charset: the encoding that an HTTP header named, if any.
        hint: the encoding that a crawler detected, if it was stored with the page.
        hidden: whether text that attributes hide, or that is in noscript, is text like any other.
        """
        self.hidden = hidden
        self.url = url
        self.encoding: str | None = None
        self._decoded: Decoded | None = None
        # What the bytes are instead of a page: "a PDF document"; empty if they are one.
        self.other_format = ""
        if isinstance(html, str):
            self._utf8 = encode(html)
            # The bytes that were given; those of a text are counted in UTF-8.
            self.size = len(self._utf8)
        elif isinstance(html, (bytes, bytearray, memoryview)):
            given = bytes(html)
            self.size = len(given)
            self._decoded = decode(given, encoding=encoding, charset=charset, hint=hint)
            self._utf8, self.encoding = self._decoded.utf8, self._decoded.encoding
            self.other_format = find_format(given) or find_binary(given, encoding or charset)
        else:
            raise TypeError(f"a page is made from str or bytes, not from {type(html).__name__}")

    def __repr__(self) -> str:
        return f"<Page {self.url or 'without address'}, {self.size} bytes>"

    @lazy
    def encoding_because(self) -> str:
        """How the encoding was known; of text, that it was text."""
        return self._decoded.because if self._decoded else "text"

    @property
    def utf8(self) -> bytes:
        """The document as it was given, in UTF-8."""
        return self._utf8

    @lazy
    def _parsed(self) -> Parsed:
        return parse(self._utf8, include_hidden=self.hidden)

    @property
    def with_hidden(self) -> Page:
        """The same page, with the text that attributes hide or noscript holds as text like any other."""
        # A page that kept itself would wait for the garbage collector with all its columns.
        return self if self.hidden else self._with_hidden

    @lazy
    def _with_hidden(self) -> Page:
        other = copy(self)
        other.__dict__ = {name: value for name, value in self.__dict__.items() if name not in _COLUMNS}
        other.hidden = True
        if "_parsed" in self.__dict__:
            other.__dict__["_parsed"] = self._parsed._replace(scan=tokenise(self.source, include_hidden=True))
        return other

    def with_tokens(self, tokens: Tokens) -> Page:
        """The same page and source with other tokens: the renderers take some elements for others."""
        other = copy(self)
        left = (name for name in self.__dict__ if name not in _COLUMNS or name in ("source", "words"))
        other.__dict__ = {name: self.__dict__[name] for name in left}
        names = np.zeros(len(tags.NAMES), dtype=np.bool_)
        names[tokens.tag] = True
        scan = self._parsed.scan._replace(tokens=tokens, names=names)
        other.__dict__["_parsed"] = self._parsed._replace(scan=scan)
        return other

    @lazy
    def source(self) -> str:
        """The normalised document, to which every offset refers."""
        return self._parsed.source

    @property
    def salvaged(self) -> str:
        """Why the page was too hostile for the parser: the name of a limit, or an empty string."""
        return self._parsed.salvaged

    @lazy
    def tokens(self) -> Tokens:
        """The pieces of the source, in order."""
        return self._parsed.scan.tokens

    @lazy
    def elements(self) -> Elements:
        """The elements, in document order."""
        return Elements.of(self.tokens)

    @lazy
    def words(self) -> Words:
        """The words of the text."""
        return Words.of(self.source, self.tokens)

    @lazy
    def blocks(self) -> Blocks:
        """The runs of text between structural tags."""
        return Blocks.of(self.tokens)

    @lazy
    def derived(self) -> dict[Any, Any]:
        """What methods computed from the page and keep with it, by the function that made it."""
        return {}

    def has(self, name: int) -> bool:
        """Whether any tag has this name, given by its number; 0 is that of all names without one."""
        return self._names[name] > 0

    @lazy
    def _names(self) -> bytes:
        """For each name whether any tag has it. Bytes are read faster than an array."""
        return self._parsed.scan.names.tobytes()

    def select(self, selector: str) -> NDArray[np.bool_]:
        """For each element, whether a CSS selector matches it. In salvaged pages none does."""
        if self.salvaged:
            select(b"", selector)  # a wrong one is refused here too
            return np.zeros(len(self.elements), dtype=np.bool_)
        return select(self._utf8, selector)

    def name_of(self, element: int) -> str:
        """The name of an element's tag."""
        number = int(self.elements.tag[element])
        if number:
            return tags.NAMES[number]
        start = self.tokens.start[self.elements.open[element]]
        return re.split("[ />]", self.source[start + 1 : start + 100], maxsplit=1)[0]

    def hold_words(self, tokens: NDArray[Any], words: tuple[bytes, ...]) -> Flags:
        """For each of these tokens whether its source holds one of some words, in any case.

        The words are small letters and signs of ASCII, two characters or more.
        """
        return hold_words(self.source, self.tokens.start, self.tokens.end, tokens, words)

    def hold_characters(self, tokens: NDArray[Any], low: str, high: str) -> Flags:
        """For each of these tokens whether its source holds a character between two, which count too."""
        columns = (self.source, self.tokens.start, self.tokens.end)
        return hold_characters(*columns, tokens, ord(low), ord(high))

    def find_classed(self, names: Flags, words: tuple[bytes, ...], least: int = 1) -> list[int]:
        """The elements of these names, one flag for each name, whose class holds one of some words.

        The words are as in `hold_words`, in any case. least: how many characters of text they have at least.
        """
        return find_classed(self.source, self.tokens, self.elements, names, least, words)

    def text_of(self, token: int) -> str:
        """The decoded characters of a text, code or unseen token."""
        piece = self.source[self.tokens.start[token] : self.tokens.end[token]]
        return piece if self.tokens.marks[token] & RAW else unescape_source(piece)

    def attributes(self, token: int) -> dict[str, str]:
        """The attributes of an open tag by their names, with decoded values."""
        return read_attributes(self.source[self.tokens.start[token] : self.tokens.end[token]])

    def attribute(self, token: int, name: str) -> str | None:
        """One attribute of an open tag, decoded; None if it has none of this name."""
        tokens = self.tokens
        return read_attribute(self.source, tokens.start.item(token), tokens.end.item(token), name)


def unescape_source(piece: str) -> str:
    """Resolve the character references of a normalised source: only these four occur in its texts."""
    if "&" not in piece:
        return piece
    piece = piece.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">")
    return piece.replace("&amp;", "&")
