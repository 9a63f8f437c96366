"""Gold for pages of which people marked a few sentences only: the text of an extractor that finds them all.

There are many such pages, and most extractors find the text of most of them. The extractors below are all
rule-based. If one finds every sentence that must be found, and none that must not, its text is the gold.
"""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.packages import Document

# In order of precedence.
TEACHERS: Final = ("trafilatura-without-comments", "trafilatura", "readability-lxml", "resiliparse")
# A text must have more words than this.
_MIN_WORDS: Final = 30


def borrow_gold(document: Document) -> str | None:
    """The text of the first teacher that agrees with the document's segments; None if none does."""
    html = document.read_page()
    for teacher in TEACHERS:
        try:
            text = contestant(f"peer:{teacher}").extract(html).text
        except Exception:  # whatever it raises, it found nothing
            continue
        if agrees(text, *document.segments):
            return text
    return None


def agrees(text: str, wanted: list[str], unwanted: list[str]) -> bool:
    """Whether a text has all wanted sentences and no unwanted one. Many of them begin inside a word."""
    words = words_of(text)
    flat = " ".join(words)
    must, must_not = ([" ".join(words_of(each)) for each in sentences] for sentences in (wanted, unwanted))
    return (
        len(words) > _MIN_WORDS
        and all(each in flat for each in must)
        and not any(each in flat for each in must_not if each)
    )
