"""The network: each layer and the whole, as the transcription computes it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings

from mainspan import Page
from mainspan.algorithms.learned import layers
from mainspan.algorithms.learned.network import Floats, Network, shipped
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.algorithms.learned.table import N_FEATURES
from tests.algorithms.learned import transcribed_network as transcribed
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

OURS: Final = sorted((Path(__file__).parents[3] / "corpus").rglob("*.html"))[::29]
LAYERS: Final = ("c1", "t", "p", "c2")
INPUTS: Final = 9
# A tile of sixteen channels, and some beside it.
CHANNELS: Final = 20
Z: Final = np.arange(1, 5, dtype=np.float32)[:, None]
ONES: Final = np.ones((5, 1), dtype=np.float32)
NOTHING: Final = np.zeros(1, dtype=np.float32)


def network(channels: int = CHANNELS) -> Network:
    random = np.random.default_rng(1)

    def normal(*shape: int) -> Floats:
        return (random.standard_normal(shape) / 4).astype(np.float32)

    weights = {"inp_w": normal(N_FEATURES, channels), "inp_b": normal(channels)}
    weights |= {"page_w": normal(INPUTS, channels), "type_w": normal(channels, 3), "type_b": normal(3)}
    for i, layer in enumerate(LAYERS):
        rows = channels * {"c": 5, "t": 7, "p": 1}[layer[0]]
        weights |= {f"l{i}_w": normal(rows, channels), f"l{i}_b": normal(channels)}
        weights |= {f"u{i}_w": normal(3 * channels + INPUTS, channels), f"u{i}_b": normal(channels)}
        weights |= {f"l{i}_page": normal(channels, channels)}
    weights |= {"hid_w": normal(channels, 4), "hid_b": normal(4), "out_w": normal(4, 1), "out_b": normal(1)}
    return Network(weights, LAYERS)


def check(sheet: Sheet, made: Network) -> None:
    """The network's answer, and the transcription's from the features."""
    page = (np.arange(len(made.weights["page_w"])) % 2).astype(np.float32)
    logits, known = made(sheet, page)
    expected = transcribed.answer(made.weights, made.layers, transcribed.features(sheet), sheet, page)
    assert logits.dtype == known.dtype == np.float32
    np.testing.assert_allclose(logits, expected[0], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(known, expected[1], rtol=1e-3, atol=1e-3)


@given(soups | pages_to_describe)
@settings(max_examples=100, deadline=None)
def test_answers_on_random_pages(page: str) -> None:
    if len(sheet := sheet_of(Page(page, hidden=True))):
        check(sheet, network())


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_answers_on_our_pages(path: Path) -> None:
    sheet = sheet_of(Page(path.read_bytes(), hidden=True))
    check(sheet, network())
    check(sheet, shipped())


def test_an_answer_is_computed_once() -> None:
    sheet, made = sheet_of(Page("<p>one<p>two")), network()
    inputs = np.ones(INPUTS, dtype=np.float32)
    assert made.answer(sheet, inputs) is made.answer(sheet, inputs.copy())
    assert made.answer(sheet, inputs) is not made.answer(sheet, 0 * inputs)
    assert made.answer(sheet, inputs) is not network().answer(sheet, inputs)


def test_a_network_is_read_as_it_was_written() -> None:
    file = BytesIO()
    written = network()
    np.savez(file, layers=np.array(" ".join(LAYERS)), **written.weights)  # type: ignore[arg-type]
    again = Network.read(file.getvalue())
    assert again.layers == LAYERS
    assert all(np.array_equal(again.weights[name], value) for name, value in written.weights.items())


def test_a_network_scores_its_types_if_it_has_any() -> None:
    assert network().types(np.ones(CHANNELS, dtype=np.float32)).shape == (3,)
    assert len(Network({}, ()).types(np.ones(CHANNELS, dtype=np.float32))) == 0


@pytest.mark.parametrize(("step", "first"), [(1, 1 + 1 + 2 + 3), (2, 1 + 1 + 3)])
def test_neighbours_beyond_the_ends_are_nothing(step: int, first: int) -> None:
    assert layers.convolve(Z, step, ONES, NOTHING)[0].tolist() == [first]


def test_means_are_over_the_blocks_of_elements() -> None:
    low, high = np.array([[0, 0, 2, 2]], dtype=np.int32), np.array([[2, 2, 4, 4]], dtype=np.int32)
    weights = np.array([[0], [1]], dtype=np.float32)
    roles = np.zeros((0, 4), dtype=np.int32)
    assert layers.average(Z, low, high, roles, weights, NOTHING)[:, 0].tolist() == [2.5, 3.5, 6.5, 7.5]


def test_means_are_over_the_blocks_in_a_role() -> None:
    none, roles = np.zeros((0, 4), dtype=np.int32), np.array([[0, 1, 0, 0]], dtype=np.int32)
    weights = np.array([[0], [3]], dtype=np.float32)
    assert layers.average(Z, none, none, roles, weights, NOTHING)[:, 0].tolist() == [9, 8, 11, 12]


@pytest.mark.parametrize(("which", "value"), [(0, 2.5), (1, 2.5), (2, 4.0), (3, 7.0)])
def test_a_page_is_known_by_both_means_the_greatest_and_the_inputs(which: int, value: float) -> None:
    weights = np.zeros((4, 1), dtype=np.float32)
    weights[which] = 1
    words, page = np.array([1, 0, 0, 1], dtype=np.int32), np.array([7], dtype=np.float32)
    assert layers.overview(Z, words, page, weights, NOTHING).tolist() == [value]


def test_features_are_weighed_column_by_column() -> None:
    x = np.arange(55, dtype=np.float32).reshape(5, 11)
    weights = np.arange(10, dtype=np.float32).reshape(5, 2)
    assert np.array_equal(layers.weigh(x, weights), x.T @ weights)
