"""Texts, addresses and formulas that are easily misread."""

from __future__ import annotations

NASTY = """
# - + > = 1. 2) 10. --- === *** ___ ~~~ ``` ` `` * ** _ __ a_b _a_ *a* **a** [a](b) [a] [a]: [^1] [^1]:
![a](b) ] [ ](x) ][ <b> </b> <!-- <? <a@b.c> <http://x.y> &amp; &lt; &#35; &#x41; &copy &foo; \\ \\\\ \\* \\a
| || --|-- :-- |-| $ $a$ $$ $5 a$ $$$$ ~ ~a~ ~~a~~ ! ^ ( ) : http://x.y/a_b_(c) www.a.b a@b.c 中文 强调。
「語」 ， אבג عربي é ’ “x” € → 😀 ต ०१ ٣ a b word x1 [x] {#id} == javascript:a(1) <img/onerror=a> ½ ²
""".split()
CHARACTERS = "ab1. *_`[]()<>&;#$~!\\|^-+=:\"'{}/中。é\u200f\u0301"
ADDRESSES = [
    "http://example.org/a_b*c",
    "/x y",
    "a(b",
    "a(b)c",
    "#f",
    "?a=1&copy=2&amp;b",
    "mailto:a@b.c",
    "x|y",
    "a\\b`c",
    "$x",
    "<a>",
    "a]b[c",
    "中/é",
    "100%",
    "a&#35;b",
]
PICTURES = [address for address in ADDRESSES if "mailto" not in address]
CODE = "ab \t`~#->\n|*1."
TEX = [
    "x",
    "a|b",
    r"\|v\|",
    r"\frac{a}{b}",
    "a\nb",
    "a\n\nb % c\nd",
    "5$",
    r"\$3",
    "a<b>c",
    "x_1^2*y*",
    "[a](b)",
    "\\\\",
    " x ",
    "`",
    "",
]
LANGUAGES = ["python", "c++", "c#"]
LABELS = ["1", "a b", "Ä", "x"]
