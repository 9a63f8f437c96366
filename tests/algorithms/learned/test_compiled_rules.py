"""The rules do the same compiled and as they are written: no index leaves its array."""

from __future__ import annotations

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings

import mainspan.algorithms.learned as package
from mainspan import Page
from mainspan.algorithms.learned import choosing, copies, headline, parts, structure
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

FOLDER = Path(package.__file__).parent
OURS = sorted((Path(__file__).parents[3] / "corpus").rglob("*.html"))[::29]


def as_written(module: ModuleType) -> ModuleType:
    """A module read from its source, not from what it was compiled to."""
    path = FOLDER / f"{module.__name__.rpartition('.')[2]}.py"
    loader = SourceFileLoader(f"as_written_{path.stem}", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    found = importlib.util.module_from_spec(spec)
    loader.exec_module(found)
    return found


COMPILED = (choosing, copies, headline, parts, structure)
WRITTEN = tuple(map(as_written, COMPILED))


def results(modules: tuple[ModuleType, ...], sheet: Sheet) -> list[object]:
    """What all rules make of a page, with raw scores that make each of them do something on some page."""
    choosing, copies, headline, parts, structure = modules
    random = np.random.default_rng(len(sheet))
    found: list[object] = [parts.find_menus(sheet), parts.find_comments(sheet)]
    for recall in (0.25, 1.0, 4.0):
        raw = np.where(random.random(len(sheet)) < 0.3, 0.05, random.random(len(sheet)).round(1))
        bound = choosing.find_bound(raw, sheet.words, recall)
        kept = raw > bound[0]
        found += [bound, structure.make_lists_whole(kept, raw, sheet).tolist()]
        for sections in (False, True):
            found.append(structure.mend(kept, raw, sheet, sections, not sections).tolist())
        found.append(parts.doubt_menus(raw, sheet).tolist())
        for some in (kept, np.zeros_like(kept)):
            found += [headline.find_headline(sheet, some), headline.find_late_headline(sheet, some)]
            found += [parts.find_captions(sheet, some, requested) for requested in (False, True)]
            found += [parts.find_byline(sheet, some, after) for after in (0, 3)]
        repeated = copies.find_copies(kept, sheet)
        gone = repeated[1::2]
        left = kept.copy()
        left[gone] = False
        found += [repeated, copies.shares_list(repeated, kept, sheet)]
        found.append(copies.drop_remains(left, kept, gone, sheet).tolist())
    return found


def check(sheet: Sheet) -> None:
    assert results(COMPILED, sheet) == results(WRITTEN, sheet)


@given(soups | pages_to_describe)
@settings(max_examples=150, deadline=None)
def test_rules_on_random_pages(page: str) -> None:
    check(sheet_of(Page(page, hidden=True)))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_rules_on_our_pages(path: Path) -> None:
    check(sheet_of(Page(path.read_bytes(), hidden=True)))
