"""Why a block was kept or dropped, in words.

What a signal contributed is what would be missing without it: the network is asked again with the signal
replaced, on the whole page, by its mean over many pages, and the difference of the two answers, in logits, is
the signal's share.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.features import COPY, H1, H6, MARK, MEASURED, Floats, Sheet, bits, choices
from mainspan.algorithms.learned.network import LEVELS, Network
from mainspan.algorithms.learned.phrases import SIGNALS, Seen
from mainspan.algorithms.learned.plain import multiply

# A share smaller than this is not worth a word, and at most so many are told for either side.
_LEAST, _MOST = 0.3, 3


class Fate(NamedTuple):
    """What became of the blocks: their probabilities, whether they were kept, and what decided it.

    `cut` is the probability from which on blocks are likely enough, `wishes` has the blocks of the parts that
    can be asked for.
    """

    probability: NDArray[np.float64]
    kept: NDArray[np.bool_]
    cut: float
    wishes: dict[str, NDArray[np.intp]]


class Heard(NamedTuple):
    """Blocks for which the network was asked once more, and what it was asked then."""

    page: Floats
    blocks: NDArray[np.intp]


def explain(
    sheet: Sheet, network: Network, page: Floats, fate: Fate, heard: Heard | None = None
) -> list[str]:
    """For each block what spoke for it and against it, the strongest first, and what else decided.

    page: the habits asked for and the hints of the whole page, as the network reads them.
    """
    if not len(sheet):
        return []
    measured = steps.dense(sheet)
    shares = contributions(sheet, measured, network, page)
    if heard is not None and len(heard.blocks):
        shares[:, heard.blocks] = contributions(sheet, measured, network, heard.page)[:, heard.blocks]
    seen = Seen(sheet, measured)
    exceptions = _exceptions(sheet, fate)
    return [
        "; ".join([*exceptions.get(i, ()), *_sides(seen, i, shares[:, i], bool(fate.kept[i]))])
        or "nothing speaks strongly for it or against it"
        for i in range(len(sheet))
    ]


def contributions(sheet: Sheet, measured: Floats, network: Network, page: Floats) -> Floats:
    """What each signal adds to the logit of each block, a row a signal.

    The first layer is a sum over the features, so that what a signal put into it can be taken out again: the
    features are read once, and no pass holds more than the network does when it is asked.
    """
    first, mean = network.weights["inp_w"], network.weights["mean"]
    flags = np.concatenate([bits(sheet), choices(sheet)], axis=1, dtype=np.uint8, casting="unsafe")
    ranges = sheet.ranges[:, LEVELS]
    low, high = ranges[:, :, 0].T, ranges[:, :, 1].T
    # A network that begins with this sum: its first product changes nothing.
    rest = Network({**network.weights, "inp_w": np.eye(first.shape[1], dtype=np.float32)}, network.layers)
    begun = multiply(measured.T, first[:MEASURED]) + _multiply_flags(flags, first[MEASURED:])
    whole = rest(begun, page, sheet.words, low, high)[0]
    found = np.empty((len(SIGNALS), len(sheet)), dtype=np.float32)
    for row, (columns, _) in enumerate(SIGNALS):
        own = [column for column in columns if column < MEASURED]
        other = np.array([column for column in columns if column >= MEASURED], dtype=np.intp)
        without = begun + mean[list(columns)] @ first[list(columns)]
        if own:
            without -= multiply(measured[own].T, first[own])
        if len(other):
            without -= _multiply_flags(flags[:, other - MEASURED], first[other])
        found[row] = whole - rest(without, page, sheet.words, low, high)[0]
    return found


def _multiply_flags(flags: NDArray[np.uint8], weights: Floats, rows: int = 4096) -> Floats:
    """The product of zeros and ones with weights: never more than some rows as numbers of four bytes."""
    product = np.empty((len(flags), weights.shape[1]), dtype=np.float32)
    for first in range(0, len(flags), rows):
        piece = slice(first, first + rows)
        product[piece] = multiply(flags[piece].astype(np.float32), weights)
    return product


def _sides(seen: Seen, block: int, shares: Floats, kept: bool) -> Iterator[str]:
    """What spoke for a block and what against it; first what agrees with the verdict."""
    told: dict[bool, list[str]] = {True: [], False: []}
    for signal in np.argsort(-np.abs(shares), kind="stable").tolist():
        share = float(shares[signal])
        side = told[share > 0]
        if abs(share) >= _LEAST and len(side) < _MOST:
            side.append(f"{SIGNALS[signal][1](seen, block)} {share:+.1f}")
    for side_kept in (kept, not kept):
        if told[side_kept]:
            yield f"{'for' if side_kept else 'against'}: {', '.join(told[side_kept])}"


def _exceptions(sheet: Sheet, fate: Fate) -> dict[int, list[str]]:
    """What else decided, of the blocks whose fate their probability alone does not tell."""
    probability, kept = fate.probability, fate.kept
    if not kept.any():
        return {}
    surprising = (kept != (probability >= fate.cut)) | (kept != (probability >= 0.5))
    if "comments" in fate.wishes:
        # Whatever their names say against them, it is because of the wish that they came or went.
        surprising[fate.wishes["comments"]] = True
    headings = (sheet.group >= H1) & (sheet.group <= H6)
    marks = sheet.counts[:, MARK].tolist()
    # Of short texts all copies are kept.
    where = {marks[block]: block for block in np.flatnonzero(kept & (sheet.words >= COPY)).tolist()}
    return {
        block: [_exception(fate, block, where.get(marks[block], -1), is_heading=bool(headings[block]))]
        for block in np.flatnonzero(surprising).tolist()
    }


def _exception(fate: Fate, block: int, copy: int, *, is_heading: bool) -> str:
    """What decided on a block; `copy` is a block with the same text that was kept, or -1."""
    above, kept = fate.probability[block] >= fate.cut, fate.kept[block]
    for wish, blocks in fate.wishes.items():
        if block in blocks:
            return f"{wish}, {'as asked' if kept else 'not asked for'}"
    if above == kept:
        return f"{'above' if above else 'below'} this page's cut ({fate.cut:.0%})"
    if kept:
        return "kept with what stands around it"
    if copy < 0:
        return "a heading without its text" if is_heading else "of its list, table or part most is left out"
    return f"the same text is kept {'above' if copy < block else 'below'}"
