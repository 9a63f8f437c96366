"""Crunch's two figures: the time of a screen reader, and the words on a small screen.

Gupta compared the seconds that a screen reader needs for a page before and after extraction, and the words
that a small device displays (2007 paper, section 6). The devices are gone, so both are computed from the
constants below. They compare extractions of one page, and are not scores.

Suhit Gupta: Context-based content extraction of HTML documents. Thesis, Columbia University 2006.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from unicodedata import category, east_asian_width

from mainspan.evaluation.measures.base import Case
from mainspan.evaluation.measures.words import ALONE, HAN, KANA, THAI, Text, words_of

# The default rate of eSpeak, the default voice of NVDA.
WORDS_PER_MINUTE: Final = 175
# About the pace of news read in Japanese and in Chinese.
CHARACTERS_PER_MINUTE: Final = 300
# Thai words have about four characters, vowel signs and tone marks included.
THAI_CHARACTERS_PER_MINUTE: Final = 4 * WORDS_PER_MINUTE

# A hand-held device of Crunch's years: 240 x 320 pixels, with letters of 8 x 16.
COLUMNS: Final = 30
LINES: Final = 20

# Each reads a character once.
_HAN_OR_KANA: Final = re.compile(f"[{HAN}{KANA}]")
_THAI: Final = re.compile(f"[{THAI}]")
_PIECE: Final = re.compile(f"[{ALONE}]|[^{ALONE}]+")


def figures_of(case: Case) -> dict[str, float]:
    """The seconds that a screen reader needs for the found text, and its words on a small screen."""
    return {
        "reader_seconds": reader_seconds(case.found_text),
        "screen_words": float(screen_words(case.found_text.raw)),
    }


def reader_seconds(text: Text) -> float:
    """The seconds that a screen reader needs to read a text out, at a steady pace without pauses."""
    signs, thai = 0, 0
    if not text.raw.isascii():
        signs, thai = (len(each.findall(text.raw)) for each in (_HAN_OR_KANA, _THAI))
    runs = len(text.words) - signs - thai
    minutes = runs / WORDS_PER_MINUTE + signs / CHARACTERS_PER_MINUTE + thai / THAI_CHARACTERS_PER_MINUTE
    return 60 * minutes


def screen_words(text: str) -> int:
    """How many words of a text the first screen of a small device shows, before anyone scrolls.

    Lines break at whitespace, and around each character of kana, Han and Thai; longer pieces break at the end
    of the line. Letters are one column wide, East Asian ones two, combining marks none. A line break of the
    text is one on the screen, and several blank lines become one. A word counts if all of it is shown.
    """
    line, column, words = 0, 0, 0
    for piece, gap in _pieces(text):
        if gap == "\n":
            line, column = line + 1, 0
        width = sum(map(_columns, piece))
        space = int(gap == " " and column > 0)
        if column + space + width > COLUMNS and column:
            line, column, space = line + 1, 0, 0
        column += space + width
        while column > COLUMNS:
            line, column = line + 1, column - COLUMNS
        if line >= LINES:
            break
        words += len(words_of(piece))
    return words


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text that no line break may split, each with what precedes it.

    That is a line break, a space or nothing. A blank line is an empty piece.
    """
    gap = ""
    for blank, lines in groupby(text.strip().splitlines(), key=lambda line: not line.strip()):
        for line in [""] if blank else lines:
            if blank:
                yield "", "\n"
            for token in line.split():
                for piece in _PIECE.findall(token):
                    yield piece, gap
                    gap = ""
                gap = " "
            gap = "\n"


def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
