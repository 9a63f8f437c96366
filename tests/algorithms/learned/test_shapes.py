"""The shapes of characters."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from mainspan.algorithms.learned.shapes import (
    CAPITAL,
    COMMA,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    PUNCTUATION,
    SPACE,
    STOP,
    SYMBOL,
    shapes,
)
from mainspan.page.classes import CLASS, PLANES


@pytest.mark.parametrize(
    ("shape", "signs"),
    [
        (LETTER, "azéßжاא가\u0301\u200d"),
        (SPACE, " \t\n\xa0\u2003\u3000\x00\x7f"),
        (CAPITAL, "AZÉЖΩǅ𝐀"),
        (DIGIT, "09٣५½²Ⅳ"),
        (COMMA, ",;、，،"),
        (STOP, ".!?…。؟।"),
        (PUNCTUATION, "()[]\"'“”–-:「」"),
        (SYMBOL, "+=<>$€|/•»*_#@&%©→😀"),
        (IDEOGRAPH, "中漢あカไກ"),
    ],
)
def test_signs_have_their_shape(shape: int, signs: str) -> None:
    assert {sign: int(shapes()[ord(sign)]) for sign in signs} == dict.fromkeys(signs, shape)


def test_each_character_of_two_planes_has_a_shape() -> None:
    assert shapes().shape == (PLANES,) == CLASS.shape
    assert set(np.unique(shapes()).tolist()) == set(range(IDEOGRAPH + 1))


def test_capitals_are_those_of_unicode() -> None:
    capitals = np.flatnonzero(shapes() == CAPITAL).tolist()
    assert {unicodedata.category(chr(code)) for code in capitals} == {"Lu", "Lt"}


def test_characters_without_a_name_are_letters() -> None:
    unnamed = [code for code in (0x378, 0xE000, 0xD800, 0x1FFFF) if shapes()[code] == LETTER]
    assert unnamed == [0x378, 0xE000, 0xD800, 0x1FFFF]
