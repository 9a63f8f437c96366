"""The items of structure in content: what they are, and when two of them are the same.

| kind | an item |
|---|---|
| heading | its level (an h1 counts as an h2) and its text |
| item | the text of a list item, without that of lists inside it |
| cell | the text of a table cell that is not empty, its row and its column |
| code | a preformatted block, by its exact text (white space at the ends of lines aside) |
| image | the name of its file: the same picture in another size is the same |
| link | its text and the end of its address; those to places of the page, or without text, are none |
| formula | its TeX without white space |

Texts are compared by their letters and digits. Tables that hold a table or have a single column lay out the
page, and so do those of one row with a long text. Rows without text do not count, nor do pictures in the page
itself (`data:`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mainspan.evaluation.structure.addresses import leads_inside, link_key, picture_key
from mainspan.evaluation.structure.markup import Markup
from mainspan.page import Page, tags
from mainspan.render.mathml import read_tree, to_tex

KINDS: Final = ("heading", "item", "cell", "code", "image", "link", "formula")
# Items that are footnotes in Markdown.
NOTE: Final = "note"
# Links in code, and around it.
CODED: Final = "coded"

Item = tuple[str | int, ...]
Items = dict[str, Counter[Item]]

_WORD: Final = re.compile(r"[^\W_]+")
# What wikis put after a heading to edit its section: one word in brackets.
_EDIT: Final = re.compile(r"\s*\[\s*[^\W\d_]+(?:\s*\|\s*[^\W\d_]+)?\s*\]\s*$")
# Each of these reads up to the next sign, so it reads everything once.
_LITERAL: Final = re.compile(r"\\\(((?:[^\\]|\\(?!\)))+)\\\)|\\\[((?:[^\\]|\\(?!\]))+)\\\]|\$\$([^$]+)\$\$")
# Line breaks stay. What a formula shows does not depend on the others.
_STYLE: Final = re.compile(
    r"(\\\\)|\\[,;:! ]|\s+|~"
    r"|\\(?:q?quad|displaystyle|left|right|mathrm|text|textrm|operatorname|rm)(?![a-zA-Z])"
)
_LABEL: Final = re.compile(r"\s*[\[(]?\d{1,3}[\])]?\s*")
_TWICE: Final = re.compile(r"\{\{([^{}]*)\}\}")
_ONE_LETTER: Final = re.compile(r"\{(\w)\}")
_LISTS: Final = frozenset(["ul", "ol", "dl", "pre", "table"])
_UNSEEN: Final = frozenset(["script", "style", "template", "math"])
_NAMES_TEX: Final = re.compile(r"math|tex\b|latex", re.IGNORECASE)
# The tools that gold was made with write no h1.
_TOP: Final = 2
# In a table of one row a longer cell is a column of the page.
_MAX_CELL_CHARACTERS: Final = 300
_MAX_SPAN: Final = 64  # no rule: buffer
# What shows something from elsewhere, and where it says what.
_FRAMES: Final = "iframe, embed, object, video, audio"
_SOURCES: Final = ("src", "data-src", "data-lazy-src", "data")
_PARTS: Final = re.compile(r"[?&=]")


def items_of(markup: Markup) -> Items:
    """All items of content, kind by kind."""
    tree = LexborHTMLParser(f"<body>{markup.html}")
    root = tree.body
    found: Items = {kind: Counter() for kind in (*KINDS, NOTE, CODED)}
    if root is None:
        return found
    found["formula"].update(_formulas(root))
    found["code"].update(_codes(root))
    found["heading"].update(_headings(root))
    found["item"].update((squash(_own_text(each)),) for each in root.css("li"))
    # What the renderer of Markdown makes of footnotes.
    found[NOTE].update((squash(_own_text(each)),) for each in root.css("li.footnote-item"))
    for table in root.css("table"):
        found["cell"].update(_cells(table))
    found["image"].update(_images(root, markup.url))
    found["link"].update(_links(root.css("a[href]"), markup.url))
    found[CODED].update(_links(_coded_links(root), markup.url))
    for kind in ("item", NOTE, "image", "code", "formula"):
        found[kind].pop(("",), None)
    return found


def without_headline(found: Items, gold: Items, title: str) -> Items:
    """What was found without the page's headline, if the gold leaves it out.

    Tools write it or do not: it is neither right nor wrong.
    """
    texts = {text for _, text in gold["heading"]}
    title = squash(title)
    for item in found["heading"]:
        _, text = item
        if text not in texts and text and (str(text) in title or (title and title in str(text))):
            left = found["heading"] - Counter([item])
            return {**found, "heading": left}
    return found


def without_notes(found: Items, gold: Items) -> tuple[Items, Items]:
    """What was found and the gold without the footnotes that only one of them has as such.

    In HTML they are items or paragraphs, as the page has them: neither is wrong.
    """
    found = {**found, "item": found["item"] - (found[NOTE] - gold["item"])}
    if not gold[NOTE]:
        return found, gold
    own = gold["item"] - gold[NOTE]
    more = found["item"] - own
    return {**found, "item": found["item"] - (more & gold[NOTE])}, {**gold, "item": own}


def frames_of(html: str) -> frozenset[str]:
    """What a page shows in frames: the ends of their paths."""
    addresses = (
        each.attributes.get(key) or "" for each in LexborHTMLParser(html).css(_FRAMES) for key in _SOURCES
    )
    keys = (link_key(address, None) for address in addresses if address)
    return frozenset(_PARTS.split(key)[0] for key in keys)


def without_links(found: Items, gold: Items, frames: frozenset[str]) -> Items:
    """What was found without links in code and to what the page shows in frames, unless the gold has them.

    Code in Markdown has no links. A frame stays a frame, becomes a link, or goes. All of that is right.
    """
    extra = found["link"] - gold["link"]
    coded = extra & found[CODED]
    framed = {item: n for item, n in extra.items() if not frames.isdisjoint(_PARTS.split(str(item[1])))}
    return {**found, "link": found["link"] - (coded | Counter(framed))}


def squash(text: str) -> str:
    """A text as it is compared: its letters and digits in lower case, or its signs if it has none."""
    return "".join(_WORD.findall(text.lower())) or "".join(text.split())


def _headings(root: LexborNode) -> Iterator[Item]:
    for level in range(1, 7):
        for each in root.css(f"h{level}"):
            text = squash(_EDIT.sub("", _text(each)))
            if text:
                yield max(level, _TOP), text


def _codes(root: LexborNode) -> Iterator[Item]:
    for each in root.css("pre"):
        lines = _exact_text(each).replace("\r\n", "\n").split("\n")
        yield ("\n".join(line.rstrip() for line in lines).strip("\n"),)


def _images(root: LexborNode, base: str | None) -> Iterator[Item]:
    for each in root.css("img"):
        if not _tex_of_picture(each):
            source = each.attributes.get("src") or each.attributes.get("data-src") or ""
            yield (picture_key(source, base) if source else "",)


def _coded_links(root: LexborNode) -> list[LexborNode]:
    """The links in code, and those around nothing but code."""
    parents = (each.parent for each in root.css("a[href] > code"))
    around = (each for each in parents if each is not None and each.css("code")[0].text() == each.text())
    return [*root.css("code a[href], pre a[href]"), *around]


def _links(links: list[LexborNode], base: str | None) -> Iterator[Item]:
    for each in links:
        address = each.attributes.get("href") or ""
        text = squash(_text(each))
        if text and not leads_inside(address, base):
            yield text, link_key(address, base)


def _formulas(root: LexborNode) -> Iterator[Item]:
    for each in root.css("math"):
        yield (squash_tex(_tex_of(each)),)
    for each in root.css('script[type^="math/tex"]'):
        yield (squash_tex(each.text()),)
    for each in root.css("img"):
        if tex := _tex_of_picture(each):
            yield (squash_tex(tex),)
    for text in _texts(root, _UNSEEN | {"pre", "code"}):
        if "\\" in text or "$$" in text:
            for groups in _LITERAL.findall(text):
                yield (squash_tex("".join(groups)),)


def _tex_of(math: LexborNode) -> str:
    """The TeX of a formula in MathML; the text of one that has none."""
    note = math.css_first('annotation[encoding*="tex" i]')
    if note is not None:
        return note.text()
    known = (math.attributes.get(key) for key in ("alttext", "data-latex", "data-tex"))
    return next(filter(None, known), None) or _tex_of_tree(math)


def _tex_of_tree(math: LexborNode) -> str:
    """The TeX of a formula that has MathML alone."""
    page = Page(math.html or "")
    found = np.flatnonzero(page.tokens.tag == tags.NUMBERS["math"]).tolist()
    return to_tex(read_tree(page, found[0], found[-1])) if len(found) > 1 else ""


def _tex_of_picture(image: LexborNode) -> str:
    """The TeX of a formula that is a picture, or nothing."""
    names = f"{image.attributes.get('class') or ''} {image.attributes.get('src') or ''}"
    alt = image.attributes.get("alt") or ""
    return alt if "\\" in alt and _NAMES_TEX.search(names) else ""


def squash_tex(tex: str) -> str:
    """TeX as it is compared: without white space, the style of letters and displays, and needless braces."""
    tex = _STYLE.sub(lambda found: found[1] or "", tex).strip("$").rstrip(".,;")
    tex = _ONE_LETTER.sub(r"\1", _TWICE.sub(r"{\1}", tex))
    while tex[:1] == "{" and tex[-1:] == "}" and _is_one_group(tex):
        tex = tex[1:-1]
    return tex


def _is_one_group(tex: str) -> bool:
    depth = 0
    for place, sign in enumerate(tex):
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return place == len(tex) - 1
    return False


def _cells(table: LexborNode) -> Iterator[Item]:
    """The cells of a table of data, each with its place in the grid."""
    if table.css("table")[1:]:
        return
    placed: list[tuple[int, int, str]] = []
    taken: dict[int, int] = {}
    row = columns = 0
    for tr in table.css("tr"):
        column, texts = 0, []
        for cell in _children(tr, ("td", "th")):
            while taken.get(column, 0) > 0:
                column += 1
            width, height = (_span(cell, key) for key in ("colspan", "rowspan"))
            texts.append((column, squash(_text(cell))))
            taken.update(dict.fromkeys(range(column, column + width), height))
            column += width
        taken = {place: rows - 1 for place, rows in taken.items() if rows > 1}
        columns = max(columns, column)
        if any(text for _, text in texts):
            placed += [(row, place, text) for place, text in texts if text]
            row += 1
    is_layout = row == 1 and any(len(text) > _MAX_CELL_CHARACTERS for _, _, text in placed)
    if columns > 1 and not is_layout:
        yield from placed


def _span(cell: LexborNode, key: str) -> int:
    value = (cell.attributes.get(key) or "").strip()
    return min(max(int(value), 1), _MAX_SPAN) if value.isascii() and value.isdecimal() else 1


def _children(node: LexborNode, names: tuple[str, ...]) -> list[LexborNode]:
    return [each for each in node.iter() if each.tag in names]


def _text(node: LexborNode) -> str:
    """The text of a node; pictures have their description."""
    return " ".join(_texts(node, _UNSEEN - {"math"}))


def _own_text(item: LexborNode) -> str:
    return " ".join(_texts(item, _LISTS | _UNSEEN - {"math"}))


def _texts(node: LexborNode, skipped: frozenset[str]) -> Iterator[str]:
    """The texts inside a node in order, without those of elements with these names.

    Formulas are in TeX, as they are where they were left as text, and raised numbers are left out.
    """
    here = node.first_child
    while here is not None:
        name = here.tag
        is_read = name in skipped
        if name == "-text":
            yield here.text_content or ""
        elif name == "img":
            yield here.attributes.get("alt") or ""
        elif name == "math" and not is_read:
            yield _tex_of(here)
            is_read = True
        elif name in ("a", "sup"):
            is_read |= _is_footnote(here)
        if not is_read and here.first_child is not None:
            here = here.first_child
            continue
        while here is not None and here.next is None:
            here = here.parent
            if here is None or here.mem_id == node.mem_id:
                return
        here = here.next if here is not None else None


def _is_footnote(node: LexborNode) -> bool:
    """Whether a number is raised, or leads to a place in a page: those of footnotes depend on who counts."""
    may_be = node.tag == "sup" or "#" in (node.attributes.get("href") or "")
    return may_be and bool(_LABEL.fullmatch(node.text()))


def _exact_text(node: LexborNode) -> str:
    """The text of a node as it is, with a line break for `br`."""
    parts = []
    for each in node.traverse(include_text=True):
        if each.tag == "-text":
            parts.append(each.text_content or "")
        elif each.tag == "br":
            parts.append("\n")
    return "".join(parts)
