"""Learn cue words from test packages: words that are typical of content, or of boilerplate.

A block is content if its words are in the gold text in the same order: as a whole line, or more than half of
its runs of four words. A block of fewer than four words must be there next to two words of a neighbouring
block, because "share" occurs somewhere in most articles.

For each cue, every site has one vote, split by the share of its blocks with the cue that are content. So a
site's own slogan is no cue, and a site with many pages weighs no more than one with a single page. The weight
is the smoothed log odds of the votes minus the log odds of short blocks in general. The list has the
strongest cues of each sign, by weight times the square root of the number of sites.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from mainspan.algorithms.cues import MAX_BLOCK_WORDS, MAX_CUE_WORDS, Cue, block_words
from mainspan.algorithms.cues import cue_words as words_of
from mainspan.errors import ParameterError
from mainspan.evaluation.packages import Document, Package, is_held_out
from mainspan.page import Page

_RUN_WORDS: Final = 4
_SMOOTHING: Final = 1.0
_MAX_WORD_LENGTH: Final = 24


class Learned(NamedTuple):
    """A cue: its words, its weight, and the number of sites that have it."""

    cue: Cue
    weight: float
    sites: int


@dataclass(frozen=True, slots=True)
class CueList:
    """Cues, the strongest first, and what they were learned from."""

    cues: list[Learned]
    packages: list[str]
    pages: int
    sites: int
    learned: date
    command: str

    def __str__(self) -> str:
        """The list as a file that the method cues reads."""
        names = " ".join(self.packages)
        lines = [
            "# Cue words of short blocks: weight, sites, cue. A weight below 0 speaks against content.",
            f"# learned from: {self.pages} pages of {self.sites} sites in {names}",
            f"# learned on: {self.learned.isoformat()}",
            f"# by: {self.command}",
        ]
        lines += [f"{each.weight:.2f}\t{each.sites}\t{' '.join(each.cue)}" for each in self.cues]
        return "\n".join(lines) + "\n"


def learn_cues(
    packages: Iterable[str | Path],
    *,
    hold_out: int = 0,
    cues: int = 500,
    min_sites: int = 6,
    today: date | None = None,
    progress: Callable[[Path], None] = lambda page: None,
) -> CueList:
    """Learn cue words from test packages, folders of NAME.html and NAME.txt (NAME.json has the site).

    hold_out: hold out one site in this many, for testing; 0 for none.
    cues: the number to keep, half of them for content and half against.
    min_sites: the number of sites that a cue must occur on.
    progress: called with each page that was read.
    """
    if hold_out == 1:
        raise ParameterError("hold-out must be 0 for none, or at least 2")
    read = [Package.read(package) for package in packages]
    votes: dict[Cue, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    blocks: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    count = 0
    for document in [each for package in read for each in package.documents]:
        site = document.site
        if not is_held_out(site, hold_out):
            count += 1
            for words, is_content in judged_blocks(document):
                blocks[site][is_content] += 1
                for cue in cues_in(words):
                    votes[cue][site][is_content] += 1
        progress(document.page)
    base = _odds(blocks)
    found = [
        Learned(cue, round(_odds(sites) - base, 2), len(sites))
        for cue, sites in votes.items()
        if len(sites) >= min_sites
    ]
    # Only names: the folders of the packages are private.
    names = [package.name for package in read]
    given = {"hold-out": (hold_out, 0), "cues": (cues, 500), "min-sites": (min_sites, 6)}
    options = [f"--{option} {value}" for option, (value, usual) in given.items() if value != usual]
    return CueList(
        cues=_strongest(found, cues // 2),
        packages=names,
        pages=count,
        sites=len(blocks),
        learned=today or datetime.now(UTC).date(),
        command=" ".join(["mainspan cues", *names, *options]),
    )


def judged_blocks(document: Document) -> Iterator[tuple[list[str], bool]]:
    """The words of each short block of a package's page, and whether the gold text has it."""
    lines = [words_of(line) for line in (document.read_gold() or "").splitlines()]
    runs = _Runs(lines)
    read = Page(document.read_page())
    blocks = [words for _, words in block_words(read, math.inf)]
    short = (read.blocks.words <= MAX_BLOCK_WORDS).tolist()
    for i, words in enumerate(blocks):
        if words and short[i]:
            before = blocks[i - 1][-2:] if i else []
            after = blocks[i + 1][:2] if i + 1 < len(blocks) else []
            yield words, runs.hold(words, before, after)


class _Runs:
    """The lines of a gold text, and its runs of words."""

    def __init__(self, lines: list[list[str]]) -> None:
        self.lines = {tuple(line) for line in lines}
        words = [word for line in lines for word in line]
        # A short block with two words of a neighbour.
        self.runs = {
            size: {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}
            for size in range(3, _RUN_WORDS + 2)
        }

    def hold(self, words: list[str], before: list[str], after: list[str]) -> bool:
        if tuple(words) in self.lines:
            return True
        if len(words) < _RUN_WORDS:
            sides = [tuple(before + words)] * (len(before) == 2) + [tuple(words + after)] * (len(after) == 2)
            return any(side in self.runs[len(side)] for side in sides)
        runs = [
            tuple(words[i : i + _RUN_WORDS]) in self.runs[_RUN_WORDS]
            for i in range(len(words) - _RUN_WORDS + 1)
        ]
        return sum(runs) * 2 > len(runs)


def cues_in(words: list[str]) -> set[Cue]:
    """All runs of one to three words. Longer words are sentences without spaces, and left out."""
    return {
        tuple(words[i : i + size])
        for size in range(1, MAX_CUE_WORDS + 1)
        for i in range(len(words) - size + 1)
        if max(map(len, words[i : i + size])) <= _MAX_WORD_LENGTH
    }


def _odds(sites: dict[str, list[int]]) -> float:
    """The smoothed log odds of the votes for content."""
    content = sum(yes / (no + yes) for no, yes in sites.values())
    return math.log((content + _SMOOTHING) / (len(sites) - content + _SMOOTHING))


def _strongest(found: list[Learned], each: int) -> list[Learned]:
    def strength(cue: Learned) -> tuple[float, Cue]:
        return -abs(cue.weight) * math.sqrt(cue.sites), cue.cue

    against = sorted((cue for cue in found if cue.weight < 0), key=strength)[:each]
    for_content = sorted((cue for cue in found if cue.weight > 0), key=strength)[:each]
    return sorted(against + for_content, key=strength)
