"""The kernels that describe blocks give on any page what their transcriptions say."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page
from tests.algorithms.learned import transcribed
from tests.algorithms.learned.described import LEVELS, describe, pages_to_describe, title_of
from tests.soup import soups


def assert_as_transcribed(page: Page) -> None:
    found = describe(page)
    counts, bits, title = transcribed.describe_blocks(page, title_of(page))
    assert found.counts.tolist() == counts
    assert found.bits.tolist() == bits
    assert found.title == title
    ranges, masks, whole = transcribed.describe_elements(page, LEVELS)
    assert found.ranges.tolist() == ranges
    assert found.masks.tolist() == masks
    assert found.roles.tolist() == (transcribed.number_roles(page) if ranges else [])
    assert found.page == whole


@given(st.one_of(soups, pages_to_describe))
@example("<title>A &amp; b</title><xmp>&amp; &nbsp;</xmp>&nbsp;&amp;&lt;")
@example("<title>中 Ab𠀀</title><plaintext>Ab &amp;</plaintext>𠀀9é")
@example("<title>Ab</title>" + "<div class=menu>" * 600 + "deep<p>x</p>")
@example("<p>\x01<p>x")
def test_any_page_is_described_as_transcribed(html: str) -> None:
    page = Page(html)
    assert_as_transcribed(page)
    assert_as_transcribed(page.with_hidden)


@given(pages_to_describe, st.sampled_from(["", "é", "中", "😀"]))
def test_strings_of_any_width_are_described_as_transcribed(html: str, letter: str) -> None:
    assert_as_transcribed(Page(html.encode("ascii", "ignore").decode() + letter))


def test_items_of_a_list_have_the_same_role() -> None:
    items = "".join(f"<li class='post-{i} {name}'><b>{i}</b></li>" for i, name in enumerate("abc"))
    found = describe(Page(f"<ul>{items}</ul><ul class=other><li class=post-9><b>x</b></li></ul><p>y"))
    assert found.roles[:, 0].tolist() == [0, 0, 0, 1, 2]
    assert found.roles[:, 1].tolist() == [0, 0, 0, 0, 1]


def test_our_own_pages_are_described_as_transcribed(corpus: Path) -> None:
    for path in sorted(corpus.rglob("*.html"))[::3]:
        assert_as_transcribed(Page(path.read_bytes()).with_hidden)
