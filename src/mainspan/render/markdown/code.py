"""Code: spans in a line, and fences around preformatted text."""

from __future__ import annotations

import re
from typing import Final

_TICKS: Final = re.compile("`+")
_LANGUAGE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+#._-]{0,39}")
_BREAKS: Final = re.compile(r"\r\n?")


def code_span(text: str) -> str:
    """Code inside a line, between more backticks than any in it."""
    if "`" not in text:
        ticks = "`"
    else:
        # As few as no run inside has: `` ` `` in two, ``` `` ``` in one or three.
        runs = {len(run) for run in _TICKS.findall(text)}
        ticks = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    # A space at both ends would be taken away.
    is_padded = text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " ")
    return f"{ticks} {text} {ticks}" if is_padded else f"{ticks}{text}{ticks}"


def code_block(text: str, language: str) -> str:
    """Preformatted text, byte for byte; nothing if it is empty."""
    if "\r" in text:
        text = _BREAKS.sub("\n", text)
    text = text.removesuffix("\n")
    if not text.strip():
        return ""
    longest = max(map(len, _TICKS.findall(text)), default=0) if "```" in text else 0
    fence = "`" * max(3, longest + 1)
    info = language if _LANGUAGE.fullmatch(language) else ""
    return f"{fence}{info}\n{text}\n{fence}"
