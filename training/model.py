"""Several networks at once: each has its own weights and its own pages, all read the same batches.

So an accelerator trains the folds of a cross-validation in the time of one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

TYPES = 7


@dataclass(frozen=True)
class Shape:
    """The size of a network: features of a block, inputs of a page, channels, and what each layer does.

    A layer is "c1", "c2", ... (a convolution over five blocks, that many apart), "t" (means over the elements
    around and over the blocks in the same roles), or "p" (mean and maximum of the page).
    """

    features: int
    inputs: int
    channels: int
    layers: tuple[str, ...]
    width: int = 5
    levels: int = 4
    roles: int = 2


class Networks(nn.Module):
    """Some networks of one shape."""

    def __init__(self, shape: Shape, many: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape, self.dropout = shape, dropout
        h = shape.channels
        self.weights = nn.ParameterDict()
        self._add("inp", many, shape.features + shape.inputs, h)
        for i, layer in enumerate(shape.layers):
            around = shape.levels + shape.roles + 1
            fan = {"c": shape.width * h, "t": around * h, "p": 2 * h}[layer[0]]
            self._add(f"l{i}", many, fan, h, scale=0.5)
            if layer[0] == "p":
                self._add(f"u{i}", many, 3 * h + shape.inputs, h)
                self._add("type", many, h, TYPES)
        # Settings that no page has must not decide by chance: these inputs begin without effect.
        with torch.no_grad():
            self.weights["inp_w"][:, shape.features :] = 0
            for name in self.weights:
                if name.startswith("u") and name.endswith("_w"):
                    self.weights[name][:, 3 * h :] = 0
        self._add("hid", many, h, h // 2)
        self._add("out", many, h // 2, 1)

    def _add(self, name: str, many: int, fan: int, out: int, scale: float = 1.0) -> None:
        self.weights[f"{name}_w"] = nn.Parameter(torch.randn(many, fan, out) * scale * math.sqrt(2 / fan))
        self.weights[f"{name}_b"] = nn.Parameter(torch.zeros(many, 1, out))

    def _apply_layer(self, name: str, x: Tensor) -> Tensor:
        return x @ self.weights[f"{name}_w"] + self.weights[f"{name}_b"]

    def forward(
        self,
        x: Tensor,
        inputs: Tensor,
        mask: Tensor,
        low: Tensor,
        high: Tensor,
        roles: Tensor,
        words: Tensor,
    ) -> tuple[Tensor, Tensor | None]:
        """The logits of all blocks: (networks, pages, blocks), and of the types of the pages.

        x: (pages, blocks, features); inputs: (pages, inputs); mask: (pages, blocks); low, high: (pages,
        blocks, levels); roles: (pages, blocks, groupings).
        """
        pages, blocks, _ = x.shape
        h, many = self.shape.channels, self.weights["inp_w"].shape[0]
        flat = torch.cat([x, inputs[:, None].expand(-1, blocks, -1)], -1).reshape(1, pages * blocks, -1)
        z = functional.relu(self._apply_layer("inp", flat))
        z = self._drop(z).view(many, pages, blocks, h) * mask[..., None]
        types = None
        for i, layer in enumerate(self.shape.layers):
            if layer == "p":
                pools = self._pools(z, mask, words)
                wide = inputs[None].expand(many, -1, -1)
                u = functional.relu(self._apply_layer(f"u{i}", torch.cat([pools, wide], -1)))
                types = self._apply_layer("type", u)
                seen = torch.cat([z, self._drop(u)[:, :, None].expand_as(z)], -1).flatten(1, 2)
            else:
                seen = self._context(layer, z, mask, low, high, roles).flatten(1, 2)
            new = functional.relu(self._apply_layer(f"l{i}", seen))
            z = (z + self._drop(new).view(many, pages, blocks, h)) * mask[..., None]
        y = functional.relu(self._apply_layer("hid", z.flatten(1, 2)))
        return self._apply_layer("out", y).view(many, pages, blocks), types

    def _drop(self, z: Tensor) -> Tensor:
        return functional.dropout(z, self.dropout, self.training)

    def _context(
        self, layer: str, z: Tensor, mask: Tensor, low: Tensor, high: Tensor, roles: Tensor
    ) -> Tensor:
        if layer[0] == "c":
            return shifted(z, int(layer[1:]), self.shape.width)
        if layer[0] == "t":
            around = means_below(z, low[..., : self.shape.levels], high[..., : self.shape.levels])
            return torch.cat([z, *around, *means_of_roles(z, mask, roles)], -1)
        raise ValueError(layer)

    def _pools(self, z: Tensor, mask: Tensor, words: Tensor) -> Tensor:
        """A summary of a page: the mean over its blocks, over its words, and the maximum of each channel."""
        share = words / words.sum(1, keepdim=True).clamp(min=1)
        mean = z.sum(2) / mask.sum(1)[None, :, None]
        weighted = (z * share[None, :, :, None]).sum(2)
        return torch.cat([mean, weighted, z.amax(2)], -1)


def shifted(z: Tensor, step: int, width: int) -> Tensor:
    """Each block with its neighbours: (..., blocks, width * channels)."""
    reach = width // 2 * step
    padded = functional.pad(z, (0, 0, reach, reach))
    blocks = z.shape[-2]
    return torch.cat([padded[..., k * step : k * step + blocks, :] for k in range(width)], -1)


def means_below(z: Tensor, low: Tensor, high: Tensor) -> list[Tensor]:
    """The mean over the blocks of each level's element."""
    before = functional.pad(z.float().cumsum(-2), (0, 0, 1, 0))
    means = []
    for level in range(low.shape[-1]):
        index = [
            each[None, :, :, level, None].expand(z.shape[0], -1, -1, z.shape[-1]) for each in (low, high)
        ]
        many = (high[..., level] - low[..., level]).clamp(min=1)[None, ..., None]
        means.append((before.gather(2, index[1]) - before.gather(2, index[0])) / many)
    return means


def means_of_roles(z: Tensor, mask: Tensor, roles: Tensor) -> list[Tensor]:
    """For each way to group blocks by their roles the mean over each block's group."""
    means = []
    for which in range(roles.shape[-1]):
        groups = roles[..., which]
        there = mask.to(z.dtype)
        many = torch.zeros_like(there).scatter_add(1, groups, there).clamp(min=1)
        index = groups[None, :, :, None].expand_as(z)
        sums = torch.zeros_like(z).scatter_add(2, index, z * there[..., None])
        means.append((sums / many[None, ..., None]).gather(2, index))
    return means
