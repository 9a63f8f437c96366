"""The pages to train with, one by one: their sheets and labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.sheet import Sheet
from training.settings import LABELLED, fold_of

Column = NDArray[Any]

# The labels of each block, and of each page.
LABELS = ("count", "held", "held_comments")
OF_PAGES = ("gold", "gold_comments", "headline")


@dataclass(frozen=True)
class Row:
    """One page: its sheet, and the labels of its blocks."""

    about: dict[str, Any]
    sheet: Sheet
    count: Column
    held: Column
    held_comments: Column
    gold: int
    gold_comments: int
    headline: int  # its block, or -1


def read_rows(folder: Path, packages: tuple[str, ...]) -> list[Row]:
    """Read the files that `training data` wrote, and that of the labelled pages if there is one."""
    if (folder / f"{LABELLED}.npz").is_file():
        packages = (*packages, LABELLED)
    return [row for name in dict.fromkeys(packages) for row in _read_package(folder / f"{name}.npz")]


def _read_package(path: Path) -> Iterator[Row]:
    """The pages of a package."""
    data = dict(np.load(path))
    table = json.loads(str(data.pop("about")))
    first = np.cumsum([0, *(about["blocks"] for about in table)])
    for i, about in enumerate(table):
        part = slice(first[i], first[i + 1])
        count, held, held_comments = (data[name][part].astype(np.int32) for name in LABELS)
        gold, gold_comments, headline = (int(data[name][i]) for name in OF_PAGES)
        about |= {"package": path.stem, "fold": fold_of(about["site"])}
        sheet = _sheet(data, part, i)
        yield Row(about, sheet, count, held, held_comments, gold, gold_comments, headline)


def _sheet(data: dict[str, Column], part: slice, page: int) -> Sheet:
    """The sheet of one page, from the columns of all."""
    whole = ("words", "characters", "linked", "gap", "depth", "counts", "ranges", "roles")
    bare = ("group", "hidden", "word_bits", "masks")
    columns: dict[str, Any] = {name: data[name][part].astype(np.int32) for name in whole}
    columns |= {name: data[name][part] for name in bare}
    columns["labels"] = data["labels"][part].astype(np.uint32)
    columns |= {name: int(data[name][page]) for name in ("page_hints", "title_bits", "declared")}
    return Sheet(**columns)
