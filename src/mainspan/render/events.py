"""The kept content as a flow of events, which every form with structure is written from.

An event is a tuple (kind, value, attributes):

    BEGIN    an element begins: its name, its attributes
    END      an element ends: its name
    TEXT     decoded text, whitespace collapsed except inside `pre`
    VOID     `br`, `hr` or `img` (attributes src, alt, title, width, height)
    FORMULA  its TeX, or ""; attributes: `display` = "block", `mathml` = its markup in MathML, both optional

What writers can rely on for every page:

- Elements nest properly, at most 60 deep. None is empty but a table cell.
- An inline element holds inline events alone: inline elements, TEXT, FORMULA, `br` and `img`. A link or an
  emphasis that goes across paragraphs in the page begins anew in each of them. There is no link in a link.
- `p`, `h1` to `h6`, `pre`, `dt`, `summary` and `caption` hold inline events alone. The others (`div`,
  `section`, `article`, `blockquote`, `li`, `dd`, `td`, `th`, `figure`, `figcaption`, `details`) hold both.
- `ul` and `ol` hold `li` alone; `dl` holds `dt` and `dd`; `table` holds `caption`, `thead`, `tbody`, `tfoot`
  and `tr`; these three hold `tr`; and `tr` holds `td` and `th`.
- Whitespace: a TEXT outside `pre` has single spaces only, none at the beginning of a block or after another
  space or a `br`, and none at the end of a block. Inside `pre` it is as in the page, a line break for `br`.
- Tables are tables of data: one that only lays out the page comes as `div`. A table never holds a table, and
  its cells hold no `pre`.

Attributes, all of them optional:

    a           href, title; or note, the label of the footnote that it refers to; or back, that of the
                footnote that it leads back from
    li, p, div  note: the label of the footnote that it is
    ol          start, reversed = "reversed", type: a, A, i or I
    li          value, task = "done" or "open": it begins with a check box
    td, th      colspan, rowspan, scope
    pre         language
    blockquote  cite; or callout, its kind: note, tip, warning ...
    time        datetime
    abbr        title
    any         dir, lang
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BEGIN, END, TEXT, VOID, FORMULA = range(5)

Attributes = Mapping[str, str]
Event = tuple[int, str, Attributes]
Flow = list[Event]

NONE: Final[Attributes] = {}

INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u "
    "var".split()
)
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
