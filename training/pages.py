"""The pages to train with, as tensors: all blocks one below the other, and batches of pages of like length."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.habits import HABITS, KINDS, PACKAGES, fold_of


def load_features() -> Any:
    """The module with the features, without the rest of the library: where networks are trained, that may be missing."""
    path = Path(__file__).parent.parent / "src/mainspan/algorithms/learned/features.py"
    spec = importlib.util.spec_from_file_location("features", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["features"] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class Pages:
    """All pages: a table of them, and their blocks in one column after the other."""

    about: list[dict[str, Any]]
    first: np.ndarray
    blocks: np.ndarray
    x: Tensor
    count: Tensor
    held: Tensor
    held_comments: Tensor
    low: Tensor
    high: Tensor
    gold: Tensor
    gold_comments: Tensor
    habits: Tensor
    copies: Tensor
    words: Tensor
    types: Tensor
    marks: np.ndarray
    measured: int  # features; those after them are zero or one
    names: slice  # the features that say what authors call the parts of their pages

    def __len__(self) -> int:
        return len(self.about)


def read_pages(folder: Path, device: str, packages: tuple[str, ...]) -> Pages:
    """Read the files that `training.data` wrote."""
    module = load_features()
    about: list[dict[str, Any]] = []
    parts: dict[str, list[np.ndarray]] = {}
    page_bits: list[np.ndarray] = []
    for package in packages:
        data = dict(np.load(folder / f"{package}.npz"))
        table = json.loads(str(data.pop("about")))
        first = np.cumsum([0, *(row["blocks"] for row in table)])
        features, copies = [], []
        for i, row in enumerate(table):
            row |= {"package": package, "fold": fold_of(row["site"])}
            part = slice(first[i], first[i + 1])
            sheet = module.Sheet(
                *(data[name][part].astype(np.int32) for name in ("words", "characters", "linked", "gap", "depth")),
                data["group"][part],
                data["veils"][part],
                data["counts"][part].astype(np.int32),
                data["bits"][part],
                data["ranges"][part].astype(np.int32),
                data["masks"][part],
                int(data["page"][i]),
                int(data["title"][i]),
            )
            features.append(module.features(sheet).astype(np.float16))
            mark, size = sheet.counts[:, module.MARK], data["count"][part] >= 8
            _, group, often = np.unique(mark, return_inverse=True, return_counts=True)
            copies.append(np.where(size, often[group], 1))
            page_bits.append(module.page_bits(sheet))
        about += table
        for name, value in (
            ("x", np.concatenate(features)),
            ("copies", np.concatenate(copies)),
            ("marks", data["counts"][:, module.MARK]),
            ("words", data["words"]),
            *((name, data[name]) for name in ("count", "held", "held_comments", "gold", "gold_comments")),
            ("low", data["ranges"][:, 1:, 0]),
            ("high", data["ranges"][:, 1:, 1]),
        ):
            parts.setdefault(name, []).append(value)
    whole = {name: np.concatenate(values) for name, values in parts.items()}
    blocks = np.array([row["blocks"] for row in about])

    def tensor(name: str, kind: torch.dtype) -> Tensor:
        return torch.from_numpy(whole[name]).to(device=device, dtype=kind)

    habits = torch.tensor([HABITS.get(row["package"], (0, 0, 0, 0, 0)) for row in about], dtype=torch.float32)
    return Pages(
        about,
        np.cumsum(blocks) - blocks,
        blocks,
        tensor("x", torch.float16),
        *(tensor(name, torch.float32) for name in ("count", "held", "held_comments")),
        tensor("low", torch.int64),
        tensor("high", torch.int64),
        tensor("gold", torch.float32),
        tensor("gold_comments", torch.float32),
        torch.cat([habits, torch.from_numpy(np.stack(page_bits)).float()], 1).to(device),
        tensor("copies", torch.float32),
        tensor("words", torch.float32),
        torch.tensor([type_of(row) for row in about], device=device),
        whole["marks"],
        module.MEASURED,
        slice(module.MEASURED + 32, module.MEASURED + 288),
    )


def type_of(row: dict[str, Any]) -> int:
    """The number of a page's type, or -1 where nobody told it."""
    return KINDS.index(row["type"]) if row["type"] in KINDS else -1


def batches(pages: Pages, chosen: np.ndarray, rng: np.random.Generator, size: int, room: int = 40000) -> list[np.ndarray]:
    """The chosen pages in batches of like length, in random order."""
    jitter = pages.blocks[chosen] * rng.uniform(0.9, 1.1, len(chosen))
    order = chosen[np.argsort(jitter)]
    found: list[np.ndarray] = []
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and end - start < size and (end - start + 1) * pages.blocks[order[end]] <= room:
            end += 1
        found.append(order[start:end])
        start = end
    rng.shuffle(found)
    return found


def places(pages: Pages, batch: np.ndarray) -> tuple[Tensor, Tensor]:
    """For each page and place the number of its block, and whether there is one."""
    device = pages.x.device
    many = torch.as_tensor(pages.blocks[batch], device=device)
    first = torch.as_tensor(pages.first[batch], device=device)
    step = torch.arange(int(many.max()), device=device)
    mask = step[None] < many[:, None]
    return torch.where(mask, first[:, None] + step[None], 0), mask
