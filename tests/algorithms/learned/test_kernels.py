"""The compiled steps do what numpy does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from mainspan import Page
from mainspan.algorithms.learned import copies, headline, plain, structure, wishes
from mainspan.algorithms.learned.features import MEASURED, Floats, Sheet, bits, choices, dense, features
from mainspan.algorithms.learned.sheet import sheet_of
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

kernels = pytest.importorskip("mainspan.algorithms.learned.kernels")

# A tile of sixteen channels, and some beside it.
CHANNELS = 20
OURS = sorted(Path("corpus").rglob("*.html"))[::11]


def of(page: str | bytes) -> Sheet:
    return sheet_of(Page(page, hidden=True))


def check_steps(sheet: Sheet) -> None:
    """Each step, with what the steps before it gave."""
    random = np.random.default_rng(len(sheet))
    measured = dense(sheet)
    assert_close(kernels.dense(sheet), measured)
    first = normal(random, MEASURED + bits(sheet).shape[1] + choices(sheet).shape[1], CHANNELS)
    bias = normal(random, CHANNELS)
    z = plain.begin(measured, sheet, first, bias)
    assert_close(kernels.begin(measured, sheet, first, bias), z)
    assert_close(z, np.maximum(features(sheet) @ first + bias, 0))
    asked = np.round(random.random(9)).astype(np.float32)
    page = (z, sheet.words, asked, normal(random, 3 * CHANNELS + 9, 6), normal(random, 6))
    assert_close(kernels.overview(*page), plain.overview(*page))
    check_layers(sheet, z, random)


def check_layers(sheet: Sheet, z: Floats, random: np.random.Generator) -> None:
    """Each kind of layer, for what the first one gave."""
    low, high = sheet.ranges[:, 1:5, 0].T, sheet.ranges[:, 1:5, 1].T
    channels = z.shape[1]
    weights, bias = normal(random, 5 * channels, channels) / np.float32(8), normal(random, channels)
    assert_close(kernels.convolve(z, 2, weights, bias), plain.convolve(z, 2, weights, bias))
    assert_close(kernels.average(z, low, high, weights, bias), plain.average(z, low, high, weights, bias))
    own = weights[:channels]
    assert_close(kernels.refine(z, own, bias), plain.refine(z, own, bias))
    last = normal(random, channels, 1)
    assert_close(kernels.end(z, own, bias, last, 0.5), plain.end(z, own, bias, last, 0.5))


def check_choosing(sheet: Sheet) -> None:
    """All that is made of probabilities, with some that make each rule speak on some page."""
    random = np.random.default_rng(len(sheet))
    for much in (0.25, 1.0, 4.0):
        said = np.where(random.random(len(sheet)) < 0.3, 0.05, random.random(len(sheet)).round(1))
        kept, *numbers = plain.keep_likeliest(said, sheet.words, much, 0.15)
        again, *others = kernels.keep_likeliest(said, sheet.words, much, 0.15)
        assert np.array_equal(again, kept)
        assert others == numbers
        assert kept.any() == (said.max() >= 0.15)
        if kept.any():
            whole = structure.make_lists_whole(kept, said, sheet)
            assert np.array_equal(kernels.make_lists_whole(kept, said, sheet), whole)
            for sections in (False, True):
                mended = structure.mend(kept, said, sheet, sections=sections, titles=not sections)
                assert np.array_equal(
                    kernels.mend(kept, said, sheet, sections=sections, titles=not sections), mended
                )
        assert np.array_equal(kernels.doubt_menus(said, sheet), wishes.doubt_menus(said, sheet))
        check_finders(sheet, kept)
    check_finders(sheet, np.zeros(len(sheet), dtype=np.bool_))


def check_finders(sheet: Sheet, kept: NDArray[np.bool_]) -> None:
    assert kernels.find_headline(sheet, kept) == headline.find_headline(sheet, kept)
    for asked in (False, True):
        captions = wishes.find_captions(sheet, kept, asked)
        assert np.array_equal(kernels.find_captions(sheet, kept, asked), captions)
    for behind in (0, 3):
        byline = wishes.find_byline(sheet, kept, behind)
        assert np.array_equal(kernels.find_byline(sheet, kept, behind), byline)
    found = copies.find_copies(kept, sheet)
    assert np.array_equal(kernels.find_copies(kept, sheet), found)
    assert np.array_equal(kernels.share_a_list(found, kept, sheet), copies.share_a_list(found, kept, sheet))
    left = kept.copy()
    left[found[1::2]] = False
    remains = copies.drop_remains(left, kept, found[1::2], sheet)
    assert np.array_equal(kernels.drop_remains(left, kept, found[1::2].copy(), sheet), remains)
    assert np.array_equal(kernels.find_comments(sheet), wishes.find_comments(sheet))


def normal(random: np.random.Generator, *shape: int) -> Floats:
    return random.standard_normal(shape).astype(np.float32)


def assert_close(one: Floats, other: Floats) -> None:
    assert one.shape == other.shape
    assert one.dtype == other.dtype == np.float32
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


@given(soups)
@settings(max_examples=100, deadline=None)
def test_steps_of_random_pages(page: str) -> None:
    if len(sheet := of(page)):
        check_steps(sheet)
        check_choosing(sheet)


@given(pages_to_describe)
@settings(max_examples=100, deadline=None)
def test_steps_of_pages_with_hints(page: str) -> None:
    if len(sheet := of(page)):
        check_steps(sheet)
        check_choosing(sheet)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_steps_of_our_pages(path: Path) -> None:
    check_steps(of(path.read_bytes()))
    check_choosing(of(path.read_bytes()))


def test_measured_features_are_the_same_numbers() -> None:
    sheet = of(OURS[0].read_bytes())
    np.testing.assert_allclose(kernels.dense(sheet), dense(sheet), rtol=1e-6, atol=0)


def test_texts_without_a_sign_choose_no_shape() -> None:
    sheet = of("<p>word</p><p>\x7f</p>")
    assert sheet.counts[:, 9].tolist() == [0, -1]
    assert choices(sheet).sum(axis=1).tolist() == [3, 1]
    check_steps(sheet)


@pytest.mark.parametrize("hints", [0, 1, 5 << 40, 2**64 - 1])
def test_the_hints_of_a_page_follow_what_was_asked_for(hints: int) -> None:
    asked, sheet = np.array([1, 0, 1], dtype=np.float32), replace(of("<p>word"), page=hints)
    assert np.array_equal(kernels.page_inputs(asked, sheet), plain.page_inputs(asked, sheet))


def test_a_page_without_blocks() -> None:
    assert kernels.dense(of("")).shape == (MEASURED, 0)
