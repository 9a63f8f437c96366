"""The features: what the table says, and what the transcription computes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from mainspan import Page
from mainspan.algorithms.learned.features import flags, measure, page_inputs
from mainspan.algorithms.learned.labels import LABELS
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.algorithms.learned.table import FEATURES, GROUPS, N_FEATURES, N_MEASURED, Count, row_of, rows_of
from tests.algorithms.learned import transcribed_network as transcribed
from tests.algorithms.learned.described import pages_to_describe
from tests.soup import soups

OURS = sorted((Path(__file__).parents[3] / "corpus").rglob("*.html"))[::29]


def of(page: str | bytes) -> Sheet:
    return sheet_of(Page(page, hidden=True))


def check(sheet: Sheet) -> None:
    np.testing.assert_allclose(measure(sheet), transcribed.measure(sheet), rtol=1e-4, atol=1e-6)
    assert np.array_equal(flags(sheet), transcribed.flags(sheet))


@given(soups | pages_to_describe)
@settings(max_examples=150, deadline=None)
def test_features_of_random_pages(page: str) -> None:
    if len(sheet := of(page)):
        check(sheet)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_features_of_our_pages(path: Path) -> None:
    check(of(path.read_bytes()))


def test_features_have_names_of_their_own_and_fill_the_table() -> None:
    names = [each.name for each in FEATURES]
    assert len(set(names)) == len(names)
    assert [row for name in names for row in rows_of(name)] == list(range(N_FEATURES))
    assert row_of("families") == N_MEASURED
    assert (N_MEASURED, N_FEATURES) == (119, 665), "the shipped network reads these"
    assert row_of("level prose", 2) == row_of("level prose") + 1


def test_a_page_without_blocks() -> None:
    assert measure(of("")).shape == (N_MEASURED, 0)
    assert flags(of("")).shape == (0, N_FEATURES - N_MEASURED)


def value(html: str, feature: str, block: int = 0, level: int = 1) -> float:
    return float(of(html).measured[row_of(feature, level), block])


WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"


@pytest.mark.parametrize(("more", "prose"), [("", False), (" fifteen", True)])
def test_prose_has_fifteen_words(more: str, prose: bool) -> None:
    assert (value(f"<p>{WORDS}{more}</p><p>x", "prose before", 1) > 0) == prose


@pytest.mark.parametrize(("linked", "prose"), [(29, True), (31, False)])
def test_prose_has_few_links(linked: int, prose: bool) -> None:
    html = f"<p><a href=x>{'a' * linked}</a> {'b ' * 14}{'c' * (71 - linked)}</p><p>x"
    assert of(html).characters[0] == 100
    assert (value(html, "prose before", 1) > 0) == prose


@pytest.mark.parametrize(("count", "compared"), [(25, True), (26, False)])
def test_only_short_texts_are_compared_with_the_title(count: int, compared: bool) -> None:
    assert (value(f"<title>word</title><p>{'word ' * count}", "words in title") > 0) == compared


@pytest.mark.parametrize("distance", [1, 4, 12])
def test_a_blur_reaches_as_far_as_its_name_says(distance: int) -> None:
    html = "<p>x" * 20 + "<p><a href=x>link</a>" + "<p>x" * 20
    assert value(html, f"links within {distance}", 20 - distance) > 0
    assert value(html, f"links within {distance}", 20 - distance - 1) == 0


def test_texts_without_a_sign_choose_no_shape() -> None:
    sheet = of("<p>word</p><p>\x7f</p>")
    assert sheet.counts[:, Count.FIRST_SHAPE].tolist() == [0, -1]
    chosen = flags(sheet)[:, row_of("group") - N_MEASURED :]
    assert chosen.sum(axis=1).tolist() == [3, 1]
    assert chosen[0, GROUPS.index("p")]


@pytest.mark.parametrize("hints", [0, 1, 5 << 40, 2**64 - 1])
def test_the_hints_of_a_page_follow_the_settings(hints: int) -> None:
    settings, sheet = np.array([1, 0, 1], dtype=np.float32), replace(of("<p>word"), page_hints=hints)
    found = page_inputs(settings, sheet).astype(int).tolist()
    assert found[:3] == [1, 0, 1]
    assert sum(bit << place for place, bit in enumerate(found[3:])) == hints


def test_features_of_a_role_are_over_all_blocks_in_it() -> None:
    page = "<ul><li>four</li><li><a href=/>four</a></li><li>sixsix</li></ul><p>end of it"
    found = [round(value(page, f"role {name}", 2), 3) for name in ("text", "links", "place", "spread")]
    # The item with a link has a role of its own.
    assert found == [round(10 / 23, 3), 0, 0.5, 0.5]
    assert value(page, "role links", 1) == 1
    assert value(page, "log role blocks", 0) == pytest.approx(np.log(3))


def sees(html: str, feature: str, label: str) -> bool:
    """Whether the last block of a page sees a label."""
    sheet = of(html)
    return bool(flags(sheet)[-1, row_of(feature) - N_MEASURED + LABELS.index(label)])


@pytest.mark.parametrize(("words", "counts"), [(12, True), (13, False)])
def test_a_heading_that_is_a_label_is_short(words: int, counts: bool) -> None:
    heading = f"Related{' x' * (words - 1)}"
    assert sees(f"<h2>{heading}</h2><p>xyz", "label above", "related") == counts
    assert sees(f"<div><p>{heading}<p>xyz</div>", "labels of levels", "related") == counts


@pytest.mark.parametrize(("words", "counts"), [(6, True), (7, False)])
def test_a_label_that_is_no_heading_is_shorter(words: int, counts: bool) -> None:
    assert sees(f"<p>Related{' x' * (words - 1)}<p>xyz", "label above", "related") == counts


def test_what_looks_like_a_heading() -> None:
    for tag in ("b", "dt", "th", "summary", "h3"):
        outer = {"dt": "dl", "th": "table", "summary": "details"}.get(tag, "p")
        html = f"<h2>Related</h2><{outer}><{tag}>Xyz</{tag}></{outer}><p>xyz"
        assert not sees(html, "label above", "related"), tag
        assert sees(html, "labels of section", "related"), tag


def test_a_section_ends_with_the_next_heading_of_its_rank() -> None:
    html = "<h2>Related</h2><h3>Xyz</h3><p>one</p>"
    assert sees(html, "labels of section", "related")
    assert not sees(f"{html}<h2>Other</h2><p>two", "labels of section", "related")
    assert not sees(f"<h1>Related</h1>{html[16:]}", "labels of section", "related")
