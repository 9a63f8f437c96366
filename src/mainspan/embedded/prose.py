"""Which strings in a page's data are meant for readers: text or HTML, not ids, code or labels."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final

# Linear: what may repeat ends where the next thing starts.
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

# Prose has at least this many characters and words ...
MIN_CHARACTERS: Final = 60
MIN_WORDS: Final = 8
# ... at most this share of characters that are typical of code ...
MAX_CODE_SHARE: Final = 0.03
# ... and no longer words than these, in characters.
_MAX_WORD_CHARACTERS: Final = 120
_MAX_MEAN_WORD_CHARACTERS: Final = 14


def count_words(text: str) -> int:
    """The number of words; in scripts without spaces, two characters count as a word."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    return len(text.split()) + unspaced // 2


def is_prose(text: str) -> bool:
    """Whether a text without markup consists of sentences for readers."""
    if len(text) < MIN_CHARACTERS or not _SENTENCE.search(text):
        return False
    words, pieces = count_words(text), text.split()
    if words < MIN_WORDS or len(text) > _MAX_MEAN_WORD_CHARACTERS * words:
        return False
    has_spaces = text.isascii() or not _UNSPACED.search(text)
    if has_spaces and max(map(len, pieces)) > _MAX_WORD_CHARACTERS:
        return False
    return len(_CODE.findall(text)) <= MAX_CODE_SHARE * len(text)


def without_tags(text: str) -> str:
    """The text of a piece of HTML, roughly: good enough for counting."""
    return unescape(_TAG.sub(" ", text))


def is_html(text: str) -> bool:
    """Whether a text is written in HTML."""
    return "<" in text and _MARKUP.search(text) is not None


def unescape_html(text: str) -> str:
    """The text, unescaped if its HTML was escaped twice."""
    return unescape(text) if "&lt;" in text and not is_html(text) and _ESCAPED.search(text) else text


def readable_words(text: str) -> int:
    """The number of words of a string for readers, text or HTML; 0 for other strings."""
    if len(text) < MIN_CHARACTERS:
        return 0
    text = unescape_html(text)
    plain = without_tags(text) if is_html(text) else text
    return count_words(plain) if is_prose(plain) else 0


def as_html(text: str) -> str:
    """A string as HTML. Lines of plain text become paragraphs, headings and list items."""
    text = unescape_html(text)
    if is_html(text):
        return f"<div>{text}</div>"
    return "".join(_line(line.strip()) for line in text.splitlines() if line.strip())


def _line(line: str) -> str:
    """A line of text as HTML; Markdown's headings and list items are recognised."""
    if heading := _HEADING.fullmatch(line):
        level = len(heading.group(1))
        return f"<h{level}>{inline(heading.group(2))}</h{level}>"
    if item := _ITEM.fullmatch(line):
        return f"<ul><li>{inline(item.group(1))}</li></ul>"
    return f"<p>{inline(line)}</p>"


def inline(text: str) -> str:
    """A text escaped for HTML, after its own inline tags and character references are resolved."""
    if "&" in text or "<" in text:
        text = unescape(_INLINE.sub("", text))
    return escape(text, quote=False)
