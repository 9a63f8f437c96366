"""Near-duplicates among the texts of a finished run: MinHash and LSH by the library rensa, in a second pass.

Texts are alike if enough of their phrases are the same. Each is compared with the earlier ones in the order
of the parts, so the result is always the same. Nothing is dropped: duplicates.parquet has the pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from mainspan.bulk.columns import OK
from mainspan.bulk.inputs import parquet
from mainspan.bulk.store import Store
from mainspan.errors import MainspanError, ParameterError
from mainspan.extras import extra

FILE: Final = "duplicates.parquet"
SIMILARITY: Final = 0.8
# The phrases that are compared have this many words; FineWeb's and dolma's have five.
PHRASE_WORDS: Final = 5
# An estimate from 128 values errs by about 4 %; 16 bands of 8 find 95 % of the pairs of similarity 0.8.
PERMUTATIONS: Final = 128
BANDS: Final = 16
_SEED: Final = 42  # no rule: a seed
_WORD: Final = re.compile(r"\w+")
_BATCH_ROWS: Final = 512  # no rule: buffer


class Pair(NamedTuple):
    """A text, and the earliest one that it is a near-duplicate of."""

    id: str
    duplicate_of: str
    similarity: float


def find_duplicates(
    store: Store,
    parts: list[str],
    similarity: float = SIMILARITY,
    count: Callable[[int], None] = lambda texts: None,
) -> int:
    """Write the pairs of these parts; returns how many there are. `count` is called with numbers of texts.

    Memory: a few kilobytes for each text.
    """
    with extra("bulk", "bulk runs"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    if not 0 < similarity <= 1:
        raise ParameterError(f"the similarity must be above 0 and at most 1, not {similarity:g}")
    if not parts:
        raise MainspanError("duplicates are found in parts of Parquet, and there are none")
    pairs = list(_pairs(_texts(store, parts), similarity, count))
    fields = [("id", pa.string()), ("duplicate_of", pa.string()), ("similarity", pa.float32())]
    table = pa.Table.from_pylist([pair._asdict() for pair in pairs], schema=pa.schema(fields))
    with store.writing(FILE) as path:
        pq.write_table(table, path, compression="zstd")
    return len(pairs)


def _texts(store: Store, parts: list[str]) -> Iterator[tuple[str, str]]:
    for part in parts:
        file = parquet(store.place(part))
        for batch in file.iter_batches(_BATCH_ROWS, columns=["id", "text", "status"]):
            for row in batch.to_pylist():
                if row["status"] == OK:
                    yield row["id"], row["text"]


def _pairs(
    texts: Iterator[tuple[str, str]], similarity: float, count: Callable[[int], None]
) -> Iterator[Pair]:
    """Pairs of a text and the earliest one that is near enough, and itself a duplicate of none."""
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=similarity, num_perm=PERMUTATIONS, num_bands=BANDS)
    names: list[str] = []
    hashes: list[Any] = []
    for name, text in texts:
        hashed = RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
        hashed.update(phrases(text))
        found = sorted(index.query(hashed))
        near = next(
            ((each, share) for each in found if (share := hashes[each].jaccard(hashed)) >= similarity), None
        )
        if near is not None:
            yield Pair(name, names[near[0]], round(near[1], 4))
        else:
            index.insert(len(names), hashed)
            names.append(name)
            hashes.append(hashed)
        count(1)


def phrases(text: str) -> list[str]:
    """The runs of words of a text, in lower case; of a short text all its words as one.

    >>> phrases("The ferry leaves at nine, daily.")
    ['the ferry leaves at nine', 'ferry leaves at nine daily']
    """
    words = _WORD.findall(text.lower())
    last = max(1, len(words) - PHRASE_WORDS + 1)
    return [" ".join(words[at : at + PHRASE_WORDS]) for at in range(last)]
