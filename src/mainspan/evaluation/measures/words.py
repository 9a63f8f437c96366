"""The text that measures compare: in lower case, as characters and as words.

A word is a run of letters and digits (`[^\\W_]+`), or one character of kana, Han or Thai, which are written
without spaces: such a character is a word of its own inside a run too. Which characters these are follows
Unicode's property Script (Hiragana, Katakana, Han, Thai), so that Thai vowel signs and tone marks are words
as well; the marks that prolong, repeat or voice kana, which Unicode gives to no one script, count as kana.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from mainspan.evaluation.measures.languages import STOP_WORDS, stem_words

KANA: Final = (
    "\u3031-\u3035\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u32d0-\u32fe\u3300-\u3357"
    "\uff66-\uff9f\U0001aff0-\U0001affe\U0001b000-\U0001b167\U0001f200"
)
# Radicals, signs that repeat or count, the unified ideographs with extension A, the compatibility ideographs,
# and the two planes that Unicode keeps for all further extensions.
HAN: Final = (
    "\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00016fe2\U00016fe3\U00016ff0-\U00016ff6\U00020000-\U0002fffd\U00030000-\U0003fffd"
)
THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e5b"
ALONE: Final = KANA + HAN + THAI

# Each reads a character once.
_ALONE: Final = re.compile(f"[{ALONE}]")
_WORD: Final = re.compile(rf"[{ALONE}]|[^\W_{ALONE}]+")
_RUN: Final = re.compile(r"[^\W_]+")
# A character that is in no word.
_MARK: Final = "\0"
_MARK_OR_WORD: Final = re.compile(rf"\0|{_WORD.pattern}")
_MARK_OR_RUN: Final = re.compile(rf"\0|{_RUN.pattern}")


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case."""
    lower = text.lower()
    # Most texts have no such characters, and the plain run is found faster.
    return (_WORD if _ALONE.search(lower) else _RUN).findall(lower)


def words_of_each(texts: Iterable[str]) -> list[list[str]]:
    """The words of each of many short texts; faster than one call for each."""
    lower = "".join(_MARK + text.replace(_MARK, " ") for text in texts).lower()
    found: list[list[str]] = []
    for word in (_MARK_OR_WORD if _ALONE.search(lower) else _MARK_OR_RUN).findall(lower):
        if word == _MARK:
            found.append([])
        else:
            found[-1].append(word)
    return found


class Text:
    """A text as measures compare it. Each view is made on first use, and kept."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._filtered: dict[tuple[str, str], list[str]] = {}

    @cached_property
    def characters(self) -> str:
        """The text in lower case, whitespace collapsed to one space, with none at the ends."""
        return " ".join(self.raw.lower().split())

    @cached_property
    def unspaced(self) -> str:
        """The text in lower case without any whitespace."""
        return self.characters.replace(" ", "")

    @cached_property
    def words(self) -> list[str]:
        """The words, in lower case."""
        return words_of(self.raw)

    def filtered(self, stop: str, stem: str) -> list[str]:
        """The words without the stop words of a language, then stemmed; an empty code leaves a step out."""
        if not stop and not stem:
            return self.words
        if (stop, stem) not in self._filtered:
            kept = [word for word in self.words if word not in STOP_WORDS[stop]] if stop else self.words
            self._filtered[stop, stem] = stem_words(kept, stem) if stem else kept
        return self._filtered[stop, stem]
