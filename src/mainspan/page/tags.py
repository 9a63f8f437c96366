"""HTML's elements: their numbers, and the families that several modules ask for.

The tag column holds numbers, so that a family is one lookup table and "is this token a link?" is
one indexing operation for the whole page. Number 0 is for every name that is not listed here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Elements that live inside a line of text: their tags never end a block.
_INLINE = """a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark
    meter nobr output progress q rb rp rt rtc ruby s samp slot small span strike strong sub sup
    time tt u var wbr script style template noscript link meta map area source track param
    svg g text tspan textPath path use defs symbol desc metadata
    math semantics annotation annotation-xml mi mn mo ms mtext mspace mrow mfrac msqrt mroot msub
    msup msubsup munder mover munderover mtable mtr mtd mfenced menclose mstyle merror mpadded
    mphantom mmultiscripts mprescripts none mglyph maligngroup malignmark""".split()

# What MathJax 3 draws formulas with: parts of a line too.
_MATHJAX = """container math assistive-mml speech c mi mo mn ms mtext utext mspace mrow texatom mfrac frac num
    den dbox dtable row nstrut dstrut tstrut strut line linestrut linebox lbox msqrt mroot root sqrt surd box
    msub msup msubsup script spacer munder mover munderover over under base mtable table itable mtr mlabeledtr
    mtd labels mstyle mpadded mphantom merror menclose mfenced mmultiscripts stretchy-v stretchy-h beg ext end
    mid mark semantics annotation""".split()

# Inline boxes: part of a line, but the words before and after them are different words.
_INLINE_BOXES = """img picture video audio canvas object embed iframe button input select textarea
    applet keygen noembed""".split()

_STRUCTURAL = """html head body title base frameset frame noframes
    address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing
    main marquee menu nav ol optgroup option datalist p plaintext pre search section summary table
    tbody td tfoot th thead tr ul xmp foreignObject bgsound basefont image isindex""".split()

MATHJAX: Final = tuple(f"mjx-{name}" for name in _MATHJAX)
NAMES: Final[tuple[str, ...]] = ("", *_INLINE, *_INLINE_BOXES, *_STRUCTURAL, *MATHJAX)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}


def numbers(names: str) -> frozenset[int]:
    """The numbers of several tag names, written with spaces between."""
    return frozenset(NUMBERS[name] for name in names.split())


def table(names: str) -> NDArray[np.bool_]:
    """A lookup table over all tag numbers: true for these names."""
    found = np.zeros(len(NAMES), dtype=np.bool_)
    found[list(numbers(names))] = True
    return found


# Elements that never have an end tag in HTML.
VOID: Final = numbers(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)

# Elements whose content the parser takes unescaped, up to their end tag.
RAW: Final = numbers("script style xmp iframe noembed noframes plaintext")

# Elements whose content is code: what a browser runs or applies, never shows.
CODE: Final = numbers("script style template")

# Elements whose content a reader does not see as part of the page's text.
UNSEEN: Final = numbers(
    "head title noscript iframe noembed noframes object applet textarea select datalist canvas audio video"
)

# The same inside svg and math: texts for machines and screen readers.
FOREIGN_UNSEEN: Final = numbers("title desc metadata annotation annotation-xml")

# Places inside svg and math where HTML begins again.
HTML_IN_SVG: Final = numbers("foreignObject desc title")
HTML_IN_MATH: Final = numbers("mi mo mn ms mtext")

IS_INLINE: Final = table(" ".join([*_INLINE, *_INLINE_BOXES, *MATHJAX]))
IS_INLINE_BOX: Final = table(" ".join(_INLINE_BOXES))
# A name that we do not know is nearly always a container of some framework.
IS_STRUCTURAL: Final = ~IS_INLINE

# Families that several parts of Mainspan ask for: the names, and a lookup table for each.
HEADINGS: Final = "h1 h2 h3 h4 h5 h6"
CELLS: Final = "td th"
LISTS: Final = "ul ol menu dir"
PREFORMATTED: Final = "pre listing xmp plaintext"
TABLE_PARTS: Final = f"table caption thead tbody tfoot tr {CELLS}"
IS_HEADING: Final = table(HEADINGS)
IS_CELL: Final = table(CELLS)
IS_LIST: Final = table(LISTS)
IS_PREFORMATTED: Final = table(PREFORMATTED)
IS_TABLE_PART: Final = table(TABLE_PARTS)

# What an element makes of the text inside it: 0 leaves it as it is, 1 hides it, 2 makes it code.
# First row for HTML, second for svg and math.
EFFECT: Final = np.zeros((2, len(NAMES)), dtype=np.uint8)
EFFECT[0, list(UNSEEN)] = 1
EFFECT[0, list(CODE)] = 2
EFFECT[1, list(FOREIGN_UNSEEN)] = 1
EFFECT[1, list(numbers("script style"))] = 2
