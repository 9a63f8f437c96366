"""Why a block was kept or dropped, in words.

What a signal contributed is what would be missing without it: the network runs again with the signal
replaced, on the whole page, by its mean over many pages. The difference of the two answers, in logits, is the
signal's share.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Reason
from mainspan.algorithms.learned import layers
from mainspan.algorithms.learned.copies import MIN_COPY_WORDS
from mainspan.algorithms.learned.features import flags
from mainspan.algorithms.learned.network import Floats, Network
from mainspan.algorithms.learned.phrases import SIGNALS
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import H1, H6, N_MEASURED, Count

# A share smaller than this is not reported.
_MIN_SHARE: Final = 0.3
# At most this number of signals is reported for either side.
_MAX_SIGNALS: Final = 3

# The parts that options ask for. What else rules leave out is always left out.
_REQUESTABLE: Final = frozenset("headline byline captions comments".split())


class Verdict(NamedTuple):
    """What became of the blocks: their probabilities, whether they were kept, and what decided it.

    `threshold` is the probability from which on blocks are likely enough, `parts` has the blocks of the parts
    that can be requested, and of those that rules leave out.
    """

    scores: NDArray[np.float64]
    kept: NDArray[np.bool_]
    threshold: float
    parts: dict[str, list[int]]


class Again(NamedTuple):
    """Blocks for which the network ran once more, and its inputs then."""

    page: Floats
    blocks: list[int]


def explain(
    sheet: Sheet, network: Network, page: Floats, verdict: Verdict, again: Again | None = None
) -> list[Reason]:
    """For each block what spoke for it and against it, the strongest first, and what else decided.

    page: the annotation settings and the hints of the whole page, as the network reads them.
    """
    if not len(sheet):
        return []
    shares = contributions(sheet, network, page)
    if again is not None and again.blocks:
        shares[:, again.blocks] = contributions(sheet, network, again.page)[:, again.blocks]
    exceptions = _exceptions(sheet, verdict)
    return [
        Reason(bool(verdict.kept[i]), exceptions.get(i, ()), _strongest(sheet, i, shares[:, i]))
        for i in range(len(sheet))
    ]


def contributions(sheet: Sheet, network: Network, page: Floats) -> Floats:
    """What each signal adds to the logit of each block, a row a signal.

    The first layer is a sum over the features, so what a signal put into it can be taken out again: the
    features are read once, and no pass needs more memory than the network itself.
    """
    first, mean = network.weights["inp_w"], network.weights["mean"]
    bias = network.weights["inp_b"] + page @ network.weights["page_w"]
    ones = flags(sheet)
    begun = layers.weigh(sheet.measured, first[:N_MEASURED]) + _weigh_flags(ones, first[N_MEASURED:]) + bias
    whole = network.finish(np.maximum(begun, 0), sheet, page)[0]
    found = np.empty((len(SIGNALS), len(sheet)), dtype=np.float32)
    for row, (columns, _) in enumerate(SIGNALS):
        own = [column for column in columns if column < N_MEASURED]
        other = np.array([column for column in columns if column >= N_MEASURED], dtype=np.intp)
        without = begun + mean[columns] @ first[columns]
        if own:
            without -= layers.weigh(sheet.measured[own], first[own])
        if len(other):
            without -= _weigh_flags(ones[:, other - N_MEASURED], first[other])
        found[row] = whole - network.finish(np.maximum(without, 0, out=without), sheet, page)[0]
    return found


def _weigh_flags(ones: NDArray[np.uint8], weights: Floats, rows: int = 4096) -> Floats:
    """The product of zeros and ones with weights: never more than some rows as numbers of four bytes."""
    product = np.empty((len(ones), weights.shape[1]), dtype=np.float32)
    for first in range(0, len(ones), rows):
        piece = slice(first, first + rows)
        product[piece] = layers.weigh(np.ascontiguousarray(ones[piece].T, dtype=np.float32), weights)
    return product


def _strongest(sheet: Sheet, block: int, shares: Floats) -> tuple[tuple[str, float], ...]:
    """The strongest signals for a block and against it, the strongest first."""
    found: list[tuple[str, float]] = []
    room = {True: _MAX_SIGNALS, False: _MAX_SIGNALS}
    for signal in np.argsort(-np.abs(shares), kind="stable").tolist():
        share = float(shares[signal])
        if abs(share) >= _MIN_SHARE and room[share > 0]:
            room[share > 0] -= 1
            found.append((SIGNALS[signal][1](sheet, block), share))
    return tuple(found)


def _exceptions(sheet: Sheet, verdict: Verdict) -> dict[int, tuple[str, ...]]:
    """What else decided, for the blocks whose verdict does not follow from their probability alone."""
    scores, kept = verdict.scores, verdict.kept
    if not kept.any():
        return {}
    surprising = (kept != (scores >= verdict.threshold)) | (kept != (scores >= 0.5))
    # Whatever their names say against them, comments came or went because of the option.
    surprising[verdict.parts.get("comments", [])] = True
    part_of = {block: name for name, blocks in reversed(verdict.parts.items()) for block in blocks}
    headings = (sheet.group >= H1) & (sheet.group <= H6)
    texts = sheet.counts[:, Count.FINGERPRINT].tolist()
    # Of short texts all copies are kept.
    where = {texts[block]: block for block in np.flatnonzero(kept & (sheet.words >= MIN_COPY_WORDS)).tolist()}
    return {
        block: (
            _describe_part(part_of[block], bool(kept[block]))
            if block in part_of
            else _exception(verdict, block, where.get(texts[block], -1), is_heading=bool(headings[block])),
        )
        for block in np.flatnonzero(surprising).tolist()
    }


def _describe_part(part: str, kept: bool) -> str:
    if part not in _REQUESTABLE:
        return f"{part}, left out"
    return f"{part}, {'as requested' if kept else 'not requested'}"


def _exception(verdict: Verdict, block: int, copy: int, *, is_heading: bool) -> str:
    """What decided on a block; `copy` is a block with the same text that was kept, or -1."""
    above, kept = verdict.scores[block] >= verdict.threshold, verdict.kept[block]
    if above == kept:
        return f"{'above' if above else 'below'} this page's threshold ({verdict.threshold:.0%})"
    if kept:
        return "kept with the blocks around it"
    if copy < 0:
        return "a heading without its text" if is_heading else "most of its list, table or part is left out"
    return f"the same text is kept {'above' if copy < block else 'below'}"
