"""What is read, letter by letter, with the blocks around it and the marks on it.

The same is read from a flow of events and from Markdown, so that the two can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it.common.normalize_url import normalizeLink

from mainspan.render.events import Attributes

_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n")
# One sign each, for what has no letters.
IMAGE, RULE, REFERENCE = "\ufffc", "\ufffa", "\ufffb"

TAGS = ("sub", "sup", "del", "s")
BLOCKS = ("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "tr")


class Block:
    """A block that holds letters; no other of its kind is equal to it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Letter(NamedTuple):
    """A character that is not whitespace."""

    character: str
    blocks: tuple[Block, ...]
    marks: frozenset[str]


class Reading:
    """Everything that was read, in order."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.letters: list[Letter] = []
        self.code: list[tuple[str, str]] = []
        self.blocks: list[Block] = []
        self.marks: list[str] = []

    def text(self, text: str, *marks: str) -> None:
        """Text, or a sign, under the marks that are on."""
        self.pieces.append(text)
        blocks, on = tuple(self.blocks), frozenset([*self.marks, *marks])
        self.letters += [Letter(character, blocks, on) for character in text if not character.isspace()]

    def sign(self, sign: str, *marks: str) -> None:
        """Something that is no word and no code; footnotes are raised anyhow."""
        on = {*self.marks, *marks} - {"code", "sup" if sign == REFERENCE else "code"}
        self.letters.append(Letter(sign, tuple(self.blocks), frozenset(on)))

    def formula(self, tex: str) -> None:
        """A formula is one word, however it is spaced."""
        bare = "".join(_COMMENT.sub("", tex).split()).replace(r"\$", "$")
        bare = bare.replace(r"\Vert", r"\|").replace(r"\vert", "|").removesuffix("{}")
        self.space()
        # On lines of its own it is outside of all marks.
        on, self.marks = self.marks, ["formula"]
        self.text(f"${bare}$")
        self.marks = on
        self.space()

    def space(self) -> None:
        """The end of a word."""
        self.pieces.append(" ")

    def words(self) -> list[str]:
        """All words."""
        return "".join(self.pieces).split()

    def structure(self) -> Iterator[tuple[str, tuple[str, ...], frozenset[str]]]:
        """Each letter with its blocks, numbered as they come, and its marks but for emphasis."""
        numbers: dict[Block, int] = {}
        for letter in self.letters:
            names = tuple(
                f"{block.kind}-{numbers.setdefault(block, len(numbers))}" for block in letter.blocks
            )
            yield letter.character, names, letter.marks - {"*", "**"}

    def emphasis(self) -> list[frozenset[str]]:
        """How each letter is emphasised."""
        return [letter.marks & {"*", "**"} for letter in self.letters]


def image_marks(attributes: dict[str, str | int | float] | Attributes) -> list[str]:
    values = {key: " ".join(str(attributes.get(key, "")).split()) for key in ("src", "alt", "title")}
    return [f"src {_bare(values['src'])}", f"alt {values['alt']}", f"title {values['title']}"]


def link_mark(attributes: dict[str, str | int | float] | Attributes) -> str:
    title = " ".join(str(attributes.get("title", "")).split())
    return f"a {_bare(str(attributes.get('href', '')))} {title}"


def _bare(address: str) -> str:
    """An address however it is quoted."""
    return re.sub(r"\s", "", unquote(normalizeLink(address)))
