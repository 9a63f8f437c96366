"""The scanner in Python: the specification of `scan.pyx`, and what runs where that could not be built.

Both have the same ten functions. `survey` reads a page's bytes and names the first limit that it
breaks; `is_utf8` checks them. `cut` reads a normalised source and fills the token columns; `find_parents`,
`find_elements`, `find_words`, `find_blocks` and `find_texts` read those, and `describe_blocks` and
`describe_elements` tell what blocks are like and where they stand. Property tests hold the two equal on any
input. Python is slow in loops over tokens, so here numpy does what it can.
"""

from tests.page.scan_fallback.columns import find_blocks, find_elements, find_texts
from tests.page.scan_fallback.cut import cut, unbalanced
from tests.page.scan_fallback.describe_blocks import OF_TEXTS, OF_WORDS, SPREAD, describe_blocks
from tests.page.scan_fallback.describe_elements import describe_elements
from tests.page.scan_fallback.nesting import find_parents, is_utf8
from tests.page.scan_fallback.survey import survey, survey_carefully
from tests.page.scan_fallback.survey_state import ALIAS, FAMILY
from tests.page.scan_fallback.texts import CLASS, find_words

__all__ = [
    "ALIAS",
    "CLASS",
    "FAMILY",
    "OF_TEXTS",
    "OF_WORDS",
    "SPREAD",
    "cut",
    "describe_blocks",
    "describe_elements",
    "find_blocks",
    "find_elements",
    "find_parents",
    "find_texts",
    "find_words",
    "is_utf8",
    "survey",
    "survey_carefully",
    "unbalanced",
]
