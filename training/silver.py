"""Gold for pages of which people marked a few sentences alone: the text of an extractor that finds them all.

Such pages are many and modern, and most extractors find the text of most of them. Where one of those below,
which all go by rules, has every sentence that must be there and none that must not, its text is believed.
"""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.packages import Document

# The best first.
TEACHERS: Final = ("trafilatura-without-comments", "trafilatura", "readability-lxml", "resiliparse")
# A text with no more words was hardly found.
_FEWEST: Final = 30


def borrow_gold(document: Document) -> str | None:
    """The text of the first teacher that agrees with the document's segments; None if none does."""
    html = document.read_page()
    for teacher in TEACHERS:
        try:
            text = contestant(f"peer:{teacher}").extract(html).text
        except Exception:  # whatever it raises, it has found nothing
            continue
        if agrees(text, *document.segments):
            return text
    return None


def agrees(text: str, wanted: list[str], unwanted: list[str]) -> bool:
    """Whether a text has all sentences that are wanted, and none of the others; many begin inside a word."""
    words = words_of(text)
    flat = " ".join(words)
    must, must_not = ([" ".join(words_of(each)) for each in sentences] for sentences in (wanted, unwanted))
    return (
        len(words) > _FEWEST
        and all(each in flat for each in must)
        and not any(each in flat for each in must_not if each)
    )
