"""TeX as pages carry it: what looks like it, and what of it is the formula."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mainspan.render.mathml import ends_open, is_balanced, join
from mainspan.render.pieces import without_controls

# How formulas are marked off from the text around them, and whether that sets them apart.
_DELIMITERS: Final = (
    ("\\(", "\\)", False),
    ("\\[", "\\]", True),
    ("$$$", "$$$", False),
    ("$$", "$$", True),
    ("$", "$", False),
)
_STYLES: Final = re.compile(r"\{?\\(?:display|text|script|scriptscript)style(?![A-Za-z])\s*")
# Each of these reads a text once.
_PERCENT: Final = re.compile(r"(?<!\\)((?:\\\\)*)%")
_BLANKS: Final = re.compile(r"\s+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_COMMAND: Final = re.compile(r"\\[A-Za-z,;:!{|]")
_SCRIPT: Final = re.compile(r"[\w)\]}][\^_][\w{(\\*+-]")
_WORDS: Final = re.compile(r"(?<![\w\\])[^\W\d_]{3,20}[,.]? [^\W\d_]{3,20}(?!\w)")


class Tex(NamedTuple):
    """A formula, and whether its delimiters make it a displayed one."""

    source: str
    is_display: bool


def clean_tex(raw: str) -> Tex:
    """The formula in a text, without delimiters, comments and a style around it; nothing if it is broken."""
    text = _trim(without_controls(raw))
    text, is_display = _undelimited(text)
    text = _trim(_without_comments(text))
    text = _trim(_BLANKS.sub(_blank, _without_style(text)))
    return Tex(text, is_display) if is_balanced(text) else Tex("", is_display)


def is_delimited(raw: str) -> bool:
    """Whether a text is marked off as a formula from its beginning to its end."""
    text = raw.strip()
    for before, after, _ in _DELIMITERS:
        if text.startswith(before) and text.endswith(after) and len(text) > len(before + after):
            return before not in text[len(before) : -len(after)]
    return False


def is_formula(raw: str) -> bool:
    """Whether a text is nothing but a formula with its signs around it, or an environment of TeX."""
    text = raw.strip()
    if text.startswith("\\begin{"):
        return text.endswith("}") and "\\end{" in text
    return is_delimited(text) and bool(_LETTER.search(text)) and could_be_tex(text)


def looks_like_tex(raw: str) -> bool:
    """Whether a text has what only TeX has: commands or scripts."""
    return bool(_COMMAND.search(raw) or (_SCRIPT.search(raw) and not _WORDS.search(raw)))


def could_be_tex(raw: str) -> bool:
    """Whether a text that is declared as TeX may be TeX: it is no sentence."""
    return bool(raw.strip()) and (bool(_COMMAND.search(raw)) or not _WORDS.search(raw))


def _undelimited(text: str) -> tuple[str, bool]:
    for before, after, is_display in _DELIMITERS:
        if text.startswith(before) and text.endswith(after) and len(text) > len(before + after):
            return text[len(before) : -len(after)], is_display
    return text, False


def _without_comments(text: str) -> str:
    """A formula whose lines need not stay apart. In the last one there is no comment: the sign is meant."""
    if "%" not in text:
        return text
    *lines, last = text.split("\n")
    parts = []
    for line in lines:
        comment = _PERCENT.search(line)
        parts.append(line[: comment.end() - 1].lstrip() if comment else line + "\n")
    return join([*parts, _PERCENT.sub(r"\1\\%", last.lstrip())])


def _without_style(text: str) -> str:
    """A formula without the style and its braces that some programs put around the whole of it."""
    style = _STYLES.match(text)
    if not style or not style.group().startswith("{") or not text.endswith("}"):
        return text
    inside = text[style.end() : -1]
    return inside if is_balanced(inside) else text


def _blank(match: re.Match[str]) -> str:
    return "\n" if "\n" in match.group() else " "


def _trim(text: str) -> str:
    """Without whitespace at the ends, except after a backslash: that is a space of its own."""
    trimmed = text.strip()
    return trimmed + " " if ends_open(trimmed) and text.rstrip() != text else trimmed
