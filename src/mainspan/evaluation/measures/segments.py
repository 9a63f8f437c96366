"""The measure over segments, for packages in which nobody marked the whole text."""

from __future__ import annotations

from mainspan.evaluation.measures.base import NO_SEGMENTS, Case, Measure, score_of
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score


class Segments(Measure):
    """Segments that the main content must hold (`with`) and must not hold (`without`), as trafilatura counts.

    Items are the segments. A segment is found if it stands in the found text, both in lower case and with
    white space collapsed; it is wanted if it must be held. So precision is the share of the segments found
    that are wanted, recall the share of the wanted ones that are found. If none is wanted, a text that holds
    none of the others scores 1. Blank segments do not count. (trafilatura sums the segments of all documents
    up before it divides, and takes letters as written.)
    """

    name = "segments"

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or a few words that say why there is none."""
        wanted, unwanted = (list(filter(None, map(_normalise, each))) for each in case.segments)
        if not wanted and not unwanted:
            return NO_SEGMENTS
        text = case.found_text.characters
        right, wrong = (sum(segment in text for segment in each) for each in (wanted, unwanted))
        return score_of(right, right + wrong, len(wanted))


def _normalise(segment: str) -> str:
    return Text(segment).characters
