"""From packages to weights, and from weights to the table of the model card.

    python -m training data PACKAGES DATA                    pages and gold to numbers (a minute)
    python -m training fit DATA OUT [--seed N] [SPLIT ...]   numbers to networks (all, fold-0, without-NAME,
                                                             ... or every)
    python -m training judge PACKAGES OUT [CONTESTANT ...]   networks to scores, side by side with other
                                                             extractors (trafilatura, resiliparse, ...)

The weights that the library ships are those of `fit DATA OUT --seed 1 all`. Without a seed it is 0, as it was
for the networks that the model card judges.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> None:
    """Do what the arguments say, or tell why not."""
    from mainspan.errors import MainspanError, SourceError

    try:
        work(arguments)
    except SourceError as error:
        sys.exit(f"{error}\n(the packages to learn from and to judge are named in training/habits.py)")
    except MainspanError as error:
        sys.exit(str(error))
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        sys.exit('to fit a network needs torch: .venv/bin/pip install -e ".[train]"')
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is missing: write it by `python -m training data PACKAGES DATA`")
    except FileExistsError as error:
        sys.exit(f"{error.filename} is no folder: name another one")


def work(arguments: list[str]) -> None:
    """Do what the arguments say."""
    match arguments:
        case ["data", packages, data]:
            from training.data import write_all

            write_all(Path(packages), Path(data))
        case ["fit", data, out, *rest]:
            fit(Path(data), Path(out), *read_wishes(rest))
        case ["judge", packages, out, *contestants]:
            from training.judge import judge

            judge(Path(packages), Path(out), contestants)
        case ["-h" | "--help"]:
            print(__doc__)
        case _:
            wrong = f"`{' '.join(arguments)}` is no whole order.\n\n" if arguments else ""
            sys.exit(f"{wrong}{__doc__}")


def read_wishes(rest: list[str]) -> tuple[tuple[str, ...], int]:
    """The splits that are asked for and the seed. What is wrong shows before anything is read."""
    from training.splits import check_names, every_split

    names, seed = list(rest), "0"
    if "--seed" in names:
        place = names.index("--seed")
        seed = "".join(names[place + 1 : place + 2])
        del names[place : place + 2]
    if not seed.isdecimal():
        sys.exit("--seed needs a whole number")
    chosen = tuple(split for name in names for split in (every_split() if name == "every" else (name,)))
    try:
        check_names(chosen)
    except ValueError as error:
        sys.exit(str(error))
    return chosen or ("all",), int(seed)


def fit(data: Path, out: Path, names: tuple[str, ...], seed: int) -> None:
    """Train the networks of these splits side by side, and write each to a file."""
    from dataclasses import replace

    import torch

    from training.export import write
    from training.fit import RECIPE, train
    from training.habits import FURTHER, PACKAGES
    from training.pages import pages_of
    from training.rows import read_rows
    from training.splits import shows_types, splits
    from training.variants import variant_of

    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        # With more threads sums are added in another order, and the weights differ in their last digits.
        torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    rows = read_rows(data, (*PACKAGES, *FURTHER))
    pages = pages_of(rows, device)
    allowed = splits(pages.about, names)
    variants = [pages_of(variant_of(rows, seed), device) for seed in range(RECIPE.variants)]
    trained = train(pages, variants, allowed, replace(RECIPE, seed=seed))
    out.mkdir(parents=True, exist_ok=True)
    for which, name in enumerate(names):
        write(trained, which, out / f"{name}.npz", types=shows_types(pages.about, allowed[which]))
        print(out / f"{name}.npz", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
