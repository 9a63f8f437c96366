"""Training: the loss, the schedule, and the scores of pages that a network has not seen."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.model import Networks, Shape
from training.pages import COMMENTS, Pages, batches, places


@dataclass(frozen=True)
class Recipe:
    """How networks are trained."""

    channels: int = 32
    layers: tuple[str, ...] = ("c1", "t", "c2", "p", "c4")
    width: int = 5
    levels: int = 4
    epochs: int = 24
    size: int = 24
    rate: float = 3e-3
    decay: float = 1e-2
    dropout: float = 0.1
    f1: float = 0.5
    no_hints: float = 0.25
    noise: float = 0.0
    sharp: float = 0.0
    average: float = 0.0
    seed: int = 0
    seeds: int = 1
    hints: tuple[int, int] = (0, 0)  # the columns of the hints
    zero: tuple[int, ...] = ()
    teach: float = 0.0
    sites: float = 0.0
    types: float = 0.1
    norm: int = 0


@dataclass
class Trained:
    """Trained networks and what their features are divided by."""

    networks: Networks
    mean: Tensor
    scale: Tensor
    history: list[float] = field(default_factory=list)


def standardise(pages: Pages) -> tuple[Tensor, Tensor]:
    """The mean of each feature, and what to divide it by."""
    some = pages.x[:: max(len(pages.x) // 200_000, 1)].float()
    mean, scale = some.mean(0), some.std(0) + 1e-2
    # What is zero or one stays as it is: a rare one would become large.
    mean[pages.measured :], scale[pages.measured :] = 0, 1
    return mean, scale


def inputs(pages: Pages, batch: np.ndarray, mean: Tensor, scale: Tensor) -> tuple[Tensor, ...]:
    index, mask = places(pages, batch)
    x = (pages.x[index].float() - mean) / scale * mask[..., None]
    low, high = pages.low[index] * mask[..., None], pages.high[index] * mask[..., None]
    return x, mask, low, high, pages.words[index] * mask, index


def loss_of(logits: Tensor, mask: Tensor, count: Tensor, held: Tensor, gold: Tensor, mark: Tensor, f1: float, copies: Tensor) -> Tensor:
    """The loss of each network on each page: cross entropy, and what is missing to a perfect F1."""
    y = (held / count.clamp(min=1)).clamp(0, 1)
    known = (gold >= 0)[:, None]
    target = torch.where(known, y, mark.float().clamp(min=0))
    weight = (count.sqrt() + 0.3) * mask * (known | (mark >= 0))
    weight = weight / weight.sum(1, keepdim=True).clamp(min=1e-6)
    entropy = functional.binary_cross_entropy_with_logits(logits, target.expand_as(logits), reduction="none")
    # Of several copies of a text one will be kept.
    p = torch.sigmoid(logits) * mask / copies.clamp(min=1)
    soft = 2 * (p * held).sum(-1) / ((p * count).sum(-1) + gold.clamp(min=0)).clamp(min=1)
    return (entropy * weight).sum(-1) + f1 * (1 - soft) * known[:, 0]


def type_loss(types: Tensor, wanted: Tensor) -> Tensor:
    """How far each network is from the types of the pages, where they are known."""
    many, pages, kinds = types.shape
    loss = functional.cross_entropy(
        types.reshape(-1, kinds), wanted.repeat(many), ignore_index=-1, reduction="none"
    )
    return loss.view(many, pages)


def train(pages: Pages, allowed: np.ndarray, recipe: Recipe, quiet: bool = True, teacher: Tensor | None = None) -> Trained:
    """Train one network for each row of `allowed`, on the pages that the row allows."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    device = pages.x.device
    mean, scale = standardise(pages)
    shape = Shape(pages.x.shape[1], pages.habits.shape[1], recipe.channels, recipe.layers, recipe.width, recipe.levels, bool(recipe.norm))
    networks = Networks(shape, len(allowed), recipe.dropout).to(device)
    may = torch.as_tensor(allowed, dtype=torch.float32, device=device)
    if recipe.sites:
        names = [(row["package"], row["site"]) for row in pages.about]
        often = {}
        for name in names:
            often[name] = often.get(name, 0) + 1
        weight = np.array([often[name] ** -recipe.sites for name in names])
        may = may * torch.as_tensor(weight / weight.mean(), dtype=torch.float32, device=device)
    chosen = np.flatnonzero(allowed.any(0))
    steps = recipe.epochs * len(batches(pages, chosen, rng, recipe.size))
    decayed = [w for n, w in networks.named_parameters() if n.endswith("_w")]
    plain = [w for n, w in networks.named_parameters() if not n.endswith("_w")]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": recipe.decay}, {"params": plain, "weight_decay": 0.0}], recipe.rate
    )
    averaged = {n: w.detach().clone() for n, w in networks.named_parameters()}
    result = Trained(networks, mean, scale)
    step, begun = 0, time.time()
    for epoch in range(recipe.epochs):
        networks.train()
        total = 0.0
        for batch in batches(pages, chosen, rng, recipe.size):
            rate = one_cycle(step / steps) * recipe.rate
            for group in optimiser.param_groups:
                group["lr"] = rate
            x, mask, low, high, words, index = inputs(pages, batch, mean, scale)
            habits = pages.habits[batch].clone()
            gold, held = pages.gold[batch], pages.held[index] * mask
            # Where comments are known, they are asked for half of the time.
            asked = (pages.gold_comments[batch] >= 0) & torch.from_numpy(rng.random(len(batch)) < 0.5).to(device)
            habits[asked, COMMENTS] = 1
            gold = torch.where(asked, pages.gold_comments[batch], gold)
            held = torch.where(asked[:, None], pages.held_comments[index] * mask, held)
            if recipe.no_hints:
                bare = torch.from_numpy(rng.random(len(batch)) < recipe.no_hints).to(device)
                habits[bare, 5:] = 0
                a, b = recipe.hints
                x[bare, :, a:b] = 0
            if recipe.noise:
                x = x * (torch.rand(len(batch), 1, x.shape[2], device=device) >= recipe.noise)
            logits, types = networks(x, habits, mask, low, high, words)
            count = pages.count[index] * mask
            loss = loss_of(logits, mask, count, held, gold, pages.mark[index], recipe.f1, pages.copies[index])
            if recipe.types and types is not None:
                loss = loss + recipe.types * type_loss(types, pages.types[batch])
            if teacher is not None:
                soft = torch.sigmoid(teacher[:, index])
                weight = (count.sqrt() + 0.3) * mask
                weight = weight / weight.sum(1, keepdim=True).clamp(min=1e-6)
                taught = functional.binary_cross_entropy_with_logits(logits, soft, reduction="none")
                same = (~asked).float()[None]
                loss = loss + same * recipe.teach * (taught * weight).sum(-1)
            loss = (loss * may[:, batch]).sum(1) / may[:, batch].sum(1).clamp(min=1e-3)
            optimiser.zero_grad(set_to_none=True)
            loss.sum().backward()
            clip(networks, 1.0)
            optimiser.step()
            step += 1
            total += float(loss.detach().mean()) if not quiet else 0.0
            if recipe.average and step > steps * 0.5:
                for n, w in networks.named_parameters():
                    averaged[n].lerp_(w.detach(), 1 - recipe.average)
            elif recipe.average:
                for n, w in networks.named_parameters():
                    averaged[n].copy_(w.detach())
        if not quiet:
            print("epoch", epoch, round(total, 3), round(time.time() - begun), flush=True)
    if recipe.average:
        with torch.no_grad():
            for n, w in networks.named_parameters():
                w.copy_(averaged[n])
    return result


def one_cycle(share: float) -> float:
    """The learning rate's way: up in the first quarter, then down to nothing, along cosines."""
    if share < 0.25:
        return 0.04 + 0.96 * (1 - math.cos(math.pi * share / 0.25)) / 2
    return (1 + math.cos(math.pi * (share - 0.25) / 0.75)) / 2 + 1e-3


def clip(networks: Networks, most: float) -> None:
    """Bound the gradient of each network by itself."""
    gradients = [w.grad for w in networks.parameters() if w.grad is not None]
    size = torch.stack([g.flatten(1).square().sum(1) for g in gradients]).sum(0).sqrt()
    factor = (most / size.clamp(min=1e-9)).clamp(max=1)
    for g in gradients:
        g *= factor.view(-1, *[1] * (g.dim() - 1))


@torch.no_grad()
def predict(pages: Pages, trained: Trained, chosen: np.ndarray, habits: Tensor | None = None) -> Tensor:
    """The logits of all networks for all blocks of the chosen pages: (networks, blocks of all pages)."""
    trained.networks.eval()
    many = trained.networks.weights["inp_w"].shape[0]
    out = torch.zeros(many, len(pages.x), device=pages.x.device)
    rng = np.random.default_rng(0)
    for batch in batches(pages, chosen, rng, 64):
        x, mask, low, high, words, index = inputs(pages, batch, trained.mean, trained.scale)
        wanted = (pages.habits if habits is None else habits)[batch]
        logits, _ = trained.networks(x, wanted, mask, low, high, words)
        out[:, index[mask]] = logits[:, mask]
    return out


def decode(p: np.ndarray, words: np.ndarray, beta: float = 1.0) -> float:
    """The threshold that gives the best expected F: what is kept is likely, what is left out is not."""
    order = np.argsort(-p, kind="stable")
    q, w = p[order], words[order]
    hit, kept = np.cumsum(q * w), np.cumsum(w)
    expected = (1 + beta**2) * hit / np.maximum(kept + beta**2 * hit[-1], 1e-9)
    return float(q[int(np.argmax(expected))])


def scores(pages: Pages, logits: np.ndarray, chosen: np.ndarray, best: bool = True) -> np.ndarray:
    """Precision, recall and F1 of pages, as the labels of their blocks tell them."""
    count, held, gold, copies = (t.cpu().numpy() for t in (pages.count, pages.held, pages.gold, pages.copies))
    out = np.zeros((len(chosen), 3))
    for k, i in enumerate(chosen):
        part = slice(pages.first[i], pages.first[i] + pages.blocks[i])
        p = 1 / (1 + np.exp(-logits[part]))
        at = decode(p, count[part]) if best else 0.5
        kept = p >= at
        best_of: dict[int, int] = {}
        marks = pages.marks[part]
        for j in np.flatnonzero(kept & (copies[part] > 1))[np.argsort(-p[kept & (copies[part] > 1)], kind="stable")]:
            if marks[j] in best_of:
                kept[j] = False
            best_of[marks[j]] = j
        hit = held[part][kept].sum()
        a, b = hit / max(count[part][kept].sum(), 1), hit / max(gold[i], 1)
        out[k] = a, b, 2 * a * b / max(a + b, 1e-9)
    return out


def table(pages: Pages, chosen: np.ndarray, score: np.ndarray) -> dict[str, float]:
    """The mean F1 by package, their mean, and by page type where pages have one."""
    by: dict[str, list[float]] = {}
    for i, row in zip(chosen, score, strict=True):
        about = pages.about[i]
        by.setdefault(about["package"], []).append(row[2])
        if about["package"] == "wcxb":
            by.setdefault(f"wcxb/{about['type']}", []).append(row[2])
    means = {name: float(np.mean(values)) for name, values in by.items()}
    main = [v for n, v in means.items() if "/" not in n]
    return {"mean": float(np.mean(main)), **means}
