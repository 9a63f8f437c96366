"""The measures once more, as their definitions read: slow, simple, and independent of the library's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

Triple = tuple[float, float, float]

# How the names of the characters begin that are words of their own.
SCRIPTS = (
    *("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "HANGZHOU NUMERAL", "VERTICAL IDEOGRAPHIC"),
    *("IDEOGRAPHIC ITERATION MARK", "IDEOGRAPHIC CLOSING MARK", "IDEOGRAPHIC NUMBER ZERO", "OLD CHINESE"),
    *("HIRAGANA", "HENTAIGANA", "KATAKANA", "HALFWIDTH KATAKANA", "VERTICAL KANA", "VIETNAMESE ALTERNATE"),
    *("COMBINING KATAKANA-HIRAGANA", "THAI CHARACTER", "THAI DIGIT"),
)
NOT_KANA = ("KATAKANA MIDDLE DOT", "HALFWIDTH KATAKANA MIDDLE DOT", "KATAKANA-HIRAGANA DOUBLE HYPHEN")


def stands_alone(character: str) -> bool:
    name = unicodedata.name(character, "")
    return name.startswith(SCRIPTS) and name not in NOT_KANA


BULLETS = set("-*+>•‣⁃◦▪▫●○■□·–—")
ROMAN = re.compile("[ivxlc]{2,6}")


def is_mark(token: str) -> bool:
    """Whether this, at the beginning of a line, only lays it out."""
    if token in BULLETS or token in ("[x]", "[X]") or (0 < len(token) <= 6 and set(token) == {"#"}):
        return True
    if token[-1:] not in (".", ")"):
        return False
    number = token[:-1].removeprefix("(")
    is_number = number.isascii() and number.isdigit() and len(number) <= 3
    is_letter = len(number) == 1 and number.isascii() and number.isalpha()
    is_roman = number in (number.lower(), number.upper()) and ROMAN.fullmatch(number.lower()) is not None
    return is_number or is_letter or is_roman


def is_shapeless(character: str) -> bool:
    """Whether a character is a control character, has no width, or is a sign of an icon font."""
    is_control = unicodedata.category(character) == "Cc" and character not in "\t\n\r\f"
    return is_control or character in "\xad\u200b\u2060\ufeff" or "\ue000" <= character <= "\uf8ff"


def unmarked(text: str) -> str:
    """The text without control characters and marks of layout; its lines have single spaces."""
    lines = []
    kept = [each for each in text if not is_shapeless(each)]
    *whole, last = ("".join(kept) + "x").splitlines()
    for line in (*whole, last[:-1]):
        tokens = [token for token in line.split() if token != "|"]
        while tokens and (is_mark(tokens[0]) or (tokens[:2] == ["[", "]"] and "[ ]" in line)):
            tokens = tokens[2 if tokens[0] == "[" else 1 :]
        lines.append("" if set("".join(tokens)) <= set("-=_*~|:+#") else " ".join(tokens))
    return "\n".join(lines)


def words(text: str) -> list[str]:
    found, run = [], ""
    for character in text.lower() + " ":
        if character.isalnum() and not stands_alone(character):
            run += character
            continue
        if run:
            found.append(run)
            run = ""
        if stands_alone(character):
            found.append(character)
    return found


def collapsed(text: str) -> str:
    done = ""
    for character in text.lower():
        if not character.isspace():
            done += character
        elif done and not done.endswith(" "):
            done += " "
    return done.rstrip(" ")


def unspaced(text: str) -> str:
    return "".join(character for character in text.lower() if not character.isspace())


def triple(common: int, found: int, wanted: int) -> Triple:
    if found == 0 and wanted == 0:
        return 1.0, 1.0, 1.0
    if found == 0 or wanted == 0 or common == 0:
        return 0.0, 0.0, 0.0
    precision, recall = common / found, common / wanted
    return precision, recall, 2 * precision * recall / (precision + recall)


def row(one: Sequence[str], other: Sequence[str]) -> list[int]:
    """The longest common subsequence of all of one with each beginning of the other."""
    last = [0] * (len(other) + 1)
    for item in one:
        new = [0]
        for place, candidate in enumerate(other):
            new.append(last[place] + 1 if item == candidate else max(new[place], last[place + 1]))
        last = new
    return last


def subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    return row(one, other)[-1]


def hirschberg(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """A longest common subsequence in linear space (Hirschberg 1975)."""
    if not one or not other:
        return []
    if len(one) == 1:
        return [one[0]] if one[0] in other else []
    half = len(one) // 2
    before = row(one[:half], other)
    after = row(one[half:][::-1], other[::-1])
    sums = [before[cut] + after[len(other) - cut] for cut in range(len(other) + 1)]
    cut = sums.index(max(sums))
    return hirschberg(one[:half], other[:cut]) + hirschberg(one[half:], other[cut:])


def substring(one: str, other: str) -> int:
    best = 0
    for start in range(len(one)):
        while one[start : start + best + 1] in other and start + best < len(one):
            best += 1
    return best


def common(one: Sequence[object], other: Sequence[object]) -> int:
    left, count = list(other), 0
    for item in one:
        if item in left:
            left.remove(item)
            count += 1
    return count


def shingles(items: list[str]) -> list[list[str]]:
    if 0 < len(items) < 4:
        return [items]
    return [items[start : start + 4] for start in range(len(items) - 3)]


def chars_score(found: str, gold: str) -> Triple:
    one, other = collapsed(unmarked(found)), collapsed(unmarked(gold))
    return triple(subsequence(one, other), len(one), len(other))


def words_score(found: str, gold: str) -> Triple:
    one, other = words(unmarked(found)), words(unmarked(gold))
    return triple(subsequence(one, other), len(one), len(other))


def bag_score(found: str, gold: str) -> Triple:
    one, other = words(unmarked(found)), words(unmarked(gold))
    return triple(common(one, other), len(one), len(other))


def set_score(found: str, gold: str) -> Triple:
    one, other = set(words(unmarked(found))), set(words(unmarked(gold)))
    return triple(len(one.intersection(other)), len(one), len(other))


def substring_score(found: str, gold: str) -> Triple:
    one, other = unspaced(unmarked(found)), unspaced(unmarked(gold))
    return triple(substring(one, other), len(one), len(other))


def subsequence_score(found: str, gold: str) -> Triple:
    one, other = unspaced(unmarked(found)), unspaced(unmarked(gold))
    return triple(subsequence(one, other), len(one), len(other))


def shingles_score(found: str, gold: str) -> Triple:
    one, other = shingles(words(unmarked(found))), shingles(words(unmarked(gold)))
    return triple(common(one, other), len(one), len(other))


SCORES = {
    "chars": chars_score,
    "words": words_score,
    "bag": bag_score,
    "set": set_score,
    "substring": substring_score,
    "subsequence": subsequence_score,
    "shingles": shingles_score,
}
