"""Training: the loss, the schedule, and several networks at the same time."""

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

from mainspan.algorithms.learned.declared import DECLARED
from training.model import Networks, Shape
from training.pages import Pages, batches, places
from training.settings import COMMENTS, HEADLINE, N_SETTINGS, SCOPE


@dataclass(frozen=True)
class Recipe:
    """How networks are built and trained. docs/model-log.md lists what else was tried."""

    channels: int = 32
    layers: tuple[str, ...] = ("c1", "t", "p", "c2")
    epochs: int = 28
    variants: int = 7  # of all pages; each epoch reads one of them
    size: int = 24  # pages in a batch
    rate: float = 3e-3
    decay: float = 1e-2
    dropout: float = 0.1
    f1: float = 1.0  # the weight of 1 - F1 in the loss
    trust: float = 0.3  # the weight of a page if nothing of its gold is found
    types: float = 0.3  # the weight of the page types in the loss
    no_hints: float = 0.25  # the share of pages on which all names are removed
    undeclared: float = 0.5  # the share of pages on which what they declare is removed
    unlabelled: float = 0.4  # the share of pages on which all labels are removed
    noise: float = 0.15  # the share of features removed on a page
    turn: float = 0.3  # the share of pages on which the headline setting is inverted
    forget: float = 0.4  # the share of pages without a scope
    average: float = 0.998  # the decay of the moving average of the weights
    seed: int = 0


RECIPE = Recipe()


@dataclass
class Trained:
    """Trained networks, the mean and scale that standardise their features, and the mean of all features."""

    networks: Networks
    mean: Tensor
    scale: Tensor
    typical: Tensor


def standardise(pages: Pages) -> tuple[Tensor, Tensor, Tensor]:
    """The mean and the scale that standardise each feature; and its mean in the data."""
    some = pages.features(slice(None, None, max(len(pages.flags) // 200_000, 1)))
    mean, scale, typical = some.mean(0), some.std(0) + 1e-2, some.mean(0)
    # Flags stay as they are: a rare one would become large.
    flags = slice(pages.figures.shape[1], None)
    mean[flags], scale[flags] = 0, 1
    return mean, scale, typical


@dataclass
class Batch:
    """Some pages of similar length, with their inputs and labels."""

    x: Tensor
    inputs: Tensor
    mask: Tensor
    low: Tensor
    high: Tensor
    roles: Tensor
    words: Tensor
    count: Tensor
    held: Tensor
    gold: Tensor
    copies: Tensor


def read_batch(
    pages: Pages, chosen: NDArray[np.int64], mean: Tensor, scale: Tensor, comments: Tensor
) -> Batch:
    """The batch of these pages. comments: the pages on which comments are part of the content."""
    index, mask = places(pages, chosen)
    inputs = pages.inputs[chosen].clone()
    inputs[comments, COMMENTS] = 1
    return Batch(
        x=(pages.features(index) - mean) / scale * mask[..., None],
        inputs=inputs,
        mask=mask,
        low=pages.low[index] * mask[..., None],
        high=pages.high[index] * mask[..., None],
        roles=pages.roles[index] * mask[..., None],
        words=pages.words[index] * mask,
        count=pages.count[index] * mask,
        held=torch.where(comments[:, None], pages.held_comments[index], pages.held[index]) * mask,
        gold=torch.where(comments, pages.gold_comments[chosen], pages.gold[chosen]),
        copies=pages.copies[index],
    )


def invert_headlines(batch: Batch, headline: Tensor) -> None:
    """Invert the headline setting of pages with a known headline, and its label with it.

    Without this the network could not separate the setting from all else that distinguishes the packages.
    """
    pages = torch.nonzero(headline >= 0)[:, 0]
    places = headline[pages]
    setting = 1 - batch.inputs[pages, HEADLINE]
    count, held = batch.count[pages, places], batch.held[pages, places]
    batch.inputs[pages, HEADLINE] = setting
    batch.held[pages, places] = setting * count
    batch.gold[pages] += setting * count - held


def loss_of(logits: Tensor, batch: Batch, recipe: Recipe) -> Tensor:
    """The loss of each network on each page: the cross entropy, and 1 - F1.

    A page counts less if the network finds little of its gold, because then the gold is often wrong: another
    article, comments instead of the text, the first paragraph alone.
    """
    target = (batch.held / batch.count.clamp(min=1)).clamp(0, 1)
    weight = (batch.count.sqrt() + 0.3) * batch.mask
    weight = weight / weight.sum(1, keepdim=True)
    entropy = functional.binary_cross_entropy_with_logits(logits, target.expand_as(logits), reduction="none")
    # Of several copies of a text one is kept.
    p = torch.sigmoid(logits) * batch.mask / batch.copies
    right = 2 * (p * batch.held).sum(-1) / ((p * batch.count).sum(-1) + batch.gold).clamp(min=1)
    loss = (entropy * weight).sum(-1) + recipe.f1 * (1 - right)
    return loss * (recipe.trust + (1 - recipe.trust) * right.detach())


def type_loss(types: Tensor, wanted: Tensor) -> Tensor:
    """The cross entropy of the types of the pages, where they are known."""
    many, pages, kinds = types.shape
    loss = functional.cross_entropy(
        types.reshape(-1, kinds), wanted.repeat(many), ignore_index=-1, reduction="none"
    )
    return loss.view(many, pages)


def drop_features(batch: Batch, pages: Pages, recipe: Recipe, rng: np.random.Generator) -> None:
    """Remove names on some pages and some features on all, so that the network relies on none too much."""
    device = batch.x.device
    bare = torch.from_numpy(rng.random(len(batch.x)) < recipe.no_hints).to(device)
    batch.x[bare, :, pages.names] = 0
    batch.inputs[bare, N_SETTINGS:] = 0
    undeclared = torch.from_numpy(rng.random(len(batch.x)) < recipe.undeclared).to(device)
    batch.inputs[undeclared, -len(DECLARED) :] = 0
    unlabelled = torch.from_numpy(rng.random(len(batch.x)) < recipe.unlabelled).to(device)
    batch.x[unlabelled, :, pages.labels] = 0
    there = rng.random((len(batch.x), 1, batch.x.shape[2])) >= recipe.noise
    batch.x *= torch.from_numpy(there).to(device)


def train(
    pages: Pages, variants: list[Pages], allowed: NDArray[np.bool_], recipe: Recipe = RECIPE
) -> Trained:
    """Train one network for each row of `allowed`, on variants of the pages that the row allows."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    device = pages.flags.device
    mean, scale, typical = standardise(pages)
    shape = Shape(pages.many_features, pages.inputs.shape[1], recipe.channels, recipe.layers)
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
            # Where comments are known, they are part of the content half of the time.
            half = torch.from_numpy(rng.random(len(each)) < 0.5).to(device)
            batch = read_batch(pages, each, mean, scale, half & (pages.gold_comments[each] >= 0))
            turned = torch.from_numpy(rng.random(len(each)) < recipe.turn).to(device)
            invert_headlines(batch, torch.where(turned, pages.headline[each], -1))
            drop_features(batch, pages, recipe, rng)
            # Without a scope the network decides from the page itself.
            batch.inputs[torch.from_numpy(rng.random(len(each)) < recipe.forget).to(device), SCOPE] = 0
            logits, types = networks(
                batch.x, batch.inputs, batch.mask, batch.low, batch.high, batch.roles, batch.words
            )
            loss = loss_of(logits, batch, recipe) + recipe.types * type_loss(types, pages.types[each])
            loss = loss * pages.weights[each]
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
def _follow(averaged: dict[str, Tensor], networks: Networks, decay: float) -> None:
    for name, weight in networks.named_parameters():
        averaged[name].lerp_(weight.detach(), 1 - decay)


def one_cycle(share: float) -> float:
    """The schedule of the learning rate: up in the first quarter, then down to zero, along cosines."""
    if share < 0.25:
        return 0.04 + 0.96 * (1 - math.cos(math.pi * share / 0.25)) / 2
    return (1 + math.cos(math.pi * (share - 0.25) / 0.75)) / 2 + 1e-3


def clip(networks: Networks, max_norm: float) -> None:
    """Bound the norm of the gradient, of each network by itself."""
    gradients = [weight.grad for weight in networks.parameters() if weight.grad is not None]
    size = torch.stack([g.flatten(1).square().sum(1) for g in gradients]).sum(0).sqrt()
    factor = (max_norm / size.clamp(min=1e-9)).clamp(max=1)
    for g in gradients:
        g *= factor.view(-1, *[1] * (g.dim() - 1))
