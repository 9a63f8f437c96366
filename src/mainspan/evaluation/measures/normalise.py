"""What is removed from every text before it is compared: marks of layout, and control characters.

A list item is `- milk` in one text, `1. milk` or `• milk` in another, and `milk` in a third, and cells of a
table are separated by tabs or by bars. This is the choice of whoever writes the text down, not content. So
found and gold texts lose these marks, whatever the contestant and its form of answer:

- at the beginning of a line, the marks of list items (bullets, numbers, single letters, Roman numerals, check
  boxes), of headings (`#`) and of quotations (`>`), if whitespace follows, and as many as there are;
- bars between cells: those with whitespace, or an end of the line, on both sides;
- lines of nothing but `- = _ * ~ | : + #`.

Control characters go as well, since our rendering writes none. They come from text that was decoded wrongly,
and gold texts have them too.
"""

from __future__ import annotations

import re
from typing import Final

from mainspan.render.pieces import without_controls

_BULLETS: Final = "-*+>•‣⁃◦▪▫●○■□·–—"
_NUMBER: Final = r"\(?(?:[0-9]{1,3}|[a-zA-Z]|[ivxlc]{2,6}|[IVXLC]{2,6})[.)]"
_MARK: Final = rf"(?:[{re.escape(_BULLETS)}]|#{{1,6}}|\[[ xX]\]|{_NUMBER})"
_LINE_END: Final = re.compile(r"\r\n|[\r\x0c\u2028\u2029]")
# Each reads a character once: a mark has no whitespace at its ends, and there is whitespace between two.
_LINE_START: Final = re.compile(rf"^[^\S\n]*(?:{_MARK}(?:[^\S\n]+|$))+", re.MULTILINE)
_BAR: Final = re.compile(r"(?<!\S)\|(?!\S)")
_RULE: Final = re.compile(r"^[^\S\n]*[-=_*~|:+#](?:[-=_*~|:+#]|[^\S\n])*$", re.MULTILINE)


def normalised(text: str) -> str:
    """The text without marks of layout and control characters.

    >>> normalised("1. Milk\\n2. - Tea | green |\\n|---|---|")
    'Milk\\nTea  green \\n'
    """
    lines = _LINE_END.sub("\n", without_controls(text))
    return _RULE.sub("", _LINE_START.sub("", _BAR.sub("", lines)))
