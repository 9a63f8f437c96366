"""Well-formed pages, and the papers' methods on their raw bytes: no parser and no `Page` between.

Nothing here is from the package. A page is cut at its tags by one regular expression, and each method is
written from its paper in the shortest way, slow or not. Each returns the words of the page in order, and
which of them it keeps.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

# What the papers ignore, then tags, whose values in quotes may have a ">", then text. The text of a title is
# no part of the page that a reader sees.
_PIECES = re.compile(
    r"""(?P<ignored><!--.*?-->|<![^>]*>|(?<=<script>).+?(?=</script>)|(?<=<style>).+?(?=</style>)
        |(?<=<title>).+?(?=</title>))
    |<(?P<tag>/?[a-zA-Z][a-zA-Z0-9]*)(?:[^"'>]|"[^"]*"|'[^']*')*>
    |(?P<text>[^<]+)""",
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)

Answer = list[tuple[str, bool]]


class Piece(NamedTuple):
    """A tag, a text, or something ignored; `name` is the tag's with its slash, `start` counts characters."""

    kind: str
    name: str
    raw: str
    start: int

    @property
    def words(self) -> list[str]:
        """The words of a text."""
        return html.unescape(self.raw).split() if self.kind == "text" else []


def pieces(page: bytes) -> list[Piece]:
    """Cut a page at its tags."""
    source = page.decode("utf-8")
    found = [
        Piece(str(match.lastgroup), (match["tag"] or "").lower(), match[0], match.start())
        for match in _PIECES.finditer(source)
    ]
    assert "".join(piece.raw for piece in found) == source
    return found


def tokens(page: bytes) -> list[str]:
    """The sequence of tags and words of bte, dsc and tccb: the empty string is a tag."""
    found = []
    for piece in pieces(page):
        found += [""] if piece.kind == "tag" else piece.words
    return found


def answer(sequence: list[str], kept: Callable[[int], bool]) -> Answer:
    """The words of a sequence, with whether they are kept."""
    return [(word, kept(place)) for place, word in enumerate(sequence) if word]


def bte(page: bytes) -> Answer:
    """2007, section 5.2: tags before i, words from i to j and tags after j, over all i and j."""
    sequence = tokens(page)
    best, first, last = -1, 0, -1
    for i in range(len(sequence)):
        before = sequence[:i].count("")
        words, after = 0, sequence[i:].count("")
        for j in range(i, len(sequence)):
            words, after = words + bool(sequence[j]), after - (not sequence[j])
            if before + words + after > best:
                best, first, last = before + words + after, i, j
    return answer(sequence, lambda place: first <= place <= last)


def dsc(page: bytes, window: int) -> Answer:
    """2007, section 5.3: three low windows in a row begin an area, and three high ones end it."""
    sequence = tokens(page)
    mean = Fraction(sequence.count(""), len(sequence))
    begins = range(0, len(sequence) - window + 1, window // 2)
    low = [Fraction(sequence[i : i + window].count(""), window) < mean / 2 for i in begins]
    kept = [False] * len(sequence)
    inside = False
    for number in range(len(low) - 2):
        if all(low[number : number + 3]):
            inside = True
        elif not any(low[number : number + 3]):
            inside = False
        # The area continues from here to the next window that decides.
        kept[begins[number] :] = [inside] * (len(sequence) - begins[number])
    return answer(sequence, lambda place: kept[place])


def blur(row: list[float], reach: int, epsilon: float) -> list[float]:
    """2008, section 3.2: Gaussian means of the elements near each, until no value changes by epsilon."""
    near = [math.exp(-2 * (step / reach) ** 2) for step in range(reach + 1)]
    passes, change = 0, math.inf
    while passes < 2 or change >= epsilon:
        blurred = []
        for place in range(len(row)):
            inside = range(max(0, place - reach), min(len(row), place + reach + 1))
            weights = [near[abs(other - place)] for other in inside]
            total = math.fsum(weight * row[other] for weight, other in zip(weights, inside, strict=True))
            blurred.append(total / math.fsum(weights))
        change = max(abs(new - old) for new, old in zip(blurred, row, strict=True))
        row, passes = blurred, passes + 1
    return row


def tccb(page: bytes, reach: int, threshold: float, epsilon: float) -> Answer:
    """2008: tags and words, blurred."""
    sequence = tokens(page)
    ratio = blur([float(bool(word)) for word in sequence], reach, epsilon)
    return answer(sequence, lambda place: ratio[place] > threshold)


def ccb(page: bytes, reach: int, threshold: float, epsilon: float, *, anchors: bool = True) -> Answer:
    """2008: characters of content and of code, blurred; without the anchors' tags it is accb."""
    row: list[float] = []
    words: list[tuple[str, int]] = []
    for piece in pieces(page):
        if piece.kind != "text":
            left_out = piece.name in ("a", "/a") and not anchors
            row += [0.0] * (0 if left_out else len(piece.raw))
            continue
        for number, word in enumerate(piece.words):
            row += [1.0] * bool(number)
            words.append((word, len(row)))
            row += [1.0] * len(word)
    ratio = blur(row, reach, epsilon)
    return [(word, max(ratio[start : start + len(word)]) > threshold) for word, start in words]


# The structural tags that the paper names, and those that the pages here have besides.
STRUCTURAL = set("p table br div h1 h2 li ul ol tbody tr td blockquote hr html head title body".split())


def density(page: bytes, c1: float, c2: int) -> Answer:
    """2009, section 4: the list L of strings, and the region R around the longest of them."""
    strings, members = [""], [[""]]
    for piece in pieces(page):
        if piece.name in STRUCTURAL:
            strings.append("")
            members.append([])
        elif piece.kind == "text":
            strings[-1] += html.unescape(piece.raw)
            members[-1] += piece.words
    lengths = [len(" ".join(string.split())) for string in strings]
    region = {lengths.index(max(lengths))}
    size = 0
    while size < len(region):
        size = len(region)
        for i, length in enumerate(lengths):
            if length > max(lengths) * c1 and any(abs(i - j) < c2 for j in region):
                region.add(i)
    return [
        (word, min(region) <= place <= max(region))
        for place, found in enumerate(members)
        for word in found
        if word
    ]


def dana(page: bytes, line: int, gap: int, unit: str) -> Answer:
    """2011, section IV: lines above the axis, in regions, joined from the largest one to both sides."""
    source = page.decode("utf-8")
    lines = [source[i : i + line] for i in range(0, len(source), line)]
    sizes = [each.encode("utf-8") if unit == "bytes" else each for each in lines]
    t2 = [sum(character < "\x80" for character in each) for each in lines]
    t1 = [len(size) - ascii_count for size, ascii_count in zip(sizes, t2, strict=True)]
    diff = [sum(t1[max(0, i - 1) : i + 2]) - sum(t2[max(0, i - 1) : i + 2]) for i in range(len(lines))]
    regions: list[list[int]] = []
    for i in (i for i in range(len(lines)) if diff[i] > 0):
        if regions and regions[-1][-1] == i - 1:
            regions[-1].append(i)
        else:
            regions.append([i])
    content: set[int] = set()
    if regions:
        largest = max(range(len(regions)), key=lambda r: sum(t1[i] + t2[i] for i in regions[r]))
        left = right = largest
        while left > 0 and regions[left][0] - regions[left - 1][-1] - 1 <= gap:
            left -= 1
        while right < len(regions) - 1 and regions[right + 1][0] - regions[right][-1] - 1 <= gap:
            right += 1
        content = {i for region in regions[left : right + 1] for i in region}
    return [
        (html.unescape(match[0]), (piece.start + match.start()) // line in content)
        for piece in pieces(page)
        if piece.kind == "text"
        for match in re.finditer(r"\S+", piece.raw)
    ]
