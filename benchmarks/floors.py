"""Move the floors of the quality gate to what our methods reach now on our own packages.

    python -m benchmarks.floors [--lower]

Better scores raise their floors. Where a floor would go down nothing is written, unless `--lower` says that
it may.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.quality_gate import Floors, digest_of, measure_methods
from mainspan import ALGORITHMS, MainspanError
from mainspan.evaluation.packages import Package

CORPUS = Path(__file__).parent.parent / "corpus"
FLOORS = CORPUS / "floors.json"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lower", action="store_true", help="let floors go down")
    lower = parser.parse_args().lower
    packages = [Package.read(path.parent) for path in sorted(CORPUS.glob("*/package.json"))]
    reached = measure_methods(packages, ALGORITHMS)
    before = Floors.read(FLOORS) if FLOORS.exists() else Floors("", {})
    try:
        before.moved(digest_of(packages), reached, lower=lower).write(FLOORS)
    except MainspanError as error:
        raise SystemExit(str(error)) from None
    print(f"floors of {len(ALGORITHMS)} methods on {len(packages)} packages are in corpus/{FLOORS.name}")


if __name__ == "__main__":
    main()
