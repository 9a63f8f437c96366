"""Which strings of a page's data are meant to be read: text or HTML, and never ids, code or labels."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final

# Each of these reads a character once: what may repeat ends where the next thing begins.
_TAG: Final = re.compile(r"<[^<>]*>")
_MARKUP: Final = re.compile(
    r"<(?:p|br|div|h[1-6]|ul|ol|li|blockquote|table|section|article|figure)[ />]", re.I
)
_ESCAPED: Final = re.compile(r"&lt;/?(?:p|br|div|h[1-6]|ul|ol|li|strong|em|a)(?:&gt;| )", re.I)
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_SENTENCE: Final = re.compile("[.!?\u2026](?:[\\s\"')\u201d\u2019]|$)|[\u3002\uff01\uff1f\u061f\u0964\u06d4]")
_CODE: Final = re.compile(r"[{}\[\]=;|\\^~`_<>]")
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|br|cite|code|div|em|font|i|img|kbd|mark|p|q|s|small|span|strong|sub|sup|time|u)"
    r"(?: [^<>]*)?/?>",
    re.I,
)
_HEADING: Final = re.compile(r"(#{1,6}) +(\S.*)")
_ITEM: Final = re.compile(r"[-*+\u2022] +(\S.*)")

# Prose has so many characters and words at least, and no more than this share of signs that code is made of.
LEAST_CHARACTERS: Final = 60
LEAST_WORDS: Final = 8
MOST_CODE: Final = 0.03
_LONGEST_WORD: Final = 120
_MEAN_WORD: Final = 14


def count_words(text: str) -> int:
    """How many words a text has; in scripts without spaces, two characters count as one."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    return len(text.split()) + unspaced // 2


def is_prose(text: str) -> bool:
    """Whether a text without markup has sentences that someone wrote to be read."""
    if len(text) < LEAST_CHARACTERS or not _SENTENCE.search(text):
        return False
    words, pieces = count_words(text), text.split()
    if words < LEAST_WORDS or len(text) > _MEAN_WORD * words:
        return False
    has_spaces = text.isascii() or not _UNSPACED.search(text)
    if has_spaces and max(map(len, pieces)) > _LONGEST_WORD:
        return False
    return len(_CODE.findall(text)) <= MOST_CODE * len(text)


def without_tags(text: str) -> str:
    """The text of a piece of HTML, near enough to be judged."""
    return unescape(_TAG.sub(" ", text))


def is_html(text: str) -> bool:
    """Whether a text is written in HTML."""
    return "<" in text and _MARKUP.search(text) is not None


def unescape_html(text: str) -> str:
    """A text whose HTML was escaped once more than it should be, without that."""
    return unescape(text) if "&lt;" in text and not is_html(text) and _ESCAPED.search(text) else text


def readable_words(text: str) -> int:
    """The words of a string that is to be read, as text or as HTML; 0 if it is not."""
    if len(text) < LEAST_CHARACTERS:
        return 0
    text = unescape_html(text)
    plain = without_tags(text) if is_html(text) else text
    return count_words(plain) if is_prose(plain) else 0


def as_html(text: str) -> str:
    """A string as HTML: what is HTML stays it, lines become paragraphs, headings and items."""
    text = unescape_html(text)
    if is_html(text):
        return f"<div>{text}</div>"
    return "".join(_line(line.strip()) for line in text.splitlines() if line.strip())


def _line(line: str) -> str:
    """A line as HTML; the marks of Markdown for headings and items are the most common ones."""
    if heading := _HEADING.fullmatch(line):
        level = len(heading.group(1))
        return f"<h{level}>{inline(heading.group(2))}</h{level}>"
    if item := _ITEM.fullmatch(line):
        return f"<ul><li>{inline(item.group(1))}</li></ul>"
    return f"<p>{inline(line)}</p>"


def inline(text: str) -> str:
    """A text as it stands in HTML; tags and character references that it was written with are resolved."""
    if "&" in text or "<" in text:
        text = unescape(_INLINE.sub("", text))
    return escape(text, quote=False)
