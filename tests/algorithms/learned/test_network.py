"""The network: what each layer sees, and that a sheet gives what its features give."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
import pytest

from mainspan import Page
from mainspan.algorithms.learned.features import Floats, features
from mainspan.algorithms.learned.network import LEVELS, Network
from mainspan.algorithms.learned.plain import multiply, neighbours, summary, surroundings
from mainspan.algorithms.learned.sheet import sheet_of

LAYERS: Final = ("c1", "t", "p", "c2")
PAGE: Final = "<title>Hens</title><h1>Hens</h1><ul class=menu><li>a<li>b</ul><div><p>One, two.<p>Three</div>"
Z: Final = np.arange(1, 5, dtype=np.float32)[:, None]


def network(channels: int = 8, page: int = 6) -> Network:
    random = np.random.default_rng(1)

    def normal(*shape: int) -> Floats:
        return (random.standard_normal(shape) / 4).astype(np.float32)

    weights = {"inp_w": normal(439, channels), "inp_b": normal(channels), "page_w": normal(page, channels)}
    weights |= {"type_w": normal(channels, 3), "type_b": normal(3)}
    for i, layer in enumerate(LAYERS):
        weights |= {
            f"l{i}_w": normal(channels * (1 if layer == "p" else 5), channels),
            f"l{i}_b": normal(channels),
        }
        weights |= {f"u{i}_w": normal(3 * channels + page, channels), f"u{i}_b": normal(channels)}
        weights |= {f"l{i}_page": normal(channels, channels)}
    weights |= {"hid_w": normal(channels, 4), "hid_b": normal(4), "out_w": normal(4, 1), "out_b": normal(1)}
    return Network(weights, LAYERS)


def test_a_sheet_gives_what_its_features_give() -> None:
    sheet, page = sheet_of(Page(PAGE)), np.ones(6, dtype=np.float32)
    low, high = sheet.ranges[:, LEVELS, 0].T, sheet.ranges[:, LEVELS, 1].T
    logits, known = network().of_sheet(sheet, page)
    expected, expected_known = network()(features(sheet), page, sheet.words, low, high)
    assert logits.shape == (5,)
    np.testing.assert_allclose(logits, expected, rtol=1e-4)
    np.testing.assert_allclose(known, expected_known, rtol=1e-4)
    assert network().types(known).shape == (3,)


def test_a_network_is_read_as_it_was_written() -> None:
    file = BytesIO()
    written = network()
    np.savez(file, layers=np.array(" ".join(LAYERS)), **written.weights)  # type: ignore[arg-type]
    again = Network.read(file.getvalue())
    assert again.layers == LAYERS
    assert all(np.array_equal(again.weights[name], value) for name, value in written.weights.items())


def test_products_in_pieces_are_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mainspan.algorithms.learned.plain.PIECE", 30)
    x = np.arange(55, dtype=np.float32).reshape(5, 11).T
    weights = np.arange(10, dtype=np.float32).reshape(5, 2)
    assert np.array_equal(multiply(x, weights), x @ weights)


@pytest.mark.parametrize(("step", "of_first"), [(1, [0, 0, 1, 2, 3]), (2, [0, 0, 1, 3, 0])])
def test_neighbours_beyond_the_ends_are_nothing(step: int, of_first: list[int]) -> None:
    assert neighbours(Z, step)[0].tolist() == of_first


def test_surroundings_are_means_over_elements() -> None:
    low, high = np.array([[0, 0, 2, 2]], dtype=np.int32), np.array([[2, 2, 4, 4]], dtype=np.int32)
    assert surroundings(Z, low, high).tolist() == [[1, 1.5], [2, 1.5], [3, 3.5], [4, 3.5]]


def test_the_summary_has_both_means_and_the_greatest() -> None:
    assert summary(Z, np.array([1, 0, 0, 1], dtype=np.int32)).tolist() == [2.5, 2.5, 4]
