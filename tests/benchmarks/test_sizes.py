"""Networks of other sizes, built to be timed."""

from __future__ import annotations

from benchmarks.sizes import random_network
from mainspan.algorithms.learned.network import shipped


def test_a_random_network_is_built_like_the_shipped_one() -> None:
    ours = {name: value.shape for name, value in shipped().weights.items()}
    random = random_network(32, shipped().layers).weights
    assert {name: value.shape for name, value in random.items()} == {
        name: shape for name, shape in ours.items() if name != "mean" and not name.startswith("type")
    }
