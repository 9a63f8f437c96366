"""The measure over segments, for packages without a whole gold text."""

from __future__ import annotations

from mainspan.evaluation.measures.base import NO_SEGMENTS, Case, Measure, score_of
from mainspan.evaluation.measures.normalise import normalised
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score


class Segments(Measure):
    """Segments that the main content must contain (`with`) or must not (`without`), as in trafilatura.

    The items are the segments. A segment is found if it occurs in the found text, both in lower case and
    with whitespace collapsed; it is gold if it is in `with`. So precision is the share of the found segments
    that are gold, recall the share of the gold segments that are found. If no segment is gold, a text without
    the others scores 1. Blank segments do not count. (trafilatura sums the segments of all documents before
    it divides, and compares letters as written.)
    """

    name = "segments"

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or a few words that say why there is none."""
        wanted, unwanted = (
            [text for each in group if (text := Text(normalised(each)).characters)] for group in case.segments
        )
        if not wanted and not unwanted:
            return NO_SEGMENTS
        text = case.found_text.characters
        right, wrong = (sum(segment in text for segment in each) for each in (wanted, unwanted))
        return score_of(right, right + wrong, len(wanted))
