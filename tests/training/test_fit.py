"""Training on a few small pages; needs the extra `train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mainspan.algorithms.learned.features import page_inputs
from mainspan.algorithms.learned.network import Network
from tests.training.test_variants import HTML, make_row
from training.rows import Row
from training.variants import variant_of

torch = pytest.importorskip("torch")

INPUTS = (1, 0, 0, 0, 0, 1)


def make_rows() -> list[Row]:
    return [
        make_row(HTML.replace("Story", "Story " * number), package="daniel", fold=number, type="article")
        for number in range(4)
    ]


def train(epochs: int) -> Any:
    from training.fit import RECIPE
    from training.fit import train as fit
    from training.pages import pages_of

    rows = make_rows()
    variants = [pages_of(variant_of(rows, seed), "cpu") for seed in range(2)]
    recipe = replace(RECIPE, channels=8, epochs=epochs, size=2, average=0.5)
    return fit(pages_of(rows, "cpu"), variants, np.ones((2, len(rows)), dtype=np.bool_), recipe)


def test_the_same_recipe_gives_the_same_network() -> None:
    one, other = (train(2).networks.state_dict() for _ in range(2))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_written_network_predicts_what_the_trained_one_predicts(tmp_path: Path) -> None:
    from training.export import write
    from training.fit import read_batch
    from training.pages import pages_of

    trained, rows = train(2), make_rows()
    pages = pages_of(rows, "cpu")
    write(trained, 1, tmp_path / "network.npz")
    network = Network.read((tmp_path / "network.npz").read_bytes())
    batch = read_batch(pages, np.array([2]), trained.mean, trained.scale, torch.zeros(1, dtype=torch.bool))
    batch.inputs[:, : len(INPUTS)] = torch.tensor(INPUTS, dtype=torch.float32)
    with torch.no_grad():
        logits, _ = trained.networks.eval()(
            batch.x, batch.inputs, batch.mask, batch.low, batch.high, batch.roles, batch.words
        )
    inputs = page_inputs(np.array(INPUTS, dtype=np.float32), rows[2].sheet)
    # Weights and features are rounded to half precision on the way.
    assert np.allclose(network(rows[2].sheet, inputs)[0], logits[1, 0].numpy(), atol=0.05)


def test_a_page_of_the_training_set_is_learned() -> None:
    from training.fit import RECIPE, loss_of, read_batch
    from training.pages import pages_of

    pages, loss = pages_of(make_rows(), "cpu"), []
    for trained in (train(1), train(80)):
        batch = read_batch(pages, np.arange(4), trained.mean, trained.scale, torch.zeros(4, dtype=torch.bool))
        with torch.no_grad():
            logits, _ = trained.networks.eval()(
                batch.x, batch.inputs, batch.mask, batch.low, batch.high, batch.roles, batch.words
            )
        loss.append(float(loss_of(logits, batch, replace(RECIPE, trust=1.0)).mean()))
    assert loss[1] < loss[0] / 2


def test_a_page_whose_gold_is_not_found_counts_less() -> None:
    from training.fit import RECIPE, loss_of, read_batch
    from training.pages import pages_of

    rows = make_rows()
    pages = pages_of(rows, "cpu")
    still = torch.zeros(pages.many_features), torch.ones(pages.many_features)
    batch = read_batch(pages, np.arange(4), *still, torch.zeros(4, dtype=torch.bool))
    found = torch.where(batch.held > 0, 9.0, -9.0)[None]
    shares = [
        loss_of(logits, batch, RECIPE) / loss_of(logits, batch, replace(RECIPE, trust=1.0))
        for logits in (found, -found)
    ]
    assert (shares[0] > shares[1] + 0.1).all()
    assert torch.allclose(shares[1], torch.tensor(RECIPE.trust), atol=0.01)


def test_a_network_that_has_seen_no_types_is_written_without(tmp_path: Path) -> None:
    from training.export import write

    for types in (True, False):
        write(train(1), 0, tmp_path / "network.npz", types=types)
        weights = Network.read((tmp_path / "network.npz").read_bytes()).weights
        assert ("type_w" in weights, "type_b" in weights) == (types, types)
