"""How often the language of a text is right, on packages whose documents name it.

    python -m benchmarks.languages PACKAGE ... [--score 0.3 0.4 0.5]

The gold text is identified as bulk runs do it. Languages that were detected when a package was made are left
out: they would agree with themselves. For each bound of the score: the share of the texts that have
a language with at least this score, and how many of these are right.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mainspan.evaluation.packages import Package
from mainspan.metadata.languages import identify_language, language_tag

BOUNDS = (0.0, 0.2, 0.3, 0.4, 0.5)
# Codes that mean the same to readers.
_SAME = {"nb": "no", "nn": "no"}


def primary(tag: str) -> str:
    code = language_tag(tag).partition("-")[0]
    return _SAME.get(code, code)


def identify(folder: Path) -> list[tuple[bool, float]]:
    """For each text with a known language, whether it is right, and its score; -1 if none was found."""
    found = []
    for document in Package.read(folder).documents:
        wanted = primary(str(document.about.get("language", "")))
        text = document.read_gold()
        if not wanted or not text or document.about.get("language_source") == "detected":
            continue
        language = identify_language(text)
        is_right = language is not None and primary(language.code) == wanted
        found.append((is_right, language.score if language else -1.0))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("--score", nargs="*", type=float, default=BOUNDS)
    given = parser.parse_args()
    for folder in given.packages:
        found = identify(folder)
        if not found:
            print(f"{folder.name}: no document names its language")
            continue
        print(f"{folder.name}: {len(found)} texts")
        for bound in given.score:
            kept = [is_right for is_right, score in found if score >= max(bound, 0.0)]
            share = sum(kept) / len(kept) if kept else 0.0
            print(f"  score from {bound:.1f}: {len(kept) / len(found):6.1%} of the texts, {share:6.1%} right")


if __name__ == "__main__":
    main()
