"""The measure over segments, for packages without a whole gold text."""

from __future__ import annotations

from collections.abc import Callable

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
        wanted, unwanted = ([each for each in group if normalised(each).strip()] for group in case.segments)
        if not wanted and not unwanted:
            return NO_SEGMENTS
        occurs = _search_in(case.found_text)
        right, wrong = (sum(map(occurs, each)) for each in (wanted, unwanted))
        return score_of(right, right + wrong, len(wanted))


def _search_in(text: Text) -> Callable[[str], bool]:
    """A function that says whether a segment occurs in a text."""
    lines = "\n" + "\n".join(Text(line).characters for line in text.raw.split("\n"))

    def occurs(segment: str) -> bool:
        # A segment need not begin a line. If it begins with what may be a mark, it is looked for as it is, as
        # after "am" in "am 12. Mai", and without the mark at the beginning of lines, which have lost theirs.
        inside = Text(normalised(f"am {segment}").removeprefix("am ")).characters
        bare = Text(normalised(segment)).characters
        return inside in text.characters or (bare != inside and f"\n{bare}" in lines)

    return occurs
