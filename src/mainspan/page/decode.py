"""Any bytes to text, in the order of the WHATWG standards.

    the caller's choice > byte order mark > HTTP charset > meta or XML declaration > valid UTF-8
    > the crawler's own detector, where its answer was stored > detector

Labels mean what they mean in browsers (latin1 is windows-1252, gb2312 is gbk). Two departures from
the standard, both because stored pages are often transcoded without their declarations: a meta
declaration gives way to valid UTF-8, and a declaration that makes rubbish of the page is passed over.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

import webencodings

from mainspan.errors import EncodingError
from mainspan.lazy import lazy
from mainspan.page.survey import is_utf8

_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# Codecs of Python that are a superset of what the standard's decoder of that name reads.
_CODECS: Final = {"gbk": "gb18030", "euc-jp": "euc_jis_2004", "x-user-defined": "cp1252"}
# Names of the detector that the standard does not know.
_DETECTED: Final = {"cp949": "euc-kr", "euc_jp": "euc-jp", "euc_kr": "euc-kr", "iso2022_jp": "iso-2022-jp"}
# Declarations are looked for in this many bytes. The standard's prescan reads 1,024,
# but browsers obey later ones too, by starting again.
_PRESCAN: Final = 16 * 1024
# A declaration is passed over when more than this share of the page's other characters is rubbish.
_MAX_RUBBISH: Final = 0.1
_SAMPLE_BYTES: Final = 256 * 1024
# Below this share of bytes that are not ASCII, the encodings of Latin script look alike.
_MIN_NON_ASCII: Final = 0.005
# A part of all names of ISO-2022-JP.
_JAPANESE: Final = b"2022"
_ASCII: Final = bytes(range(128))
_LATIN: Final = frozenset(
    [*(f"iso-8859-{part}" for part in (2, 3, 4, 10, 13, 14, 15, 16)), "macintosh"]
    + [f"windows-{number}" for number in (1250, 1254, 1257, 1258)]
)

# Comments are read to their end, or to the end of all; an attribute's name only from its first letter:
# so nothing is read again and again.
_COMMENT_OR_META: Final = re.compile(
    rb"<!--(?:.*?-->|.*)|<\?xml([^>]*)|<meta[\t\n\f\r /]((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)", re.I | re.S
)
_ATTRIBUTE: Final = re.compile(
    rb"(?<![a-z-])([a-z-]++)[\t\n\f\r ]*+=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r >\"']+))", re.I
)
# The beginning of a character of UTF-8, at the end of a page.
_CUT_OFF: Final = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{0,2}")
_CHARSET: Final = re.compile(rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*[\"']?([^\t\n\f\r \"';]+)", re.I)


class Decoded:
    """A page's text as UTF-8, the encoding it was in, and how that was known."""

    def __init__(self, utf8: bytes, encoding: str, because: str | None = None) -> None:
        """Take what is known. Without a reason the page is UTF-8, whatever it says."""
        self.utf8, self.encoding, self._because = utf8, encoding, because

    @lazy
    def because(self) -> str:
        """How the encoding was known."""
        if self._because is not None:
            return self._because
        return "declaration" if declared_encoding(self.utf8) == "utf-8" else "valid UTF-8"


def decode(
    page: bytes, *, encoding: str | None = None, charset: str | None = None, hint: str | None = None
) -> Decoded:
    """Decode a page.

    `encoding` overrides everything, `charset` comes from an HTTP header, `hint` is what a crawler detected.
    """
    if encoding is not None:
        known = _known(encoding)
        marks = [mark for mark, marked in _BYTE_ORDER_MARKS if marked == known and page.startswith(mark)]
        return _decode_as(page[len(marks[0]) :] if marks else page, known, "given")
    for mark, marked in _BYTE_ORDER_MARKS:
        if page.startswith(mark):
            return _decode_as(page[len(mark) :], marked, "byte order mark")
    if charset and (name := _look_up(charset)) and _makes_sense(page, name):
        return _decode_as(page, name, "HTTP header")
    if name := _utf16_without_mark(page):
        return _decode_as(page, name, "zero bytes")
    # ISO-2022-JP is written in ASCII alone, so it is valid UTF-8 too.
    if _JAPANESE not in page[:_PRESCAN] and is_utf8(page):
        return Decoded(page, "utf-8")
    declared = declared_encoding(page)
    if declared != "iso-2022-jp" and (utf8 := _valid_utf8(page)) is not None:
        return Decoded(utf8, "utf-8", "declaration" if declared == "utf-8" else "valid UTF-8")
    if declared and _makes_sense(page, declared):
        return _decode_as(page, declared, "declaration")
    if hint and (name := _look_up(hint)) and _makes_sense(page, name):
        return _decode_as(page, name, "crawl")
    return _decode_as(page, _detect(page), "detector")


def encode(text: str) -> bytes:
    """Text to UTF-8. Halves of surrogate pairs are joined, and replaced where they are alone."""
    text = text.removeprefix("\ufeff")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")


def _known(label: str) -> str:
    name = _look_up(label)
    if name is None:
        raise EncodingError(f"unknown encoding {label!r}: use a label such as utf-8, windows-1252 or gb18030")
    return name


def _look_up(label: str) -> str | None:
    """The standard's name for a label; None for unknown ones and those it replaces by nothing."""
    if not label.isascii():
        return None
    # As webencodings looks it up, without making the codec.
    name = webencodings.LABELS.get(label.strip("\t\n\f\r ").lower())
    return None if name == "replacement" else name


def _codec(name: str) -> str:
    return _CODECS.get(name) or webencodings.lookup(name).codec_info.name


def _decode_as(page: bytes, name: str, because: str) -> Decoded:
    utf8 = _valid_utf8(page) if name == "utf-8" else None
    return Decoded(utf8 or encode(page.decode(_codec(name), "replace")), name, because)


def _valid_utf8(page: bytes) -> bytes | None:
    """The page if it is UTF-8, but for a character that is cut off at its end; else None."""
    if is_utf8(page):
        return page
    # One odd byte at the end of ASCII is rather the last letter of some old encoding.
    for missing in (1, 2, 3):
        if is_utf8(page[:-missing]) and _CUT_OFF.fullmatch(page[-missing:]):
            return None if page[:-missing].isascii() else page[:-missing] + b"\xef\xbf\xbd"
    return None


def _makes_sense(page: bytes, name: str) -> bool:
    """Whether few of the characters that are not ASCII turn to rubbish under this encoding."""
    text = page.decode(_codec(name), "replace")
    rubbish = text.count("\ufffd")
    if not rubbish:
        return True
    return rubbish <= _MAX_RUBBISH * sum(1 for character in text if character > "\x7f")


def _utf16_without_mark(page: bytes) -> str | None:
    """Markup in UTF-16 has a zero byte beside nearly every other one."""
    sample = page[:4096]
    if 0 not in sample:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    enough = max(len(sample) // 8, 3)
    if odd > enough and odd > 8 * even:
        return "utf-16le"
    if even > enough and even > 8 * odd:
        return "utf-16be"
    return None


def declared_encoding(page: bytes) -> str | None:
    """The encoding that the page declares: the standard's prescan, and the XML declaration."""
    for match in _COMMENT_OR_META.finditer(page[:_PRESCAN]):
        xml, meta = match.groups()
        found = reversed(_ATTRIBUTE.findall(xml or meta or b""))
        # Of several attributes of one name the first one counts.
        attributes = {key.lower(): a or b or c for key, a, b, c in found}
        label = attributes.get(b"encoding" if xml else b"charset")
        if not label and attributes.get(b"http-equiv", b"").lower() == b"content-type":
            charset = _CHARSET.search(attributes.get(b"content", b""))
            label = charset.group(1) if charset else None
        if label and (name := _look_up(label.decode("ascii", "ignore"))):
            # A declaration that can be read as ASCII is not written in UTF-16.
            return "utf-8" if name.startswith("utf-16") else name
    return None


def _detect(page: bytes) -> str:
    from resiliparse.parse.encoding import detect_encoding

    sample = page[:_SAMPLE_BYTES]
    detected = detect_encoding(sample, html5_compatible=False) or ""
    guess = _look_up(_DETECTED.get(detected, detected))
    if guess in _LATIN and len(sample.translate(None, _ASCII)) < _MIN_NON_ASCII * len(sample):
        # A few curly quotes and dashes in an otherwise English page look like anything.
        return "windows-1252"
    # The detector also takes a page with odd bytes for UTF-8; most of those are windows-1252.
    return guess if guess and _makes_sense(page, guess) else "windows-1252"
