"""Cue words: typical words of short blocks, such as "written by" or "comments"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.errors import MainspanError, ParameterError
from mainspan.page import Page, tags, unescape_source
from mainspan.page.kinds import RAW
from mainspan.spans import Spans

Cue = tuple[str, ...]

# A cue has at most this number of words.
MAX_CUE_WORDS: Final = 3
# Blocks with more words are never changed.
MAX_BLOCK_WORDS: Final = 20

_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W_]+")
_ABOUT_FILES: Final = "the name of a list of cue words, as mainspan cues writes it"


@dataclass(frozen=True, repr=False)
class Cues(Algorithm):
    """Improves a method: drops short blocks with words of boilerplate, adds those with words of content.

    A cue is a run of one to three words with a weight. The weight is a log ratio: how much more often short
    blocks with this cue are content than short blocks in general. Each word of a block has the weight of the
    longest cue that covers it, or 0. The block's score is the mean. A block that scores -`threshold` or less
    is dropped. A block that scores `threshold` or more is added if it is next to content. Blocks of more than
    20 words are never changed: a paragraph about comments is not a comment.

    Named as future work, without details, in section 6 of Javier Arias, Koen Deschacht, Marie-Francine Moens:
    Language independent content extraction from web pages. DIR 2009: "learn that certain words do (e.g.
    written by, author) or do not (e.g. close this window, comments) belong to the main content".

    The paper leaves everything else open. mainspan/learn_cues.py learns a list. The top of
    mainspan/algorithms/cues.txt names the data of the shipped one. The parameters were chosen on one third of
    the sites, with lists learned on another third. The shipped list was learned on both, without zh-news.
    Words-F1 on the last third, without and with cues:

                   density        accb
        cleaneval  .453 .456    .875 .882
        daniel     .710 .712    .780 .781
        dragnet    .587 .598    .700 .704
        fundus     .408 .409    .821 .820
        l3s-gn1    .666 .677    .825 .830
        wcxb       .305 .311    .723 .735
        zh-news    .815 .815    .857 .858

    (`mainspan evaluate PACKAGE... --sites report --parts 3 -m words -a accb -a cues:method=accb ...`).

    The gain is small, and in English only: there accb goes from .755 to .762. It changes by less than .002 in
    Chinese, Polish, Russian, German and Greek, which have few cues in the list. The answers of density have
    hardly a short block to drop, so all gain comes from added blocks.
    """

    name: ClassVar[str] = "cues"
    paper: ClassVar[str] = "Arias, Deschacht and Moens 2009"
    figure: ClassVar[str] = "bars"

    method: str = parameter("density", "the method whose answer is improved; any but cues")
    words: str = parameter(
        "", "a list of cue words, as mainspan cues writes it; the shipped one if empty", is_path=True
    )
    threshold: float = parameter(0.25, "the mean weight that drops or adds a block", low=0.0, high=100.0)
    add: bool = parameter(True, "whether blocks next to the content are added")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("method", "words"):
            value = getattr(self, name)
            # In text, parameters are separated by commas and stripped.
            if "," in value or value != value.strip():
                raise ParameterError(
                    f"cues: {name} must be a name without commas and blanks at its ends, not {value!r}"
                )
        self._base()
        if self.words:
            # Read once, so that a method always gives the same answers.
            object.__setattr__(self, "_own", read_cues(Path(self.words)))

    def _base(self) -> Algorithm:
        # The registry holds this class too.
        from mainspan.algorithms import algorithm

        if self.method.partition(":")[0].strip().lower() == self.name:
            raise ParameterError("cues: method must be another method, not cues itself")
        try:
            return algorithm(self.method)
        except MainspanError as error:
            raise ParameterError(f"cues: method must be the name of a method: {error}") from None

    def __call__(self, page: Page) -> Spans:
        """Improve the answer of the method."""
        found = self._base()(page)
        if not found:
            return found
        score = self._scores(page)
        spans = found - Spans.of_blocks(page, score <= -self.threshold)
        if not spans:
            return Spans(reason=f"cue words reject all that {self.method} found")
        if self.add:
            spans |= Spans.of_blocks(page, _beside_content(page, spans) & (score >= self.threshold))
        return spans

    def signals(self, page: Page) -> Signals:
        """The score and the words of each block."""
        blocks = page.blocks
        return {
            "start": blocks.start.astype(np.float64),
            "score": self._scores(page),
            "words": blocks.words.astype(np.float64),
        }

    def _scores(self, page: Page) -> NDArray[np.float64]:
        weights: dict[Cue, float] = getattr(self, "_own", None) or shipped_cues()
        scores = np.zeros(len(page.blocks))
        for block, words in block_words(page):
            scores[block] = mean_weight(words, weights)
        return scores


def mean_weight(words: list[str], weights: dict[Cue, float]) -> float:
    """The mean weight of these words. Each has that of the longest cue that covers it; on a tie the first."""
    found = [0.0] * len(words)
    free = [True] * len(words)
    for size in range(min(MAX_CUE_WORDS, len(words)), 0, -1):
        taken = []
        for i in range(len(words) - size + 1):
            weight = weights.get(tuple(words[i : i + size]))
            if weight is not None:
                taken += [(place, weight) for place in range(i, i + size)]
        for place, weight in taken:
            if free[place]:
                found[place], free[place] = weight, False
    return sum(found) / len(words) if words else 0.0


def block_words(page: Page, longest: float = MAX_BLOCK_WORDS) -> list[tuple[int, list[str]]]:
    """The blocks of at most `longest` words, by number, with their words."""
    tokens, blocks = page.tokens, page.blocks
    # Inline boxes separate the words around them.
    used = np.flatnonzero(tokens.is_text | (tokens.is_tag & tags.IS_INLINE_BOX[tokens.tag]))
    short = np.flatnonzero(blocks.words <= longest)
    first = np.searchsorted(used, blocks.first[short]).tolist()
    last = np.searchsorted(used, blocks.last[short], side="right").tolist()
    start, end = tokens.start.tolist(), tokens.end.tolist()
    is_text, is_raw = tokens.is_text.tolist(), ((tokens.marks & RAW) > 0).tolist()
    source, order = page.source, used.tolist()

    def read(token: int) -> str:
        if not is_text[token]:
            return " "
        piece = source[start[token] : end[token]]
        return piece if is_raw[token] else unescape_source(piece)

    texts = ["".join(map(read, order[i:j])) for i, j in zip(first, last, strict=True)]
    return list(zip(short.tolist(), map(cue_words, texts), strict=True))


def cue_words(text: str) -> list[str]:
    """The words of a text, as in cues: in lower case, each number as 0."""
    return _WORD.findall(_DIGITS.sub("0", text.lower()))


def _beside_content(page: Page, spans: Spans) -> NDArray[np.bool_]:
    """The blocks that are not content, next to a block that is: half of its words are kept."""
    words, blocks = page.words, page.blocks
    owner = np.searchsorted(blocks.first, words.token, side="right") - 1
    content = np.bincount(owner[spans.kept_words(page)], minlength=len(blocks)) * 2 >= blocks.words
    beside = np.zeros(len(blocks), dtype=np.bool_)
    beside[1:] |= content[:-1]
    beside[:-1] |= content[1:]
    return beside & ~content


@cache
def shipped_cues() -> dict[Cue, float]:
    """The shipped list."""
    return parse_cues(resources.files("mainspan.algorithms").joinpath("cues.txt").read_text("utf-8"))


def read_cues(path: Path) -> dict[Cue, float]:
    """Read a list of cue words, or raise a ParameterError that explains what is wrong."""
    try:
        return parse_cues(path.read_text("utf-8"))
    except OSError as error:
        raise ParameterError(f"cues: words must be {_ABOUT_FILES}: {path}: {error.strerror}") from None
    except ValueError as error:
        wrong = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise ParameterError(f"cues: words must be {_ABOUT_FILES}: {path}: {wrong}") from None


def parse_cues(text: str) -> dict[Cue, float]:
    """The cues of a list: a weight and a cue on each line, other columns between; # starts a comment."""
    weights: dict[Cue, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        cue = tuple(columns[-1].split())
        try:
            weight = float(columns[0])
        except ValueError:
            weight = math.nan
        if len(columns) < 2 or not math.isfinite(weight):
            raise ValueError(f"line {number} is not a weight, a tab and a cue")
        if not 1 <= len(cue) <= MAX_CUE_WORDS or cue_words(columns[-1]) != list(cue):
            raise ValueError(
                f"line {number}: a cue is one to {MAX_CUE_WORDS} words in lower case, numbers as 0"
            )
        weights[cue] = weight
    if not weights:
        raise ValueError("it has no cues")
    return weights
