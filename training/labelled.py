"""Pages of which each block was labelled by a reader, or by the page's own markup.

A label file has one line of JSON for each page: where the page can be had, the SHA-256 of its bytes, and the
blocks that are main content. It holds no text of the page. The pages themselves lie in a folder that
`python -m training collect` fills.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.errors import PackageError
from mainspan.evaluation.measures.words import words_of_each
from mainspan.page import Page
from mainspan.render.pieces import without_controls
from mainspan.render.text import block_texts
from training.labels import Labels, share_among_copies

# The label files of the project.
LABELS: Final = Path(__file__).with_name("labels")
_DIGITS: Final = 16  # of a digest


@dataclass(frozen=True, slots=True)
class Label:
    """A page, where it can be had, and the blocks that are main content."""

    name: str
    source: str  # pypi, npm or debian
    package: str
    version: str
    path: str  # within the package
    sha256: str
    type: str
    sure: str
    keep: tuple[tuple[int, int], ...]  # ranges of blocks, both ends included
    digest: str  # of the lengths of all blocks
    site: str
    url: str | None = None
    language: str | None = None


def read_labels(folder: Path = LABELS) -> list[Label]:
    """All labels of a folder, or a PackageError that names the line that is wrong."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                found.append(_read(json.loads(line)))
            except (ValueError, TypeError) as error:
                raise PackageError(f"{path}, line {number}: {error}") from None
    if not found:
        raise PackageError(f"{folder}: there are no labels (*.jsonl) in this folder")
    return found


def _read(record: dict[str, Any]) -> Label:
    keep = tuple((int(first), int(last)) for first, last in record.pop("keep"))
    if any(first > last for first, last in keep) or list(keep) != sorted(keep):
        raise ValueError("the ranges of kept blocks are not in order")
    return Label(keep=keep, **record)


def page_of(label: Label, folder: Path) -> bytes | None:
    """The bytes of a labelled page; None if the folder does not have it."""
    path = folder / f"{label.name}.html"
    html = path.read_bytes() if path.is_file() else None
    return html if html is not None and sha256(html).hexdigest() == label.sha256 else None


def digest_of(page: Page) -> str:
    """A digest of the lengths of all blocks. It changes when a page is cut into other blocks.

    The lengths are those of the page's columns. How blocks are written as text changes more often.
    """
    lengths = page.blocks.characters.astype("<i4")
    return sha256(lengths.tobytes()).hexdigest()[:_DIGITS]


def fits(label: Label, page: Page) -> bool:
    """Whether the page has the blocks that were labelled."""
    return digest_of(page) == label.digest


def kept_blocks(label: Label, count: int) -> NDArray[np.bool_]:
    """For each block of the page whether it is main content."""
    kept = np.zeros(count, dtype=np.bool_)
    for first, last in label.keep:
        kept[first : last + 1] = True
    return kept


def labels_of(label: Label, page: Page) -> Labels | None:
    """For each block its words and how many are main content, then the number of these on the page.

    None if the page is cut into other blocks today than when it was labelled.
    """
    if not fits(label, page):
        return None
    each = words_of_each(block_texts(page))
    count = np.array([len(words) for words in each], dtype=np.int32)
    held = np.where(kept_blocks(label, len(each)), count, 0).astype(np.int32)
    return count, share_among_copies(each, held), int(held.sum())


def ranges_of(kept: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The kept blocks as ranges, both ends included."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], kept, [False]])))
    for first, end in edges.reshape(-1, 2).tolist():
        yield first, end - 1


def print_sheet(html: bytes, width: int = 120) -> None:
    """Print the number, the container and the text of each block, cut to a width."""
    page = Page(html, hidden=True)
    containers = page.blocks.container.tolist()
    for number, (text, container) in enumerate(zip(block_texts(page), containers, strict=True)):
        line = without_controls(" ".join(text.split()))
        print(f"{number} <{page.name_of(container)}> {line if len(line) <= width else line[:width] + '…'}")


def print_summary(labels: Sequence[Label]) -> None:
    """Print for each type of page how many pages, sites, languages and packages there are, and how sure."""
    print("| type | pages | sites | languages | packages | sure: high, medium, low |")
    print("|---|---|---|---|---|---|")
    for kind in sorted({each.type for each in labels}):
        chosen = [each for each in labels if each.type == kind]
        sites, languages, packages = (
            len({getattr(each, name) for each in chosen}) for name in ("site", "language", "package")
        )
        sure = Counter(each.sure for each in chosen)
        levels = ", ".join(str(sure[level]) for level in ("high", "medium", "low"))
        print(f"| {kind} | {len(chosen)} | {sites} | {languages} | {packages} | {levels} |")
