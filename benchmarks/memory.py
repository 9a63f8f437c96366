"""Peak memory for a page of 10 MB, as a multiple of its size.

    python benchmarks/memory.py [--megabytes N]

Each measurement runs in a process of its own; what Python and the libraries need before the page is
read is taken off.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
from pathlib import Path

CORPUS = Path(__file__).parent.parent / "corpus"


def make_page(size: int) -> bytes:
    """Our own pages one after the other, until the size is reached."""
    pages = [path.read_bytes() for path in sorted((CORPUS / "styles").glob("*.html"))]
    body = b"\n".join(pages)
    return (body * (size // len(body) + 1))[:size]


def peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(size: int, method: str, answer: multiprocessing.SimpleQueue[tuple[int, int]]) -> None:
    from mainspan import extract

    extract(make_page(20_000), algorithm=method).text  # noqa: B018
    page = make_page(size)
    before = peak_kilobytes()
    extract(page, algorithm=method).text  # noqa: B018
    answer.put((before, peak_kilobytes()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--megabytes", type=int, default=10)
    size = parser.parse_args().megabytes * 1_000_000
    from mainspan import ALGORITHMS

    context = multiprocessing.get_context("spawn")
    print(f"peak memory for a page of {size / 1e6:.0f} MB, as a multiple of its size")
    for name in list(ALGORITHMS):
        answer: multiprocessing.SimpleQueue[tuple[int, int]] = context.SimpleQueue()
        process = context.Process(target=measure, args=(size, name, answer))
        process.start()
        before, after = answer.get()
        process.join()
        print(f"  {name:12} {(after - before) * 1024 / size:5.1f} x")


if __name__ == "__main__":
    main()
