"""Training: the loss, the schedule, and networks that learn side by side."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.habits import COMMENTS, HABITS_ASKED, HEADLINE, SCOPE
from training.model import Networks, Shape
from training.pages import Pages, batches, places


@dataclass(frozen=True)
class Recipe:
    """How networks are built and trained. What else was tried stands in docs/MODEL.md."""

    channels: int = 32
    layers: tuple[str, ...] = ("c1", "t", "p", "c2")
    epochs: int = 28
    variants: int = 7  # of all pages; each epoch reads one of them
    size: int = 24  # pages in a batch
    rate: float = 3e-3
    decay: float = 1e-2
    dropout: float = 0.1
    f1: float = 1.0  # the weight of 1 - F1 in the loss
    trust: float = 0.3  # how much a page counts if nothing of its gold is found
    types: float = 0.1  # the weight of the page types in the loss
    no_hints: float = 0.25  # the share of pages on which all names are left out
    noise: float = 0.15  # the share of features left out on a page
    turn: float = 0.3  # the share of pages on which the other habit of headlines is asked for
    forget: float = 0.4  # the share of pages on which it is not said what is looked for
    average: float = 0.998  # how slowly the averaged weights follow
    seed: int = 0


RECIPE = Recipe()


@dataclass
class Trained:
    """Trained networks, what their features are divided by, and what features are like on average."""

    networks: Networks
    mean: Tensor
    scale: Tensor
    typical: Tensor


def standardise(pages: Pages) -> tuple[Tensor, Tensor, Tensor]:
    """What to subtract from each feature and what to divide it by; and its mean."""
    some = pages.x[:: max(len(pages.x) // 200_000, 1)].float()
    mean, scale, typical = some.mean(0), some.std(0) + 1e-2, some.mean(0)
    # What is zero or one stays as it is: a rare one would become large.
    mean[pages.measured :], scale[pages.measured :] = 0, 1
    return mean, scale, typical


@dataclass
class Batch:
    """Some pages of like length, side by side, with what is asked for and what is right."""

    x: Tensor
    habits: Tensor
    mask: Tensor
    low: Tensor
    high: Tensor
    words: Tensor
    count: Tensor
    held: Tensor
    gold: Tensor
    copies: Tensor


def read_batch(pages: Pages, chosen: NDArray[np.int64], mean: Tensor, scale: Tensor, asked: Tensor) -> Batch:
    """The batch of these pages. On those that are flagged, comments are asked for."""
    index, mask = places(pages, chosen)
    habits = pages.habits[chosen].clone()
    habits[asked, COMMENTS] = 1
    return Batch(
        x=(pages.x[index].float() - mean) / scale * mask[..., None],
        habits=habits,
        mask=mask,
        low=pages.low[index] * mask[..., None],
        high=pages.high[index] * mask[..., None],
        words=pages.words[index] * mask,
        count=pages.count[index] * mask,
        held=torch.where(asked[:, None], pages.held_comments[index], pages.held[index]) * mask,
        gold=torch.where(asked, pages.gold_comments[chosen], pages.gold[chosen]),
        copies=pages.copies[index],
    )


def turn_headlines(batch: Batch, headline: Tensor) -> None:
    """Ask for the headline where the annotators left it out, and the other way round, of pages where it is
    known.

    Else the network could not tell the wish for a headline from all else that sets the packages apart.
    """
    pages = torch.nonzero(headline >= 0)[:, 0]
    places = headline[pages]
    wanted = 1 - batch.habits[pages, HEADLINE]
    count, held = batch.count[pages, places], batch.held[pages, places]
    batch.habits[pages, HEADLINE] = wanted
    batch.held[pages, places] = wanted * count
    batch.gold[pages] += wanted * count - held


def loss_of(logits: Tensor, batch: Batch, recipe: Recipe) -> Tensor:
    """The loss of each network on each page: cross entropy, and what is missing to a perfect F1.

    Where a network finds little of the gold, the gold may be at fault (another article, comments instead of
    the text, the first paragraph alone): the page counts less.
    """
    target = (batch.held / batch.count.clamp(min=1)).clamp(0, 1)
    weight = (batch.count.sqrt() + 0.3) * batch.mask
    weight = weight / weight.sum(1, keepdim=True)
    entropy = functional.binary_cross_entropy_with_logits(logits, target.expand_as(logits), reduction="none")
    # Of several copies of a text one will be kept.
    p = torch.sigmoid(logits) * batch.mask / batch.copies
    right = 2 * (p * batch.held).sum(-1) / ((p * batch.count).sum(-1) + batch.gold).clamp(min=1)
    loss = (entropy * weight).sum(-1) + recipe.f1 * (1 - right)
    return loss * (recipe.trust + (1 - recipe.trust) * right.detach())


def type_loss(types: Tensor, wanted: Tensor) -> Tensor:
    """How far each network is from the types of the pages, where they are known."""
    many, pages, kinds = types.shape
    loss = functional.cross_entropy(
        types.reshape(-1, kinds), wanted.repeat(many), ignore_index=-1, reduction="none"
    )
    return loss.view(many, pages)


def blur_the_view(batch: Batch, pages: Pages, recipe: Recipe, rng: np.random.Generator) -> None:
    """Leave out names on some pages and some features on all, so that nothing is leaned on too much."""
    device = batch.x.device
    bare = torch.from_numpy(rng.random(len(batch.x)) < recipe.no_hints).to(device)
    batch.x[bare, :, pages.names] = 0
    batch.habits[bare, HABITS_ASKED:] = 0
    there = rng.random((len(batch.x), 1, batch.x.shape[2])) >= recipe.noise
    batch.x *= torch.from_numpy(there).to(device)


def train(
    pages: Pages, variants: list[Pages], allowed: NDArray[np.bool_], recipe: Recipe = RECIPE
) -> Trained:
    """Train one network for each row of `allowed`, on variants of the pages that the row allows."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    device = pages.x.device
    mean, scale, typical = standardise(pages)
    shape = Shape(pages.x.shape[1], pages.habits.shape[1], recipe.channels, recipe.layers)
    networks = Networks(shape, len(allowed), recipe.dropout).to(device)
    averaged = {name: weight.detach().clone() for name, weight in networks.named_parameters()}
    may = torch.as_tensor(allowed, dtype=torch.float32, device=device)
    chosen = np.flatnonzero(allowed.any(0))
    steps = recipe.epochs * max(len(batches(each, chosen, rng, recipe.size)) for each in variants)
    optimiser = _optimiser(networks, recipe)
    step, begun = 0, time.time()
    for epoch in range(recipe.epochs):
        networks.train()
        pages = variants[epoch % len(variants)]
        for each in batches(pages, chosen, rng, recipe.size):
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * one_cycle(step / steps)
            # Where comments are known, they are asked for half of the time.
            half = torch.from_numpy(rng.random(len(each)) < 0.5).to(device)
            batch = read_batch(pages, each, mean, scale, half & (pages.gold_comments[each] >= 0))
            turned = torch.from_numpy(rng.random(len(each)) < recipe.turn).to(device)
            turn_headlines(batch, torch.where(turned, pages.headline[each], -1))
            blur_the_view(batch, pages, recipe, rng)
            # Often nobody says what is looked for: then the page itself must tell.
            batch.habits[torch.from_numpy(rng.random(len(each)) < recipe.forget).to(device), SCOPE] = 0
            logits, types = networks(batch.x, batch.habits, batch.mask, batch.low, batch.high, batch.words)
            loss = loss_of(logits, batch, recipe) + recipe.types * type_loss(types, pages.types[each])
            loss = (loss * may[:, each]).sum(1) / may[:, each].sum(1).clamp(min=1)
            optimiser.zero_grad(set_to_none=True)
            loss.sum().backward()
            clip(networks, 1.0)
            optimiser.step()
            step += 1
            _follow(averaged, networks, recipe.average if step > steps / 2 else 0.0)
        print(
            f"epoch {epoch + 1} of {recipe.epochs}, {time.time() - begun:.0f} s", file=sys.stderr, flush=True
        )
    with torch.no_grad():
        for name, weight in networks.named_parameters():
            weight.copy_(averaged[name])
    return Trained(networks, mean, scale, typical)


def _optimiser(networks: Networks, recipe: Recipe) -> torch.optim.Optimizer:
    groups: dict[bool, list[Tensor]] = {True: [], False: []}
    for name, weight in networks.named_parameters():
        groups[name.endswith("_w")].append(weight)
    return torch.optim.AdamW(
        [
            {"params": groups[True], "weight_decay": recipe.decay},
            {"params": groups[False], "weight_decay": 0.0},
        ],
        recipe.rate,
    )


@torch.no_grad()
def _follow(averaged: dict[str, Tensor], networks: Networks, slowly: float) -> None:
    for name, weight in networks.named_parameters():
        averaged[name].lerp_(weight.detach(), 1 - slowly)


def one_cycle(share: float) -> float:
    """The learning rate's way: up in the first quarter, then down to nothing, along cosines."""
    if share < 0.25:
        return 0.04 + 0.96 * (1 - math.cos(math.pi * share / 0.25)) / 2
    return (1 + math.cos(math.pi * (share - 0.25) / 0.75)) / 2 + 1e-3


def clip(networks: Networks, most: float) -> None:
    """Bound the gradient of each network by itself."""
    gradients = [weight.grad for weight in networks.parameters() if weight.grad is not None]
    size = torch.stack([g.flatten(1).square().sum(1) for g in gradients]).sum(0).sqrt()
    factor = (most / size.clamp(min=1e-9)).clamp(max=1)
    for g in gradients:
        g *= factor.view(-1, *[1] * (g.dim() - 1))
