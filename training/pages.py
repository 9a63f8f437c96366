"""The pages to train with, as tensors: all blocks in one column, and batches of similar length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from mainspan.algorithms.learned.copies import MIN_COPY_WORDS
from mainspan.algorithms.learned.features import flags, page_inputs
from mainspan.algorithms.learned.table import Count, rows_of
from training.rows import OF_PAGES, Column, Row
from training.settings import HEADLINE, KINDS, PACKAGE_WEIGHTS, SETTINGS, TYPE_WEIGHTS
from training.splits import Table


@dataclass
class Pages:
    """All pages: a table of them, and the columns of their blocks."""

    about: Table
    first: Column
    blocks: Column
    figures: Tensor  # the measured features
    flags: Tensor  # the others, in a byte each: there are five times as many
    words: Tensor
    count: Tensor
    held: Tensor
    held_comments: Tensor
    copies: Tensor
    low: Tensor
    high: Tensor
    roles: Tensor
    gold: Tensor
    gold_comments: Tensor
    headline: Tensor  # the place of each page's headline among its blocks, or -1
    inputs: Tensor  # the annotation settings of each page, then its hints
    types: Tensor
    weights: Tensor  # how much each page counts
    names: slice  # the features that come from class names, ids and roles
    labels: slice  # those that come from labels

    def __len__(self) -> int:
        return len(self.about)

    @property
    def many_features(self) -> int:
        """The number of features of a block: figures, then flags."""
        return int(self.figures.shape[1] + self.flags.shape[1])

    def features(self, index: Tensor | slice) -> Tensor:
        """The features of some blocks."""
        return torch.cat([self.figures[index].float(), self.flags[index].float()], -1)


def pages_of(rows: list[Row], device: str) -> Pages:
    """These pages as tensors."""
    parts = [_columns_of(row) for row in rows]
    whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    whole |= {name: np.array([getattr(row, name) for row in rows]) for name in OF_PAGES}
    blocks = np.array([len(row.sheet) for row in rows])
    first = np.cumsum(blocks) - blocks
    about = [row.about for row in rows]
    settings = _settings(about, whole, first)
    inputs = np.stack([page_inputs(each, row.sheet) for each, row in zip(settings, rows, strict=True)])

    def tensor(column: Column, kind: torch.dtype) -> Tensor:
        return torch.from_numpy(column).to(device=device, dtype=kind)

    floats = ("words", "count", "held", "held_comments", "copies", "gold", "gold_comments")
    return Pages(
        about=about,
        first=first,
        blocks=blocks,
        figures=tensor(whole["figures"], torch.float16),
        flags=tensor(whole["flags"], torch.uint8),
        **{name: tensor(whole[name], torch.float32) for name in floats},
        **{name: tensor(whole[name], torch.int64) for name in ("low", "high", "roles", "headline")},
        inputs=tensor(inputs, torch.float32),
        types=torch.tensor([_type_of(each) for each in about], device=device),
        weights=torch.tensor([_weight_of(each) for each in about], device=device),
        names=slice(rows_of("hints around").start, rows_of("hints of levels").stop),
        labels=slice(rows_of("label").start, rows_of("labels of levels").stop),
    )


def _columns_of(row: Row) -> dict[str, Column]:
    """The columns of a page's blocks."""
    sheet = row.sheet
    return {
        "figures": sheet.measured.T.astype(np.float16),
        "flags": flags(sheet),
        "words": sheet.words,
        "count": row.count,
        "held": row.held,
        "held_comments": row.held_comments,
        "copies": _copies(sheet.counts[:, Count.FINGERPRINT], row.count >= MIN_COPY_WORDS),
        "low": sheet.ranges[:, 1:, 0],
        "high": sheet.ranges[:, 1:, 1],
        "roles": sheet.roles,
    }


def _copies(fingerprints: Column, is_long: Column) -> Column:
    """How often each block's text is on the page; short ones count as single."""
    _, group, often = np.unique(fingerprints, return_inverse=True, return_counts=True)
    copies: Column = np.where(is_long, often[group], 1)
    return copies


def _settings(about: Table, whole: dict[str, Column], first: Column) -> Column:
    """The annotation settings of each page."""
    settings = np.array([SETTINGS[row["package"]] for row in about], dtype=np.float32)
    # Where the headline is known, the gold shows whether this annotator kept it.
    known = np.flatnonzero(whole["headline"] >= 0)
    headline = (first + whole["headline"])[known]
    settings[known, HEADLINE] = whole["held"][headline] > whole["count"][headline] / 2
    return settings


def _type_of(row: dict[str, Any]) -> int:
    """The number of a page's type, or -1 where it is unknown."""
    return KINDS.index(row["type"]) if row["type"] in KINDS else -1


def _weight_of(row: dict[str, Any]) -> float:
    """How much a page counts."""
    package_weight = PACKAGE_WEIGHTS.get((row["package"], row["type"]), 1.0)
    return package_weight * TYPE_WEIGHTS.get(row["type"], 1.0)


def batches(
    pages: Pages, chosen: Column, rng: np.random.Generator, size: int, room: int = 40000
) -> list[Column]:
    """The chosen pages in batches of similar length, in random order."""
    jitter = pages.blocks[chosen] * rng.uniform(0.9, 1.1, len(chosen))
    order = chosen[np.argsort(jitter)]
    found: list[Column] = []
    start = 0
    while start < len(order):
        end = start + 1
        while end < min(start + size, len(order)) and (end + 1 - start) * pages.blocks[order[end]] <= room:
            end += 1
        found.append(order[start:end])
        start = end
    return [found[i] for i in rng.permutation(len(found))]


def places(pages: Pages, batch: Column) -> tuple[Tensor, Tensor]:
    """For each page and place the number of its block, and whether there is one."""
    device = pages.flags.device
    many = torch.as_tensor(pages.blocks[batch], device=device)
    first = torch.as_tensor(pages.first[batch], device=device)
    step = torch.arange(int(many.max()), device=device)
    mask = step[None] < many[:, None]
    return torch.where(mask, first[:, None] + step[None], 0), mask
