"""The words and characters that measures see."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given

from mainspan.evaluation.measures.words import ALONE, Text, words_of, words_of_each

from .naive import collapsed, unspaced, words
from .strategies import texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat, the CAT's 2nd_life!", ["the", "cat", "the", "cat", "s", "2nd", "life"]),
        ("Größe naïve Ёлка", ["größe", "naïve", "ёлка"]),
        ("東京タワー2024年", ["東", "京", "タ", "ワ", "ー", "2024", "年"]),
        ("abc漢def", ["abc", "漢", "def"]),
        ("กิน ๒", ["ก", "ิ", "น", "๒"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("ｶﾞﾗｽ 𠀀𰀀 々〇", ["ｶ", "ﾞ", "ﾗ", "ｽ", "𠀀", "𰀀", "々", "〇"]),
        ("、。・「」฿", []),
        ("___ -- …", []),
        ("", []),
    ],
)
def test_words_are_runs_of_letters_and_digits_or_single_signs(text: str, expected: list[str]) -> None:
    assert words_of(text) == expected


def test_every_letter_of_kana_han_and_thai_stands_alone() -> None:
    names = (
        "CJK UNIFIED IDEOGRAPH",
        "CJK COMPATIBILITY IDEOGRAPH",
        "CJK RADICAL",
        "KANGXI RADICAL",
        "HIRAGANA LETTER",
        "HENTAIGANA LETTER",
        "KATAKANA LETTER",
        "HALFWIDTH KATAKANA LETTER",
        "KATAKANA-HIRAGANA PROLONGED",
        "THAI CHARACTER",
        "THAI DIGIT",
    )
    every = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    alone = set(re.findall(f"[{ALONE}]", every))
    assert {sign for sign in every if unicodedata.name(sign, "").startswith(names)} <= alone


def test_letters_of_other_scripts_do_not_stand_alone() -> None:
    scripts = "KANA HIRAGANA HENTAIGANA IDEOGRAPH CJK THAI HANGZHOU CHINESE VIETNAMESE".split()
    every = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    letters = [sign for sign in re.findall(f"[{ALONE}]", every) if sign.isalnum()]
    assert all(any(script in unicodedata.name(sign) for script in scripts) for sign in letters)


@given(texts)
def test_words_are_those_of_the_naive_reading(text: str) -> None:
    assert words_of(text) == words(text)


@given(texts, texts)
def test_many_texts_have_the_words_of_each(one: str, other: str) -> None:
    assert words_of_each([one, "", other]) == [words_of(one), [], words_of(other)]
    assert words_of_each([]) == []


def test_a_zero_byte_parts_words_and_not_texts() -> None:
    assert words_of_each(["a\0b", "c"]) == [["a", "b"], ["c"]]


@given(texts)
def test_white_space_is_collapsed_or_removed(text: str) -> None:
    assert Text(text).characters == collapsed(text)
    assert Text(text).unspaced == unspaced(text)
