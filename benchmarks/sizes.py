"""What networks of other sizes would cost: the time from a page's columns to the logits of its blocks.

    python -m benchmarks.sizes FOLDER... [--pages N] [--rounds N]

The weights are random, since time does not depend on them; the accuracy of the sizes that were trained is
in docs/MODEL.md. Prints microseconds a page and the ratio to resiliparse, which goes from bytes to text. All
take turns on each page, and the least processor time of each counts, so that noise hits all of them alike.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.rendering import choose_pages
from benchmarks.speed import resiliparse
from mainspan import Page
from mainspan.algorithms.learned.declared import DECLARED
from mainspan.algorithms.learned.features import page_inputs
from mainspan.algorithms.learned.network import Floats, Network, shipped
from mainspan.algorithms.learned.sheet import sheet_of

CHANNELS = (16, 24, 32, 48, 64)
LAYERS = {"shipped layers": shipped().layers, "two more": (*shipped().layers, "c4", "c8")}
# The inputs of a page: annotation settings, hints, and what it declares.
INPUTS = 6 + 64 + len(DECLARED)
Work = Callable[[], object]


def random_network(channels: int, layers: tuple[str, ...]) -> Network:
    """A network of this size that has learned nothing."""
    random = np.random.default_rng(channels)

    def some(*shape: int) -> Floats:
        return random.standard_normal(shape, dtype=np.float32) / np.float32(np.sqrt(shape[0]))

    features = len(shipped().weights["inp_w"])
    weights = {
        "inp_w": some(features, channels),
        "inp_b": some(channels),
        "page_w": some(INPUTS, channels),
        "hid_w": some(channels, channels // 2),
        "hid_b": some(channels // 2),
        "out_w": some(channels // 2, 1),
        "out_b": some(1),
    }
    for i, layer in enumerate(layers):
        rows = {"p": 1, "t": 7, "c": 5}[layer[0]] * channels
        weights |= {f"l{i}_w": some(rows, channels), f"l{i}_b": some(channels)}
        if layer == "p":
            weights |= {f"u{i}_w": some(3 * channels + INPUTS, channels), f"u{i}_b": some(channels)}
            weights[f"l{i}_page"] = some(channels, channels)
    return Network(weights, layers)


def works_of(html: bytes, networks: list[Network]) -> list[Work]:
    """All that is measured on a page: the networks, then resiliparse."""
    sheet = sheet_of(Page(html, hidden=True))
    inputs = page_inputs(np.array([1, 0, 0, 0, 0, 0], dtype=np.float32), sheet)

    # What the first one would have to bring into the caches of the processor is there for all.
    shipped()(sheet, inputs)

    def asking(network: Network) -> Work:
        # A sheet keeps its features: each network gets one that has none yet.
        return lambda: network(replace(sheet), inputs)

    return [*map(asking, networks), lambda: resiliparse(html)]


def measure(paths: list[Path], networks: list[Network], rounds: int) -> NDArray[np.float64]:
    """Seconds of processor time a page: of each network, then of resiliparse."""
    best = np.full((len(paths), 1 + len(networks)), np.inf)
    turns = [(place, path) for _ in range(rounds) for place, path in enumerate(paths)]
    console = Console(stderr=True)
    for place, path in track(turns, description="measuring", console=console, transient=True):
        for number, work in enumerate(works_of(path.read_bytes(), networks)):
            begun = time.process_time()
            work()
            best[place, number] = min(best[place, number], time.process_time() - begun)
    spent: NDArray[np.float64] = best.mean(axis=0)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=200, help="how many pages to take, evenly spread")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    pages = choose_pages(options.folders, options.pages)
    if not pages:
        parser.error("no pages in these folders")
    sizes = list(product(LAYERS, CHANNELS))
    networks = [random_network(channels, LAYERS[layers]) for layers, channels in sizes]
    *seconds, peer = measure(pages, networks, options.rounds)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("layers", "channels", "weights", "µs a page", "x resiliparse"):
        table.add_column(title, justify="left" if title == "layers" else "right")
    for (layers, channels), network, spent in zip(sizes, networks, seconds, strict=True):
        count = sum(weights.size for weights in network.weights.values())
        table.add_row(layers, str(channels), f"{count:,}", f"{1e6 * spent:.0f}", f"{spent / peer:.3f}")
    Console().print(f"{len(pages)} pages", table, sep="\n")


if __name__ == "__main__":
    main()
