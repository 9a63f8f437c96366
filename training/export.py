"""Writes the file of a network that the library reads. The scale of the features is part of the weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.fit import Trained


def arrays(trained: Trained, which: int, *, types: bool = True) -> dict[str, np.ndarray]:
    """The weights of one of several networks, by their names in the library.

    types: whether the network was trained on all types of pages; if not, it predicts none.
    """
    w = {name: value.detach()[which].cpu().double() for name, value in trained.networks.weights.items()}
    mean, scale = trained.mean.cpu().double(), trained.scale.cpu().double()
    features = len(mean)
    whole = w.pop("inp_w")
    inner = whole[:features] / scale[:, None]
    found = {
        "inp_w": inner,
        "inp_b": w.pop("inp_b")[0] - mean @ inner,
        "page_w": whole[features:],
        # For explanations, which replace a signal by its mean.
        "mean": trained.typical.cpu().double(),
    }
    for name, value in w.items():
        layer = name.removesuffix("_w").removesuffix("_b")
        if name.endswith("_b"):
            found[name] = value[0]
        elif layer[0] == "l" and trained.networks.shape.layers[int(layer[1:])] == "p":
            half = len(value) // 2
            found[name], found[f"{layer}_page"] = value[:half], value[half:]
        else:
            found[name] = value
    return {
        name: value.numpy().astype(np.float16)
        for name, value in found.items()
        if types or not name.startswith("type")
    }


def write(trained: Trained, which: int, path: Path, *, types: bool = True) -> None:
    """Write one of several networks to a file, with the types of pages if it was trained on them."""
    layers = np.array(" ".join(trained.networks.shape.layers))
    np.savez_compressed(path, allow_pickle=False, layers=layers, **arrays(trained, which, types=types))
