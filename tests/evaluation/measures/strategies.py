"""Texts for measures: of few words, so that they have much in common, or of any characters."""

from __future__ import annotations

from hypothesis import strategies as st

_SIGNS = [
    "a",
    "b",
    "Ab",
    "é",
    "Σ",
    "İ",
    "_",
    "3",
    " ",
    "  ",
    "\n",
    "\u00a0",
    ".",
    "漢",
    "字",
    "カ",
    "ー",
    "ท",
    "ี่",
    "𠀀",
]
_WORDS = ["the ", "The", "a ", "cat ", "sat, ", "on-", "mat\n", "東京", " 42 ", "don't "]

# Words, and the marks that lay them out.
_MARKED = [
    "1. ",
    "- ",
    "• ",
    "a) ",
    "(iv) ",
    "[x] ",
    "## ",
    "> ",
    "| ",
    "|",
    "---",
    "\n",
    "\n ",
    "one ",
    "two",
    "\t",
]

# The naive measures go by names. Symbols such as squared words of katakana have names that do not tell.
_NAMED = st.characters(exclude_categories=["So", "Cn", "Cs"])

texts = st.one_of(
    st.lists(st.sampled_from(_SIGNS), max_size=40).map("".join),
    st.lists(st.sampled_from(_WORDS), max_size=40).map("".join),
    st.lists(st.sampled_from(_MARKED), max_size=20).map("".join),
    st.text(_NAMED, max_size=30),
)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A text and the same with a part left out and another put in: what extractors do."""
    text, new = draw(texts), draw(texts)
    start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text, text[:start] + new + text[end:]


pairs = st.one_of(st.tuples(texts, texts), edited())
