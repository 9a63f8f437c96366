"""Write the reproduction study from the results of an evaluation.

    python benchmarks/reproduction.py RESULTS [-o docs/reproduction.md]

RESULTS is a folder that `mainspan evaluate PACKAGE... -o RESULTS` made, with all our methods and any peers.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mainspan import MainspanError
from mainspan.evaluation.results import Results
from mainspan.evaluation.study.document import write_study
from mainspan.output import write_file

DOCUMENT = Path(__file__).parent.parent / "docs" / "reproduction.md"
COMMAND = "python benchmarks/reproduction.py RESULTS"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=DOCUMENT)
    options = parser.parse_args()
    try:
        write_file(options.output, write_study(Results.read(options.results), COMMAND))
    except MainspanError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
