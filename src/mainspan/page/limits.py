"""How far a page may go before it is no longer handed to the HTML5 parser.

The parser is super-linear in each of these, measured with selectolax 1.0.2: an open element costs a
walk over all open ones, an attribute a comparison with all others of its tag, and unclosed formatting
tags are repeated in every later block. Below the limits the cost per byte is bounded; a page beyond
one of them is salvaged (see `salvage`). Many options of one select were slow too: that is switched off
with the parser's mutation events (see `parse`).
"""

from typing import Final

# Open elements at one place. Browsers flatten beyond 512.
MAX_DEPTH: Final = 512
# Attributes of one tag; those of repeated html or body tags count together, as the parser adds them up.
MAX_ATTRIBUTES: Final = 512
# Formatting elements that wait to be repeated at one place.
MAX_FORMATTING: Final = 256
# Bytes of repeated formatting tags: at most this many per byte of the page, and some more for small pages.
MAX_REPEATED: Final = 4
FREE_REPEATED: Final = 4096
# Characters of the normalised source per character of the page, beyond the bare frame of a document.
MAX_GROWTH: Final = 8
FRAME_CHARACTERS: Final = 64
