"""From packages to weights, and from weights to the table of the model card.

    python -m training data PACKAGES DATA [--labelled FOLDER]   pages and gold to numbers (a minute)
    python -m training fit DATA OUT [--seed N] [SPLIT ...]   numbers to networks (all, fold-0, without-NAME,
                                                             ... or every)
    python -m training judge PACKAGES OUT [CONTESTANT ...]   networks to scores, next to those of other
                                                             extractors (trafilatura, resiliparse, ...)

    python -m training wcxb PACKAGES OUT     the test split of WCXB by that benchmark's own measure
    python -m training collect FOLDER        the pages of training/labels, from PyPI, npm and Debian
    python -m training labels                how many labels there are of each type of page
    python -m training sheet PAGE [WIDTH]    the blocks of a page with their numbers, to label them

The shipped weights are those of `fit DATA OUT every all` on an accelerator. The default seed is 0. The
networks of the model card were trained in the same run.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> None:
    """Run a command; what is wrong with it ends the program with one sentence."""
    try:
        from mainspan.errors import MainspanError, SourceError
    except ModuleNotFoundError as error:
        sys.exit(_missing(error))
    try:
        work(arguments)
    except SourceError as error:
        sys.exit(f"{error}\n(training/settings.py names the packages for training and evaluation)")
    except MainspanError as error:
        sys.exit(str(error))
    except ModuleNotFoundError as error:
        sys.exit(_missing(error))
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is missing: `python -m training data PACKAGES DATA` writes it")
    except FileExistsError as error:
        sys.exit(f"{error.filename} is not a folder")


def _missing(error: ModuleNotFoundError) -> str:
    return (
        f'{error.name} is missing. Training needs the compiled library and torch: pip install -e ".[train]"'
    )


def work(arguments: list[str]) -> None:
    """Run the command that these arguments name."""
    match arguments:
        case ["data", packages, data, *rest] if not rest or (rest[0] == "--labelled" and len(rest) == 2):
            from training.data import write_all

            write_all(Path(packages), Path(data), Path(rest[1]) if rest else None)
        case ["collect", folder]:
            from training.collect import collect
            from training.labelled import read_labels

            labels = read_labels()
            missing = collect(labels, Path(folder))
            print(f"{len(labels) - len(missing)} of {len(labels)} labelled pages are in {folder}")
        case ["labels"]:
            from training.labelled import print_summary, read_labels

            print_summary(read_labels())
        case ["sheet", page, *width] if len(width) < 2 and all(each.isdecimal() for each in width):
            from mainspan.sources import read_file
            from training.labelled import print_sheet

            print_sheet(read_file(Path(page)), *map(int, width))
        case ["fit", data, out, *rest]:
            fit(Path(data), Path(out), *read_splits(rest))
        case ["judge", packages, out, *contestants]:
            from training.judge import judge

            judge(Path(packages), Path(out), contestants)
        case ["wcxb", packages, out]:
            from training.wcxb import report

            report(Path(packages), Path(out))
        case ["-h" | "--help"]:
            print(__doc__)
        case _:
            wrong = f"`{' '.join(arguments)}` is not a complete command.\n\n" if arguments else ""
            sys.exit(f"{wrong}{__doc__}")


def read_splits(rest: list[str]) -> tuple[tuple[str, ...], int]:
    """The splits to train and the seed. They are checked before any file is read."""
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
    from training.pages import pages_of
    from training.rows import read_rows
    from training.settings import FURTHER, PACKAGES
    from training.splits import shows_types, splits
    from training.variants import variant_of

    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        # More threads add sums in another order, which changes the last digits of the weights.
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
